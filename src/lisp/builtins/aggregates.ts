// Rows of the functions that make one value out of many. The work is in sequences/aggregate.ts.

import { avg, avgBy, avgBySteps, extremeBy, extremeBySteps, sum, sumBy, sumBySteps } from "../sequences/aggregate.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

export const aggregates = {
  sum: {
    home: "core",
    group: "Aggregating",
    params: ["coll"],
    doc: "The sum of the numbers; nil items are skipped, and an empty collection gives 0.",
    examples: [
      { code: "(sum [1 2 nil 3])", gives: "6" },
      { code: "(sum [])", gives: "0" },
      { code: '(sum ["1" 2])', gives: "error: arithmetic_error" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: sum,
  },
  avg: {
    home: "core",
    group: "Aggregating",
    params: ["coll"],
    doc: "The mean of the numbers as a float; nil items are not counted, and an empty collection gives nil.",
    examples: [
      { code: "(avg [10 20])", gives: "15.0" },
      { code: "(avg [1 nil 2])", gives: "1.5" },
      { code: "(avg [])", gives: "nil" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: avg,
  },
  "sum-by": {
    home: "core",
    group: "Aggregating",
    params: ["f coll"],
    doc: "The sum of (f item) over the items; nil results are skipped. f may also be a string key or a path of keys.",
    examples: [
      { code: "(sum-by :n [{:n 10} {:n nil} {:other 5}])", gives: "10" },
      { code: "(sum-by count [[1 2] [3]])", gives: "3" },
      { code: '(sum-by :n [{:n "10"}])', gives: "error: arithmetic_error" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run2: sumBy,
    steps: (args) => sumBySteps(args[0] as Value, args[1] as Value),
  },
  "avg-by": {
    home: "core",
    group: "Aggregating",
    params: ["f coll"],
    doc: "The mean of (f item) over the items as a float; nil results are not counted, and none at all gives nil. f may also be a string key or a path of keys.",
    examples: [
      { code: "(avg-by :n [{:n 10} {:n nil} {:n 20}])", gives: "15.0" },
      { code: "(avg-by :n [])", gives: "nil" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run2: avgBy,
    steps: (args) => avgBySteps(args[0] as Value, args[1] as Value),
  },
  "max-by": {
    home: "core",
    group: "Aggregating",
    params: ["f coll", "f x y & more"],
    doc: "The item with the largest (f item), the first of equals; items for which it is nil are skipped. f may also be a string key or a path of keys.",
    examples: [
      { code: "(max-by :n [{:n 1} {:n 3} {:n nil}])", gives: "{:n 3}" },
      { code: '(max-by count "a" "abc" "ab")', gives: '"abc"' },
      { code: "(max-by val {:a 3 :b 7})", gives: "[:b 7]" },
      { code: "(max-by :n [])", gives: "nil" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    runN: (args) => extremeBy(1, args),
    steps: (args) => extremeBySteps(1, args),
  },
  "min-by": {
    home: "core",
    group: "Aggregating",
    params: ["f coll", "f x y & more"],
    doc: "The item with the smallest (f item), the first of equals; items for which it is nil are skipped. f may also be a string key or a path of keys.",
    examples: [
      { code: "(min-by :n [{:n nil} {:n 3} {:n 1}])", gives: "{:n 1}" },
      { code: "(min-by first [[2 :b] [1 :a]])", gives: "[1 :a]" },
      { code: '(min-by count "abc" "a")', gives: '"a"' },
    ],
    clojure: "ptc-only",
    since: "0.1",
    runN: (args) => extremeBy(-1, args),
    steps: (args) => extremeBySteps(-1, args),
  },
} satisfies BuiltinTable;
