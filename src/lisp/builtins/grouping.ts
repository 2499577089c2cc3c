// Rows of the functions that put items together by a key. The work is in sequences/group.ts.

import {
  distinctBy,
  distinctBySteps,
  frequencies,
  groupBy,
  groupBySteps,
  partitionBySteps,
} from "../sequences/group.ts";
import { drive } from "../suspension.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

export const grouping = {
  "group-by": {
    home: "core",
    group: "Grouping",
    params: ["f coll"],
    doc: "A map from each value of (f item) to the vector of items that gave it. f may also be a string key or a path of keys.",
    examples: [
      { code: "(group-by odd? [1 2 3])", gives: "{true [1 3], false [2]}" },
      { code: "(group-by :team [{:team 1 :n 2} {:team 1 :n 3}])", gives: "{1 [{:team 1, :n 2} {:team 1, :n 3}]}" },
      { code: '(group-by identity "aba")', gives: '{"a" ["a" "a"], "b" ["b"]}' },
    ],
    clojure: { differs: "Takes string keys and key paths as f." },
    since: "0.1",
    run2: groupBy,
    steps: (args) => groupBySteps(args[0] as Value, args[1] as Value),
  },
  "partition-by": {
    home: "core",
    group: "Grouping",
    params: ["f coll"],
    doc: "Splits the items into runs: a new one starts each time the value of (f item) changes.",
    examples: [
      { code: "(partition-by odd? [1 3 2 4 5])", gives: "[[1 3] [2 4] [5]]" },
      { code: '(partition-by identity "aab")', gives: '[["a" "a"] ["b"]]' },
      { code: "(partition-by odd? [])", gives: "[]" },
    ],
    clojure: { differs: "Takes string keys and key paths as f." },
    since: "0.1",
    run2: (f, coll) => drive(partitionBySteps(f, coll)),
    steps: (args) => partitionBySteps(args[0] as Value, args[1] as Value),
  },
  frequencies: {
    home: "core",
    group: "Grouping",
    params: ["coll"],
    doc: "A map from each distinct item to how often it occurs.",
    examples: [
      { code: "(frequencies [:a :b :a])", gives: "{:a 2, :b 1}" },
      { code: '(frequencies "hello")', gives: '{"h" 1, "e" 1, "l" 2, "o" 1}' },
    ],
    clojure: "same",
    since: "0.1",
    run1: frequencies,
  },
  "distinct-by": {
    home: "core",
    group: "Grouping",
    params: ["f coll"],
    doc: "The first item for each value of (f item). f may also be a string key or a path of keys.",
    examples: [
      {
        code: "(distinct-by :team [{:team 1 :n 1} {:team 1 :n 2} {:team 2 :n 3}])",
        gives: "[{:team 1, :n 1} {:team 2, :n 3}]",
      },
      { code: "(distinct-by first [[1 :a] [1 :b] [2 :c]])", gives: "[[1 :a] [2 :c]]" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run2: distinctBy,
    steps: (args) => distinctBySteps(args[0] as Value, args[1] as Value),
  },
} satisfies BuiltinTable;
