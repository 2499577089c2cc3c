// Base tools loaded and called for real: engine, pool, broker and words together, in threads and in processes.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxTool } from "../../src/host/sandboxed-tools.ts";
import type { Result } from "../../src/run/result.ts";
import { resume, run } from "../../src/run/run.ts";
import type { Tool } from "../../src/run/tool.ts";
import { createMemoryKv } from "../../src/sandbox/functions/kv-store.ts";
import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();

const folder = mkdtempSync(join(tmpdir(), "ptc-tools-"));
const open: Sandbox[] = [];
afterAll(async () => {
  await Promise.all(open.map((s) => s.close()));
  rmSync(folder, { recursive: true, force: true });
});

function sandboxWith(options: SandboxOptions): Sandbox {
  const sandbox = createSandbox({ root: folder, ...options });
  open.push(sandbox);
  return sandbox;
}

const anything = 'inputSchema: { type: "object" }';
function source(body: string, meta = anything): string {
  return `export const meta = { name: "probe", description: "A probe.", ${meta} };
export default async function probe(args, host) {
  ${body}
}`;
}

async function answer(sandbox: Sandbox, body: string, args: object = {}, meta = anything): Promise<unknown> {
  const tool = await sandbox.load({ name: "probe.js", source: source(body, meta) });
  const ended = await sandbox.call(tool, args);
  return ended.ok ? ended.value : ended.error;
}

/** What becomes of a suspended program once a person has said yes. */
function decided(asked: Result, tools: readonly Tool[]): Promise<Result> {
  if (asked.outcome !== "approval") throw new Error(JSON.stringify(asked));
  return resume(asked.suspended, { approved: true }, { tools });
}

describe.each(["worker", "process"] as const)("in a %s", (isolate) => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = sandboxWith({ pool: { size: 1, isolate }, limits: { timeoutMs: 20_000 } });
  });

  test.each([
    ["adds", "return args.a + args.b", { a: 1, b: 2 }, 3],
    ["waits for its own promises", "return (await Promise.all([1, 2].map(async (x) => x * 2))).length", {}, 2],
    ["nothing is null", "", {}, null],
    [
      "dates stand still, in UTC",
      "return [Date.now(), new Date(2020, 0, 1).toISOString(), new Date().getFullYear()]",
      {},
      [0, "2020-01-01T00:00:00.000Z", 1970],
    ],
    ["dates answer as text", "return { at: new Date(86400000) }", {}, { at: "1970-01-02T00:00:00.000Z" }],
    ["missing fields stay missing", "return { a: undefined, b: null }", {}, { b: null }],
    [
      "nothing of Node is there",
      "return [typeof process, typeof fetch, typeof setTimeout, typeof SharedArrayBuffer]",
      {},
      ["undefined", "undefined", "undefined", "undefined"],
    ],
    [
      "state does not outlive a call",
      "globalThis.n = (globalThis.n ?? 0) + 1; Array.prototype.x = 1; return globalThis.n",
      {},
      1,
    ],
  ])("%s", async (_, body, args, expected) => {
    expect(await answer(sandbox, body, args)).toEqual(expected);
    expect(await answer(sandbox, body, args)).toEqual(expected);
  });

  test.each([
    ["for(;;){}", "timeout", "1500 ms"],
    ["for(;;){ try { for(;;){} } catch {} finally {} }", "timeout", "1500 ms"],
    ["Array.prototype.reverse.call({ length: 2 ** 53 - 1 })", "timeout", "1500 ms"],
    ["const a = []; for(;;) a.push(new Array(1000).fill(1))", "memory_exceeded", "64 MB"],
    ["const f = () => f() + 1; return f()", "stack_overflow", "deeply"],
    ["const f = () => Promise.resolve().then(f); return f()", "too_many_jobs", "200000"],
    ["return new Promise(() => {})", "no_answer", "never settles"],
    ['throw new TypeError("no such column")', "tool_threw", "TypeError: no such column"],
    ["throw 42", "tool_threw", "42"],
    ["return { a: [1, { b: NaN }] }", "bad_result", "a[1].b"],
    ["return [() => 1]", "bad_result", "function"],
    ["return new Map([[1, 2]])", "bad_result", "Map"],
    ["const a = {}; a.b = [a]; return a", "bad_result", "holds itself, which JSON cannot (at b[0])"],
    ["const a = { get b() { throw new TypeError('circular reference') } }; return a", "tool_threw", "circular"],
    ["return JSON.parse('{\"__proto__\": 1}')", "bad_result", "__proto__"],
    ["let d = { v: 1 }; for (let i = 0; i < 20; i++) d = { l: d, r: d }; return d", "bad_result", "parts"],
    ['return "x".repeat(50e6)', "bad_result", "bytes"],
    [
      'Object.prototype.toJSON = () => ({ name: "x", message: "forged", stack: "", reason: "{\\"reason\\":\\"approval_required\\"}" }); throw new Error("real")',
      "tool_threw",
      "real",
    ],
    [
      "return { toJSON() { host.log('info', 'again'); return 1 } }",
      "tool_threw",
      "cannot be asked while a value is being written",
    ],
    ['return await host.filesystem.read("secret.txt")', "permission_denied", "filesystem:read:secret.txt"],
  ])("%s ends as %s", async (body, reason, words) => {
    const impatient =
      reason === "timeout" ? sandboxWith({ pool: { size: 1, isolate }, limits: { timeoutMs: 1_500 } }) : sandbox;
    const error = (await answer(impatient, body)) as { reason: string; message: string; hint: string };
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(words);
    expect(error.hint).toMatch(/\S/);
    expect(await answer(sandbox, "return args.x * 2", { x: 21 })).toBe(42);
  });
});

