// The registry through its door: trials, skills, resolution, the archive and promotion together with the real gates.

import { expect, it } from "vitest";
import { rankFor } from "../../src/registry/resolve.ts";
import { searchSkills, skillUnitOf } from "../../src/registry/skills/search.ts";
import { covers } from "../support/covers.ts";
import { gives, lisp, testRegistry } from "../support/registry.ts";
import { must, mustNot } from "./opened.ts";

const total = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (reduce + 0 items))';
const apply = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (apply + items))';
const wrong = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (count items))';
const sums = [gives({ items: [1, 2, 3] }, 6)];
const skill = { name: "summing", description: "How to sum.", prompt: "Look for text first.", appliesTo: ["total"] };

async function opened() {
  const { registry, store } = await testRegistry({});
  const done = await registry.registerTool(lisp(total), { cases: sums });
  if (!done.ok) throw new Error(done.problem.message);
  return { registry, store };
}

covers(["S3", 18], "what is recorded through the door is there for the next reader", async () => {
  const { registry, store } = await opened();
  must(await registry.recordLink({ tools: ["total"], skills: [] }));
  must(await registry.recordPlanTrial({ tools: ["total"], success: true, tags: ["sums"] }));
  expect(await registry.statistics()).toMatchObject({ tools: { successes: 1, trials: 1 }, missions: 1 });
  expect(await store.read((r) => r.toolHead("total"))).toMatchObject({ linkCount: 1, health: "green" });
});

covers([87, 20, 22], "a repair through the gates flags the skill about the tool, with both versions", async () => {
  const { registry } = await opened();
  must(await registry.registerSkill(skill));
  const repaired = await registry.registerRepair(lisp(apply));
  expect(repaired).toMatchObject({ ok: true, version: "1.0.1", flaggedSkills: ["summing"] });
  expect((await registry.flaggedSkills()).map((one) => one.review)).toMatchObject([
    { before: "total@1.0.0", after: "total@1.0.1" },
  ]);
  must(await registry.reviewSkill("summing", { kind: "keep" }));
  expect(await registry.flaggedSkills()).toEqual([]);
});

it("a repair ends a row of failures, and the old record is no reason to repair again", async () => {
  const { registry, store } = await opened();
  for (let i = 0; i < 10; i++) must(await registry.recordTrials([{ kind: "tool", id: "total", success: false }]));
  expect(await store.read((r) => r.toolHead("total"))).toMatchObject({ health: "degraded", consecutiveFailures: 10 });
  expect((await registry.repairCandidates()).map((one) => one.tool)).toEqual(["total"]);
  expect((await registry.registerRepair(lisp(apply))).ok).toBe(true);
  expect(await store.read((r) => r.toolHead("total"))).toMatchObject({ health: "green", consecutiveFailures: 0 });
  expect(await registry.repairCandidates()).toEqual([]);
});

covers(
  [114, 84],
  "a promotion that fails the gates is refused with its evidence, and the pattern stays flagged",
  async () => {
    const { registry } = await opened();
    const plan = { tasks: [{ id: "a", tools: ["read", "total"] }] };
    for (let i = 0; i < 3; i++) must(await registry.trackPattern({ plan, mission: "Q1", success: true }));
    const [pattern] = await registry.flaggedPatterns();
    const named = (code: string) =>
      lisp(code.replaceAll("total", "grand_total").replace("defn grand_total", "defn grand-total"));
    const refused = await registry.promoteAsTool(pattern!.patternHash, named(wrong), {
      cases: [gives({ items: [2, 5] }, 7)],
    });
    expect(mustNot(refused).reason).toBe("suite_failed");
    expect("evidence" in refused && refused.evidence.length).toBeGreaterThan(0);
    expect((await registry.flaggedPatterns()).length).toBe(1);
    const done = await registry.promoteAsTool(pattern!.patternHash, named(total), {
      cases: [gives({ items: [2, 5] }, 7)],
    });
    expect(must(done).candidate.promotedTo).toBe("tool:grand_total@1.0.0");
    expect(must(await registry.getCapability("grand-total", "^1.0.0")).version).toBe("1.0.0");
  },
);

it("a refusal is noted and changes nothing else", async () => {
  const { registry, store } = await opened();
  const before = await store.exportAll();
  expect(mustNot(await registry.archive({ kind: "tool", id: "total", reason: "x" })).reason).toBe(
    "sole_implementation",
  );
  expect(mustNot(await registry.registerSkill({ ...skill, prompt: "x".repeat(50_000) })).reason).toBe("too_large");
  const { audit, ...rest } = await store.exportAll();
  const { audit: earlier, ...same } = before;
  expect(rest).toEqual(same);
  const added = audit.filter((entry) => !earlier.some((old) => old.uid === entry.uid));
  expect(added.map(({ action, subject, accepted }) => [action, subject, accepted])).toEqual([
    ["archive", "total", false],
    ["skill.register", "summing", false],
  ]);
});

it("what was unregistered is not restored", async () => {
  const { registry } = await opened();
  must(await registry.unregister("total", { force: true }));
  expect(mustNot(await registry.restore({ kind: "tool", id: "total" })).reason).toBe("unregistered");
});

it("the linker gets the same order with its reasons, and skills with what they are worth", async () => {
  const { registry, store } = await opened();
  must(await registry.registerSkill(skill));
  const other = lisp(total.replace("defn total", "defn total-b"), { capability: "total" });
  expect((await registry.registerTool(other, { cases: sums })).ok).toBe(true);
  for (let i = 0; i < 5; i++) must(await registry.recordTrials([{ kind: "tool", id: "total_b", success: true }]));
  const ranked = await store.read(async (r) => {
    const capability = (await r.capability("total"))!;
    return rankFor(r, {})(capability, await r.toolHeadsOf(capability.implementations));
  });
  expect(ranked.map(({ id, reasons }) => [id, reasons])).toEqual([
    ["total_b", ["success 0.57 (100% of 5 trials)"]],
    ["total", ["success 0 (no trials)"]],
  ]);
  const [unit] = (await store.read((r) => searchSkills(r, { tools: ["total"] }))).map(skillUnitOf);
  expect(unit).toMatchObject({
    id: "summing",
    version: "1.0.0",
    flagged: false,
    effectiveness: { score: 0, trials: 0 },
  });
});
