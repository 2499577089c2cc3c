// Who may call what, decided whenever something is called: a program over an image by what the image was linked for, a base
// tool by what it declares, every call by the contracts on both sides of it.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { linkFromRegistry } from "../../src/engine/link.ts";
import { moduleDraft } from "../../src/engine/project/scan.ts";
import { runBundle } from "../../src/engine/run-bundle.ts";
import type { Bundle } from "../../src/linker/index.ts";
import { gives, host, lisp } from "../support/registry.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();

const told: string[] = [];
const hostFunctions = {
  send_mail: ({ to }: { readonly to?: string }) => {
    told.push(String(to));
    return "sent";
  },
};

/** A base tool that calls the tool named by its argument. */
const caller = (name: string, permissions: readonly string[]) => ({
  name: `${name}.js`,
  source: `
    export const meta = {
      name: "${name}", description: "Calls another.", signature: "(callee :string, x :any) -> :any",
      permissions: ${JSON.stringify(permissions)},
    };
    export default async ({ callee, x }, host) => host.tool(callee, { x });`,
});
const double = {
  name: "double.js",
  source: `
    export const meta = { name: "double", description: "Twice.", signature: "(x :int) -> :int", deterministic: true };
    export default ({ x }) => (x === 13 ? "unlucky" : 2 * x);`,
};

let engine: Engine;
beforeEach(() => {
  told.length = 0;
});
beforeAll(async () => {
  engine = await openEngine({
    ...{ registry: ":memory:", hostFunctions, testGrants: ["tool:*"] },
    sandbox: { pool: { size: 1 } },
  });
  for (const source of [
    double,
    { ...double, name: "secret.js", source: double.source.replace('"double"', '"secret"') },
  ])
    await register(await moduleFrom(source));
  await register(await moduleFrom(caller("relay", ["tool:double"])));
  await register(await moduleFrom(caller("chatty", ["tool:*"])));
  await register(await moduleFrom(caller("outer", ["tool:relay"])));
  await register(host("send_mail", "(to :string) -> :string"));
  await register(
    lisp(`(defn notify "Tells everybody." {:signature "(names [:string]) -> [:string]"} [names]
      (vec (map (fn [n] (tool/send-mail {:to n})) names)))`),
  );
  await register(
    lisp(
      `(defn total "Sums." {:signature "(xs [:int]) -> :int"} [xs] (reduce + 0 (map helper xs)))
(defn- helper [x] x)`,
      { main: "total" },
    ),
  );
});

afterAll(() => engine.close());

async function moduleFrom(source: { readonly name: string; readonly source: string }) {
  return moduleDraft(await engine.sandbox().load(source), source.source, source.name);
}

async function register(draft: Parameters<Engine["registry"]["registerTool"]>[0]): Promise<void> {
  const done = await engine.registry.registerTool(draft);
  if (!done.ok) throw new Error(`${done.id}: ${done.problem.message}`);
}

async function image(...roots: string[]): Promise<Bundle> {
  const { bundle, faults } = await linkFromRegistry(engine, { roots });
  if (bundle === null) throw new Error(JSON.stringify(faults));
  return bundle;
}

const run = (bundle: Bundle, work: Parameters<typeof runBundle>[1], sandbox = engine.sandbox) =>
  runBundle(bundle, work, { sandbox, hostFunctions });

