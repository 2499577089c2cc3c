// Discovery over a registry: descriptors, evidence, what changes as the registry does, and the way from a mission to a link.

import { describe, expect, it } from "vitest";
import { registryEvidence } from "../../src/engine/discovery/evidence.ts";
import { linkMission } from "../../src/engine/discovery/link-mission.ts";
import { RegistryDiscovery } from "../../src/engine/discovery/registry-discovery.ts";
import type { Store } from "../../src/registry/store.ts";
import { addSkill, addTool, addTrials, openStore } from "../registry/opened.ts";
import { tableEmbedder } from "./support.ts";

const lisp = (main: string, code: string) => ({ kind: "lisp", main, code, file: `${main}.clj` }) as const;
const double = (name: string) => ({
  signature: "(n :int) -> :int",
  body: lisp(name, `(defn ${name} [n] (* 2 n))`),
  inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  outputSchema: { type: "integer" },
});

function discoveryOver(store: Store, options: ConstructorParameters<typeof RegistryDiscovery>[1] = {}) {
  return new RegistryDiscovery({ store, hostFunctions: new Set(["mail"]) }, options);
}

async function payroll(): Promise<Store> {
  const store = await openStore();
  await addTool(store, "parse_csv", {
    description: "Reads comma separated rows.",
    tags: ["csv"],
    capability: "csv:parse",
    ...double("parse-csv"),
  });
  await addTool(store, "parse_csv_eu", {
    description: "Reads European rows, separated by semicolons.",
    tags: ["csv", "EU"],
    capability: "csv:parse",
    ...double("parse-csv-eu"),
  });
  await addTool(store, "format_report", { description: "Formats rows as a report.", ...double("format-report") });
  await addTool(store, "net:post", {
    description: "Sends a message to a server.",
    permissions: ["http:fetch:example.com?methods=POST", "secret:API_KEY"],
    body: { kind: "host", reference: "post" },
    layer: "base",
    requiredModels: ["large"],
  });
  await addSkill(store, "european_csv", {
    description: "How European tables are written.",
    appliesTo: ["csv:parse"],
    tags: ["EU"],
  });
  return store;
}

const idsOf = (answer: { readonly results: readonly { readonly id: string }[] }) => answer.results.map(({ id }) => id);

describe("descriptors", () => {
  it("say what the registry knows", async () => {
    const found = discoveryOver(await payroll());
    await found.refresh();
    const { index } = found.discovery;
    expect(index.get("tool:net:post")).toMatchObject({
      category: "net",
      available: false,
      sideEffects: true,
      requiredSecrets: ["API_KEY"],
      models: ["large"],
      source: { from: "registry", ref: "net:post@1.0.0" },
    });
    expect(index.get("tool:parse_csv_eu")).toMatchObject({
      category: "csv",
      provides: ["csv:parse"],
      tags: ["csv", "EU"],
    });
    expect(index.get("skill:european_csv")).toMatchObject({ requiredTools: ["csv:parse"], kind: "skill" });
  });

  it("read schema and text only when they are shown", async () => {
    const found = discoveryOver(await payroll());
    const tool = await found.discover("format rows as a report", { kind: "tool" });
    expect(tool.tier2.text).toContain("n (integer, required)");
    const skill = await found.discover("how are european tables written", { kind: "skill" });
    expect(skill.tier2.text).toContain("Look twice.");
    expect(skill.dependencies.map(({ id }) => id)).toEqual(["tool:parse_csv"]);
  });

  it("give a model's tool list their whole schema", async () => {
    const found = discoveryOver(await payroll());
    const result = await found.discover("format rows as a report");
    expect(found.renderForPrompt(result)).toBe(result.prompt);
    const [first, ...rest] = await found.listDiscoveredTools(result);
    expect(first).toMatchObject({ name: "format_report", inputSchema: { required: ["n"] } });
    expect(rest.at(-1)?.name).toBe("discover_capabilities");
    expect(found.getStats()).toMatchObject({ capabilityCount: 5, graphNodes: 5 });
  });

  it("options are those of the search, once for all and for one call", async () => {
    expect(discoveryOver(await openStore()).config).toEqual({
      ...{ tier0TokenBudget: 200, tier1TokenBudget: 800, tier2TokenBudget: 2000, tier1TopK: 5, tier2TopK: 2 },
      ...{ tier1MinRelevance: 0, useGraphReranking: true, graphBoostFactor: 0.15, collectionName: "capability_index" },
    });
    const found = discoveryOver(await payroll(), { config: { tier1TopK: 1, useGraphReranking: false } });
    const usual = await found.discover("rows");
    expect([usual.tier1.shown.length, usual.dependencies]).toEqual([1, []]);
    const other = await found.discover("rows", { config: { tier1TopK: 3, tier2TopK: 0 }, kind: "tool" });
    expect([other.tier1.shown.length, other.tier2.text]).toEqual([3, ""]);
    expect(() => discoveryOver({} as Store, { config: { tier1TopK: -1 } })).toThrow("tier1TopK");
  });

  it("leave out what is made for another model, when one is named", async () => {
    const found = discoveryOver(await payroll());
    expect(idsOf(await found.search("send a message", { model: "small" }))).not.toContain("tool:net:post");
    expect(idsOf(await found.search("send a message", { model: "large" }))).toContain("tool:net:post");
  });
});

