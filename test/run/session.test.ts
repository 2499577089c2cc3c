// Sessions, their state as text, replay, approval and the text for models.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  approvalRequired,
  createSession,
  defineTool,
  OptionsError,
  parseEvents,
  type Result,
  type RunEvent,
  renderForModel,
  replay,
  resume,
  run,
} from "../../src/index.ts";

const id = defineTool({ name: "id", inputSchema: {}, run: async ({ v }) => v });

function text(r: Result): string {
  return r.ok ? r.text : `${r.error.reason}: ${r.error.message}`;
}

describe("sessions", () => {
  it("keep definitions and results, all of a turn or nothing", async () => {
    const s = createSession({ tools: [id] });
    await s.turn("(def a 1) (defn f [x] (+ x a (tool/id {:v 10})))");
    expect(text(await s.turn("(f 5)"))).toBe("16");
    expect(text(await s.turn("(def a 100) (def b 2) (fail 1)"))).toContain("failed");
    expect(text(await s.turn("[(f 5) *1 *2]"))).toContain("[16 16");
    expect(s.definitions()).toEqual(["a", "f"]);
  });

  it("refuse a second turn while one runs", async () => {
    const s = createSession({ tools: [id] });
    const first = s.turn("(tool/id {:v 1})");
    await expect(s.turn("2")).rejects.toThrow(OptionsError);
    expect(() => s.turnSync("2")).toThrow("still running");
    expect(text(await first)).toBe("1");
    expect(text(await s.turn("3"))).toBe("3");
  });

  it("are bounded in size, and a turn that is too large is undone", async () => {
    const s = createSession({ limits: { sessionBytes: 1000 } });
    await s.turn("(def a 1)");
    const r = await s.turn("(def big (vec (range 1000))) 1");
    expect(text(r)).toContain("memory_exceeded");
    expect(s.definitions()).toEqual(["a"]);
  });

  const programs: [string, string][] = [
    ['(def x {:a [1 2.0 "s" #{:k} nil ##Inf] 99999999999999999999 \'sym})', "x"],
    ["(def add (let [n 5] (fn [x] (+ x n))))", "(add 1)"],
    ['(defn fact "doc" [n] (if (< n 2) 1 (* n (fact (dec n)))))', "(fact 20)"],
    ["(def make (fn [n] (fn [x] (+ x n)))) (def add3 (make 3))", "(add3 4)"],
    ["(def f (comp inc #(* 2 %))) (def g (partial f)) (def h {:f f})", "[(f 1) ((:f h) 2)]"],
    ["(defn a [x] (inc x)) (def table {:run a :also (partial a)})", "[((:run table) 1) ((:also table) 2)]"],
    ["(def f (fn self [n] (if (zero? n) :done (self (dec n)))))", "(f 3)"],
    ["(def s (sorted-map :b 1 :a 2)) (def t (sorted-set-by > 1 3 2))", "[s t]"],
    ['(def d (LocalDate/parse "2024-02-03")) (def u (Duration/ofMillis 1500))', "[(str d) (str u)]"],
    ['(def r #"a+") (def l (map inc [1 2])) (def e (filter odd? [2]))', '[(re-find r "caab") (conj l 0) (conj e 1)]'],
    ["(defn sum ([] 0) ([x] x) ([x & more] (reduce + x more)))", "[(sum) (sum 1) (sum 1 2 3)]"],
    ['(defn f "says" {:signature "(x :int) -> :int"} [x] x)', '(f "s")'],
    ['(defn f "says" {:signature "(x :int) -> :int"} [x] x)', "(doc f) (source f) (f 1)"],
    ['(let [n 2] (defn f "says" [x] (* n x)))', "(doc f) (f 4)"],
    ["(defn f [n] (if (= n 0) :first (f (dec n)))) (def g f)", "(defn f [n] :second) (g 3)"],
    ["(let [f 5] (defn f [] f))", "(f)"],
    ["(def fs (letfn [(g [x] (* 2 x)) (h [x] (inc x))] [g h]))", "(map #(% 5) fs)"],
    ["(def ten (letfn [(g [x] (inc x))] (fn [y] (* 10 (g y)))))", "(ten 1)"],
    ["(def down (letfn [(g [n] (if (zero? n) :done (g (dec n))))] g))", "(down 3)"],
    ["(def adders (mapv #(fn [y] (+ % y)) [1 2 3]))", "(map #(% 10) adders)"],
    ["(def fs (mapv #(let [z 1] (fn [y] [%2 z y])) [1 2] [3 4]))", "(map #(% 10) fs)"],
    ["(def f (#(fn [y] [%1 %& y]) 1 2 3))", "(f 4)"],
    ["(def f (#(fn [y] (inc y))))", "(f 4)"],
    ["(def f (let [k inc] (#(fn [y] [% (k y)]) dec)))", "((first (f 1)) (second (f 1)))"],
    ["(defn f [] 1) (def g (let [a f f 3] (fn [] [f (a)])))", "(g)"],
    ["(def f (->> (+ x 1) (fn [x]))) (def g (-> [x] (fn (* x 2))))", "[(f 5) (g 5)]"],
    ["(->> x (* 2) (defn f [x])) (def g (let [k 3] (->> (f (+ x k)) (fn h [x]))))", "[(f 5) (g 5)]"],
    ["(def g (let [a inc inc 3] (fn [] [inc (a 1)])))", "(g)"],
    ['(def s [(symbol "x y") \'a (symbol "nil")])', "s"],
    ["(def deep (reduce (fn [a _] [a]) [] (range 400)))", "(count (str deep))"],
    ['(def big (apply str (repeat 3000000 "x")))', "(count big)"],
  ];
  for (const [define, use] of programs)
    it(`leave and enter as text: ${define}`, async () => {
      const s = createSession();
      expect(text(await s.turn(define))).not.toContain("error");
      const exported = s.exportState();
      expect(JSON.parse(exported).left).toBeUndefined();
      const again = createSession({ memory: exported });
      const live = await s.turn(use);
      const turn = await again.turn(use);
      expect([text(turn), turn.prints]).toEqual([text(live), live.prints]);
      expect(await replay(live.events)).toMatchObject({ same: true, difference: null });
      expect(JSON.parse(createSession({ memory: exported }).exportState())).toEqual(JSON.parse(exported));
    });

  it("say what could not be written down", async () => {
    const s = createSession();
    await s.turn("(def forever (range)) (def a 1)");
    expect(JSON.parse(s.exportState())).toMatchObject({ definitions: [["a", "1"]], left: [{ name: "forever" }] });
  });
});

