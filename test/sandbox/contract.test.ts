// What comes out of a runner is text until it was read: an engine that writes nonsense fails its call, not the host.

import { expect, test } from "vitest";
import { parsed, resultOf } from "../../src/sandbox/contract.ts";
import { readEnding } from "../../src/sandbox/outcome.ts";
import type { ToolModule } from "../../src/sandbox/tool-module.ts";

const tool = {
  meta: { name: "probe", signature: "() -> :any" },
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
