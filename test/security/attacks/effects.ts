// Programs that flood what leaves them: tools, parallel branches, prints and results; and tools that answer with poison.

import { defineTool, type Tool, ToolError } from "../../../src/index.ts";
import { type Attack, attacks, memory } from "./attack.ts";

/** Says nothing about what it is. */
function nameless(): object {
  return new Proxy(
    {},
    {
      getPrototypeOf() {
        throw new Error("secret words");
      },
    },
  );
}

const poisons: Readonly<Record<string, () => unknown>> = {
  cyclic: () => {
    const a: unknown[] = [];
    a.push({ a });
    return a;
  },
  deep: () => {
    let v: unknown = 1;
    for (let i = 0; i < 100_000; i++) v = [v];
    return v;
  },
  shared: () => {
    let v: unknown[] = [];
    for (let i = 0; i < 60; i++) v = [v, v];
    return v;
  },
  huge: () => new Array(20_000_000).fill(0),
  sparse: () => new Array(2 ** 32 - 1),
  longText: () => "x".repeat(100_000_000),
  getter: () =>
    Object.defineProperty({}, "x", {
      enumerable: true,
      get() {
        throw new Error("a getter ran");
      },
    }),
  proxy: () =>
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("a trap ran");
        },
      },
    ),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  function: () => () => 1,
  symbol: () => Symbol("x"),
  promise: () => [Promise.resolve(1)],
  invalidDate: () => new Date(Number.NaN),
  buffer: () => new Uint8Array(8),
  weak: () => new WeakMap(),
  error: () => new Error("secret words"),
  boxed: () => Object(1),
  hugeInteger: () => 2n ** 1_000_000n,
  selfMap: () => {
    const m = new Map<unknown, unknown>();
    return m.set("m", m);
  },
  throws: () => {
    throw new Error("secret words");
  },
  throwsNothing: () => {
    throw undefined;
  },
  throwsProxy: () => {
    throw new Proxy(
      {},
      {
        get() {
          throw new Error("a trap ran");
        },
      },
    );
  },
  nameless: () => nameless(),
  namelessLater: async () => nameless(),
  throwsNameless: () => {
    throw nameless();
  },
  thenRaises: () => ({
    then() {
      throw new Error("secret words");
    },
  }),
  told: () => {
    throw new ToolError("not today");
  },
  thenThrows: () => ({
    get then() {
      throw new Error("secret words");
    },
  }),
};

const harmless: Readonly<Record<string, () => unknown>> = {
  proto: () => JSON.parse('{"__proto__": {"polluted": 1}}'),
  bare: () => Object.assign(Object.create(null), { constructor: 1 }),
  toJson: () => ({ toJSON: null, a: 1 }),
  special: () => [Number.NaN, Number.POSITIVE_INFINITY, -0, undefined],
};

const echo = defineTool({ name: "echo", inputSchema: {}, run: async ({ v }) => v ?? null });
const kept: unknown[] = [];
const keeps = defineTool({
  name: "keeps",
  inputSchema: {},
  // What it gave out before is changed now.
  run: () => {
    for (const old of kept) (old as unknown[]).length = 0;
    const list = [1, 2, 3];
    kept.push(list);
    return list;
  },
});

export const hostileTools: readonly Tool[] = [
  echo,
  keeps,
  ...Object.entries({ ...poisons, ...harmless }).map(([name, run]) => defineTool({ name, inputSchema: {}, run })),
];

const poisoned: readonly Attack[] = Object.keys(poisons).map((name) => ({
  program: `(tool/${name} {})`,
  ends: "error: tool_error",
}));

const calls = attacks({
  "error: tool_call_limit_exceeded": [
    "(dotimes [i 400000] (tool/echo {:v i}))",
    "(pmap (fn [i] (tool/echo {:v i})) (range 100000))",
    "(pmap (fn [i] (pmap (fn [j] (tool/echo {:v j})) (range 100))) (range 100))",
    "(apply pcalls (repeat 5000 (fn [] (tool/echo {:v 1}))))",
    "(loop [] (tool/echo {:v 1}) (recur))",
    "(defn f [n] (inc (f (tool/echo {:v n})))) (f 1)",
    "(sort-by (fn [x] (tool/echo {:v x})) (range 5000))",
    "(defn f [n] (f (tool/echo {:v n}))) (f 1)",
  ],
  [memory]: [
    "(tool/echo {:v (reduce (fn [a _] [a a]) [1] (range 60))})",
    '(tool/echo {:v (apply str (repeat 10000000 "abc"))})',
    "(tool/echo {:v (vec (range 3000000))})",
    "(pmap inc (range 1e9))",
  ],
  "error: depth_exceeded": [
    "(tool/echo {:v (reduce (fn [a _] [a]) [] (range 100000))})",
    "(defn f [n] (pmap f [n])) (f 1)",
  ],
  "error: type_error": ["(tool/echo {:v (range)})", "(tool/echo 1)"],
  "error: fuel_exceeded": [
    "(pmap (fn [_] (loop [] (recur))) (range 100))",
    "(pcalls (fn [] (loop [] (recur))))",
    "(pmap (fn [i] (vec (range 400000))) (range 1000))",
  ],
  "{:polluted nil}": ["(tool/proto {}) {:polluted (:polluted {})}"],
  '{"__proto__" {"polluted" 1}}': ["(tool/proto {})"],
  '{"constructor" 1}': ["(tool/bare {})"],
  '{"toJSON" nil, "a" 1}': ["(tool/toJson {})"],
  "error: tool_error": ["(tool/special {})"],
  "[[1 2 3] [1 2 3]]": ["[(tool/keeps {}) (tool/keeps {})]"],
  '{"__proto__" 1}': ['(tool/echo {:v {"__proto__" 1}})'],
});

const prints = attacks({
  ":done": [
    "(dotimes [i 300000] (println i)) :done",
    '(println (apply str (repeat 400000 "x"))) :done',
    '(dotimes [_ 20] (print (apply str (repeat 100000 "👍")))) :done',
    "(doseq [_ (range 1000)] (prn (vec (range 1000)))) :done",
    '(println "\\u001b[2J\\u0007\\u202e") :done',
  ],
  [memory]: [
    "(vec (range 5000000))",
    '(apply str (repeat 20000000 "x"))',
    '(fail (apply str (repeat 20000000 "x")))',
    '(return (apply str (repeat 20000000 "x")))',
    "(zipmap (range 2000000) (range))",
  ],
});

export const effects: readonly Attack[] = [...poisoned, ...calls, ...prints];
