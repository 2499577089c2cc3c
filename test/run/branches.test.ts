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
