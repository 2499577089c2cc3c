// Does a skill help? Runs with it against runs without it, and whether that may be chance.

import fc from "fast-check";
import { expect, it } from "vitest";
import { liftBetween, skillLift } from "../../src/registry/record/lift.ts";
import { rateOf } from "../../src/registry/record/statistics.ts";
import type { Store } from "../../src/registry/store.ts";
import "../seed.ts";
import { addSkill, addTool, addTrials, must, mustNot, openStore } from "./opened.ts";

const rate = (successes: number, trials: number) => rateOf({ successes, trials });
const lift = async (store: Store, options = {}) => must(await store.read((r) => skillLift(r, "eu-csv", options)));

async function opened() {
  const store = await openStore();
  await addTool(store, "parse_csv", { tags: ["csv"] });
  await addTool(store, "other");
  await addSkill(store, "eu_csv", { appliesTo: ["parse_csv"] });
  return store;
}

it("says which test, how sure, and on which samples", async () => {
  const store = await opened();
  await addTrials(store, "parse_csv", [90, 100], { skills: ["eu_csv"] });
  await addTrials(store, "parse_csv", [60, 100]);
  await addTrials(store, "other", [0, 50]);
  const found = await lift(store);
  expect(found).toMatchObject({
    skill: "eu_csv",
    with: { successes: 90, trials: 100 },
    without: { successes: 60, trials: 100 },
    test: "two-proportion z",
    significant: true,
    verdict: "helps",
  });
  expect(found.lift).toBeCloseTo(0.3, 12);
  expect(found.message).toBe(
    "helps: +30 points (90 of 100 runs with it, 60 of 100 without; two-proportion z test, p < 0.001).",
  );
});

it("calls of one run are one experience, which succeeded when all of them did", async () => {
  const store = await opened();
  await addTrials(store, "parse_csv", [9, 10], { skills: ["eu_csv"], runId: "run-1" });
  await addTrials(store, "parse_csv", [10, 10], { skills: ["eu_csv"], runId: "run-2" });
  expect((await lift(store)).with).toMatchObject({ successes: 1, trials: 2 });
});

it("looks at one model or one context when asked", async () => {
  const store = await opened();
  await addTrials(store, "parse_csv", [2, 2], { skills: ["eu_csv"], model: "small", tags: ["EU"] });
  await addTrials(store, "parse_csv", [1, 3], { skills: ["eu_csv"], model: "large" });
  expect((await lift(store, { model: "small" })).with.trials).toBe(2);
  expect((await lift(store, { tag: "EU" })).with.trials).toBe(2);
  expect((await lift(store)).with.trials).toBe(5);
});

it("a skill about no tool is judged by tools of its tags", async () => {
  const store = await opened();
  await addSkill(store, "general", { tags: ["csv"] });
  await addTrials(store, "parse_csv", [1, 1], { skills: ["general"] });
  await addTrials(store, "other", [1, 1], { skills: ["general"] });
  expect(must(await store.read((r) => skillLift(r, "general"))).with.trials).toBe(1);
});

it("few runs show no difference, and none give no number", async () => {
  expect(liftBetween(rate(3, 3), rate(1, 3))).toMatchObject({ test: "Fisher exact", verdict: "no difference shown" });
  const store = await opened();
  expect(await lift(store)).toMatchObject({
    lift: null,
    significant: false,
    message: "No comparison yet: 0 runs with the skill, 0 without it.",
  });
  expect(mustNot(await store.read((r) => skillLift(r, "gone"))).reason).toBe("unknown_skill");
});

it("is symmetric: with and without changed over turn its sign and nothing else", () => {
  const some = fc
    .integer({ min: 0, max: 300 })
    .chain((trials) => fc.integer({ min: 0, max: trials }).map((successes) => rate(successes, trials)));
  const turned = { helps: "hurts", hurts: "helps", "no difference shown": "no difference shown" } as const;
  fc.assert(
    fc.property(some, some, (a, b) => {
      const there = liftBetween(a, b);
      const back = liftBetween(b, a);
      if (there.lift === null) expect(back.lift).toBeNull();
      else expect(there.lift + back.lift!).toBe(0);
      expect(back.p).toBeCloseTo(there.p, 9);
      expect(back.verdict).toBe(turned[there.verdict]);
    }),
  );
});
