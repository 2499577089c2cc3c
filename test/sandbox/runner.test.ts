// The runner by itself, without pool and sandbox: what only shows when an engine is made while a call waits for it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import type { CallRequest, FromRunner, GuestOutcome } from "../../src/sandbox/messages.ts";
import { buildSandboxFiles } from "../support/sandbox-files.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-one-runner-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a call whose time is over before its engine is made is late, not broken", async () => {
  const { script, wasm } = await buildSandboxFiles(folder);
  const worker = new Worker(script, { workerData: { wasm: new WebAssembly.Module(readFileSync(wasm)) } });
  const request: CallRequest = {
    ...{ kind: "call", id: 1, hash: "endless", name: "tool", timeoutMs: 1, jobs: 10, memoryPages: 1024 },
    call: null,
  };
  const outcome = new Promise<GuestOutcome>((resolve) =>
    worker.on("message", (message: FromRunner) => {
      if (message.kind === "need-code") worker.postMessage({ kind: "code", id: 1, code: "for (;;);", functions: [] });
      if (message.kind === "done") resolve(message.outcome);
    }),
  );
  worker.postMessage(request);
  expect(await outcome).toEqual({ ended: "timeout" });
  await worker.terminate();
});
