// `node scripts/mutation.mjs [--count N] [--seed N]`: puts N seeded faults into composed and base tools and pushes each through
// registerRepair; says how many were refused and by which gate. Exit code 1 below 99 %.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const env = {
  ...process.env,
  PTC_MUTANTS: values.count ?? "500",
  ...(values.seed === undefined ? {} : { PTC_MUTANTS_SEED: values.seed }),
};
const root = new URL("..", import.meta.url).pathname;
const vitest = new URL("../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
const { status } = spawnSync(process.execPath, [vitest, "run", "test/registry/mutation.test.ts"], {
  cwd: root,
  env,
  stdio: "inherit",
});
process.exit(status ?? 1);
