// A slice of `npm run soak`: what 100,000 runs may keep, 3,000 may not come near, and killed workers leave nothing behind.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("3,000 runs and 30 killed workers leave nothing behind", () => {
  const output = execFileSync(process.execPath, ["--expose-gc", "scripts/soak.mjs", "3000", "30"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const grown = /the heap grew by (-?[\d.]+) MB/.exec(output)?.[1];
  // Part of it is code that V8 still learns while so few programs run.
  expect(Number(grown)).toBeLessThan(4);
  expect(output).toContain("30 workers killed: the next run gives 3 with 1 in the pool; 0 handles left.");
}, 240_000);
