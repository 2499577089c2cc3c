// Other processes at the same registry, killed at random points or all at once: small runs of the two scripts.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));

it("keeps every acknowledged registration of processes that are killed", async () => {
  const { stdout } = await run(process.execPath, [script("registry-durability"), "24"]);
  expect(stdout).toMatch(/^SQLite: \d+ acknowledged, [1-9]\d* kills, all there and sound/m);
  expect(stdout).toMatch(/^PostgreSQL: \d+ acknowledged, [1-9]\d* kills, all there and sound/m);
});

it("keeps every registration of processes that write at once", async () => {
  const { stdout } = await run(process.execPath, [script("registry-concurrency"), "8", "4"]);
  expect(stdout).toMatch(/^SQLite: 4 processes, 32 acknowledged, all there and sound/m);
  expect(stdout).toMatch(/^PostgreSQL: 4 processes, 32 acknowledged, all there and sound/m);
});
