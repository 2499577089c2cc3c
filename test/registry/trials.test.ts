// Trials: written with their counters, and what they do to the health of a tool.

import { expect, it } from "vitest";
import { retryStrategy } from "../../src/registry/record/flaky.ts";
import { recordLink } from "../../src/registry/record/links.ts";
import { recordTrials } from "../../src/registry/record/trials.ts";
import { toolVersion } from "../store/samples.ts";
import { covers } from "../support/covers.ts";
import { addSkill, addTool, addTrials, must, mustNot, openStore, ports } from "./opened.ts";

const tallyOf = async (store: Awaited<ReturnType<typeof openStore>>, kind: "tool" | "skill", id: string) =>
  (await store.read((reader) => reader.counters(kind, [id]))).get(id)!;
const headOf = async (store: Awaited<ReturnType<typeof openStore>>, id: string) =>
  (await store.read((reader) => reader.toolHead(id)))!;

covers([15, 96], "ten failures leave a rate of 0 with its sample", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [0, 10]);
  expect((await tallyOf(store, "tool", "parse_csv")).overall).toEqual({ successes: 0, trials: 10 });
});

covers([16], "a trial counts for each of its tags, however they are spelt", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [1, 1], { tags: ["EU", "eu ", "csv"] });
  expect((await tallyOf(store, "tool", "parse_csv")).byTag).toEqual({
    csv: { successes: 1, trials: 1 },
    eu: { successes: 1, trials: 1 },
  });
});

covers([17], "a trial of a skill counts for its model", async () => {
  const store = await openStore();
  await addSkill(store, "eu_csv");
  await addTrials(store, "eu_csv", [1, 2], { kind: "skill", model: "small" });
  expect((await tallyOf(store, "skill", "eu_csv")).byModel).toEqual({ small: { successes: 1, trials: 2 } });
});

covers([18, 19, "R2"], "links are counted for tools and skills, with the time and the mission", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTool(store, "other");
  await addSkill(store, "eu_csv");
  for (let i = 0; i < 2; i++)
    must(await store.write((writer) => recordLink(writer, ports, { tools: ["parse-csv"], skills: ["eu-csv"] })));
  const [tool, skill, missions] = await store.read((r) =>
    Promise.all([r.toolHead("parse_csv"), r.skillHead("eu_csv"), r.missions()]),
  );
  expect(missions).toBe(2);
  expect(tool).toMatchObject({ linkCount: 2, missionsAtLastLink: 2, lastLinkedAt: expect.stringMatching(/^2026-/) });
  expect(skill).toMatchObject({ linkCount: 2, missionsAtLastLink: 2, lastLinkedAt: expect.stringMatching(/^2026-/) });
  expect(await headOf(store, "other")).toMatchObject({ linkCount: 0, lastLinkedAt: null });
});

it("a link of something unknown counts nothing", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  const refused = await store.write((writer) =>
    recordLink(writer, ports, { tools: ["parse_csv", "gone"], skills: [] }),
  );
  expect(mustNot(refused).message).toContain("gone");
  expect(await store.read((reader) => reader.missions())).toBe(0);
});

it("three failures in a row degrade a tool, with the last diagnosis; two do not", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  expect((await addTrials(store, "parse_csv", [0, 2])).changes).toEqual([]);
  const { changes } = await addTrials(store, "parse_csv", [0, 1], { diagnosis: "semicolons" });
  expect(changes).toMatchObject([{ id: "parse_csv", before: "green", after: "degraded" }]);
  expect(await headOf(store, "parse_csv")).toMatchObject({
    health: "degraded",
    healthReason: "failed 3 times in a row, last: semicolons",
    consecutiveFailures: 3,
  });
});

it("a success in between starts the count again", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [0, 2]);
  await addTrials(store, "parse_csv", [1, 1]);
  await addTrials(store, "parse_csv", [0, 2]);
  expect(await headOf(store, "parse_csv")).toMatchObject({ health: "green", consecutiveFailures: 2 });
});

