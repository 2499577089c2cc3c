// Tools that come back from a store: what is there is checked like a new tool, and what is damaged is named.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { ToolModuleData } from "../../src/sandbox/tool-module.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();
let sandbox: Sandbox;
let stored: Record<keyof ToolModuleData, unknown> & { meta: Record<string, unknown> };
beforeAll(async () => {
  sandbox = createSandbox({ pool: { size: 1 } });
  const source = `export const meta = {
  name: "sum", description: "Adds.", signature: "(a :int, b :int?) -> :int",
  permissions: ["log"], tags: ["numbers"], examples: [{ args: { a: 1 }, result: 1 }], timeoutMs: 900,
};
export default ({ a, b }) => a + (b ?? 0);`;
  const tool = await sandbox.load({ name: "sum.js", source });
  stored = JSON.parse(JSON.stringify(tool)) as typeof stored;
});
afterAll(() => sandbox.close());

function restored(changes: object, meta: object = {}): unknown {
  const data: unknown = { ...stored, meta: { ...stored.meta, ...meta }, ...changes };
  try {
    return sandbox.restore(data as ToolModuleData);
  } catch (e) {
    if (e instanceof ToolLoadError) return e.problems;
    throw e;
  }
}

test("a whole one is as it was", async () => {
  const tool = sandbox.restore(stored as unknown as ToolModuleData);
  expect(JSON.parse(JSON.stringify(tool))).toEqual(stored);
  expect(await sandbox.call(tool, { a: 2, b: 3 })).toMatchObject({ ok: true, value: 5 });
  expect(await sandbox.call(tool, { a: "2" })).toMatchObject({ error: { reason: "bad_arguments" } });
});

test("one made by its schemas is as it was", async () => {
  const source = `export const meta = { name: "one", description: "One.", inputSchema: { type: "object", properties: { a: { enum: [1, "x"] } } }, outputSchema: { const: 1 } };
export default () => 1;`;
  const tool = await sandbox.load({ name: "one.js", source });
  expect(JSON.parse(JSON.stringify(sandbox.restore(JSON.parse(JSON.stringify(tool)))))).toEqual(
    JSON.parse(JSON.stringify(tool)),
  );
});

describe("a damaged one is refused, and the damage is named:", () => {
  const costly = { type: "object", properties: { a: { pattern: "^(a+)+$" } } };
  test.each<[what: string, changes: object, meta: object, reason: string, message: RegExp]>([
    ["code that was edited", { code: "(() => 7)()" }, {}, "damaged_tool", /code of sum\.js is not what its hash says/],
    ["a hash that was edited", { hash: "sha256:00" }, {}, "damaged_tool", /not what its hash says/],
    ["no code", { code: undefined }, {}, "damaged_tool", /code of sum\.js is missing/],
    ["code that is a list", { code: ["x"] }, {}, "damaged_tool", /code of sum\.js is missing/],
    ["a map that is an object", { map: {} }, {}, "damaged_tool", /source map of sum\.js is no text/],
    ["a file that is no text", { file: 5 }, {}, "damaged_tool", /does not name its file/],
    ["no meta", { meta: undefined }, {}, "damaged_tool", /says of itself is missing/],
    ["meta that is a list", { meta: [] }, {}, "damaged_tool", /says of itself is missing/],
    ["a name that is a path", {}, { name: "../sum" }, "damaged_tool", /meta\.name: /],
    ["an unknown field", {}, { permisions: ["log"] }, "damaged_tool", /no field "permisions"/],
    ["permissions that are no list", {}, { permissions: "log" }, "damaged_tool", /permissions must be a list/],
    ["an unknown permission", {}, { permissions: ["root"] }, "damaged_tool", /meta\.permissions\[0\]: "root"/],
    ["a permission that is no text", {}, { permissions: [{}] }, "damaged_tool", /must be a string/],
    ["a flag that is a text", {}, { deterministic: "yes" }, "damaged_tool", /deterministic must be true or false/],
    [
      "a deterministic tool with a clock",
      {},
      { deterministic: true, permissions: ["clock:now"] },
      "damaged_tool",
      /cannot have clock:now/,
    ],
    ["a time that is none", {}, { timeoutMs: -5 }, "damaged_tool", /timeoutMs must be/],
    ["a schema that does not compile", {}, { inputSchema: { type: "nothing" } }, "damaged_tool", /inputSchema is not/],
    ["a schema that is a text", {}, { outputSchema: "int" }, "damaged_tool", /outputSchema must be a JSON Schema/],
    ["a schema that backtracks", {}, { outputSchema: costly }, "damaged_tool", /may take very long/],
    ["no schema", {}, { inputSchema: undefined }, "damaged_tool", /meta\.signature/],
    ["a signature that cannot be read", {}, { signature: "(a" }, "damaged_tool", /signature cannot be read/],
    ["examples that do not fit", {}, { examples: [{ args: { a: "x" } }] }, "damaged_tool", /must be integer/],
    ["words that steer a terminal", { file: "\u001b[2J", hash: "" }, {}, "damaged_tool", /^[^\u001b]*$/],
  ])("%s", (_, changes, meta, reason, message) => {
    const problems = restored(changes, meta);
    expect(problems).toContainEqual(expect.objectContaining({ reason, message: expect.stringMatching(message) }));
  });

  test("what is no tool at all", () => {
    for (const value of [null, 5, "tool", []])
      expect(() => sandbox.restore(value as unknown as ToolModuleData)).toThrow(/is no tool/);
  });

  test("all that is wrong is told at once", () => {
    const problems = restored({ map: 5, code: "x" }, { name: "" }) as readonly unknown[];
    expect(problems).toHaveLength(3);
  });

  test("code that is larger than this host allows", async () => {
    const small = createSandbox({ pool: { size: 1 }, limits: { bundleBytes: 100 } });
    expect(() => small.restore(stored as unknown as ToolModuleData)).toThrow(/more than the 100 allowed/);
    await small.close();
  });
});

test("a source map that is none costs an error its place and nothing else", async () => {
  const source = `export const meta = { name: "no", description: "No.", signature: "() -> :int" };
export default () => { throw new Error("no") };`;
  const tool = await sandbox.load({ name: "no.js", source });
  for (const map of ["not a map", '{"version":3}', "[]", "null", null]) {
    const again = sandbox.restore({ ...(JSON.parse(JSON.stringify(tool)) as ToolModuleData), map });
    expect(await sandbox.call(again, {})).toMatchObject({
      ok: false,
      error: { reason: "tool_threw", message: "no threw no", place: { file: "no.js" } },
    });
  }
});