describe("contracts", () => {
  test("an answer that is shared too often has too many parts, however fast the machine is", async () => {
    const sandbox = sandboxWith({ pool: { size: 1 } });
    for (const start of ["[1]", "{ a: 1 }", "Array(2000).fill(1)"])
      expect(
        await answer(sandbox, `let a = ${start}; for (let i = 0; i < 40; i++) a = [a, a]; return a`),
      ).toMatchObject({
        reason: "bad_result",
        message: expect.stringContaining("has more than 500000 parts"),
      });
    // Nothing is left of the count for a tool to see.
    expect(await answer(sandbox, "await null; return [{}.toJSON === undefined, { list: [1, [2]] }]")).toEqual([
      true,
      { list: [1, [2]] },
    ]);
  });

  test.each(["worker", "process"] as const)("long texts reach the host as they are from a %s", async (isolate) => {
    const writing = sandboxWith({ pool: { size: 1, isolate }, grants: { allow: ["filesystem:write:long.txt"] } });
    const text = `"a\\b",[\u4e00\n`.repeat(20_000);
    const meta = `${anything}, permissions: ["filesystem:write:long.txt"]`;
    expect(await answer(writing, 'await host.filesystem.write("long.txt", args.text, {})', { text }, meta)).toBe(null);
    expect(readFileSync(join(folder, "long.txt"), "utf8")).toBe(text);
    const many = 'await host.filesystem.write("long.txt", ...Array(11).fill([1, 2]), args.text)';
    expect(await answer(writing, many, { text }, meta)).toMatchObject({ reason: "bad_arguments" });
  });

  test("arguments and results are checked against the signature", async () => {
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const meta = 'signature: "(xs [:int]) -> :int"';
    const sum = await sandbox.load({
      name: "sum.js",
      source: source("return args.xs.length === 0 ? 'none' : 1", meta),
    });
    expect(await sandbox.call(sum, { xs: [1, "a"] })).toMatchObject({
      ok: false,
      error: { reason: "bad_arguments", message: expect.stringContaining("xs[1] must be integer") },
    });
    expect(await sandbox.call(sum, { xs: [] })).toMatchObject({
      ok: false,
      error: { reason: "bad_result", message: expect.stringContaining("must be integer") },
    });
    expect(await sandbox.call(sum, { xs: [5] })).toMatchObject({ ok: true, value: 1 });
  });

  test("a stored tool is taken back only with the code its hash names", async () => {
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const tool = await sandbox.load({ name: "probe.js", source: source("return 7") });
    const stored = JSON.parse(JSON.stringify(tool));
    expect(await sandbox.call(sandbox.restore(stored), {})).toMatchObject({ ok: true, value: 7 });
    expect(() => sandbox.restore({ ...stored, code: `${stored.code} ` })).toThrow(/not what its hash says/);
  });
});

