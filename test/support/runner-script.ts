// Tests run from source; the runner of isolated programs must be a built file. Builds it once per test file.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { closeIsolates, setRunnerScript } from "../../src/host/isolate.ts";

export function withRunner(): void {
  const folder = mkdtempSync(join(tmpdir(), "ptc-runner-"));
  beforeAll(async () => {
    const outfile = join(folder, "runner.mjs");
    await build({
      entryPoints: ["src/host/runner.ts"],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "es2022",
    });
    setRunnerScript(outfile);
  });
  afterAll(async () => {
    await closeIsolates();
    rmSync(folder, { recursive: true, force: true });
  });
}
