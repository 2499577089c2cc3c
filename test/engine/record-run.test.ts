// What a run of an image says about its tools, and that it arrives in the registry it came from: trials with the image's
// tags and model, link counts, and nothing about what the tool could not help.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type BundleWork,
  draftsOf,
  type Engine,
  openEngine,
  readToolFile,
  runBundle,
  ToolError,
} from "../../src/node.ts";

const text = `(defn- share [x] (tool/lookup {:key x}))
(defn inner "Looks." {:signature "(key :any) -> :any"} [key] (+ 1 (share key)))
(defn outer "Doubles." {:signature "(key :string) -> :any"} [key] (* 2 (inner key)))
(defn plain "Divides." {:signature "(x :int) -> :any" :deterministic true} [x] (if (> x 99) (reduce + (map inc (range x))) (/ 10 x)))`;

let engine: Engine;
/** What the host's function does in this run. */
let lookup: (key: unknown) => unknown;

beforeEach(async () => {
  lookup = () => 4;
  const hostFunctions = { find: ({ key }: Record<string, unknown>) => lookup(key) };
  engine = await openEngine({ registry: ":memory:", hostFunctions });
  const host = { id: "lookup", signature: "(key :any) -> :any", body: { kind: "host", reference: "find" } } as const;
  const drafts = [{ ...host, description: "Finds." }, ...draftsOf(readToolFile(text, "t.clj"))];
  for (const draft of drafts) expect(await engine.registry.registerTool(draft)).toMatchObject({ ok: true });
});
afterEach(() => engine.close());

async function ran(work: BundleWork, options: { supplied?: boolean; limits?: object } = {}) {
  const trace = await engine.link({ roots: ["outer", "plain"], tags: ["EU"], model: "m-1" });
  const { supplied = true, limits } = options;
  const run = await runBundle(trace.bundle!, work, {
    sandbox: engine.sandbox,
    ...(supplied ? { hostFunctions: { find: ({ key }) => lookup(key) } } : {}),
    ...(limits === undefined ? {} : { limits }),
  });
  if ("refused" in run) throw new Error(run.refused);
  const said = run.uses.map(({ id, success, diagnosis }) => `${id} ${success ? "ok" : diagnosis}`);
  return { run, said, bundle: trace.bundle! };
}

const call = (name: string, args: Record<string, unknown>): BundleWork => ({ call: name, args });

describe("a run says of the image's tools", () => {
  it("that they worked: the one that was called, and base tools that answered", async () => {
    const { run, said } = await ran(call("outer", { key: "a" }));
    expect([run.ok && run.value, said]).toEqual([10, ["lookup ok", "outer ok"]]);
  });

  it("which one failed: the base tool, the text it failed in, and the tool that was called", async () => {
    lookup = () => {
      throw new ToolError("the shelf is empty");
    };
    expect((await ran(call("outer", { key: "a" }))).said).toEqual([
      "inner tool_error: tool/lookup: the shelf is empty",
      "lookup tool_error: the shelf is empty",
      "outer tool_error: tool/lookup: the shelf is empty",
    ]);
    lookup = () => "no number";
    const { said } = await ran(call("outer", { key: "a" }));
    expect(said.map((s) => s.split(":")[0])).toEqual(["inner type_error", "lookup ok", "outer type_error"]);
  });

  it("of a helper's failure whose it is, when only one tool has it", async () => {
    const shared = `(defn first-one "1" {:signature "(x :int) -> :int"} [x] x)
(defn- half [x] (/ x 0))
(defn- part [x] (half x))
(defn second-one "2" {:signature "(x :int) -> :any"} [x] (part x))
(defn- quarter [x] (/ x 0))
(defn third-one "3" {:signature "(x :int) -> :any"} [x] (quarter x))
(defn fourth-one "4" {:signature "(x :int) -> :any"} [x] (quarter x))`;
    const drafts = draftsOf(readToolFile(shared, "two.clj"));
    for (const draft of drafts) expect(await engine.registry.registerTool(draft)).toMatchObject({ ok: true });
    const { bundle } = await engine.link({ roots: drafts.map((draft) => draft.id) });
    const said = async (work: BundleWork) => {
      const run = await runBundle(bundle!, work, { sandbox: engine.sandbox });
      return "refused" in run ? run.refused : run.uses.map(({ id, success }) => `${id} ${success ? "ok" : "failed"}`);
    };
    expect(await said(call("second-one", { x: 1 }))).toEqual(["second_one failed"]);
    expect(await said({ program: "(second-one 1)" })).toEqual(["second_one failed"]);
    expect(await said(call("fourth-one", { x: 1 }))).toEqual(["fourth_one failed"]);
    expect(await said({ program: "(fourth-one 1)" })).toEqual([]);
  });

  it("nothing when the call did not fit, the host did not supply, or this run had less to spend", async () => {
    expect((await ran(call("outer", { key: 5 }))).said).toEqual([]);
    expect((await ran(call("outer", { key: "a" }), { supplied: false })).said).toEqual([]);
    expect((await ran(call("plain", { x: 9999 }), { limits: { fuel: 500 } })).said).toEqual([]);
  });

  it("of a program what it named, and only the tool's own failures", async () => {
    expect((await ran({ program: '[(plain 2) (outer "a")]' })).said).toEqual(["lookup ok", "outer ok", "plain ok"]);
    expect((await ran({ program: "(inc (plain 2) 3 nope)" })).said).toEqual([]);
    expect((await ran({ program: "(plain 0)" })).said).toEqual(["plain arithmetic_error: Division by zero."]);
  });
});

it("is recorded with tags, model and links, and degrades what keeps failing", async () => {
  const { run, bundle } = await ran(call("plain", { x: 2 }));
  const record = await engine.recordRun(bundle, run, { input: { x: 2 } });
  expect(record).toMatchObject({ trials: 1, linked: 4, problem: null, changes: [] });
  const [trial] = await engine.store.read((reader) => reader.trials("tool", "plain"));
  expect(trial).toMatchObject({ success: true, tags: ["eu"], model: "m-1", version: "1.0.0", inputHash: null });
  const head = await engine.store.read((reader) => reader.toolHead("inner"));
  expect(head).toMatchObject({ linkCount: 1 });
  for (let i = 0; i < 3; i++) {
    const failed = await ran(call("plain", { x: 0 }));
    const { changes } = await engine.recordRun(failed.bundle, failed.run);
    expect(changes.map((c) => `${c.id} ${c.after}`)).toEqual(i === 2 ? ["plain degraded"] : []);
  }
});

it("of another registry's image is not recorded", async () => {
  const { bundle, run } = await ran(call("plain", { x: 2 }));
  const other = { ...bundle.lock.tools.plain!, contentHash: "sha256:other" };
  const foreign = { ...bundle, lock: { ...bundle.lock, tools: { plain: other } } };
  expect(await engine.recordRun(foreign, run)).toEqual({ trials: 0, linked: 0, changes: [], problem: null });
});
