// The archive: what goes there, what never does, and that everything comes back.

import { describe, expect, it } from "vitest";
import { linkFromRegistry } from "../../src/engine/link.ts";
import { archive, restore } from "../../src/registry/archive/archive.ts";
import { archiveCandidates, collect } from "../../src/registry/archive/collection.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import type { ToolVersion } from "../../src/registry/model.ts";
import { recordLink } from "../../src/registry/record/links.ts";
import type { RegistryExport, Store } from "../../src/registry/store.ts";
import { caseRun, testCase } from "../store/samples.ts";
import { covers } from "../support/covers.ts";
import { gives, lisp, testRegistry } from "../support/registry.ts";
import { addSkill, addTool, addTrials, must, mustNot, openStore, ports, type ToolSketch } from "./opened.ts";

const csv = { capability: "csv" };
const few = { missions: 3 };

async function links(store: Store, times: number, linked: { tools?: string[]; skills?: string[] } = {}) {
  for (let i = 0; i < times; i++)
    must(await store.write((w) => recordLink(w, ports, { tools: [], skills: [], ...linked })));
}

const candidates = async (store: Store, options: object = few) =>
  (await store.read((r) => archiveCandidates(r, options))).map((c) => c.id);
const setAside = (store: Store, kind: "tool" | "skill", id: string, force = false) =>
  store.write((w) => archive(w, ports, { kind, id, reason: "unused", force }));

/** A tool whose suite has cases of its own beside those of its siblings. */
async function addWithCases(store: Store, id: string, texts: readonly string[], sketch: ToolSketch = {}) {
  const tool: ToolVersion = await addTool(store, id, { ...csv, caseless: true, ...sketch });
  await store.write(async (w) => {
    const cases = await w.insertCases(texts.map((text) => testCase(id, { input: { text } })));
    await w.insertCaseRuns(cases.map((one) => caseRun(one, tool.version, true)));
  });
}

covers([23, 24], "archived is out of sight, with kind and reason on record", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTool(store, "b", csv);
  await addSkill(store, "s");
  must(await setAside(store, "tool", "a"));
  must(await setAside(store, "skill", "s"));
  await store.read(async (r) => {
    expect((await r.archive()).map(({ kind, id, reason }) => [kind, id, reason])).toEqual([
      ["tool", "a", "unused"],
      ["skill", "s", "unused"],
    ]);
    expect((await r.toolHeads()).map((head) => head.id)).toEqual(["b"]);
    expect(await r.skillHeads()).toEqual([]);
  });
});

/** All but what says that something happened: stamps, which only rise, and the audit log, which only grows. */
function state(all: RegistryExport): unknown {
  const { audit: _, ...rest } = all;
  const unstamped = <T extends { readonly stamp: number }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, stamp: 0 }));
  return { ...rest, tools: unstamped(rest.tools), skills: unstamped(rest.skills) };
}

covers([25, 26, "R13"], "restoring gives back suite, runs, health, statistics and names, exactly", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTool(store, "b", csv);
  await addSkill(store, "s", { tags: ["eu"], appliesTo: ["a"] });
  await addTrials(store, "a", [1, 4], { tags: ["eu"], model: "m", input: 1 });
  await addTrials(store, "s", [1, 4], { kind: "skill" });
  await links(store, 2, { tools: ["a"], skills: ["s"] });
  const before = state(await store.exportAll());
  must(await setAside(store, "tool", "a"));
  must(await setAside(store, "skill", "s"));
  expect(state(await store.exportAll())).not.toEqual(before);
  must(await store.write((w) => restore(w, ports, { kind: "tool", id: "a" })));
  must(await store.write((w) => restore(w, ports, { kind: "skill", id: "s" })));
  expect(state(await store.exportAll())).toEqual(before);
  expect(await store.read((r) => r.archive())).toEqual([]);
});

covers([27], "what there is and what is archived is counted", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  await addTool(store, "b", csv);
  await addSkill(store, "s");
  must(await setAside(store, "tool", "a"));
  expect(await store.read((r) => r.counts())).toEqual({ tools: 1, skills: 1, archived: 1, capabilities: 1 });
});

covers(["R13"], "the only tool for a capability, or one that others call, goes only by force", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  const reason = async () => mustNot(await setAside(store, "tool", "a")).reason;
  expect(await reason()).toBe("sole_implementation");
  await addTool(store, "b", { ...csv, health: "red" });
  expect(await reason()).toBe("sole_implementation");
  await addTool(store, "c", csv);
  await addTool(store, "caller", { dependencies: [{ id: "a", by: "call" }] });
  expect(await reason()).toBe("has_dependents");
  must(await setAside(store, "tool", "a", true));
});

