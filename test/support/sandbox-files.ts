// Tests run from source; the sandbox's runner must be a built file with its engine beside it. Built once per test file.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { setSandboxFiles } from "../../src/sandbox/sandbox.ts";

export async function buildSandboxFiles(
  folder: string,
  variant: "release" | "debug" = "release",
  edit: (quickjs: string) => string = (text) => text,
): Promise<{ readonly script: string; readonly wasm: string }> {
  const script = join(folder, "sandbox-runner.mjs");
  const wasm = join(folder, "quickjs.wasm");
  const release = "@jitl/quickjs-wasmfile-release-sync";
  const engine = `@jitl/quickjs-wasmfile-${variant}-sync`;
  await build({
    entryPoints: ["src/sandbox/runner.ts"],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    define: { __PTC_DISPOSE_ENGINES__: String(variant === "debug") },
    alias: variant === "release" ? {} : { [release]: engine },
    plugins: [
      {
        name: "edit",
        setup: (built) =>
          built.onLoad({ filter: /sandbox\/quickjs\.ts$/ }, ({ path }) => ({
            contents: edit(readFileSync(path, "utf8")),
            loader: "ts",
          })),
      },
    ],
  });
  const from = createRequire(import.meta.url).resolve(`${engine}/wasm`);
  copyFileSync(from, wasm);
  // The debug engine looks for its map when it starts.
  if (variant === "debug") copyFileSync(`${from}.map`, join(folder, `${basename(from)}.map`));
  return { script, wasm };
}

export function withSandboxFiles(): void {
  const folder = mkdtempSync(join(tmpdir(), "ptc-sandbox-"));
  beforeAll(async () => {
    const { script, wasm } = await buildSandboxFiles(folder);
    setSandboxFiles(script, wasm);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}
