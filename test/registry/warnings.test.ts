// What the records warn of, with the sample behind each warning.

import { expect, it } from "vitest";
import {
  aggregateStatistics,
  contextWarnings,
  modelWarnings,
  repairCandidates,
} from "../../src/registry/record/warnings.ts";
import { toolVersion } from "../store/samples.ts";
import { covers } from "../support/covers.ts";
import { addSkill, addTool, addTrials, openStore } from "./opened.ts";

covers(
  [42, 97],
  "a tool below 30% in a context is warned of, with tag, rate and sample; its good tags are not",
  async () => {
    const store = await openStore();
    await addTool(store, "parse_csv");
    await addTrials(store, "parse_csv", [1, 5], { tags: ["quoted-fields"] });
    await addTrials(store, "parse_csv", [9, 9], { tags: ["plain"] });
    const warnings = await store.read((r) => contextWarnings(r, { tags: ["plain", "Quoted-Fields"] }));
    expect(warnings.map((w) => w.message)).toEqual([
      'parse_csv has a 20% success rate on "quoted-fields" (1 of 5 trials).',
    ]);
  },
);

covers([43, 98], "none for a tool that does well, for other tags, or for too small a sample", async () => {
  const store = await openStore();
  await addTool(store, "good");
  await addTrials(store, "good", [8, 10], { tags: ["eu"] });
  await addTool(store, "elsewhere");
  await addTrials(store, "elsewhere", [0, 10], { tags: ["us"] });
  await addTool(store, "young");
  await addTrials(store, "young", [0, 4], { tags: ["eu"] });
  expect(await store.read((r) => contextWarnings(r, { tags: ["eu"] }))).toEqual([]);
});

covers([104], "twenty failures are warned of", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [0, 20], { tags: ["eu"] });
  const [warning] = await store.read((r) => contextWarnings(r, { tags: ["eu"], tools: ["parse_csv"] }));
  expect(warning).toMatchObject({ tool: "parse_csv", tag: "eu", rate: 0, trials: 20 });
});

covers([99, 100, "R2"], "repairs are proposed by rate and number of trials, never by links", async () => {
  const store = await openStore();
  for (const [id, successes, trials] of [
    ["bad", 2, 10],
    ["worse", 1, 20],
    ["good", 9, 10],
    ["young", 0, 9],
  ] as const) {
    await addTool(store, id);
    await addTrials(store, id, [successes, trials], { diagnosis: "broke" });
    expect((await store.read((r) => r.toolHead(id)))!.linkCount).toBe(0);
  }
  const found = await store.read((r) => repairCandidates(r));
  expect(found.map((c) => [c.tool, c.successes, c.trials])).toEqual([
    ["worse", 1, 20],
    ["bad", 2, 10],
  ]);
  expect(found[0]).toMatchObject({
    message: "worse@1.0.0 succeeded in 1 of 20 trials (5%).",
    diagnoses: ["broke"],
  });
});

it("what an older version did is no reason to repair or to warn of the new one", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [0, 20], { tags: ["eu"] });
  await store.write(async (writer) => {
    await writer.insertToolVersion(toolVersion("parse_csv", { version: "1.0.1", title: "mended" }), "green", null);
    await writer.setCurrent("parse_csv", "1.0.1");
  });
  expect(await store.read((r) => repairCandidates(r))).toEqual([]);
  expect(await store.read((r) => contextWarnings(r, { tags: ["eu"] }))).toEqual([]);
});

covers([101], "a skill that does badly with one model is warned of for that model", async () => {
  const store = await openStore();
  await addSkill(store, "eu_csv");
  await addTrials(store, "eu_csv", [9, 10], { kind: "skill", model: "large" });
  await addTrials(store, "eu_csv", [2, 10], { kind: "skill", model: "small" });
  const warnings = await store.read((r) => modelWarnings(r));
  expect(warnings.map((w) => w.message)).toEqual(["eu_csv has a 20% success rate with small (2 of 10 trials)."]);
  expect(await store.read((r) => modelWarnings(r, { model: "large" }))).toEqual([]);
});

covers([102], "statistics over all", async () => {
  const store = await openStore();
  await addTool(store, "a");
  await addTool(store, "b");
  await addSkill(store, "s");
  await addTrials(store, "a", [3, 4]);
  expect(await store.read((r) => aggregateStatistics(r))).toMatchObject({
    tools: { registered: 2, tried: 1, successes: 3, trials: 4, rate: 0.75 },
    skills: { registered: 1, tried: 0, trials: 0, rate: null },
    missions: 0,
  });
});
