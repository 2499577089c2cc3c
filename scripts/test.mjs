// The test command: types, lint, build, then every test. The last line is `N passed, M failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
process.chdir(root);
const npx = (...args) =>
  spawnSync("npx", ["--no-install", ...args], { stdio: "inherit", env: process.env }).status ?? 1;

let failedSteps = 0;
for (const [name, ...step] of [
  ["types", "tsc", "--noEmit"],
  ["lint", "biome", "check", "."],
]) {
  console.error(`— ${name}`);
  if (npx(...step) !== 0) failedSteps++;
}
console.error("— build");
if (spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" }).status !== 0) failedSteps++;

console.error("— tests");
const out = mkdtempSync(join(tmpdir(), "ptc-test-"));
const report = join(out, "report.json");
npx("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2));
let passed = 0;
let failed = failedSteps;
try {
  const result = JSON.parse(readFileSync(report, "utf8"));
  passed = result.numPassedTests;
  failed += result.numFailedTests + (result.numFailedTests === 0 && !result.success ? 1 : 0);
} catch {
  failed++;
}
rmSync(out, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
