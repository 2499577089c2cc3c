// The library bundled as for a browser, run in a context that has nothing but the language itself: no process, no
// timers, no require, no text coders.

import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";

let bundle = "";
let bare: object = {};

beforeAll(async () => {
  const built = await build({
    entryPoints: [new URL("../../src/index.ts", import.meta.url).pathname],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "ptc",
    target: "es2022",
    define: { __PTC_VERSION__: '"test"' },
    logLevel: "silent",
  });
  bundle = built.outputFiles[0]!.text;
  bare = createContext(Object.create(null) as object);
  runInContext(bundle, bare);
});

/** Evaluates JavaScript in the bare context; the answer crosses as JSON. */
function inside(code: string): unknown {
  return JSON.parse(runInContext(`JSON.stringify(${code})`, bare) as string);
}

it("the context is bare", () => {
  const names = [
    "process",
    "require",

    "setTimeout",
    "Buffer",
    "performance",
    "structuredClone",
    "TextEncoder",
  ];
  expect(inside(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toEqual([]);
});

it("the bundle names no module of node", () => {
  expect(bundle).not.toMatch(/["']node:/);
});

it("runs programs over data", () => {
  const source = "(->> data/orders (filter :paid) (sum-by :total))";
  const data = {
    orders: [
      { paid: true, total: 2 },
      { paid: false, total: 5 },
      { paid: true, total: 4.5 },
    ],
  };
  expect(inside(`ptc.runSync(${JSON.stringify(source)}, { data: ${JSON.stringify(data)} })`)).toMatchObject({
    ok: true,
    value: 6.5,
    text: "6.5",
  });
});

it("keeps sessions, prints, reports errors and formats", () => {
  expect(
    inside(`(() => {
      const session = ptc.createSession();
      session.turnSync("(defn twice [x] (* 2 x))");
      const value = session.turnSync('(println "😀 é") (twice (count "👩‍👩‍👧"))');
      const error = session.turnSync("(twice nil)");
      return [value.text, value.prints, error.error.reason, ptc.formatSource("( +  1 2 )").text, ptc.check("(lenght 1)").length];
    })()`),
  ).toEqual(["2", ["😀 é"], "type_error", "(+ 1 2)\n", 1]);
});

it("has limits that hold there too", () => {
  for (const [source, reason] of [
    ["(loop [] (recur))", "fuel_exceeded"],
    ["(do (defn f [n] (inc (f n))) (f 0))", "depth_exceeded"],
    ["(vec (range 1e9))", "memory_exceeded"],
    ['(re-matches #"(a+)+b" (apply str (repeat 5000 "a")))', null],
  ] as const)
    expect(inside(`ptc.runSync(${JSON.stringify(source)}, { limits: { fuel: 1e6 } }).error?.reason ?? null`)).toBe(
      reason,
    );
});

it("calls tools, also those that answer later, where there is an AbortController as in every browser", async () => {
  Object.assign(bare, { AbortController, setTimeout, clearTimeout });
  const answer = runInContext(
    `(() => {
      const later = ptc.defineTool({ name: "later", signature: "(n :int) -> :int", run: async ({ n }) => n + 1 });
      return ptc.run("(reduce + (pmap #(tool/later {:n %}) [1 2 3]))", { tools: [later] }).then((r) => r.text);
    })()`,
    bare,
  ) as Promise<string>;
  expect(await answer).toBe("9");
});
