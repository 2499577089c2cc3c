// `npm run registry-histories [-- COUNT]`: takes COUNT random histories of registrations, repairs, failures, trials, archiving
// and restoring on SQLite, and as many on SQLite and PostgreSQL side by side. No promise may be broken, no version changed,
// and both engines must hold the same, word for word.
import { spawnSync } from "node:child_process";
import { countFrom } from "./from-source.mjs";

const count = countFrom(300, "npm run registry-histories [-- COUNT]");
const vitest = new URL("../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
const files = ["test/registry/history.test.ts", "test/registry/same-history.test.ts"];
const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
  cwd: new URL("..", import.meta.url).pathname,
  env: { ...process.env, PTC_HISTORIES: String(count), PTC_SEED: process.env.PTC_SEED ?? "new" },
  stdio: "inherit",
});
process.exit(status ?? 1);
