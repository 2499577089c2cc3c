// Health: only proof lifts it. What was found wrong stays so until something shows otherwise, whichever way one goes about it.

import { describe, expect, it } from "vitest";
import type { Registration } from "../../src/registry/register.ts";
import type { Store } from "../../src/registry/store.ts";
import { gives, host, lisp, testRegistry } from "../support/registry.ts";
import { must } from "./opened.ts";

const total = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (reduce + 0 items))';
const sums = [gives({ items: [1, 2, 3] }, 6), gives({ items: [] }, 0)];

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

const headOf = (store: Store, id: string) => store.read((reader) => reader.toolHead(id));

describe("health is lifted by proof only", () => {
  const sum = (name: string, body = "(reduce + 0 items)") =>
    lisp(`(defn ${name} "S." {:signature "(items [:int]) -> :int"} [items] ${body})`);
  const coin = { input: {}, expected: { kind: "predicate", code: "true?" }, tags: ["smoke"] } as const;
  /** A tool that fails every other time, the first one included. */
  async function tossing() {
    let calls = 0;
    const at = await testRegistry({ functions: { coin: () => ++calls % 2 === 0 } });
    accepted(await at.registry.registerTool(host("coin", "() -> :bool"), { cases: [coin] }));
    return {
      ...at,
      again: () => {
        calls = 0;
      },
    };
  }
  const failing = { kind: "tool", success: false } as const;

  it("a mark by hand only ever makes it worse", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    must(await registry.markHealth("total", "red", "wrong"));
    for (const better of ["degraded", "flaky", "pending"] as const)
      expect(await registry.markHealth("total", better, "links again")).toMatchObject({
        problem: { reason: "not_proven", hint: "Run its suite: ptc test total." },
      });
    expect(await headOf(store, "total")).toMatchObject({ health: "red", healthReason: "wrong" });
    must(await registry.markHealth("total", "red", "still wrong"));
    expect(must(await registry.markHealth("total", "green", "run it"))).toMatchObject({ health: "green" });
    must(await registry.markHealth("total", "degraded", "seen"));
    expect(await registry.markHealth("total", "flaky", "links again")).toMatchObject({
      problem: { reason: "not_proven", hint: "It ends with a success in use: ptc trial." },
    });
  });

  it("a case that comes to the same version does not end degraded or flaky", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    must(await registry.recordTrials([1, 2, 3].map(() => ({ ...failing, id: "total" }))));
    const more = [...sums, gives({ items: [7] }, 7)];
    expect(accepted(await registry.registerTool(lisp(total), { cases: more }))).toMatchObject({ health: "degraded" });
    expect(await headOf(store, "total")).toMatchObject({ health: "degraded", consecutiveFailures: 3 });
    must(await registry.recordTrials([{ ...failing, id: "total", success: true }]));
    must(await registry.markHealth("total", "flaky", "seen"));
    const most = [...more, gives({ items: [8] }, 8)];
    expect(accepted(await registry.registerTool(lisp(total), { cases: most }))).toMatchObject({
      health: "flaky",
      healthReason: "seen",
    });
    expect(must(await registry.runSuite("total"))).toMatchObject({ health: "green" });
  });

  it("a run of some cases that passes sometimes leaves red and degraded as they are", async () => {
    const { registry, again } = await tossing();
    must(await registry.markHealth("coin", "red", "seen"));
    again();
    expect(must(await registry.runSuite("coin", { smoke: true }))).toMatchObject({
      health: "red",
      healthReason: "seen",
    });
    again();
    expect(must(await registry.runSuite("coin"))).toMatchObject({ health: "flaky" });
    must(await registry.markHealth("coin", "degraded", "seen"));
    again();
    expect(must(await registry.runSuite("coin"))).toMatchObject({ health: "degraded" });
    again();
    expect(must(await registry.addCase("coin", { ...coin, stubs: { other: [{ result: 1 }] } }))).toMatchObject({
      health: "degraded",
    });
  });

  it("a tool that is flaky by its suite is flaky again after it was degraded, not red", async () => {
    const { registry, store } = await tossing();
    expect(await headOf(store, "coin")).toMatchObject({ health: "flaky" });
    const tried = [false, false, false, true].map((success) => ({ kind: "tool" as const, id: "coin", success }));
    must(await registry.recordTrials(tried));
    expect(await headOf(store, "coin")).toMatchObject({
      health: "flaky",
      healthReason: "a case of its suite passes only sometimes",
    });
    // A case that this version never passed is another matter.
    must(await registry.addCase("coin", { input: {}, expected: { kind: "value", value: 7 } }));
    expect(await headOf(store, "coin")).toMatchObject({ health: "red" });
    // As a mark could make it once.
    await store.write((writer) => writer.setHealth("coin", "1.0.0", "degraded", "by hand"));
    must(await registry.recordTrials([{ kind: "tool", id: "coin", success: true }]));
    expect(await headOf(store, "coin")).toMatchObject({ health: "red" });
  });

  it("a late trial of an older version does not begin the row of failures anew", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    accepted(await registry.registerTool(sum("total", "(apply + items)")));
    const now = { ...failing, id: "total" };
    for (const trial of [now, now, { ...now, version: "1.0.0", success: true }, now])
      must(await registry.recordTrials([trial]));
    expect(await headOf(store, "total")).toMatchObject({ health: "degraded", consecutiveFailures: 3 });
  });

  it("a repair heals no dependent that does not link for want of another tool", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(sum("aa")));
    accepted(await registry.registerTool(sum("bb", "(count items)")));
    const both = { cases: [gives({ items: [1] }, 2)] };
    accepted(await registry.registerTool(sum("both", "(+ (aa items) (bb items))"), both));
    must(await registry.addCase("bb", gives({ items: [5] }, 99)));
    expect(must(await registry.runSuite("both"))).toMatchObject({ health: "red" });
    expect(accepted(await registry.registerRepair(sum("aa", "(apply + items)"))).healed).toEqual([]);
    expect(await headOf(store, "both")).toMatchObject({ health: "red" });
  });
});

