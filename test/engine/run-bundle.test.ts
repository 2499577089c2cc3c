// Images whose tools do not hold together: an image may come from anywhere, and its own digest proves nothing about that.

import { expect, test } from "vitest";
import { runBundle } from "../../src/engine/run-bundle.ts";
import type { Bundle } from "../../src/linker/index.ts";
import { hashOf } from "../../src/sandbox/bundle.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();
const script = '(() => { return { meta: { name: "one" }, default: () => 1 } })()';

function imageWith(tool: object, code = script): Bundle {
  const whole = {
    ...{ name: "one", id: "one", description: "One.", signature: "() -> :int", inputSchema: {}, outputSchema: {} },
    ...{ permissions: [], deterministic: true, stateful: false, timeoutMs: null, retries: 0 },
    body: { kind: "module", hash: hashOf(script) },
    ...tool,
  };
  const modules = { [hashOf(script)]: { file: "one.ts", script: code, map: null } };
  const visible = [{ ...whole, version: "1.0.0", layer: "base", call: { by: "map", name: "one", params: [] } }];
  return { prelude: "", visible, hidden: [], baseTools: [whole], modules, sourceMap: [] } as unknown as Bundle;
}

async function ran(bundle: Bundle): Promise<unknown> {
  const sandbox = createSandbox({ pool: { size: 1 } });
  try {
    const done = await runBundle(bundle, { program: "(tool/one {})" }, { sandbox: () => sandbox });
    return "refused" in done ? done.refused : done.ok ? done.value : done.error.message;
  } finally {
    await sandbox.close();
  }
}

test("a whole one runs", async () => {
  expect(await ran(imageWith({}))).toBe(1);
  expect(await ran(imageWith({ signature: null, inputSchema: null, outputSchema: null }))).toBe(1);
});

test.each([
  ["code that was edited", imageWith({}, "(() => 7)()"), /code of one\.ts is not what its hash says/],
  [
    "a schema that does not compile",
    imageWith({ inputSchema: { type: "nothing" } }),
    /inputSchema is not a valid JSON/,
  ],
  ["a schema that backtracks", imageWith({ outputSchema: { pattern: "^(a+)+$" } }), /may take very long/],
  ["an unknown permission", imageWith({ permissions: ["root"] }), /no such permission/],
  ["a signature that cannot be read", imageWith({ signature: "(a" }), /signature cannot be read/],
])("%s is refused in words", async (_, bundle, words) => {
  expect(await ran(bundle)).toMatch(words);
});