describe("the index follows the registry", () => {
  it("one change costs one update, and a refresh without one costs none", async () => {
    const store = await payroll();
    const embedder = tableEmbedder([["rows"]]);
    const found = discoveryOver(store, { embedder });
    expect(await found.refresh()).toEqual({ updated: 5, removed: 0 });
    expect(embedder.calls.length).toBe(5);
    expect(await found.refresh()).toEqual({ updated: 0, removed: 0 });
    await addTool(store, "sum_rows", { description: "Adds rows up.", ...double("sum-rows") });
    expect(await found.refresh()).toEqual({ updated: 1, removed: 0 });
    expect(embedder.calls.length).toBe(6);
    await store.write((w) => w.setHealth("sum_rows", "1.0.0", "red", "broken"));
    expect(await found.refresh()).toEqual({ updated: 1, removed: 0 });
    expect(embedder.calls.length).toBe(6);
  });

  it("what is archived or replaced goes, and comes back", async () => {
    const store = await payroll();
    const found = discoveryOver(store);
    expect(idsOf(await found.search("format a report"))).toContain("tool:format_report");
    await store.write((w) => w.setArchived({ kind: "tool", id: "format_report", reason: "old", at: "2026-01-01" }));
    expect(idsOf(await found.search("format a report"))).not.toContain("tool:format_report");
    await store.write((w) => w.clearArchived("tool", "format_report"));
    expect(idsOf(await found.search("format a report"))).toContain("tool:format_report");
    await store.write((w) => w.setSupersededBy("format_report", "parse_csv@1.0.0"));
    expect(idsOf(await found.search("format a report"))).not.toContain("tool:format_report");
  });

  it("a rebuild meanwhile is none of an answer's business", async () => {
    const found = discoveryOver(await payroll());
    await found.refresh();
    for (let i = 0; i < 5; i++) {
      const [answer] = await Promise.all([found.search("format a report"), found.rebuild(), found.rebuild()]);
      expect([idsOf(answer)[0], answer.notices]).toEqual(["tool:format_report", []]);
    }
  });

  it("an empty registry says what to do", async () => {
    const found = discoveryOver(await openStore());
    expect((await found.search("mail")).notices.join()).toContain("ptc sync");
    expect((await found.discover("mail")).notices.join()).toContain("ptc sync");
  });
});

describe("evidence", () => {
  it("comes from trials, in both directions only as far as they vouch", async () => {
    const store = await payroll();
    await addTrials(store, "parse_csv", [1, 1]);
    await addTrials(store, "parse_csv_eu", [40, 40], { tags: ["EU"], model: "m" });
    await addTrials(store, "format_report", [0, 2]);
    const known = await registryEvidence(store)(["tool:parse_csv", "tool:parse_csv_eu", "tool:format_report"], {
      tags: ["eu"],
      model: "m",
    });
    expect(known.get("tool:parse_csv")).toEqual({ health: "healthy", success: 0.5 });
    const eu = known.get("tool:parse_csv_eu")!;
    expect(eu.success).toBeGreaterThan(0.9);
    expect([eu.contextAffinity, eu.modelAffinity]).toEqual([eu.success, eu.success]);
    expect(known.get("tool:format_report")?.success).toBe(0.5);
  });

  it("an unhealthy tool comes with a warning, behind its equals", async () => {
    const store = await openStore();
    for (const id of ["mail_a", "mail_b"]) await addTool(store, id, { description: "Sends mail.", ...double(id) });
    await addTool(store, "weather", { description: "Tells the weather.", ...double("weather") });
    await store.write((w) => w.setHealth("mail_a", "1.0.0", "red", "1 of 2 cases fails"));
    const { results } = await discoveryOver(store).search("send a mail");
    expect(results.map(({ id, warning }) => [id, warning])).toEqual([
      ["tool:mail_b", null],
      ["tool:mail_a", "red: 1 of 2 cases fails"],
    ]);
  });
});