it("a tool that may be chosen for a capability must serve those who name it, though another is the default", async () => {
  const { registry, store } = await testRegistry();
  const sum = (name: string, body: string) =>
    lisp(`(defn ${name} "S." {:signature "(items [:int]) -> :int" :capability "sums"} [items] ${body})`);
  const careless = "(reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items)";
  const twice = lisp('(defn twice "T." {:signature "(items [:int]) -> :int"} [items] (* 2 (sums items)))');
  accepted(await registry.registerTool(sum("sum-a", "(reduce + 0 items)"), { cases: sums }));
  accepted(await registry.registerTool(sum("sum-b", "(apply + items)"), { cases: sums }));
  accepted(await registry.registerTool(twice, { cases: [gives({ items: [-1] }, -2)] }));
  const runs = (await store.exportAll()).caseRuns.length;
  const [repair, other] = [sum("sum-b", careless), sum("sum-c", careless)];
  for (const done of [await registry.registerRepair(repair), await registry.registerTool(other)])
    expect(done).toMatchObject({ ok: false, problem: { reason: "dependent_broken" } });
  // What they ran with a tool that they do not link today says nothing of them.
  accepted(await registry.registerRepair(sum("sum-b", "(+ 0 (apply + items))")));
  expect((await store.exportAll()).caseRuns.length).toBe(runs + sums.length);
});

it("marks and skills that are none are refused in words, and the audit log cuts what was asked for", async () => {
  const { registry, store } = await testRegistry();
  accepted(await registry.registerTool(lisp(total), { cases: sums }));
  expect(await registry.markHealth("total", "blue" as never, "x")).toMatchObject({ problem: { reason: "bad_draft" } });
  for (const skill of [{}, null, { name: "a", description: "b", prompt: "c", tags: [1] }])
    expect(await registry.registerSkill(skill as never)).toMatchObject({ problem: { reason: "bad_draft" } });
  const id = "x".repeat(9_000);
  expect((await registry.archive({ kind: "tool", id, reason: "x" })).ok).toBe(false);
  const [entry] = await store.read((reader) => reader.audit(id.slice(0, 200), 1));
  expect(entry).toMatchObject({ action: "archive", accepted: false });
});