const odd = defineTool({ name: "odd", inputSchema: {}, run: async () => ({ at: new Date(0), tags: new Set([1, 2]) }) });

describe("replay", () => {
  async function record(source: string, extra: object = {}): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    await run(source, {
      tools: [id, odd],
      onEvent: (e) => events.push(e),
      now: () => 1e12,
      random: () => 0.25,
      ...extra,
    });
    return parseEvents(events.map((e) => JSON.stringify(e)).join("\n"));
  }

  const programs = [
    "(+ 1 (tool/id {:v 2}))",
    "(pmap #(do (println %) (tool/id {:v (rand)})) (range 5))",
    "[(rand) (rand-int 10) (System/currentTimeMillis)]",
    "(tool/id {:v 1.5e300})",
    "(pmap (fn [i] (pmap #(+ i (tool/id {:v %})) [1 2])) (range 3))",
    "(/ 1 (tool/id {:v 0}))",
    '(fail (tool/id {:v "x"}))',
    "(tool/id {:v data/x})",
    "(let [r (tool/odd {})] [(str (:at r)) (contains? (:tags r) 2) (.getTime (java.util.Date. 5))])",
    "(loop [] (recur))",
    "(tool/nope {})",
  ];
  for (const source of programs)
    it(source, async () => {
      const events = await record(source, { data: { x: [1, { y: 2 }] }, limits: { fuel: 100_000 } });
      expect(await replay(events)).toMatchObject({ same: true, difference: null });
    });

  const never = defineTool({ name: "never", inputSchema: {}, run: () => new Promise(() => {}) });
  const stopped: Readonly<Record<string, readonly [string, object]>> = {
    "waited in vain": [
      "(println 1) (pmap #(if (= % 1) (tool/never {}) (tool/id {:v %})) (range 3))",
      { timeoutMs: 50 },
    ],
    "computed in vain": [
      "(loop [i 0] (if (= (mod i 1000) 1) (println i)) (recur (inc i)))",
      { timeoutMs: 50, fuel: 1e12 },
    ],
  };
  for (const [name, [source, limits]] of Object.entries(stopped))
    it(`ends where a run ended that ${name}`, async () => {
      const events = await record(source, { limits, tools: [id, never] });
      expect(events.at(-1)).toMatchObject({ type: "run-end", error: { reason: "timeout" } });
      expect(await replay(events)).toMatchObject({ same: true, difference: null });
    });

  it("ends where the record does not say how to go on", async () => {
    const events = await record("(pmap #(tool/id {:v %}) [1 2])");
    const other = events.map((e) =>
      e.type === "run-start" ? { ...e, source: "(pmap #(tool/id {:v (+ 1 %)}) [0 9])" } : e,
    );
    expect(await replay(other)).toMatchObject({ same: false, difference: { what: "outcome" } });
    const less = events.filter((e) => !(e.type === "tool-end" && e.id === "p1[0].1"));
    expect(await replay(less)).toMatchObject({ same: false, difference: { what: "outcome" } });
  });

  it("knows tools that are called like something every object has", async () => {
    const tools = ["constructor", "toString"].map((name) => defineTool({ name, inputSchema: {}, run: () => name }));
    expect(await replay(await record("[(tool/constructor {}) (tool/toString {})]", { tools }))).toMatchObject({
      same: true,
    });
  });

  it("shows the first difference", async () => {
    const events = await record("(+ 1 (tool/id {:v 2}))");
    const forged = events.map((e) =>
      e.type === "tool-end" ? { ...e, outcome: { ok: true as const, result: "5", redacted: false } } : e,
    );
    expect(await replay(forged)).toMatchObject({
      same: false,
      difference: { what: "value", recorded: "3", replayed: "6" },
    });
  });

  it("refuses what is no record", async () => {
    await expect(replay([])).rejects.toThrow("start of a run");
    expect(() => parseEvents("{\n")).toThrow("Line 1");
  });
});