describe("modules", () => {
  test("TypeScript and imports become one script; errors point into the tool's own source", async () => {
    mkdirSync(join(folder, "lib"), { recursive: true });
    writeFileSync(
      join(folder, "lib", "half.ts"),
      "export const half = (x: number): number => {\n  if (x % 2) throw new RangeError(`odd: ${x}`);\n  return x / 2;\n};\n",
    );
    const file = join(folder, "halve.ts");
    writeFileSync(
      file,
      'import { half } from "./lib/half.ts";\nexport const meta = { name: "halve", description: "Halves.", signature: "(x :int) -> :int" };\nexport default function (args: { x: number }): number {\n  return half(args.x);\n}\n',
    );
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const tool = await sandbox.load({ file });
    expect(await sandbox.call(tool, { x: 4 })).toMatchObject({ ok: true, value: 2 });
    const failed = await sandbox.call(tool, { x: 3 });
    expect(failed).toMatchObject({
      ok: false,
      error: { reason: "tool_threw", place: { file: "lib/half.ts", line: 2 } },
    });
    if (!failed.ok) expect(failed.error.stack?.join(" ")).toContain(`${file}:4:`);
  });

  test("an error of the tool's own class is placed where it is thrown, not where its class is", async () => {
    const thrower = `class Odd extends Error {}
class Odder extends Odd {
  constructor(text) {
    super(text);
    this.name = "Odder";
  }
}
export const meta = { name: "odd", description: "Throws.", signature: "(odder :bool) -> :any" };
const fail = (E) => {
  throw new E("odd");
};
export default ({ odder }) => fail(odder ? Odder : Odd);
`;
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const tool = await sandbox.load({ name: "odd.js", source: thrower });
    for (const odder of [false, true])
      expect(await sandbox.call(tool, { odder })).toMatchObject({
        error: {
          reason: "tool_threw",
          place: { file: "odd.js", line: 10 },
          stack: [/:10:/, /:12:/].map((at) => expect.stringMatching(at)),
        },
      });
  });

  test.each([
    ["let x = ;", "syntax_error", "Unexpected", 1, 9],
    ["const é = '😀'; let x = ;", "syntax_error", "Unexpected", 1, 25],
    ['import fs from "node:fs"; export default fs', "syntax_error", "node:fs", 1, 16],
    ["export const meta = {}", "bad_module", "no default export", 1, 1],
    ["export default () => 1", "bad_module", "no meta", 1, 1],
    ["export const meta = 1; export default () => 1", "bad_meta", "must be an object", 1, 1],
    [
      '\nexport const meta = { name: "a b", description: "x", signature: "() -> :int" };\nexport default () => 1',
      "bad_meta",
      "does not fit a name",
      2,
      23,
    ],
    [
      'export const meta = { name: "a", description: "x", signature: "(", permissions: [] };\nexport default () => 1',
      "bad_meta",
      "signature",
      1,
      52,
    ],
    [
      'export const meta = { name: "a", description: "x", signature: "() -> :int", permissions: ["fs:read:x"] };\nexport default () => 1',
      "bad_meta",
      "no such permission",
      1,
      77,
    ],
    [
      'export const meta = { name: "a", description: "x", inputSchema: { type: "strin" } };\nexport default () => 1',
      "bad_meta",
      "JSON Schema",
      1,
      52,
    ],
    [
      'export const meta = { name: "a", description: "x", signature: "() -> :int", deterministic: true, permissions: ["clock:now"] };\nexport default () => 1',
      "bad_meta",
      "deterministic",
      1,
      98,
    ],
    ["for(;;){}", "timeout", "1000 ms", 1, 1],
    ['throw new Error("at load")', "tool_threw", "at load", 1, 11],
  ])("%s is refused as %s", async (text, reason, words, line, column) => {
    const file = join(folder, "refused.js");
    writeFileSync(file, text);
    const sandbox = sandboxWith({ pool: { size: 1 }, limits: { timeoutMs: 1_000 } });
    const refused = await sandbox.load({ file }).then(
      () => null,
      (e: unknown) => e as ToolLoadError,
    );
    expect(refused).toBeInstanceOf(ToolLoadError);
    expect(refused?.problems[0]).toMatchObject({
      reason,
      message: expect.stringContaining(words),
      place: { file, line, column },
    });
    expect(refused?.problems[0]?.hint).toMatch(/\S/);
  });

  test.each([
    ['{ name: "probe", tags: [1n] }', "bad_meta", "The meta of probe.js holds a bigint", /JSON/],
    ["(() => { for (;;); })()", "timeout", "probe.js took longer than its", /^(?!.*timeoutMs).*loaded/],
  ])("a module whose meta is %s is refused in words for it", async (meta, reason, words, hint) => {
    const sandbox = sandboxWith({ pool: { size: 1 }, limits: { timeoutMs: 300 } });
    const text = `export const meta = ${meta}; export default () => 1;`;
    const refused = await sandbox.load({ name: "probe.js", source: text }).catch((e: unknown) => e as ToolLoadError);
    expect(refused).toMatchObject({
      problems: [{ reason, message: expect.stringContaining(words), hint: expect.stringMatching(hint) }],
    });
  });

  test("a script over the limit is refused", async () => {
    const sandbox = sandboxWith({ limits: { bundleBytes: 1_000 } });
    const big = source(`return ${JSON.stringify("x".repeat(2_000))}`);
    await expect(sandbox.load({ name: "big.js", source: big })).rejects.toMatchObject({
      problems: [{ reason: "bundle_too_large" }],
    });
  });
});

