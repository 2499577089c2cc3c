// A runner holds code of strangers. Should one of them ever take it over, the worst it can do to its host is to fail its own
// call: whatever it says instead of what ours say, the call ends, nothing is thrown, and the next call has a new runner.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, setSandboxFiles } from "../../src/sandbox/sandbox.ts";
import type { ToolModuleData } from "../../src/sandbox/tool-module.ts";
import { buildSandboxFiles } from "../support/sandbox-files.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-taken-"));
const engine = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
let stored: ToolModuleData;
beforeAll(async () => {
  const { script, wasm } = await buildSandboxFiles(folder);
  setSandboxFiles(script, wasm);
  const sandbox = createSandbox({ pool: { size: 1 } });
  const source = `export const meta = { name: "one", description: "One.", signature: "() -> :int" }; export default () => 1;`;
  stored = JSON.parse(JSON.stringify(await sandbox.load({ name: "one.js", source }))) as ToolModuleData;
  await sandbox.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sandbox whose runner answers each call by `says`, an expression in which `id` is the number of the call. */
async function calling(says: string): Promise<unknown> {
  const script = join(folder, "taken.mjs");
  writeFileSync(
    script,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ kind, id }) => { if (kind === "call") for (const said of ${says}) parentPort.postMessage(said); });
     parentPort.postMessage({ kind: "ready" });`,
  );
  copyFileSync(engine, join(folder, "quickjs.wasm"));
  setSandboxFiles(script, join(folder, "quickjs.wasm"));
  const sandbox = createSandbox({ pool: { size: 1 }, limits: { timeoutMs: 40 }, hostLimits: { hostCalls: 3 } });
  const tool = sandbox.restore(stored);
  const first = await sandbox.call(tool, {});
  const second = await sandbox.call(tool, {});
  await sandbox.close();
  expect(second.ok ? "value" : second.error.reason).toEqual(first.ok ? "value" : first.error.reason);
  return first.ok ? first.value : first.error.reason;
}

const done = (outcome: string): string => `[{ kind: "done", id, memoryBytes: 1, outcome: ${outcome} }]`;

test.each([
  ["nothing", "[null]", "engine_failed"],
  ["a number", "[7]", "engine_failed"],
  ["a text", '["done"]', "engine_failed"],
  ["a kind that there is not", '[{ kind: "exit", id }]', "engine_failed"],
  ["no outcome", '[{ kind: "done", id, memoryBytes: 1 }]', "engine_failed"],
  ["an outcome that there is not", done('{ ended: "well" }'), "engine_failed"],
  ["an outcome that is a property", done('{ ended: "constructor" }'), "engine_failed"],
  ["a value that is no text", done('{ ended: "value", text: { a: 1 } }'), "engine_failed"],
  ["a value that is no JSON", done('{ ended: "value", text: "{" }'), "engine_failed"],
  ["a value that is too large", done('{ ended: "value", text: "1".repeat(9e6) }'), "engine_failed"],
  ["a value that it did not promise", done('{ ended: "value", text: "true" }'), "bad_result"],
  ["an error without words", done('{ ended: "threw", thrown: null }'), "engine_failed"],
  [
    "an error whose stack is a list",
    done('{ ended: "threw", thrown: { name: "", message: "", stack: [], reason: null } }'),
    "engine_failed",
  ],
  [
    "an error that is very long",
    done('{ ended: "threw", thrown: { name: "", message: "x".repeat(1e6), stack: "", reason: null } }'),
    "engine_failed",
  ],
  ["trouble that is a number", done('{ ended: "bad-result", trouble: 1, at: "" }'), "engine_failed"],
  ["memory that is no number", '[{ kind: "done", id, outcome: { ended: "no-answer" } }]', "engine_failed"],
  ["a host call by no name", '[{ kind: "host", id, call: 1, name: 5, args: "[]" }]', "engine_failed"],
  ["a host call with no arguments", '[{ kind: "host", id, call: 1, name: "log" }]', "engine_failed"],
  ["a host call of nothing", '[{ kind: "host", id, call: 1, name: "__proto__", args: "{", texts: [] }]', "timeout"],
  [
    "long texts that are no list",
    '[{ kind: "host", id, call: 1, name: "log", args: "[]", texts: {} }]',
    "engine_failed",
  ],
  [
    "long texts that are none",
    '[{ kind: "host", id, call: 1, name: "log", args: "[]", texts: [[0, [7]]] }]',
    "engine_failed",
  ],
  [
    "a long text in no place",
    '[{ kind: "host", id, call: 1, name: "log", args: "[]", texts: [[1e9, "x"]] }]',
    "engine_failed",
  ],
  [
    "long texts that are too much",
    '[{ kind: "host", id, call: 1, name: "log", args: "[]", texts: Array(9).fill([0, "x".repeat(1e6)]) }]',
    "engine_failed",
  ],
  [
    "the end of another call",
    '[{ kind: "done", id: id + 1, memoryBytes: 1, outcome: { ended: "no-answer" } }]',
    "timeout",
  ],
  [
    "more host calls than there may be",
    'Array.from({ length: 50 }, (_, call) => ({ kind: "host", id, call, name: "log", args: \'["info","x"]\', texts: [] }))',
    "timeout",
  ],
  ["thanks for what it never got", '[{ kind: "taken", id, call: 99 }]', "timeout"],
])("%s", async (_, says, ends) => {
  expect(await calling(says)).toBe(ends);
});