describe("approval", () => {
  it("goes on with the limits the run had, unless others are given", async () => {
    const tools = [
      defineTool({ name: "ask", inputSchema: {}, run: (_, { approved }) => approved || approvalRequired("may I?") }),
    ];
    const r = await run("(tool/ask {}) (reduce + (range 5000))", { tools, limits: { fuel: 1000 } });
    if (r.outcome !== "approval") throw new Error(text(r));
    expect(text(await resume(r.suspended, { approved: true }, { tools }))).toContain("fuel_exceeded");
    const more = { tools, limits: { fuel: 20_000 } };
    expect(text(await resume(r.suspended, { approved: true }, more))).toBe("12497500");
  });

  it("waits with data that JSON cannot hold", async () => {
    const tools = [
      defineTool({ name: "ask", inputSchema: {}, run: (_, { approved }) => approved || approvalRequired("may I?") }),
    ];
    const data = { x: Number.NaN, day: new Date(86_400_000), tags: new Set([7]) };
    const source = "(tool/ask {}) [(contains? data/tags 7) (str data/day) data/x *1]";
    const r = await run(source, { data, history: [Number.NaN], tools });
    if (r.outcome !== "approval") throw new Error(text(r));
    const resumed = await resume(r.suspended, { approved: true }, { tools });
    expect(text(resumed)).toBe(text(await run(source.slice(14), { data, history: [Number.NaN] })));
    expect((await replay(JSON.parse(JSON.stringify(resumed.events)))).difference).toBeNull();
  });

  it("is found behind any number of prints", async () => {
    const tools = [
      defineTool({ name: "ask", inputSchema: {}, run: (_, { approved }) => approved || approvalRequired("may I?") }),
    ];
    const r = await run("(dotimes [i 10001] (println 1)) (tool/ask {})", { tools });
    if (r.outcome !== "approval") throw new Error(text(r));
    expect(await resume(r.suspended, { approved: true }, { tools })).toMatchObject({ ok: true, value: true });
  });

  const done: unknown[] = [];
  const pay = defineTool({
    name: "pay",
    inputSchema: {},
    run: async (args, { approved }) => {
      if (!approved) return approvalRequired(`pay ${args.amount}?`, { to: "ann" });
      done.push(args);
      return "paid";
    },
  });

  it("suspends the run and resumes with the decision", async () => {
    let calls = 0;
    const count = defineTool({ name: "count", inputSchema: {}, run: async () => ++calls });
    const tools = [pay, count];
    const source = "(let [n (tool/count {}) a (tool/pay {:amount n}) b (tool/pay {:amount 2})] [n a b])";
    const first = await run(source, { tools });
    expect(first).toMatchObject({
      outcome: "approval",
      approval: { tool: "pay", args: { amount: 1 }, message: "pay 1?", details: { to: "ann" } },
    });
    if (first.outcome !== "approval") return;
    const second = await resume(first.suspended, { approved: true }, { tools });
    expect(second).toMatchObject({ outcome: "approval", approval: { args: { amount: 2 } } });
    if (second.outcome !== "approval") return;
    expect(await resume(second.suspended, { approved: true }, { tools })).toMatchObject({ value: [1, "paid", "paid"] });
    expect([calls, done]).toEqual([1, [{ amount: 1 }, { amount: 2 }]]);
    const declined = await resume(second.suspended, { approved: false, reason: "too much" }, { tools });
    expect(declined).toMatchObject({ error: { reason: "tool_error", message: expect.stringContaining("too much") } });
  });

  it("hands what the tool asked with back to it, and nothing of it that is secret", async () => {
    const seen: unknown[] = [];
    const ask = defineTool({
      name: "ask",
      inputSchema: {},
      secretFields: ["pin"],
      run: async ({ of }, { approved, details }) => {
        seen.push(details);
        return approved ? details : approvalRequired("may I?", of === undefined ? () => 1 : { of, pin: 1234 });
      },
    });
    const asked = async (call: string): Promise<unknown> => {
      const first = await run(call, { tools: [ask] });
      if (first.outcome !== "approval") throw new Error(text(first));
      const second = await resume(first.suspended, { approved: true }, { tools: [ask] });
      return second.ok ? second.value : second.error;
    };
    expect(await asked("(tool/ask {:of [1.5 {:a nil}]})")).toEqual({ of: [1.5, { a: null }], pin: "[redacted]" });
    expect(await asked("(tool/ask {})")).toBe(null);
    expect(seen).toEqual([null, { of: [1.5, { a: null }], pin: "[redacted]" }, null, null]);
  });

  it("decides about the call that was shown, also when another one asked after it", async () => {
    const paid: unknown[] = [];
    const ask = defineTool({
      name: "ask",
      inputSchema: {},
      run: async ({ n }, { approved }) => (approved ? paid.push(n) : approvalRequired(`${n}?`)),
    });
    const tools = [ask];
    const first = await run("(pmap #(tool/ask {:n %}) [1 2])", { tools });
    if (first.outcome !== "approval") throw new Error(text(first));
    const { message } = first.approval;
    await resume(first.suspended, { approved: true }, { tools });
    expect(paid.map((n) => `${n}?`)).toEqual([message]);
  });

  it("is replayed as the question it was", async () => {
    for (const source of [
      "(println 1) (tool/ask {:a 1})",
      "(pmap #(if (= % 1) (tool/ask {}) (tool/id {:v %})) (range 3))",
    ]) {
      const ask = defineTool({ name: "ask", inputSchema: {}, run: async () => approvalRequired("may I?", { of: 1 }) });
      const r = await run(source, { tools: [id, ask] });
      expect(r.outcome).toBe("approval");
      expect(await replay(r.events)).toMatchObject({ same: true, difference: null });
    }
  });

  it("makes no call twice that was under way beside the question", async () => {
    const sent: number[] = [];
    const tools = [
      defineTool({
        name: "ask",
        inputSchema: {},
        run: async (_, { approved }) => (approved ? "yes" : approvalRequired("may I?")),
      }),
      defineTool({
        name: "send",
        inputSchema: {},
        run: async ({ v }) => {
          await new Promise((r) => setTimeout(r, 30));
          sent.push(v);
          return v;
        },
      }),
    ];
    const source = "(pmap #(if (= % 0) (tool/ask {}) [(tool/send {:v %}) (tool/send {:v (* 10 %)})]) (range 3))";
    const r = await run(source, { tools });
    if (r.outcome !== "approval") throw new Error(r.outcome);
    expect(sent).toEqual([1, 2]);
    expect(await replay(r.events)).toMatchObject({ same: true });
    const again = await resume(r.suspended, { approved: true }, { tools });
    expect(again).toMatchObject({ ok: true, text: '["yes" [1 10] [2 20]]' });
    expect(sent).toEqual([1, 2, 10, 20]);
  });

  it("waits no longer for calls beside it than the run may take", async () => {
    const ask = defineTool({ name: "ask", inputSchema: {}, run: async () => approvalRequired("may I?") });
    const never = defineTool({ name: "never", inputSchema: {}, run: () => new Promise(() => {}) });
    const source = "(pmap #(if (= % 0) (tool/ask {}) (tool/never {})) (range 2))";
    const r = await run(source, { tools: [ask, never], limits: { timeoutMs: 50 } });
    expect(r.outcome).toBe("approval");
  });

  it("does not go on with hidden fields in the place of secrets", async () => {
    const before = done.length;
    const answer = { account: 7, token: "s3cret" };
    const login = defineTool({ name: "login", inputSchema: {}, secretFields: ["token"], run: async () => answer });
    const tools = [pay, login];
    const r = await run("(tool/pay {:amount (:token (tool/login {}))})", { tools });
    if (r.outcome !== "approval") throw new Error(text(r));
    await expect(resume(r.suspended, { approved: true }, { tools })).rejects.toThrow(
      /hides secrets in what tool\/login answered/,
    );
    expect(done.length).toBe(before);
  });
});