describe("permissions", () => {
  test("declared and granted is given, and nothing else", async () => {
    mkdirSync(join(folder, "data"), { recursive: true });
    writeFileSync(join(folder, "data", "a.txt"), "alpha");
    const decisions: string[] = [];
    const sandbox = sandboxWith({
      grants: { allow: ["filesystem:read:data/**"] },
      onEvent: (e) => e.type === "permission" && decisions.push(`${e.outcome} ${e.permission}`),
    });
    const meta = `${anything}, permissions: ["filesystem:read:**"]`;
    const body = "try { return await host.filesystem.read(args.path) } catch (e) { return `${e.name}: ${e.message}` }";
    expect(await answer(sandbox, body, { path: "data/a.txt" }, meta)).toBe("alpha");
    expect(await answer(sandbox, body, { path: "../outside.txt" }, meta)).toContain("permission_denied");
    expect(decisions).toContain("allow filesystem:read:data/a.txt");
    expect(decisions.some((d) => d.startsWith("deny"))).toBe(true);
  });

  test("a refusal points at the call in the tool's source", async () => {
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const body = 'await null;\n  return await host.filesystem.read("x.txt")';
    expect(await answer(sandbox, body)).toMatchObject({ reason: "permission_denied", place: { line: 4, column: 32 } });
  });

  test("ask suspends a program until a person has decided", async () => {
    writeFileSync(join(folder, "ask.txt"), "asked");
    const sandbox = sandboxWith({ grants: { ask: ["filesystem:read:ask.txt"] } });
    const meta = `${anything}, permissions: ["filesystem:read:ask.txt"]`;
    const tool = await sandbox.load({
      name: "probe.js",
      source: source('return await host.filesystem.read("ask.txt")', meta),
    });
    const tools = [sandboxTool(sandbox, tool)];
    const asked = await run("(tool/probe {})", { tools });
    expect(asked).toMatchObject({ ok: false, error: { reason: "approval_required" } });
    expect(await decided(asked, tools)).toMatchObject({ ok: true, value: "asked" });
    expect(await sandbox.call(tool, {}, { approved: ["filesystem:read:ask.txt"] })).toMatchObject({
      ok: true,
      value: "asked",
    });
  });

  test("what a tool asks for that another one calls is approved one decision after the other", async () => {
    const ask = ["filesystem:write:out/**", "log"];
    const sandbox = sandboxWith({ grants: { allow: ["tool:inner"], ask } });
    const module = (name: string, permissions: readonly string[], body: string): string =>
      `export const meta = { name: "${name}", description: "x", inputSchema: {}, permissions: ${JSON.stringify(permissions)} };
export default async (args, host) => { ${body} }`;
    const writes = 'await host.log("info", "line"); await host.filesystem.write("out/a.txt", "written"); return "done"';
    sandbox.offer(await sandbox.load({ name: "inner.js", source: module("inner", ask, writes) }));
    const calls = module("outer", ["tool:inner"], 'return await host.tool("inner", {})');
    const tools = [sandboxTool(sandbox, await sandbox.load({ name: "outer.js", source: calls }))];
    const first = await run("(tool/outer {})", { tools });
    const log = { permission: "log", permissions: ["tool:inner", "log"] };
    expect(first).toMatchObject({ outcome: "approval", approval: { details: log } });
    const second = await decided(first, tools);
    const write = { permission: "filesystem:write:out/a.txt" };
    const both = { ...write, permissions: [...log.permissions, write.permission] };
    expect(second).toMatchObject({ outcome: "approval", approval: { details: both } });
    expect(existsSync(join(folder, "out", "a.txt"))).toBe(false);
    expect(await decided(second, tools)).toMatchObject({ value: "done" });
    expect(readFileSync(join(folder, "out", "a.txt"), "utf8")).toBe("written");
  });

  test.each([
    ["clock:now", "return Date.now() > 0"],
    ["random", "return Math.random() < 1"],
    ["log", 'console.log("line"); return true'],
  ])("ask holds for %s also where no function of the host is called", async (permission, body) => {
    const sandbox = sandboxWith({ grants: { allow: ["tool:inner"], ask: [permission] } });
    const meta = `${anything}, permissions: ["${permission}", "tool:inner"]`;
    const tool = await sandbox.load({ name: "probe.js", source: source(body, meta) });
    const asked = { ok: false, error: { reason: "approval_required", permission, hint: expect.stringMatching(/\S/) } };
    expect(await sandbox.call(tool, {})).toMatchObject(asked);
    expect(await sandbox.call(tool, {}, { approved: [permission] })).toMatchObject({ ok: true, value: true });
    const inner = source(body, `inputSchema: {}, permissions: ["${permission}"]`).replace('"probe"', '"inner"');
    sandbox.offer(await sandbox.load({ name: "inner.js", source: inner }));
    expect(await answer(sandbox, 'return await host.tool("inner")', {}, `${anything}, permissions: ["tool:inner"]`))
      // The tool that called it declares nothing of the kind, and its caller is told what is missing all the same.
      .toMatchObject(asked.error);
  });

  test.each([
    ["deterministic: true", true],
    ['permissions: ["http:fetch:example.com"]', true],
    ['permissions: ["secret:key"]', false],
  ])("placeholders of a tool with %s are no source of chance: %s", async (meta, same) => {
    const sandbox = sandboxWith({ pool: { size: 1 } });
    const tool = await sandbox.load({
      name: "probe.js",
      source: source('return host.secret("key")', `${anything}, ${meta}`),
    });
    const [one, two] = [await sandbox.call(tool, {}), await sandbox.call(tool, {})].map((e) => e.ok && e.value);
    expect(one).toMatch(/^⦃secret:key:[0-9a-f]{16}⦄$/);
    expect(one === two).toBe(same);
  });

  test("a tool calls another with that tool's permissions, and only when it may call it", async () => {
    writeFileSync(join(folder, "inner.txt"), "inner");
    const sandbox = sandboxWith({ pool: { size: 1 }, grants: { allow: ["filesystem:read:inner.txt", "tool:inner"] } });
    const inner = await sandbox.load({
      name: "inner.js",
      source:
        'export const meta = { name: "inner", description: "x", inputSchema: {}, permissions: ["filesystem:read:inner.txt"] };\nexport default (args, host) => host.filesystem.read(args.path)',
    });
    sandbox.offer(inner);
    const call = 'return await host.tool("inner", { path: args.path })';
    const may = `${anything}, permissions: ["tool:inner"]`;
    expect(await answer(sandbox, call, { path: "inner.txt" }, may)).toBe("inner");
    expect(await answer(sandbox, call, { path: "data/a.txt" }, may)).toMatchObject({ reason: "permission_denied" });
    expect(await answer(sandbox, call, { path: "inner.txt" })).toMatchObject({ reason: "permission_denied" });
    const through = 'return await host.filesystem.read("inner.txt")';
    expect(await answer(sandbox, through, {}, may)).toMatchObject({ reason: "permission_denied" });
  });
});

