// A plan from registry to worker: its agents' tools and skills are linked, its tasks run on the image, in an isolated
// worker, and what came of it is recorded (137 to 142, S4 of the earlier system).

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { linkFromRegistry } from "../../src/engine/link.ts";
import { type BundleRun, runBundle } from "../../src/engine/run-bundle.ts";
import { type Bundle, decide, decisionText, type LinkTrace, problemOf } from "../../src/linker/index.ts";
import { covers } from "../support/covers.ts";
import { gives, host, lisp } from "../support/registry.ts";
import { withRunner } from "../support/runner-script.ts";

withRunner();

const hostFunctions = { fetch_rows: () => ["a;1", "b;2"] };
const tools = [
  lisp(`(defn parse-row "A row as fields." {:signature "(row :string) -> [:string]"} [row] (str/split row #";"))`),
  lisp(
    `(defn- amount [row] (parse-long (second (parse-row row))))
     (defn sum-rows "The sum of all rows." {:signature "(factor :int) -> :int" :requires {:parse-row "^1"}}
       [factor] (* factor (reduce + 0 (map amount (tool/fetch-rows {})))))`,
    { main: "sum-rows" },
  ),
  lisp(`(defn shout "Loud text." {:signature "(text :string) -> :string"} [text] (str/upper-case text))`),
];
const cases = [[gives({ row: "x;7" }, ["x", "7"])], [gives({ factor: 2 }, 6)], [gives({ text: "a" }, "A")]];

const plan = {
  mission: "the sum of March",
  agents: {
    analyst: { prompt: "You add up.", tools: ["sum_rows"] },
    writer: { tools: ["shout", "parse-row"] },
    editor: {},
  },
  tasks: [
    { id: "sum", agent: "analyst" },
    { id: "line", agent: "writer" },
    { id: "check", agent: "editor" },
  ],
};

let engine: Engine;
beforeEach(async () => {
  engine = await openEngine({ registry: ":memory:", hostFunctions });
  const opened = engine;
  onTestFinished(() => opened.close());
  const { registry } = engine;
  const rows = host("fetch_rows", "() -> [:string]");
  const done = [await registry.registerTool(rows, { cases: [gives({}, ["a;1", "b;2"])] })];
  for (const [n, tool] of tools.entries()) done.push(await registry.registerTool(tool, { cases: cases[n]! }));
  expect(done.map((one) => (one.ok ? one.health : one.problem.message))).toEqual(done.map(() => "green"));
  const skill = { description: "On sums.", prompt: "Add slowly.", name: "Adding" };
  await registry.registerSkill({ ...skill, appliesTo: ["sum_rows"] });
  await registry.registerSkill({ ...skill, name: "Euro", prompt: "Mind the comma.", tags: ["EU"] });
});

function imageOf(trace: LinkTrace): Bundle {
  if (trace.bundle === null) throw new Error(trace.faults.map((fault) => problemOf(fault).message).join("\n"));
  return trace.bundle;
}

/** As a worker runs it: on another thread, which has nothing but the image's text. */
async function inWorker(bundle: Bundle, program: string): Promise<BundleRun> {
  const ran = await runBundle(bundle, { program }, { isolate: "worker", sandbox: engine.sandbox, hostFunctions });
  if ("refused" in ran) throw new Error(ran.refused);
  return ran;
}