it.each([
  ["a tool with passing cases is green again", false, "green"],
  ["a tool without cases is pending again", true, "pending"],
] as const)("a success ends degraded: %s", async (_, caseless, health) => {
  const store = await openStore();
  await addTool(store, "parse_csv", { caseless });
  await addTrials(store, "parse_csv", [0, 3]);
  const { changes } = await addTrials(store, "parse_csv", [1, 1]);
  expect(changes).toMatchObject([{ before: "degraded", after: health }]);
  expect(await headOf(store, "parse_csv")).toMatchObject({ health, consecutiveFailures: 0 });
});

it("failures of the version before are not held against a repair", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [0, 2]);
  await store.write(async (writer) => {
    await writer.insertToolVersion(toolVersion("parse_csv", { version: "1.0.1", title: "mended" }), "green", null);
    await writer.setCurrent("parse_csv", "1.0.1");
  });
  await addTrials(store, "parse_csv", [0, 1]);
  expect(await headOf(store, "parse_csv")).toMatchObject({ health: "green", consecutiveFailures: 1 });
  await addTrials(store, "parse_csv", [0, 5], { version: "1.0.0" });
  expect(await headOf(store, "parse_csv")).toMatchObject({ health: "green", consecutiveFailures: 1 });
});

it("a red tool stays red whatever its trials say", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv", { health: "red" });
  await addTrials(store, "parse_csv", [1, 5]);
  expect(await headOf(store, "parse_csv")).toMatchObject({ health: "red", healthReason: "made red" });
});

covers([13], "the same input with two outcomes makes a tool flaky; different inputs do not", async () => {
  const store = await openStore();
  await addTool(store, "fetch");
  await addTrials(store, "fetch", [1, 1], { input: { url: "a" } });
  await addTrials(store, "fetch", [0, 1], { input: { url: "b" } });
  expect((await headOf(store, "fetch")).health).toBe("green");
  await addTrials(store, "fetch", [0, 1], { input: { url: "a" } });
  expect(await headOf(store, "fetch")).toMatchObject({
    health: "flaky",
    healthReason: "the same input succeeded 1 of 2 times",
  });
});

it("a flaky tool comes with a retry strategy, a stateful one is never called twice", () => {
  const tool = { id: "fetch", stateful: false };
  expect(retryStrategy(tool, { successes: 98, trials: 98 }).attempts).toBe(2);
  expect(retryStrategy(tool, { successes: 70, trials: 98 }).attempts).toBe(4);
  expect(retryStrategy(tool, { successes: 0, trials: 98 })).toMatchObject({ attempts: 5, delayMs: 200, factor: 2 });
  expect(retryStrategy({ ...tool, stateful: true }, { successes: 1, trials: 2 })).toMatchObject({ attempts: 1 });
});

it("one bad trial among many: nothing is written", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  const give = (bad: object) =>
    store.write((writer) =>
      recordTrials(writer, ports, [
        { kind: "tool", id: "parse_csv", success: true },
        { kind: "tool", id: "parse_csv", success: true, ...bad },
      ]),
    );
  expect(mustNot(await give({ id: "gone" })).reason).toBe("unknown_tool");
  expect(mustNot(await give({ version: "9.9.9" })).reason).toBe("unknown_version");
  expect(mustNot(await give({ tags: ["x".repeat(201)] })).reason).toBe("bad_trial");
  expect(mustNot(await give({ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) })).reason).toBe("bad_trial");
  expect(await store.read((reader) => reader.trials("tool", "parse_csv"))).toEqual([]);
});

it("a tag may be called like a member of every object", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTrials(store, "parse_csv", [1, 2], { tags: ["__proto__", "constructor"] });
  const { byTag } = await tallyOf(store, "tool", "parse_csv");
  expect(Object.entries(byTag)).toEqual([
    ["__proto__", { successes: 1, trials: 2 }],
    ["constructor", { successes: 1, trials: 2 }],
  ]);
});
