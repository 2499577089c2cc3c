// The engine's link as a host uses it: a registry in, a bundle out, its tools handed to programs that call tools in their
// own way, and a preflight before it is handed out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import {
  anthropicTools,
  decide,
  decisionText,
  draftsOf,
  inputOf,
  link,
  openAiTools,
  openEngine,
  plainTools,
  problemOf,
  readRepro,
  readToolFile,
  reproOf,
  reproText,
  runBundle,
  vercelTools,
} from "../../src/node.ts";

const text = `(defn- words [text] (str/split text #" "))
(defn count-words "Counts words." {:signature "(text :string) -> :int" :capability "counting" :deterministic true} [text]
  (count (words text)))
(defn mark "Marks it." {:signature "(text :string) -> :string" :capability "marking"} [text] (tool/host-mark {:text text}))`;

/** What the host's function adds. */
let added = "!";
async function opened() {
  added = "!";
  const engine = await openEngine({
    registry: ":memory:",
    hostFunctions: { mark: ({ text }: Record<string, unknown>) => `${text as string}${added}` },
  });
  const host = { id: "host_mark", description: "Adds a mark.", signature: "(text :string) -> :string" } as const;
  const cases = [{ input: { text: "a" }, expected: { kind: "value", value: "a!" }, tags: ["smoke"] }] as const;
  const [counting, marking] = draftsOf(readToolFile(text, "w.clj"));
  await engine.registry.registerTool({ ...host, body: { kind: "host", reference: "mark" } }, { cases });
  await engine.registry.registerTool(counting!);
  await engine.registry.registerTool(marking!, { cases });
  return engine;
}

it("links from the registry, and its bundle is tools for any host", async () => {
  const engine = await opened();
  try {
    const { bundle } = await engine.link({ roots: ["counting"], tags: ["EU"], model: "m-1", budget: 400 });
    expect(bundle).toMatchObject({
      context: { tags: ["EU"], model: "m-1" },
      tokens: { counter: "o200k_base", budget: 400 },
    });
    const call = async (id: string, args: unknown) => {
      const run = await runBundle(
        bundle!,
        { call: id, args: args as Record<string, unknown> },
        {
          sandbox: engine.sandbox,
        },
      );
      return "refused" in run ? run.refused : run.ok ? run.value : run.error.message;
    };
    const parameters = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    expect(plainTools(bundle!)).toMatchObject({ systemPrompt: "", tools: [{ name: "count_words", parameters }] });
    expect(openAiTools(bundle!)[0]!.function).toMatchObject({ name: "count_words", parameters });
    expect(anthropicTools(bundle!)[0]).toMatchObject({ name: "count_words", input_schema: parameters });
    const tools = vercelTools(bundle!, (schema) => schema, call);
    expect(await tools.count_words!.execute({ text: "to be or" })).toBe(3);
    expect(await tools.count_words!.execute({ text: 5 })).toBe(
      "count-words: argument text expected :string, got 5 (an integer).",
    );
  } finally {
    await engine.close();
  }
});

it("takes the highest version in a range that links, and one before a release only when it is asked for", async () => {
  const engine = await openEngine({ registry: ":memory:" });
  try {
    const version = (number: string) =>
      `(defn b "B." {:signature "() -> :string" :version "${number}"} [] "${number}")`;
    for (const number of ["1.4.0", "1.5.0", "1.6.0-beta.1", "2.0.0"]) {
      const [draft] = draftsOf(readToolFile(version(number), "b.clj"));
      expect(await engine.registry.registerTool(draft!)).toMatchObject({ ok: true });
      if (number === "1.5.0") await engine.registry.markHealth("b", "red", "wrong");
    }
    const linked = async (root: string, force: readonly string[] = []) => {
      const { bundle, faults } = await engine.link({ roots: [root], force });
      return bundle?.lock.tools.b?.version ?? faults.map((fault) => fault.code);
    };
    expect(await linked("b")).toBe("2.0.0");
    expect(await linked("b@^1")).toBe("1.4.0");
    expect(await linked("b@^1", ["b"])).toBe("1.5.0");
    expect(await linked("b@1.6.0-beta.1")).toBe("1.6.0-beta.1");
    expect(await linked("b@1.5.0")).toEqual(["quarantined"]);
    expect(await linked("b@^1.5.1")).toEqual(["version_not_found"]);
  } finally {
    await engine.close();
  }
});