describe("linking a plan", () => {
  covers([137], "the tools of its agents are linked, with all they need", async () => {
    const image = imageOf(await linkFromRegistry(engine, { plan }));
    expect(image.visible.map((tool) => tool.id)).toEqual(["parse_row", "shout", "sum_rows"]);
    expect(image.roots).toContainEqual({ ref: "sum_rows", id: "sum_rows", from: "agent analyst" });
    expect(image.hidden.map((tool) => tool.id)).toEqual(["fetch_rows"]);
    expect(image.lock.tools.sum_rows).toMatchObject({ version: "1.0.0", health: "green" });
  });

  it("the version that a tool asks for is linked, though a helper of its makes the call", async () => {
    const meta = '{:signature "(row :string) -> [:string]" :version "2.0.0"}';
    const text = `(defn parse-row "Fields." ${meta} [row] (vec (str/split row #";")))`;
    expect(await engine.registry.registerTool(lisp(text))).toMatchObject({ ok: true, version: "2.0.0" });
    const image = imageOf(await linkFromRegistry(engine, { plan }));
    expect(image.lock.tools.parse_row).toMatchObject({ version: "1.0.0" });
  });

  covers(
    [138],
    "when a tool cannot be linked there is no image, nothing falls back to base tools, and a decision says why",
    async () => {
      await engine.registry.markHealth("parse_row", "red", "wrong rows");
      const trace = await linkFromRegistry(engine, { plan });
      expect([trace.bundle, trace.prelude]).toEqual([null, null]);
      expect(trace.faults.map((fault) => fault.code)).toEqual(["quarantined"]);
      const said = decisionText(decide(trace));
      expect(said).toContain("parse_row");
      expect(said).toContain("red");
      // Those that do not need it are linked as before.
      const rest = await linkFromRegistry(engine, { plan: { agents: { writer: { tools: ["shout"] } } } });
      expect(imageOf(rest).visible.map((tool) => tool.id)).toEqual(["shout"]);
    },
  );

  covers([139], "the prompt has the skill of a tool under its heading", async () => {
    const { prompt, skills } = imageOf(await linkFromRegistry(engine, { plan }));
    expect(prompt).toContain("## Expertise\n\n### Adding\nAdd slowly.");
    expect(skills).toMatchObject([{ id: "adding", version: "1.0.0" }]);
    const without = imageOf(await linkFromRegistry(engine, { plan: { agents: { writer: plan.agents.writer } } }));
    expect(without.prompt).not.toContain("Expertise");
  });

  covers([140], "the tags of the mission bring skills, and only theirs", async () => {
    const skillsFor = async (tags: readonly string[]) =>
      imageOf(await linkFromRegistry(engine, { plan: { agents: { writer: plan.agents.writer } }, tags })).skills;
    expect(await skillsFor(["eu"])).toMatchObject([{ id: "euro", why: "tag EU" }]);
    expect(await skillsFor(["us"])).toEqual([]);
  });
});

describe("running a plan", () => {
  covers([141], "an agent without tools needs none: its task runs, and can call nothing", async () => {
    const image = imageOf(await linkFromRegistry(engine, { plan }));
    expect(image.roots.map((root) => root.from)).not.toContain("agent editor");
    expect(await inWorker(image, "(+ 1 2)")).toMatchObject({ ok: true, value: 3, toolCalls: [] });
    const alone = await linkFromRegistry(engine, { plan: { agents: { editor: {} }, tasks: [plan.tasks[2]!] } });
    expect(alone.faults.map((fault) => fault.code)).toEqual(["nothing_to_link"]);
  });

  covers(
    [142, 143],
    "its tasks run on the linked tools, and what they used is recorded with skills and tags",
    async () => {
      const image = imageOf(await linkFromRegistry(engine, { plan, tags: ["EU"], model: "small" }));
      const work = { sum: "(sum-rows 10)", line: '(shout (first (parse-row "a;1")))', check: "(/ 1 0)" };
      const ran = new Map<string, BundleRun>();
      for (const [id, program] of Object.entries(work)) ran.set(id, await inWorker(image, program));
      expect([...ran.values()].map((one) => (one.ok ? one.value : one.error.reason))).toEqual([
        30,
        "A",
        "arithmetic_error",
      ]);
      const tasks = plan.tasks.map(({ id, agent }) => {
        const tools = (plan.agents[agent as keyof typeof plan.agents] as { tools?: readonly string[] }).tools ?? [];
        return { id, tools, ok: ran.get(id)!.ok };
      });
      const { registry, store } = engine;
      const recorded = await registry.recordPlanTrial({
        ...{ mission: plan.mission, tags: image.context.tags, model: image.context.model, tasks },
        skills: image.skills.map((skill) => skill.id),
      });
      expect(recorded).toMatchObject({ ok: true, value: { success: false, unknown: [] } });
      const { trials } = await store.exportAll();
      const tried = Object.fromEntries(trials.map((t) => [t.id, t.success]));
      // Tools by their own tasks, over all agents, each once; skills by the whole.
      expect(tried).toEqual({ sum_rows: true, shout: true, parse_row: true, adding: false, euro: false });
      const tool = trials.find((t) => t.id === "sum_rows");
      expect(tool).toMatchObject({ tags: ["eu"], model: "small", mission: plan.mission, skills: ["adding", "euro"] });
    },
  );

  covers(["S4"], "the worker has the composed tools of the image, helpers and their base tools included", async () => {
    const image = imageOf(await linkFromRegistry(engine, { plan }));
    const ran = await inWorker(image, '[(sum-rows 1) (parse-row "c;3")]');
    expect(ran).toMatchObject({ ok: true, value: [3, ["c", "3"]], toolCalls: [{ tool: "fetch_rows", ok: true }] });
    // The registry is not asked again: the image is all there is.
    await engine.registry.unregister("sum_rows", { force: true });
    expect(await inWorker(image, "(sum-rows 2)")).toMatchObject({ ok: true, value: 6 });
    expect(await inWorker({ ...image, prelude: "" }, "(sum-rows 1)")).toMatchObject({ ok: false });
  });
});
