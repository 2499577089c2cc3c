// Which tool serves a capability: evidence first, context next, health always, and every number has its reason.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Counters, Health, ToolHead } from "../../src/registry/model.ts";
import { rank, resolutionWeights, resolve } from "../../src/registry/resolve.ts";
import type { Store } from "../../src/registry/store.ts";
import "../seed.ts";
import { covers } from "../support/covers.ts";
import { addTool, addTrials, must, mustNot, openStore } from "./opened.ts";

const csv = { capability: "csv" };
const ask = async (store: Store, context = {}) => must(await store.read((r) => resolve(r, "csv", context)));
const order = async (store: Store, context = {}) => (await ask(store, context)).ranked.map((tool) => tool.id);

covers([37], "the higher success wins", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTool(store, "b", csv);
  await addTrials(store, "a", [12, 20]);
  await addTrials(store, "b", [18, 20]);
  expect(await order(store)).toEqual(["b", "a"]);
});

covers([30, 38], "a good record in the context of the mission wins over a better one elsewhere", async () => {
  const store = await openStore();
  await addTool(store, "general", csv);
  await addTool(store, "european", csv);
  await addTrials(store, "general", [19, 20], { tags: ["us"] });
  await addTrials(store, "european", [17, 20], { tags: ["EU"] });
  expect(await order(store)).toEqual(["general", "european"]);
  expect(await order(store, { tags: ["eu"] })).toEqual(["european", "general"]);
});

it("affinity is the mean over the contexts asked for: more tags are no more points", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTrials(store, "a", [20, 20], { tags: ["eu", "csv"] });
  const scoreFor = async (tags: string[]) => (await ask(store, { tags })).best.score;
  const one = await scoreFor(["eu"]);
  expect(await scoreFor(["eu", "csv"])).toBeCloseTo(one, 12);
  expect(await scoreFor(["eu", "untried"])).toBeLessThan(one);
});

it("a model is a context too, and a tool for other models cannot serve", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTool(store, "b", csv);
  await addTool(store, "c", { ...csv, requiredModels: ["large"] });
  await addTrials(store, "a", [19, 20], { model: "large" });
  await addTrials(store, "b", [17, 20], { model: "small" });
  const found = await ask(store, { model: "small" });
  expect(found.best.id).toBe("b");
  expect(found.leftOut).toEqual([{ id: "c", reason: "needs the model large" }]);
});

covers([39], "red comes last with any record, and does not link", async () => {
  const store = await openStore();
  await addTool(store, "broken", csv);
  await addTrials(store, "broken", [100, 100], { tags: ["eu"] });
  await store.write((writer) => writer.setHealth("broken", "1.0.0", "red", "a case fails"));
  await addTool(store, "meagre", csv);
  await addTrials(store, "meagre", [1, 6], { tags: ["eu"] });
  const { best, ranked } = await ask(store, { tags: ["eu"] });
  expect(best.id).toBe("meagre");
  expect(ranked[1]).toMatchObject({ id: "broken", linkable: false });
  expect(ranked[1]!.terms).toContainEqual({ kind: "health", value: -2, text: "health red -2" });
});

covers([40], "an unknown capability is an error, with the capability of a tool of that name", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv", csv);
  const unknown = await store.read((r) => resolve(r, "nothing"));
  expect(mustNot(unknown).reason).toBe("unknown_capability");
  expect(mustNot(await store.read((r) => resolve(r, "parse-csv"))).hint).toContain("`csv`");
});

covers([41], "a capability without a tool, or with red ones only, is an error that says so", async () => {
  const store = await openStore();
  await store.write((writer) =>
    writer.putCapability({
      id: "csv",
      description: "",
      canonicalSignature: null,
      implementations: [],
      defaultImplementation: null,
      createdAt: "2026-01-01T00:00:00.000Z",
    }),
  );
  expect(mustNot(await store.read((r) => resolve(r, "csv"))).reason).toBe("no_implementation");
  await addTool(store, "a", { ...csv, health: "red" });
  const red = mustNot(await store.read((r) => resolve(r, "csv")));
  expect(red).toMatchObject({ reason: "no_healthy_implementation", hint: "Repair a, or link it with force." });
});

it("archived and replaced tools are left out, with the reason", async () => {
  const store = await openStore();
  for (const id of ["a", "b", "c"]) await addTool(store, id, csv);
  await store.write(async (writer) => {
    await writer.setArchived({ kind: "tool", id: "a", reason: "old", at: "2026-01-01T00:00:00.000Z" });
    await writer.setSupersededBy("b", "c@1.0.0");
  });
  const { ranked, leftOut } = await ask(store);
  expect(ranked.map((tool) => tool.id)).toEqual(["c"]);
  expect(leftOut).toEqual([
    { id: "a", reason: "is archived" },
    { id: "b", reason: "is replaced by c@1.0.0" },
  ]);
});