it("what the house denies by now links no more, whatever was registered before", async () => {
  const registry = join(mkdtempSync(join(tmpdir(), "ptc-deny-")), "registry.db");
  const tool = (id: string, permission: string) => ({
    ...{ id, description: "Reads.", signature: "() -> :any", permissions: [permission] },
    body: { kind: "host", reference: "read" } as const,
  });
  const hostFunctions = { read: () => null };
  const before = await openEngine({ registry, hostFunctions });
  await before.registry.registerTool(tool("hosts", "filesystem:read:/etc/hosts"));
  await before.registry.registerTool(tool("page", "http:fetch:api.example.com"));
  await before.registry.registerTool(tool("any", "filesystem:read:/**"));
  await before.close();
  const after = await openEngine({ registry, hostFunctions, deny: ["filesystem:read:/etc/**"] });
  try {
    const trace = await after.link({ roots: ["hosts", "page", "any"] });
    const denied = { code: "permission_denied", id: "hosts", permission: "filesystem:read:/etc/hosts", denied: true };
    expect(trace.faults).toMatchObject([denied]);
    // A record of the link is refused as well, and what a rule leaves something of is the host's to hold to.
    expect(link(inputOf(readRepro(reproText(reproOf(trace)))!)).faults).toMatchObject([denied]);
    expect((await after.link({ roots: ["page", "any"] })).bundle).not.toBeNull();
    const allow = ["filesystem:*"];
    const both = await after.link({ roots: ["hosts", "page"], policy: { allow } });
    expect(both.faults).toMatchObject([denied, { code: "permission_denied", id: "page", denied: false }]);
  } finally {
    await after.close();
    rmSync(dirname(registry), { recursive: true });
  }
});

it("an archived tool is brought back, not made again", async () => {
  const engine = await openEngine({ registry: ":memory:" });
  try {
    const half = '(defn half "Halves." {:signature "(n :int) -> :any"} [n] (/ n 2))';
    const report = '(defn report "Reports." {:signature "(n :int) -> :any"} [n] (half n))';
    for (const code of [half, report]) await engine.registry.registerTool(draftsOf(readToolFile(code, "a.clj"))[0]!);
    expect(await engine.registry.archive({ kind: "tool", id: "half", reason: "unused", force: true })).toMatchObject({
      ok: true,
    });
    const trace = await engine.link({ roots: ["report"] });
    expect(trace.faults).toMatchObject([{ code: "archived_tool", id: "half", path: [{ name: "report" }] }]);
    const [problem] = trace.faults.map(problemOf);
    expect(problem).toMatchObject({ hint: "Bring it back: ptc restore half. Or name another tool.", at: { line: 1 } });
    expect(await engine.decide(trace)).toMatchObject({
      decision: "fix",
      phases: [[{ do: "fix" }], [{ do: "execute" }]],
    });
    expect(link(inputOf(JSON.parse(reproText(reproOf(trace))))).faults.map(problemOf)).toEqual([problem]);
  } finally {
    await engine.close();
  }
});