describe("a program over an image", () => {
  it.each([
    ["calls", '(do (notify ["a"]) (tool/send-mail {:to "b"}))', "tool/send-mail at 1:21"],
    ["maps", '(map tool/send-mail [{:to "b"}])', "tool/send-mail at 1:6"],
    ["keeps as a value", "(let [f tool/send-mail] f)", "tool/send-mail at 1:9"],
    ["hands to another", '(apply tool/send_mail [{:to "b"}])', "tool/send_mail at 1:8"],
    ["calls in a function of its own", '(defn go [x]\n  (tool/send-mail {:to x}))\n(go "b")', "tool/send-mail at 2:4"],
    ["calls in a branch never taken", '(if false (tool/send-mail {:to "b"}) 1)', "tool/send-mail at 1:12"],
  ])("that %s a tool which came along is refused before anything runs", async (_, program, words) => {
    const refused = await run(await image("notify"), { program });
    expect(refused).toEqual({
      reason: "implicit_access",
      refused: `The program names ${words}, which the image has for its own tools alone.`,
      hint: "It may use notify. Link what else it needs by name.",
    });
    expect(told).toEqual([]);
  });

  it("may not name hidden composed tools, helpers or wrappers either, but its own of the same name", async () => {
    await register(
      lisp(`(defn report "A line." {:signature "(xs [:int]) -> :string"} [xs] (str (tool/total {:xs xs})))`),
    );
    const bundle = await image("report");
    for (const name of ["total", "total--helper", "total--by-map"])
      expect(await run(bundle, { program: `(map ${name} [[1]])` })).toMatchObject({ reason: "implicit_access" });
    expect(await run(bundle, { program: "(report [1 2])" })).toMatchObject({ ok: true, value: "3" });
    expect(await run(bundle, { program: "(let [total 4] total)" })).toMatchObject({ ok: true, value: 4 });
    expect(await run(bundle, { program: '"(total 1)" ; (total 1)' })).toMatchObject({ ok: true });
  });

  it("may define what it likes: a name of the image or the language is its own, and the image's tools keep theirs", async () => {
    const bundle = await image("report");
    const value = async (program: string) => {
      const ran = await run(bundle, { program });
      return "refused" in ran ? ran.reason : ran.ok ? ran.value : ran.error.reason;
    };
    expect(await value("(defn total [xs] 99) [(report [1 2]) (total [1 2])]")).toEqual(["3", 99]);
    expect(await value("(def reduce 1) [(report [1 2]) reduce]")).toEqual(["3", 1]);
    expect(await value("(defn report [xs] (str (count xs))) (report [1 2])")).toBe("2");
    expect(await value("(do (let [x 4] (def map x)) [(report [1 2]) map])")).toEqual(["3", 4]);
    expect(await value("(-> reduce (def 4)) (report [1 2])")).toBe("3");
    expect(await value("(def program--map 2) (def map 1) [(report [1 2]) map program--map]")).toEqual(["3", 1, 2]);
    // A name that is its own is no way to the image's.
    expect(await value("(def total total) (total [1 2])")).not.toBe(3);
    expect(await value("(def total--helper total--helper) (map total--helper [1])")).not.toEqual([1]);
    expect(await value("(-> total (def 1)) (total [1 2])")).toBe("unbound_var");
    expect(await value("(let [f (or total nil)] (f [1 2]))")).toBe("implicit_access");
  });

  it("may call what it sees as it sees it: a composed tool gives no right to a base tool granted under that name", async () => {
    await register(host("mail:out", "(to :string) -> :string", { body: { kind: "host", reference: "send_mail" } }));
    await register(
      lisp(`(defn mail-out "Tells." {:signature "(to :string) -> :string"} [to] (tool/mail.out {:to to}))`),
    );
    const bundle = await image("mail_out");
    expect(await run(bundle, { program: '(mail-out "a")' })).toMatchObject({ ok: true, value: "sent" });
    expect(await run(bundle, { program: '(tool/mail-out {:to "b"})' })).toMatchObject({ reason: "implicit_access" });
    expect(told).toEqual(["a"]);
  });

  it("has its errors where they are in it, and hints name only what it may use", async () => {
    const bundle = await image("report");
    const failed = async (program: string) => {
      const ran = await run(bundle, { program });
      if ("refused" in ran || ran.ok) throw new Error("It is to fail.");
      const { reason, span } = ran.error;
      return [reason, span.line, span.column, program.slice(span.start, span.end)];
    };
    expect(await failed("(report [1])\n(nope 1)")).toEqual(["unbound_var", 2, 2, "nope"]);
    expect(await failed("(def map 1)\n[map (report 1) (/ map 0)]")).toEqual(["contract_error", 2, 6, "(report 1)"]);
    expect(await failed("(def map 1)\n[map (/ map 0)]")).toEqual(["arithmetic_error", 2, 6, "(/ map 0)"]);
    expect(await run(bundle, { program: "(totl 1)" })).toMatchObject({ error: { reason: "unbound_var" } });
    const misspelt = await run(bundle, { program: "(total--helpr 1)" });
    expect("error" in misspelt && misspelt.error.hint).not.toContain("helper");
    const mail = await image("notify", "relay");
    const ran = await run(mail, { program: "(tool/html {})" });
    expect(ran).toMatchObject({ error: { reason: "unknown_tool", hint: "Granted tools: relay." } });
  });

  it("calls what it was linked for, in any way", async () => {
    const bundle = await image("notify", "send_mail");
    const program = '(let [f tool/send-mail] [(f {:to "a"}) (map tool/send_mail [{:to "b"}]) (notify ["c"])])';
    expect(await run(bundle, { program })).toMatchObject({ ok: true, value: ["sent", ["sent"], ["sent"]] });
    expect(told).toEqual(["a", "b", "c"]);
  });
});