it("refuses what is unknown, archived twice or not archived", async () => {
  const store = await openStore();
  await addTool(store, "a", csv);
  expect(mustNot(await setAside(store, "tool", "x")).reason).toBe("unknown_tool");
  expect(mustNot(await setAside(store, "skill", "x")).reason).toBe("unknown_skill");
  const back = () => store.write((w) => restore(w, ports, { kind: "tool", id: "a" }));
  expect(mustNot(await back()).reason).toBe("not_archived");
  must(await setAside(store, "tool", "a", true));
  expect(mustNot(await setAside(store, "tool", "a", true)).reason).toBe("archived");
});

covers(
  [121],
  "what was never linked, or long ago, is a candidate, the longest first; the threshold is 1000",
  async () => {
    const store = await openStore();
    for (const id of ["never", "long_ago", "lately"]) await addTool(store, id, { ...csv, caseless: true });
    await links(store, 1, { tools: ["long_ago"] });
    await links(store, 4, { tools: ["lately"] });
    const found = await store.read((r) => archiveCandidates(r, few));
    expect(found.map((c) => [c.id, c.reason])).toEqual([
      ["never", "never linked in the 5 missions since it was registered"],
      ["long_ago", "not linked in the last 4 missions"],
    ]);
    expect(await candidates(store, {})).toEqual([]);
  },
);

covers(["R18"], "a fresh tool is no candidate: missions count from its birth", async () => {
  const store = await openStore();
  await links(store, 10);
  await addTool(store, "a", { ...csv, caseless: true });
  await addTool(store, "b", { ...csv, caseless: true });
  await addSkill(store, "s");
  await addTrials(store, "s", [0, 20], { kind: "skill" });
  expect(await candidates(store)).toEqual([]);
  await links(store, 4);
  expect(await candidates(store)).toEqual(["a", "s"]);
});

covers([123], "of tools that could all go, one stays", async () => {
  const store = await openStore();
  for (const id of ["a", "b", "c"]) await addTool(store, id, { ...csv, caseless: true });
  await links(store, 5);
  expect(await candidates(store)).toEqual(["a", "b"]);
});

it("a tool that others call stays", async () => {
  const store = await openStore();
  await addTool(store, "base_one", { ...csv, caseless: true });
  await addTool(store, "base_two", { ...csv, caseless: true });
  await addTool(store, "caller", { dependencies: [{ id: "base_one", by: "call" }] });
  await links(store, 5, { tools: ["base_two"] });
  expect(await candidates(store)).toEqual([]);
});

it("a tool that alone passes some case stays; one whose cases a sibling passes goes", async () => {
  const store = await openStore();
  await addWithCases(store, "unique", ["one", "two"]);
  await addWithCases(store, "covered", ["one"]);
  await addWithCases(store, "sibling", ["one", "three"]);
  await links(store, 5, { tools: ["sibling"] });
  expect(await candidates(store)).toEqual(["covered"]);
});

it("a replaced tool may go when what replaced it passes its cases", async () => {
  const store = await openStore();
  await addWithCases(store, "old", ["one"]);
  await addTool(store, "newer", { ...csv, caseless: true, supersedes: "old@1.0.0" });
  await store.write((w) => w.setSupersededBy("old", "newer@1.0.0"));
  await links(store, 5, { tools: ["newer"] });
  expect(await candidates(store)).toEqual([]);
  await store.write(async (w) => {
    const [one] = await w.casesOf(["old"]);
    await w.insertCaseRuns([{ ...caseRun(one!, "1.0.0", true), toolId: "newer" }]);
  });
  expect(await candidates(store)).toEqual(["old"]);
});

it("a skill goes when nobody links it, or when it keeps failing", async () => {
  const store = await openStore();
  for (const id of ["idle", "failing", "good"]) await addSkill(store, id);
  await links(store, 5, { skills: ["failing", "good"] });
  await addTrials(store, "failing", [2, 10], { kind: "skill" });
  await addTrials(store, "good", [9, 10], { kind: "skill" });
  const found = await store.read((r) => archiveCandidates(r, few));
  expect(found.map((c) => [c.id, c.reason])).toEqual([
    ["idle", "never linked in the 5 missions since it was registered"],
    ["failing", "succeeds in 20% of 10 trials"],
  ]);
});

covers([122], "a preview changes nothing; collecting archives exactly what it showed, with the reason", async () => {
  const store = await openStore();
  for (const id of ["a", "b"]) await addTool(store, id, { ...csv, caseless: true });
  await links(store, 5);
  const before = await store.exportAll();
  const preview = await store.write((w) => collect(w, ports, { ...few, preview: true }));
  expect(await store.exportAll()).toEqual(before);
  expect(preview.archived).toEqual([]);
  const done = await store.write((w) => collect(w, ports, { ...few, preview: false }));
  expect(done.candidates).toEqual(preview.candidates);
  expect(await store.read((r) => r.archived("tool", "a"))).toMatchObject({
    kind: "tool",
    reason: "never linked in the 5 missions since it was registered",
  });
  expect((await store.read((r) => r.toolHead("a")))!.archived).toBe(true);
});