it("a decision to repair says which cases fail, and how", async () => {
  const engine = await openEngine({ registry: ":memory:" });
  try {
    const code = `(defn half "Halves." {:signature "(n :int) -> :any"} [n] (/ n 2))
(defn report "Reports." {:signature "(n :int) -> :any"} [n] (half n))`;
    for (const draft of draftsOf(readToolFile(code, "half.clj"))) await engine.registry.registerTool(draft);
    const value = (n: number, result: unknown) =>
      ({ input: { n }, expected: { kind: "value", value: result }, description: `half of ${n}` }) as const;
    for (const one of [value(4, 2), value(3, 1)]) await engine.registry.addCase("half", one);
    const trace = await engine.link({ roots: ["report"] });
    const decision = await engine.decide(trace);
    const failing = [{ description: "half of 3", input: { n: 3 }, expected: "1", actual: "1.5" }];
    expect(decision.phases[0]).toMatchObject([{ do: "repair", tool: "half", neededBy: ["report"], failing }]);
    expect(decisionText(decision)).toContain('half of 3\n    input     {"n":3}\n    expected  1\n    actual    1.5\n');
    expect(decide(trace).phases[0]).toMatchObject([{ do: "repair", failing: [] }]);
  } finally {
    await engine.close();
  }
});

it("a lock keeps the version of a capability's implementation, and one image has one version of it", async () => {
  const engine = await openEngine({ registry: ":memory:" });
  try {
    const register = async (version: string): Promise<void> => {
      const code = `(defn b "B." {:signature "() -> :string" :capability "bees" :version "${version}"} [] "${version}")`;
      expect(await engine.registry.registerTool(draftsOf(readToolFile(code, "b.clj"))[0]!)).toMatchObject({ ok: true });
    };
    await register("1.0.0");
    const { lock } = await engine.link({ roots: ["bees"] });
    await register("2.0.0");
    const kept = await engine.link({ roots: ["bees"], lock, locked: true });
    expect([kept.faults, kept.warnings.map(({ code }) => code)]).toEqual([[], ["unproven"]]);
    expect(kept.lock).toEqual(lock);
    const both = await engine.link({ roots: ["b@^1", "bees"] });
    expect(both.lock.references).toEqual({ b: "b@1.0.0", bees: "b@1.0.0" });
    expect(both.bundle!.prelude).toContain("b@1.0.0");
  } finally {
    await engine.close();
  }
});

it("runs smoke cases before handing an image out: what fails is red, and not linked", async () => {
  const engine = await opened();
  try {
    const fine = await engine.link({ roots: ["marking"], preflight: true });
    expect(fine.bundle!.preflight).toEqual([
      { tool: "host_mark", version: "1.0.0", passed: 1, failed: 0 },
      { tool: "mark", version: "1.0.0", passed: 1, failed: 0 },
    ]);
    added = "?";
    expect((await engine.link({ roots: ["marking"] })).faults).toEqual([]);
    const { bundle, faults } = await engine.link({ roots: ["marking"], preflight: true });
    expect([bundle, faults.map((f) => f.code)]).toEqual([null, ["quarantined"]]);
    // Somebody else can do it now: the capability falls to them, and they are tried as well.
    const other =
      '(defn plain-mark "Marks." {:signature "(text :string) -> :string" :capability "marking"} [text] (str text "!"))';
    const cases = [{ input: { text: "a" }, expected: { kind: "value", value: "a!" } }] as const;
    await engine.registry.registerTool(draftsOf(readToolFile(other, "o.clj"))[0]!, { cases });
    const again = await engine.link({ roots: ["marking"], preflight: true });
    expect(again.bundle).toMatchObject({
      visible: [{ id: "plain_mark" }],
      preflight: [{ tool: "plain_mark", passed: 1, failed: 0 }],
    });
  } finally {
    await engine.close();
  }
});

