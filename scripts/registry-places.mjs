// What the scripts about the registry share: its sources as they can be run, and a place on each engine.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromSource } from "./from-source.mjs";

/** `script` is the program that registers in a process of its own. */
export async function sources() {
  const parts = await fromSource({
    "registry-parts": "test/support/registry-parts.ts",
    "registering-process": "test/support/registering-process.ts",
  });
  return { ...parts, script: join(parts.folder, "registering-process.mjs") };
}

/** Runs `work(engine, place)` on a file and on a server; what it made is gone afterwards. */
export async function onBothEngines({ startPostgres }, work) {
  const folder = mkdtempSync(join(tmpdir(), "ptc-registry-"));
  try {
    await work("SQLite", join(folder, "registry.db"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const server = await startPostgres();
  try {
    await work("PostgreSQL", server.newUrl());
  } finally {
    await server.stop();
  }
}

export function report(what, problems, began) {
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(problems.length === 0 ? `${what}, all there and sound (${seconds} s)` : `${what}, but:`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
