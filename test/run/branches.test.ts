// Branches of pmap and pcalls that end badly: what the others still do, what is recorded of them, and what a replay and a
// resumed run make of the record.

import { describe, expect, it } from "vitest";
import { approvalRequired, defineTool, type Result, replay, resume, run } from "../../src/index.ts";

const id = defineTool({ name: "id", inputSchema: {}, run: async ({ v }) => v });
const ask = defineTool({
  name: "ask",
  inputSchema: {},
  run: async (_, { approved }) => (approved ? 1 : approvalRequired("may I?")),
});

function begun(r: Result): number {
  return r.events.filter((e) => e.type === "tool-start").length;
}

describe("fuel and memory are those of the run, however many branches wait", () => {
  const limits = { fuel: 100_000, memoryBytes: 4_000_000 };
  const steps = "(loop [j 0] (if (< j 30000) (recur (inc j)) j))";
  const bytes = "(count (reduce (fn [a x] (str a x)) (range 600)))";
  const branches: Readonly<Record<string, string>> = {
    "that come to their end": `(pmap (fn [i] (tool/id {:v i}) ${steps}) (range 16))`,
    "of which one returns": `(pmap (fn [i] (tool/id {:v i}) ${steps} (if (= i 15) (return :done) i)) (range 16))`,
    nested: `(pmap (fn [i] (pmap (fn [j] (tool/id {:v j}) ${steps}) (range 4))) (range 4))`,
    "that wait between": `(pmap (fn [i] (dotimes [_ 3] (tool/id {:v i}) ${steps})) (range 3))`,
    "that allocate": `(pmap (fn [i] (tool/id {:v i}) ${bytes} (if (= i 15) (return :done) i)) (range 16))`,
  };
  for (const [which, source] of Object.entries(branches))
    it(which, async () => {
      const r = await run(source, { tools: [id], limits });
      const reason = which === "that allocate" ? "memory_exceeded" : "fuel_exceeded";
      expect(r).toMatchObject({ ok: false, error: { reason } });
      expect(r.usage.fuel).toBeLessThanOrEqual(limits.fuel);
      expect(await replay(r.events)).toMatchObject({ same: true });
    });

  it("and what a branch used before another failed is told", async () => {
    const source = `(pmap (fn [i] (tool/id {:v i}) ${steps} (if (= i 2) (/ 1 0) i)) (range 3))`;
    const r = await run(source, { tools: [id], limits });
    expect(r).toMatchObject({ error: { reason: "arithmetic_error" } });
    expect(r.usage.fuel).toBeGreaterThan(90_000);
    expect(await replay(r.events)).toMatchObject({ same: true });
  });
});

describe("once a branch has failed", () => {
  it("no other begins, however many wait their turn", async () => {
    const source = '(pmap (fn [i] (println "b" i) (tool/id {:v i}) (if (= i 0) (/ 1 0) i)) (range 40))';
    const r = await run(source, { tools: [id] });
    expect(r).toMatchObject({ ok: false, error: { reason: "arithmetic_error" } });
    expect(r.prints).toHaveLength(16);
    expect(begun(r)).toBe(16);
    expect(await replay(r.events)).toMatchObject({ same: true });
  });

  it("an approved run goes on with all of them", async () => {
    const source = "(pmap (fn [i] (if (= i 0) (tool/ask {}) (tool/id {:v i}))) (range 40))";
    const r = await run(source, { tools: [id, ask] });
    if (r.outcome !== "approval") throw new Error(r.outcome);
    expect(begun(r)).toBe(16);
    expect(await resume(r.suspended, { approved: true }, { tools: [id, ask] })).toMatchObject({
      value: [1, ...Array.from({ length: 39 }, (_, i) => i + 1)],
    });
  });

  it("nested ones end with it, in the order of their answers", async () => {
    const source =
      "(pmap (fn [i] (pmap (fn [j] (tool/id {:v j}) (println i j) (if (= [i j] [1 1]) (/ 1 0) j)) (range 20))) (range 20))";
    const r = await run(source, { tools: [id] });
    expect(r).toMatchObject({ ok: false, error: { reason: "arithmetic_error" } });
    expect(await replay(r.events)).toMatchObject({ same: true });
  });

  it("callers nested to the limit of depth are told without using up the native stack", async () => {
    const source = "(defn f [n] (pmap (fn [x] (if (= n 0) (tool/id {:v x}) (f (dec n)))) [1])) (f %)";
    const answers = await Promise.all(
      [10, 100, 300, 1_000].map((n) => run(source.replace("%", String(n)), { tools: [id] })),
    );
    expect(answers.map((r) => (r.ok ? "ok" : r.outcome === "error" ? r.error.reason : r.outcome))).toEqual([
      "ok",
      "ok",
      "ok",
      "depth_exceeded",
    ]);
  });
});

describe("a record", () => {
  const sources = [
    "(pcalls #(do (tool/id {}) (/ 1 0)) #(+ 1 1))",
    "(pcalls #(do (tool/id {}) (return 1)) #(do (println 2) (tool/id {}) (println 3)))",
    "[(tool/id {:v 1}) (pmap #(do (tool/id {:v %}) (println %)) (range 3))]",
  ];
  for (const source of sources)
    it(`of ${source} replays the same`, async () => {
      const r = await run(source, { tools: [id, ask] });
      expect(await replay(r.events)).toMatchObject({ same: true, difference: null });
    });
});