it("calls of a flaky tool are tried again as its record says, those of a stateful one never", async () => {
  let calls = 0;
  const failing = () => {
    calls++;
    throw new Error("down");
  };
  const hostFunctions = { send: failing, fetch: failing };
  const engine = await openEngine({ registry: ":memory:", hostFunctions });
  try {
    const host = (id: string) => ({ id, signature: "() -> :string", body: { kind: "host", reference: id } }) as const;
    await engine.registry.registerTool({ ...host("send"), stateful: true });
    await engine.registry.registerTool(host("fetch"));
    for (const id of ["send", "fetch"]) await engine.registry.markHealth(id, "flaky", "seen");
    const attemptsOf = async (id: string): Promise<number> => {
      const { bundle } = await engine.link({ roots: [id] });
      calls = 0;
      await runBundle(bundle!, { call: id, args: {} }, { sandbox: engine.sandbox, hostFunctions });
      return calls;
    };
    expect(await attemptsOf("send")).toBe(1);
    // Without a record half of the calls are thought to fail.
    expect(await attemptsOf("fetch")).toBe(5);
    // 18 of 20: about an eighth fails, of which two attempts would leave a fiftieth and three leave less than a hundredth.
    const trials = Array.from(
      { length: 20 },
      (_, i) => ({ kind: "tool", id: "fetch", success: i % 10 !== 5 }) as const,
    );
    await engine.registry.recordTrials(trials);
    expect(await attemptsOf("fetch")).toBe(3);
  } finally {
    await engine.close();
  }
});

it("a tool of one text with another calls that one, unless it was registered knowing a tool of that name", async () => {
  const file = `(defn- total [n] (price n))
(defn price "P." {:signature "(n :int) -> :int"} [n] (* 2 n))
(defn order "O." {:signature "(n :int) -> :int"} [n] (total n))
(defn bill "B." {:signature "(n :int) -> :int"} [n] (total n))`;
  const [, order, bill] = draftsOf(readToolFile(file, "a.clj"));
  const [price] = draftsOf(readToolFile('(defn price "P." {:signature "(n :int) -> :int"} [n] (* 100 n))', "b.clj"));
  const gives = (value: number) => ({ cases: [{ input: { n: 1 }, expected: { kind: "value", value } as const }] });
  const engine = await openEngine({ registry: ":memory:" });
  try {
    expect(await engine.registry.registerTool(order!, gives(2))).toMatchObject({ ok: true, health: "green" });
    expect(await engine.registry.registerTool(price!, gives(100))).toMatchObject({ ok: true, health: "green" });
    expect(await engine.registry.registerTool(bill!, gives(100))).toMatchObject({ ok: true, health: "green" });
    expect(await engine.registry.runSuite("order")).toMatchObject({ ok: true, value: { health: "green" } });
    for (const roots of [
      ["order", "price", "bill"],
      ["bill", "price", "order"],
    ]) {
      const trace = await engine.link({ roots });
      const again = link(inputOf(readRepro(reproText(reproOf(trace)))!));
      for (const { bundle } of [trace, again]) {
        const call = async (id: string) =>
          runBundle(bundle!, { call: id, args: { n: 1 } }, { sandbox: engine.sandbox });
        expect(await call("order")).toMatchObject({ ok: true, value: 2 });
        expect(await call("bill")).toMatchObject({ ok: true, value: 100 });
        expect(await call("price")).toMatchObject({ ok: true, value: 100 });
      }
    }
    const preludes = [
      ["order", "price", "bill"],
      ["bill", "price", "order"],
    ].map(async (roots) => (await engine.link({ roots })).prelude?.text);
    expect(await preludes[0]).toBe(await preludes[1]);
  } finally {
    await engine.close();
  }
});

it("tools of one text that were registered one before the other are linked as one text", async () => {
  const file = `(def rate 2)
(defn price "P." {:signature "(n :int) -> :int"} [n] (* rate n))
(defn order "O." {:signature "(n :int) -> :int"} [n] (+ rate (price n)))`;
  const [price, order] = draftsOf(readToolFile(file, "a.clj"));
  const engine = await openEngine({ registry: ":memory:" });
  try {
    for (const draft of [order!, price!]) expect(await engine.registry.registerTool(draft)).toMatchObject({ ok: true });
    const { prelude } = await engine.link({ roots: ["order", "price"] });
    expect(prelude?.text.match(/\(def /g)).toHaveLength(1);
    expect(prelude?.text.match(/\(defn /g)).toHaveLength(2);
  } finally {
    await engine.close();
  }
});