describe("from a mission to a link", () => {
  const engineOver = (store: Store) => ({ store, discovery: discoveryOver(store) });

  it("one need, one tool, the skills of its tags that are about something in the image", async () => {
    const store = await payroll();
    const { choices, trace, tags } = await linkMission(engineOver(store), {
      mission: "format the rows of EU employees as a report",
    });
    expect(tags).toEqual(["EU"]);
    expect(choices.map(({ chosen }) => chosen?.id)).toEqual(["format_report"]);
    expect(trace.bundle?.visible.map(({ id }) => id)).toEqual(["format_report"]);
    expect(trace.bundle?.skills).toEqual([]);
    expect(trace.warnings.map(({ code }) => code)).toEqual(["skill_without_tools"]);
    const reading = await linkMission(engineOver(store), { mission: "parse the csv of EU employees" });
    expect(reading.choices.map(({ chosen }) => chosen?.id)).toEqual(["parse_csv_eu"]);
    expect(reading.trace.bundle?.skills.map(({ id }) => id)).toEqual(["european_csv"]);
  });

  it("clauses that find different tools are needs, and one that finds none is missing", async () => {
    const store = await payroll();
    const { choices, trace, problems } = await linkMission(engineOver(store), {
      mission: "Read the European rows, format them as a report and bake a chocolate cake.",
    });
    expect(choices.map(({ need, chosen, missing }) => [need, chosen?.id ?? missing?.id])).toEqual([
      ["Read the European rows", "parse_csv_eu"],
      ["format them as a report", "format_report"],
      ["bake a chocolate cake", "bake_chocolate_cake"],
    ]);
    expect(trace.bundle).toBeNull();
    expect(problems.map(({ message }) => message)).toEqual([
      'Nothing registered is likely to do "bake a chocolate cake".',
    ]);
    expect(choices[2]?.missing).toMatchObject({ need: "bake a chocolate cake", tags: [], near: [] });
  });

  it("the best implementation of what was found is chosen by its record in this context", async () => {
    const store = await payroll();
    const asked = { mission: "read comma separated rows", tags: ["EU"], needs: ["read comma separated rows"] };
    const before = await linkMission(engineOver(store), asked);
    expect(before.choices[0]?.chosen?.id).toBe("parse_csv");
    await addTrials(store, "parse_csv_eu", [30, 30], { tags: ["EU"] });
    await addTrials(store, "parse_csv", [5, 30], { tags: ["EU"] });
    const after = await linkMission(engineOver(store), asked);
    expect(after.choices[0]?.chosen?.id).toBe("parse_csv_eu");
    expect(after.choices[0]?.chosen?.why.join()).toContain("best of 2 for csv:parse: success");
  });

  it("a broken tool is to be repaired, unless a healthy one does the same or it is forced", async () => {
    const store = await payroll();
    await store.write((w) => w.setHealth("format_report", "1.0.0", "red", "broken"));
    const asked = { mission: "format rows as a report" };
    const broken = await linkMission(engineOver(store), asked);
    expect(broken.choices[0]).toMatchObject({ chosen: { id: "format_report" }, repair: true });
    expect(broken.trace.faults.map(({ code }) => code)).toEqual(["quarantined"]);
    const forced = await linkMission(engineOver(store), { ...asked, force: ["format-report"] });
    expect(forced.choices[0]?.repair).toBe(false);
    expect(forced.trace.bundle).not.toBeNull();
    await addTool(store, "report_rows", { description: "Formats rows as a report.", ...double("report-rows") });
    const healthy = await linkMission(engineOver(store), asked);
    expect(healthy.choices[0]).toMatchObject({ chosen: { id: "report_rows" }, repair: false });
  });

  it("a mission without a word to search for says so", async () => {
    const { choices, notices } = await linkMission(engineOver(await payroll()), { mission: "please do it" });
    expect([choices, notices.length]).toEqual([[], 1]);
  });
});
