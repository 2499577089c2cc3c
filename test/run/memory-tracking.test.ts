// A slice of `npm run memory`: programs whose code V8 leaves unoptimised, so that they allocate the same each time.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Tracked } from "../support/memory-tracking.ts";

const names = [
  "small vector literals",
  "mapv inc",
  "partition",
  "small map literals",
  "records of eight",
  "into a map",
  "group-by few groups",
  "frequencies",
  "set of a sequence",
  "assoc on a large shared map",
  "str of parts",
  "split-lines",
  "closures",
  "rest parameters",
  "patterns with the rest",
  "take of cycle",
  "re-seq with groups",
  "json parse of records",
  "copied in: records",
  "tool: many small calls",
];

test("what programs are charged is between half and twice of what they allocate", () => {
  const flags = ["--expose-gc", "--no-opt", "--min-semi-space-size=256", "--max-semi-space-size=256"];
  const output = execFileSync(
    process.execPath,
    [...flags, "scripts/memory-tracking.mjs", "--json", "--quick", ...names],
    {
      encoding: "utf8",
    },
  );
  const { tracked } = JSON.parse(output) as { tracked: readonly Tracked[] };
  expect(tracked.map((one) => one.name).sort()).toEqual(names.toSorted());
  expect(tracked.filter(({ ratio }) => !(ratio >= 0.5 && ratio <= 2))).toEqual([]);
}, 240_000);
