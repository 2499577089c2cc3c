// A slice of `npm run soak:sandbox`: a few hundred calls of every kind on a pool of two. All end as they should, no thread is
// left behind, and the process does not grow.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("mixed calls end as they should and leave nothing behind", { timeout: 300_000 }, async () => {
  const args = ["scripts/sandbox-soak.mjs", "--calls", "300"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^300 calls in .*; 0 ended wrongly, 0 threads left\.\n$/);
});
