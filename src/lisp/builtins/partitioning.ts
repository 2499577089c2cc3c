// Rows of the functions that cut a collection into groups of a given size.

import { partition, partitionAll, partitionSteps } from "../sequences/partition.ts";
import type { BuiltinTable } from "./table.ts";

export const partitioning = {
  partition: {
    home: "core",
    group: "Parts of collections",
    params: ["n coll", "n step coll", "n step pad coll"],
    doc: "Groups of n items, each starting step items (n without one) after the one before. A last group with fewer than n items is left out, or filled up from pad.",
    examples: [
      { code: "(partition 2 [1 2 3 4 5])", gives: "[[1 2] [3 4]]" },
      { code: "(partition 2 1 [1 2 3 4])", gives: "[[1 2] [2 3] [3 4]]" },
      { code: "(partition 3 3 [0] [1 2 3 4 5])", gives: "[[1 2 3] [4 5 0]]" },
      { code: "(take 2 (partition 3 (range)))", gives: "[[0 1 2] [3 4 5]]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: partition,
    steps: partitionSteps,
  },
  "partition-all": {
    home: "core",
    group: "Parts of collections",
    params: ["n coll", "n step coll"],
    doc: "Groups of n items, each starting step items (n without one) after the one before. Last groups with fewer items are kept.",
    examples: [
      { code: "(partition-all 2 [1 2 3 4 5])", gives: "[[1 2] [3 4] [5]]" },
      { code: "(partition-all 2 1 [1 2 3])", gives: "[[1 2] [2 3] [3]]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (n, coll) => partitionAll(n, undefined, coll),
    run3: partitionAll,
  },
} satisfies BuiltinTable;