const careless = "(reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items)";
const summing = (name: string, body: string, more: Partial<ToolDraft> = {}) =>
  lisp(`(defn ${name} "Sums." {:signature "(items [:int]) -> :int"} [items] ${body})`, more);
const oneIsOne = { cases: [gives({ items: [1] }, 1)] };

describe("a tool that replaced another", () => {
  it("is used by all that name the old one, or the capability: it goes by force only, and its repair is not undone", async () => {
    const { registry, store } = await testRegistry();
    await registry.registerTool(summing("total", careless), oneIsOne);
    await registry.registerTool(summing("twice", "(* 2 (total items))"), { cases: [gives({ items: [1] }, 2)] });
    await registry.registerTool(summing("sum-up", "(apply + items)", { capability: "sums" }), oneIsOne);
    await registry.registerTool(summing("sum-fast", "(apply + items)", { capability: "sums" }), oneIsOne);
    await registry.registerTool(summing("thrice", "(* 3 (sums items))"));
    await registry.registerTool(summing("total-c", "(apply + items)", { capability: "total", supersedes: "total" }));
    await registry.registerTool(summing("total-d", "(+ 0 (apply + items))", { capability: "total" }), oneIsOne);
    must(await registry.addCase("twice", gives({ items: [-1] }, -2)));
    const gone = (id: string, force = false) => registry.archive({ kind: "tool", id, reason: "tidy", force });
    expect(mustNot(await gone("total_c"))).toMatchObject({
      reason: "has_dependents",
      message: expect.stringContaining("is used by twice"),
    });
    expect(mustNot(await gone("sum_up"))).toMatchObject({
      reason: "has_dependents",
      message: expect.stringContaining("is used by thrice"),
    });
    must(await gone("total_d", true));
    must(await gone("total_c", true));
    // The old text, which fails a case of twice, does not come back by itself.
    expect((await linkFromRegistry({ store }, { roots: ["twice"] })).bundle).toBeNull();
    expect(must(await registry.runSuite("twice"))).toMatchObject({ health: "red" });
    expect(mustNot(await registry.getCapability("total")).reason).toBe("archived");
    must(await registry.restore({ kind: "tool", id: "total_c" }));
    expect(must(await registry.runSuite("twice"))).toMatchObject({ health: "green" });
  });

  it("is held to the cases that were added while it was away", async () => {
    const { registry, store } = await testRegistry();
    await registry.registerTool(summing("total", "(apply + items)"), oneIsOne);
    await registry.registerRepair(summing("total-v2", careless, { supersedes: "total" }));
    must(await registry.archive({ kind: "tool", id: "total_v2", reason: "tidy", force: true }));
    const added = must(await registry.addCase("total", gives({ items: [-1] }, -1)));
    expect(added).toMatchObject({ passed: true, failures: [{ tool: "total_v2@1.0.0" }] });
    must(await registry.restore({ kind: "tool", id: "total_v2" }));
    expect(await store.read((r) => r.toolHead("total_v2"))).toMatchObject({ health: "red" });
  });

  it("must not break what worked before the replaced one was archived", async () => {
    const { registry } = await testRegistry();
    await registry.registerTool(summing("total", "(apply + items)"), oneIsOne);
    await registry.registerTool(summing("twice", "(* 2 (total items))"), { cases: [gives({ items: [-1] }, -2)] });
    must(await registry.archive({ kind: "tool", id: "total", reason: "tidy", force: true }));
    const done = await registry.registerRepair(summing("total-v2", careless, { supersedes: "total" }));
    expect(mustNot(done).reason).toBe("dependent_broken");
  });
});

it("degraded tools do not link: a healthy sibling serves under their name, and is needed", async () => {
  const { registry, store } = await testRegistry();
  await registry.registerTool(summing("total", "(reduce + 0 items)"), oneIsOne);
  await registry.registerTool(summing("total-b", "(apply + items)", { capability: "total" }), oneIsOne);
  const trials = Array.from({ length: 33 }, (_, i) => ({ kind: "tool" as const, id: "total", success: i < 30 }));
  must(await registry.recordTrials(trials.map((trial) => ({ ...trial, tags: ["eu"] }))));
  const { best, ranked } = must(await registry.resolve("total", { tags: ["eu"] }));
  expect(best).toMatchObject({ id: "total_b", linkable: true });
  expect(ranked[1]).toMatchObject({ id: "total", health: "degraded", linkable: false });
  const linked = async (force: readonly string[]) =>
    Object.keys((await linkFromRegistry({ store }, { roots: ["total"], force })).bundle!.lock.tools);
  expect(await linked([])).toEqual(["total_b"]);
  expect(await linked(["total"])).toEqual(["total"]);
  expect(mustNot(await registry.getCapability("total"))).toMatchObject({
    reason: "red_version",
    message: expect.stringContaining("degraded"),
  });
  expect(mustNot(await registry.archive({ kind: "tool", id: "total_b", reason: "tidy" })).reason).toBe(
    "sole_implementation",
  );
});
