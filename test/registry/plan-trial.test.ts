// What a finished plan leaves behind: trials of its tools and skills, written for good.

import { expect, it } from "vitest";
import { recordPlanTrial, toolsUsed } from "../../src/registry/record/plan-trial.ts";
import { covers } from "../support/covers.ts";
import { addSkill, addTool, must, mustNot, openStore, ports } from "./opened.ts";

const plan = {
  mission: "Q4 salary report",
  runId: "run-1",
  tags: ["EU"],
  model: "small",
  skills: ["eu-csv"],
  tasks: [
    { id: "read", tools: ["parse-csv"], ok: true },
    { id: "sum", tools: ["total"], ok: true },
  ],
};

async function opened() {
  const store = await openStore();
  await addTool(store, "parse_csv");
  await addTool(store, "total");
  await addSkill(store, "eu_csv");
  return store;
}

covers([92, 94, "S3"], "a plan records every tool with its tags, and it stays recorded", async () => {
  const store = await opened();
  const recorded = must(await store.write((writer) => recordPlanTrial(writer, ports, plan)));
  expect(recorded.success).toBe(true);
  const counters = await store.read((reader) => reader.counters("tool", ["parse_csv", "total"]));
  for (const id of ["parse_csv", "total"])
    expect(counters.get(id)).toEqual({
      overall: { successes: 1, trials: 1 },
      byTag: { eu: { successes: 1, trials: 1 } },
      byModel: { small: { successes: 1, trials: 1 } },
    });
});

covers([93], "skills are counted by model and context", async () => {
  const store = await opened();
  must(await store.write((writer) => recordPlanTrial(writer, ports, plan)));
  expect((await store.read((reader) => reader.counters("skill", ["eu_csv"]))).get("eu_csv")).toEqual({
    overall: { successes: 1, trials: 1 },
    byTag: { eu: { successes: 1, trials: 1 } },
    byModel: { small: { successes: 1, trials: 1 } },
  });
});

covers([95], "one failed task fails the plan and its own tools, not the others", async () => {
  const store = await opened();
  const tasks = [plan.tasks[0]!, { id: "sum", tools: ["total"], ok: false, diagnosis: "no numbers" }];
  const recorded = must(await store.write((writer) => recordPlanTrial(writer, ports, { ...plan, tasks })));
  expect(recorded.success).toBe(false);
  expect(recorded.trials.map(({ kind, id, success, diagnosis }) => [kind, id, success, diagnosis])).toEqual([
    ["tool", "parse_csv", true, null],
    ["tool", "total", false, "no numbers"],
    ["skill", "eu_csv", false, "no numbers"],
  ]);
});

covers([103], "three successes of four are 75% of 4 trials, not a number that forgets its sample", async () => {
  const store = await opened();
  for (const ok of [true, true, false, true])
    must(await store.write((w) => recordPlanTrial(w, ports, { tools: ["total"], success: ok })));
  const counters = await store.read((reader) => reader.counters("tool", ["total"]));
  expect(counters.get("total")!.overall).toEqual({ successes: 3, trials: 4 });
});

covers([143], "the tools of a plan are the union over its tasks", () => {
  const tasks = [
    { id: "a", tools: ["x", "read-file"], ok: true },
    { id: "b", tools: ["read_file", "y"], ok: true },
  ];
  expect(toolsUsed({ tasks, tools: ["z", "x"] })).toEqual(["x", "read_file", "y", "z"]);
});

covers([144], "a trial says what, which version, how, where, with what, and when", async () => {
  const store = await opened();
  must(await store.write((writer) => recordPlanTrial(writer, ports, plan)));
  const [trial] = await store.read((reader) => reader.trials("tool", "parse_csv"));
  expect(trial).toEqual({
    uid: expect.any(String),
    kind: "tool",
    id: "parse_csv",
    version: "1.0.0",
    success: true,
    tags: ["eu"],
    model: "small",
    mission: "Q4 salary report",
    runId: "run-1",
    inputHash: null,
    diagnosis: null,
    skills: ["eu_csv"],
    at: expect.stringMatching(/^2026-/),
  });
});

it("tools that no registry knows are told, and do not stop the others", async () => {
  const store = await opened();
  const given = { ...plan, tools: ["host-clock"] };
  const recorded = must(await store.write((writer) => recordPlanTrial(writer, ports, given)));
  expect(recorded.unknown).toEqual(["host_clock"]);
  expect(recorded.trials).toHaveLength(3);
});

it("a result without an outcome is not taken for a success", async () => {
  const store = await opened();
  const refused = await store.write((writer) => recordPlanTrial(writer, ports, { tools: ["total"] }));
  expect(mustNot(refused).reason).toBe("no_outcome");
});
