// What comes out of a runner is text until it was read: an engine that writes nonsense fails its call, not the host.

import { expect, test } from "vitest";
import { sandboxTool } from "../../src/host/sandboxed-tools.ts";
import { checkFor } from "../../src/names/schema.ts";
import { argumentText, parsed, resultOf } from "../../src/sandbox/contract.ts";
import { readEnding } from "../../src/sandbox/outcome.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { ToolModule } from "../../src/sandbox/tool-module.ts";

const tool = {
  meta: { name: "probe", signature: "() -> :any", inputSchema: {}, outputSchema: {} },
  checkResult: () => [],
} as unknown as ToolModule;

test.each(["", "{", "undefined", "[1,]", '{"a":1}}'])("%j is no answer", (text) => {
  expect(parsed(text)).toBeNull();
  expect(resultOf(tool, text)).toMatchObject({ ok: false, problem: { reason: "engine_failed" } });
});

test.each(["{", "null", "1", '"permission_denied"', '{"reason":"toString"}'])("%j is no word of the host", (reason) => {
  const thrown = { name: "", message: "m", stack: "", reason };
  const spoken = { name: "probe", file: "probe.js", script: "probe", map: null };
  const ending = { kind: "done", value: { outcome: { ended: "threw", thrown }, memoryBytes: 0 } } as const;
  expect(readEnding(ending, spoken, { timeoutMs: 1, memoryBytes: 1, jobs: 1 }, false)).toMatchObject({
    ok: false,
    problem: { reason: "tool_threw", message: "probe threw m" },
  });
});

/** Cheap for one value, and dear for very many: unbounded, each of these takes minutes. */
test.each([
  [
    "many alternatives",
    { items: { anyOf: Array.from({ length: 900 }, (_, i) => ({ const: i })) } },
    Array(5e5).fill(899),
  ],
  ["many patterns", { anyOf: Array.from({ length: 200 }, (_, i) => ({ pattern: `[a-z]{58}${i}` })) }, "a".repeat(8e6)],
])("%s for much data are given up", (_, schema, value) => {
  const check = checkFor(schema, "first");
  const meta = { ...tool.meta, inputSchema: schema, outputSchema: schema };
  const costly = { ...tool, meta, checkArguments: check, checkResult: check };
  const words = /take.* more than 300 ms to check/;
  expect(resultOf(costly, JSON.stringify(value))).toMatchObject({
    problem: { reason: "bad_result", message: expect.stringMatching(words) },
  });
  expect(argumentText(costly, value, 1e9)).toMatchObject({
    problem: { reason: "bad_arguments", message: expect.stringMatching(words) },
  });
  // Nor does a run look at it longer before its call and after.
  const sandboxed = sandboxTool({} as Sandbox, { ...costly, meta: { ...meta, permissions: [], timeoutMs: 1 } });
  expect([sandboxed.checkArguments(value), sandboxed.checkResult(value)]).toEqual([[], []]);
  // Nothing of it is left for the next one.
  const short = { maxLength: 5000 };
  const plain = { ...tool, meta: { ...tool.meta, outputSchema: short }, checkResult: checkFor(short) };
  expect(resultOf(plain, JSON.stringify("x".repeat(2000)))).toMatchObject({ ok: true });
});