test("a program calls base tools like any other", async () => {
  const sandbox = sandboxWith({});
  const meta = 'signature: "(text :string) -> {words [:string], count :int}"';
  const tool = await sandbox.load({
    name: "words.js",
    source: source('const words = args.text.split(" "); return { words, count: words.length }', meta),
  });
  const ended = await run('(->> ["a b" "c d e"] (pmap #(tool/probe {:text %})) (map :count) (reduce +))', {
    tools: [sandboxTool(sandbox, tool)],
  });
  expect(ended).toMatchObject({ ok: true, value: 5 });
  const failed = await run("(tool/probe {:text 1})", { tools: [sandboxTool(sandbox, tool)] });
  expect(failed).toMatchObject({ ok: false, error: { reason: "tool_error" } });
});

test("two programs at once do not share what their calls may ask of the host", async () => {
  const waiting: ((value: null) => void)[] = [];
  const meet = (go: (value: null) => void): void => {
    if (waiting.push(go) === 2) for (const each of waiting) each(null);
  };
  const kv = { ...createMemoryKv(), get: () => new Promise<null>(meet) };
  const grants = { allow: ["log", "kv:meeting"] };
  const sandbox = sandboxWith({ pool: { size: 2 }, grants, kv, hostLimits: { hostCalls: 10 } });
  const body = `const say = async () => { for (let i = 0; i < 4; i++) await host.log("info", "line"); };
  await say(); await host.kv.get("meeting", "both"); await say(); return "said"`;
  const meta = `${anything}, stateful: true, permissions: ["log", "kv:meeting"]`;
  const tool = await sandbox.load({ name: "probe.js", source: source(body, meta) });
  const tools = [sandboxTool(sandbox, tool)];
  // Both programs call it "1".
  const ended = await Promise.all([run("(tool/probe {})", { tools }), run("(tool/probe {})", { tools })]);
  expect(ended).toMatchObject([{ value: "said" }, { value: "said" }]);
});

test.each([
  [{ grants: { allow: ["fs:read:x"] } }, /no such permission/],
  [{ limit: {} }, /no option "limit"/],
  [{ limits: { timeoutMs: 0 } }, /timeoutMs/],
  [{ limits: { timeoutMs: 2 ** 31 } }, /timeoutMs.* 86400000 \(a day\)/],
  [{ pool: { isolate: "thread" } }, /"worker" or "process"/],
  [{ hostLimits: { hostCalls: "many" } }, /hostLimits.hostCalls .* whole number/],
  [{ hostLimits: { hostBytes: -1 } }, /hostLimits.hostBytes .* at least 0/],
  [{ hostLimits: { hostConcurrency: 0 } }, /hostLimits.hostConcurrency .* at least 1/],
])("createSandbox(%j) is refused", (options, words) => {
  expect(() => createSandbox(options as SandboxOptions)).toThrow(words);
});