covers(["R11"], "an untested tool does not outrank one with 84%", async () => {
  const store = await openStore();
  await addTool(store, "untested", { ...csv, health: "pending", caseless: true });
  await addTool(store, "untested_green", csv);
  await addTool(store, "proven", csv);
  await addTrials(store, "proven", [21, 25]);
  const { ranked } = await ask(store);
  expect(ranked.map((tool) => tool.id)).toEqual(["proven", "untested_green", "untested"]);
  expect(ranked[0]!.terms.map((term) => term.text)).toEqual(["success 0.65 (84% of 25 trials)"]);
});

it("a context in which it is known to fail costs, and says so", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTrials(store, "a", [1, 5], { tags: ["eu"] });
  const [a] = (await ask(store, { tags: ["eu"] })).ranked;
  expect(a!.terms.map((term) => term.text)).toEqual([
    "success 0.04 (20% of 5 trials)",
    "context eu +0.04 (20% of 5 trials)",
    "known to fail in eu -0.2 (20% of 5 trials)",
  ]);
});

it("a tag under which nothing was tried is worth nothing: no flat bonus for being asked for", async () => {
  const store = await openStore();
  await addTool(store, "a", { ...csv, tags: ["eu"] });
  await addTrials(store, "a", [20, 20], { tags: ["us"] });
  const [plain] = (await ask(store)).ranked;
  const [asked] = (await ask(store, { tags: ["eu", "de"] })).ranked;
  expect(asked).toEqual(plain);
});

it("the weights of the decision record are those of the program", () => {
  const page = readFileSync(new URL("../../docs/adr/0013-statistics-and-resolution.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^ +\| ([a-z ]+) \| ([0-9.]+) \|/gm)].map(([, name, weight]) => [
    name,
    Number(weight),
  ]);
  const { success, affinity, lowContext, failureInARow, health } = resolutionWeights;
  const { rejected: _, ...shown } = health;
  expect(Object.fromEntries(rows)).toEqual({
    success,
    affinity,
    "low context": lowContext,
    "failure in a row": failureInARow,
    ...shown,
  });
});

it("ties go to the default, then to the first registered", async () => {
  const store = await openStore();
  for (const id of ["z", "y", "x"]) await addTool(store, id, csv);
  expect(await order(store)).toEqual(["z", "y", "x"]);
  await store.write(async (w) => w.putCapability({ ...(await w.capability("csv"))!, defaultImplementation: "x" }));
  expect(await order(store)).toEqual(["x", "z", "y"]);
});

const tallied = (max: number) =>
  fc
    .integer({ min: 0, max })
    .chain((trials) => fc.integer({ min: 0, max: trials }).map((successes) => ({ successes, trials })));

function headOf(id: string, health: Health, consecutiveFailures = 0): ToolHead {
  return {
    id,
    capability: "csv",
    current: "1.0.0",
    health,
    healthReason: null,
    layer: "composed",
    origin: "developer",
    tags: [],
    supersededBy: null,
    linkCount: 0,
    lastLinkedAt: null,
    missionsAtLastLink: null,
    missionsAtBirth: 0,
    consecutiveFailures,
    archived: false,
    stamp: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

it("scores are the sum of their terms, and the order of the tools given does not matter", () => {
  const healths = Object.keys(resolutionWeights.health) as Health[];
  const some = fc.record({
    health: fc.constantFrom(...healths),
    overall: tallied(50),
    eu: tallied(50),
    failures: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), (tools) => {
      const heads = tools.map((t, i) => headOf(`t${i}`, t.health, t.failures));
      const counters = new Map<string, Counters>(
        tools.map((t, i) => [`t${i}`, { overall: t.overall, byTag: { eu: t.eu }, byModel: {} }]),
      );
      const capability = { implementations: heads.map((h) => h.id), defaultImplementation: "t0" };
      const ranked = rank(capability, heads, counters, { tags: ["eu"] });
      expect(rank(capability, [...heads].reverse(), counters, { tags: ["eu"] })).toEqual(ranked);
      for (const tool of ranked)
        expect(tool.score).toBeCloseTo(
          tool.terms.reduce((sum, term) => sum + term.value, 0),
          12,
        );
      const linkable = ranked.map((tool) => tool.linkable);
      expect(linkable.lastIndexOf(true) < linkable.indexOf(false) || !linkable.includes(false)).toBe(true);
    }),
  );
});

covers(["R11"], "no untested tool outranks a green one that succeeds at least half of the time", () => {
  const proven = fc
    .record({ trials: fc.integer({ min: 1, max: 200 }), share: fc.double({ min: 0.5, max: 1, noNaN: true }) })
    .map(({ trials, share }) => ({ trials, successes: Math.ceil(trials * share) }));
  fc.assert(
    fc.property(proven, fc.nat(2), fc.constantFrom<Health>("green", "pending", "flaky"), (tally, inARow, health) => {
      const failures = Math.min(inARow, tally.trials - tally.successes);
      const heads = [headOf("untested", health), headOf("proven", "green", failures)];
      const counters = new Map([["proven", { overall: tally, byTag: {}, byModel: {} }]]);
      const capability = { implementations: ["untested", "proven"], defaultImplementation: "untested" };
      expect(rank(capability, heads, counters, { tags: ["eu"], model: "small" })[0]!.id).toBe("proven");
    }),
  );
});