describe("a base tool that calls another", () => {
  const call = async (root: string, args: Readonly<Record<string, unknown>>) =>
    run(await image(root), { call: root, args });

  it("has what it declares with it in the image, and calls it", async () => {
    const bundle = await image("relay");
    expect(bundle.hidden.map((tool) => tool.id)).toEqual(["double"]);
    expect(bundle.baseTools.find((tool) => tool.id === "relay")?.calls).toEqual({ double: "double" });
    const ran = await run(bundle, { call: "relay", args: { callee: "double", x: 4 } });
    expect(ran).toMatchObject({ ok: true, value: 8 });
  });

  it("is refused what it does not declare, though its permission and the grant would allow it", async () => {
    const bundle = await image("chatty", "secret");
    const ran = await run(bundle, { call: "chatty", args: { callee: "secret", x: 4 } });
    expect(ran).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("The tool secret may not be called: chatty does not need it.") },
    });
  });

  it("is refused what it declares when nobody grants it", async () => {
    const nothing = await openEngine({ registry: ":memory:", sandbox: { pool: { size: 1 } } });
    onTestFinished(() => nothing.close());
    const bundle = await image("relay");
    const ran = await run(bundle, { call: "relay", args: { callee: "double", x: 4 } }, nothing.sandbox);
    expect(ran).toMatchObject({ ok: false, error: { message: expect.stringContaining("tool:double") } });
  });

  it("cannot reach through another what neither declares", async () => {
    const bundle = await image("outer", "secret");
    const through = (callee: string) =>
      run(bundle, { program: `(tool/outer {:callee "relay" :x {:callee "${callee}"}})` });
    // relay is called with arguments that do not fit: the contract holds inside too.
    expect(await through("secret")).toMatchObject({ ok: false, error: { message: expect.stringContaining("callee") } });
    const direct = await run(bundle, { call: "outer", args: { callee: "secret", x: 1 } });
    expect(direct).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("outer does not declare tool:secret") },
    });
  });

  it("is held to the same at the gates, where others were loaded before it", async () => {
    const cases = [gives({ callee: "secret", x: 1 }, 2)];
    const chatty = await moduleFrom(caller("chatty_too", ["tool:*"]));
    const done = await engine.registry.registerTool(chatty, { cases });
    expect(done).toMatchObject({
      ok: false,
      problem: { reason: "suite_failed", message: expect.stringContaining("chatty_too does not need it") },
    });
    const relay = await moduleFrom(caller("relay_too", ["tool:double"]));
    expect(await engine.registry.registerTool(relay, { cases: [gives({ callee: "double", x: 3 }, 6)] })).toMatchObject({
      ok: true,
      health: "green",
    });
  });

  it("and composed tools that call it are run with all that it calls", async () => {
    await register(
      lisp(
        `(defn twice "Twice, by a detour." {:signature "(x :int) -> :int"} [x] (tool/relay {:callee "double" :x x}))`,
      ),
    );
    expect(await engine.registry.addCase("twice", gives({ x: 5 }, 10))).toMatchObject({ ok: true });
    expect(await call("twice", { x: 6 })).toMatchObject({ ok: true, value: 12 });
  });
});

describe("contracts", () => {
  it("of a call from outside: arguments that do not fit are refused, with a signature in the text or without", async () => {
    const bundle = await image("notify");
    const wrong = await run(bundle, { call: "notify", args: { names: ["a", 2] } });
    expect(wrong).toMatchObject({ ok: false, error: { reason: "contract_error" } });
    expect(await run(bundle, { call: "notify", args: {} })).toMatchObject({ ok: false });
    expect(told).toEqual([]);
    const body = { kind: "lisp", code: "(defn plain [x] x)", main: "plain", file: "p.clj" } as const;
    await register({ id: "plain", signature: "(x :int) -> :any", body });
    const refused = await run(await image("plain"), { call: "plain", args: { x: "one" } });
    const remark = "(defn plain-too [x]\n  ; its :signature is elsewhere\n  x)";
    await register({
      id: "plain_too",
      signature: "(x :int) -> :any",
      body: { ...body, code: remark, main: "plain-too" },
    });
    const called = await run(await image("plain_too"), { call: "plain_too", args: { x: "one" } });
    expect(called).toMatchObject({ reason: "bad_arguments" });
    expect(refused).toMatchObject({ reason: "bad_arguments", refused: expect.stringContaining("plain@1.0.0") });
  });

  it("of its answer: something else than promised is an error, of base and composed tools alike", async () => {
    const body = '[x] (if (= x 13) "unlucky" x))';
    await register(lisp(`(defn sometimes "A number." {:signature "(x :int) -> :int"} ${body}`));
    // Here only the registry knows what is promised.
    const unsigned = { kind: "lisp", code: `(defn unsigned ${body}`, main: "unsigned", file: "u.clj" } as const;
    await register({ id: "unsigned", signature: "(x :int) -> :int", body: unsigned });
    const reasons: unknown[] = [];
    for (const id of ["sometimes", "unsigned", "double"]) {
      const bundle = await image(id);
      expect(await run(bundle, { call: id, args: { x: 2 } })).toMatchObject({ ok: true });
      const ran = await run(bundle, { call: id, args: { x: 13 } });
      expect(ran).toMatchObject({ ok: false, error: { message: expect.stringContaining(id) } });
      reasons.push("error" in ran && ran.error.reason);
    }
    expect(reasons).toEqual(["contract_error", "tool_error", "tool_error"]);
  });

  it("of a nested call: what a tool passes to another, and what it gets back", async () => {
    const bundle = await image("relay");
    const nested = (x: unknown) => run(bundle, { call: "relay", args: { callee: "double", x } });
    expect(await nested("four")).toMatchObject({ ok: false, error: { message: expect.stringContaining("double") } });
    expect(await nested(13)).toMatchObject({ ok: false, error: { message: expect.stringContaining("double") } });
  });
});
