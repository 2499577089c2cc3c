// `node scripts/link-budgets.mjs [COUNT]`: links random missions under COUNT random token budgets (10,000) over a catalogue of
// 600 tools; no prompt may be above its budget by the real tokenizer. Exit code 1 when one is.
import { spawnSync } from "node:child_process";
import { countFrom } from "./from-source.mjs";

const count = countFrom(10_000, "node scripts/link-budgets.mjs [COUNT]");
const vitest = new URL("../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "test/linker/budgets.test.ts", "--testTimeout", "3600000"],
  {
    cwd: new URL("..", import.meta.url).pathname,
    env: { ...process.env, PTC_BUDGETS: String(count) },
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