describe("text for models", () => {
  it("fits the budget and says what is missing", async () => {
    const long = await run('(println "hello") (vec (range 5000))');
    const shown = renderForModel(long, { tokens: 200, countTokens: (t) => Math.ceil(t.length / 4) });
    expect(Math.ceil(shown.length / 4)).toBeLessThanOrEqual(200);
    expect(shown).toContain("characters are not shown");
    expect(shown).toContain("(take 5 *1)");
    expect(shown).toContain("hello");
    const printed = await run('(println "hello") (vec (range 50))');
    const counted = (tokens: number): string =>
      renderForModel(printed, { tokens, countTokens: (t) => Math.ceil(t.length / 4) });
    expect(counted(16)).toMatch(/^\[0 1 .*\n… cut, \d+ characters more\n… prints cut$/s);
    for (let tokens = 5; tokens < 60; tokens++) expect(counted(tokens)).toMatch(/prints cut|printed:|hello/);
    expect(renderForModel(await run("(lenght [1])"))).toMatch(/^error\[unbound_var\] at 1:2: /);
  });
});

describe("interleaved runs", () => {
  it("give what they give one by one", async () => {
    const source = (seed: number): string =>
      `(defn f [x] (if (< x 3) x (+ (tool/id {:v x}) (f (- x 2)))))
       (println ${seed})
       [(f ${seed % 17}) (pmap #(tool/id {:v (* % ${seed})}) (range ${seed % 5})) (loop [i 0 a 0] (if (< i ${seed % 40}) (recur (inc i) (+ a (if (zero? (mod i 7)) (tool/id {:v i}) i))) a))]`;
    const slow = defineTool({
      name: "id",
      inputSchema: {},
      run: async ({ v }) => {
        for (let i = 0; i < (Number(v) * 7) % 5; i++) await new Promise((r) => setImmediate(r));
        return v;
      },
    });
    const outcome = (r: Result): unknown => [text(r), r.prints, r.usage.fuel, r.usage.peakDepth];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 }), async (seeds) => {
        const alone = [];
        for (const seed of seeds) alone.push(outcome(await run(source(seed), { tools: [slow] })));
        const together = await Promise.all(seeds.map((seed) => run(source(seed), { tools: [slow] }).then(outcome)));
        expect(together).toEqual(alone);
      }),
      { numRuns: 3 },
    );
  });
});
