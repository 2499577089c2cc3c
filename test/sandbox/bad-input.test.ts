// Tools that cannot be loaded: each is refused with a reason, words that say what to do, and the file and place to do it at;
// and nothing of it is there afterwards.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();
const folder = mkdtempSync(join(tmpdir(), "ptc-bad-"));
const opened: Sandbox[] = [];
afterAll(async () => {
  await Promise.all(opened.map((s) => s.close()));
  rmSync(folder, { recursive: true, force: true });
});
function fresh(options = {}): Sandbox {
  const sandbox = createSandbox({ pool: { size: 1 }, root: folder, grants: { allow: ["tool:*"] }, ...options });
  opened.push(sandbox);
  return sandbox;
}

const meta = (more: string): string =>
  `export const meta = {\n  name: "sum",\n  description: "Adds.",\n  ${more}\n};\n`;
const sum = "export default ({ a, b }) => a + b;\n";
const good = meta('signature: "(a :int, b :int) -> :int"') + sum;

interface BadInput {
  readonly what: string;
  readonly source: string;
  readonly reason: string;
  readonly message: RegExp;
  readonly at: readonly [line: number, column: number];
}
const bad: readonly BadInput[] = [
  {
    what: "no default export",
    source: `${meta('signature: "() -> :int"')}export const sum = () => 1;\n`,
    reason: "bad_module",
    message: /sum\.js has no default export that is a function/,
    at: [1, 1],
  },
  {
    what: "a default export that is no function",
    source: `${meta('signature: "() -> :int"')}export default { sum: 1 };\n`,
    reason: "bad_module",
    message: /no default export that is a function/,
    at: [1, 1],
  },
  { what: "no meta", source: sum, reason: "bad_module", message: /sum\.js exports no meta/, at: [1, 1] },
  {
    what: "meta without a description",
    source: `export const meta = { name: "sum", signature: "() -> :int" };\n${sum}`,
    reason: "bad_meta",
    message: /meta\.description: description is missing/,
    at: [1, 1],
  },
  {
    what: "a misspelt field of meta",
    source: meta('signature: "() -> :int",\n  permisions: ["log"]') + sum,
    reason: "bad_meta",
    message: /meta\.permisions: There is no field "permisions"/,
    at: [5, 3],
  },
  {
    what: "meta that is not JSON",
    source: meta('signature: "() -> :int", tags: [() => 1]') + sum,
    reason: "bad_meta",
    message: /^The meta of .* holds a function, which is not JSON\.$/,
    at: [1, 1],
  },
  {
    what: "an unknown permission",
    source: meta('signature: "() -> :int",\n  permissions: ["log", "filesystem:delete:x"]') + sum,
    reason: "bad_meta",
    message: /meta\.permissions\[1\]: .*filesystem:delete:x/,
    at: [5, 3],
  },
  {
    what: "a signature that cannot be read",
    source: meta('signature: "(a :int -> :int"') + sum,
    reason: "bad_meta",
    message: /meta\.signature: /,
    at: [4, 3],
  },
  {
    what: "a schema that is none",
    source: meta('inputSchema: { type: "strin" }') + sum,
    reason: "bad_meta",
    message:
      /meta\.inputSchema: inputSchema is not a valid JSON Schema: type must be one of \["array","boolean","integer"/,
    at: [4, 3],
  },
  {
    what: "a schema that does not compile",
    source: meta('inputSchema: {},\n  outputSchema: { $schema: "https://example.com/my-own" }') + sum,
    reason: "bad_meta",
    message: /meta\.outputSchema: outputSchema .*example\.com/,
    at: [5, 3],
  },
  {
    what: "a schema that refers to what is not there",
    source: meta('inputSchema: { $ref: "#/$defs/none" }') + sum,
    reason: "bad_meta",
    message: /meta\.inputSchema: inputSchema refers to "#\/\$defs\/none", which is not in it/,
    at: [4, 3],
  },
  {
    what: "a source that is no JavaScript",
    source: `${meta('signature: "() -> :int"')}export default ({ a, b }) => a +;\n`,
    reason: "syntax_error",
    message: /Unexpected ";"/,
    at: [6, 33],
  },
  {
    what: "an import that is not there",
    source: `import { x } from "./nothing.js";\n${good}`,
    reason: "syntax_error",
    message: /The import "\.\/nothing\.js" cannot be found/,
    at: [1, 19],
  },
  {
    what: "a bundle over the size limit",
    source: `${good}export const table = "${"x".repeat(60_000)}";\n`,
    reason: "bundle_too_large",
    message: /The bundled script of sum\.js is \d+ bytes, more than the 50000 allowed/,
    at: [1, 1],
  },
];

describe.each(bad)("$what", ({ source, reason, message, at: [line, column] }) => {
  test("is refused at its place, leaves nothing, and the mended tool works", async () => {
    const sandbox = fresh({ limits: { bundleBytes: 50_000 } });
    const file = join(folder, "sum.js");
    writeFileSync(file, source);
    const refused = await sandbox.load({ file }).then(
      () => null,
      (e: unknown) => e,
    );
    expect(refused).toBeInstanceOf(ToolLoadError);
    const { problems, message: whole } = refused as ToolLoadError;
    expect(problems[0]).toMatchObject({ reason, place: { file, line, column } });
    expect(problems[0]!.message).toMatch(message);
    expect(problems[0]!.hint).toMatch(/\w/);
    expect(whole).toContain(`${file}:${line}:${column}: `);

    const caller = await sandbox.load({
      name: "caller.js",
      source:
        'export const meta = { name: "caller", description: "Calls.", inputSchema: {}, permissions: ["tool:sum"] };\nexport default (args, host) => host.tool("sum", { a: 1, b: 2 });',
    });
    expect(await sandbox.call(caller, {})).toMatchObject({ error: { message: "There is no tool sum here." } });
    writeFileSync(file, good);
    sandbox.offer(await sandbox.load({ file }));
    expect(await sandbox.call(caller, {})).toMatchObject({ ok: true, value: 3 });
  });
});

test("a source that is given as text and is very long is refused before it is bundled", async () => {
  const source = `${good}// ${"x".repeat(200_000)}\n`;
  await expect(fresh({ limits: { bundleBytes: 50_000 } }).load({ name: "long.js", source })).rejects.toMatchObject({
    problems: [{ reason: "bundle_too_large", place: { file: "long.js", line: 1, column: 1 } }],
  });
});

test("every problem of a meta is told at once", async () => {
  const source = `export const meta = { name: "a b", permissions: ["nope"], timeoutMs: -1, tags: [1] };\n${sum}`;
  const refused = (await fresh()
    .load({ name: "many.js", source })
    .catch((e: unknown) => e)) as ToolLoadError;
  expect(refused.problems.map((p) => p.message.split(":")[0])).toEqual([
    "meta.name",
    "meta.description",
    "meta.signature",
    "meta.permissions[0]",
    "meta.timeoutMs",
    "meta.tags[0]",
  ]);
});

describe("a meta that would keep the host busy is refused in few words", () => {
  /** Alternatives that stay open over a whole path: 1,024 of them in each permission. */
  const tangled = '"filesystem:read:**/" + "{a,b}".repeat(10)';
  test.each([
    ["very many unknown fields", 'for (let i = 0; i < 15000; i++) meta["k" + i] = 1;', /no field "k0"/, 20],
    ["a field with a very long name", 'meta["permission".repeat(25000)] = 1;', /no field "(permission){8}"/, 1],
    ["very many unknown permissions", "meta.permissions = Array(9000).fill('no');", /There are 9000 permissions/, 20],
    ["a permission of many patterns", `meta.permissions = [${tangled}];`, /too many alternatives/, 1],
    ["many such permissions", `meta.permissions = Array(3000).fill(${tangled});`, /There are 3000 permissions/, 2],
    ["very many examples that do not fit", "meta.examples = Array(4000).fill({ args: { a: 1 } });", /needs "b"/, 20],
  ])("%s", async (_, spoil, words, count) => {
    const source = `${meta('signature: "(a :int, b :int) -> :int"')}${spoil}\n${sum}`;
    const refused = (await fresh()
      .load({ name: "busy.js", source })
      .catch((e: unknown) => e)) as ToolLoadError;
    expect(refused).toBeInstanceOf(ToolLoadError);
    expect(refused.problems[0]).toMatchObject({ reason: "bad_meta", message: expect.stringMatching(words) });
    expect(refused.problems[0]!.message.length).toBeLessThan(300);
    expect(refused.problems).toHaveLength(count);
  });

  test("what people declare is not", async () => {
    const permissions = ["orders", "clients", "prices"].map(
      (f) => `filesystem:read:data/${f}/**/*.{csv,tsv,json,jsonl,xml}`,
    );
    const source = `${meta(`inputSchema: {}, permissions: ${JSON.stringify(permissions)}`)}${sum}`;
    expect((await fresh().load({ name: "wide.js", source })).meta.permissions).toEqual(permissions);
  });
});

test("words of a tool cannot steer the terminal they are printed on", async () => {
  const sandbox = fresh();
  const body = 'throw new Error("\\u001b[2J\\u009b31m" + "\\u202eabc\\r")';
  const tool = await sandbox.load({
    name: "sum.js",
    source: `${meta("inputSchema: {}")}export default () => { ${body} }`,
  });
  const ended = await sandbox.call(tool, {});
  expect(ended).toMatchObject({ error: { message: "sum threw \ufffd[2J\ufffd31m\ufffdabc\ufffd" } });
});
