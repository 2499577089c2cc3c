// Rows of sort and sort-by. The order a comparator stands for is decided in sequences/sort.ts.

import { sort, sortBy, sortBySteps, sortSteps } from "../sequences/sort.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const COMPARATORS =
  "Takes :asc and :desc as comparators, and uses the sign of a number a comparator returns where the JVM truncates it first (so 0.5 is not 0).";

export const sorting = {
  sort: {
    home: "core",
    group: "Sorting",
    params: ["coll", "comparator coll"],
    doc: "The items in order, equal ones in their original order. Natural order puts nil first and needs items of one kind; a comparator returns a number or a boolean, or is :asc or :desc.",
    examples: [
      { code: "(sort [3 1 2])", gives: "[1 2 3]" },
      { code: "(sort > [3 1 2])", gives: "[3 2 1]" },
      { code: "(sort :desc [1 3 2])", gives: "[3 2 1]" },
      { code: "(sort {:b 2 :a 1})", gives: "[[:a 1] [:b 2]]" },
      { code: '(sort [1 "a"])', gives: "error: type_error" },
    ],
    clojure: { differs: COMPARATORS },
    since: "0.1",
    run1: (coll) => sort(null, coll),
    run2: sort,
    steps: (args) =>
      args.length === 1 ? sortSteps(null, args[0] as Value) : sortSteps(args[0] as Value, args[1] as Value),
  },
  "sort-by": {
    home: "core",
    group: "Sorting",
    params: ["keyfn coll", "keyfn comparator coll"],
    doc: "The items ordered by (keyfn item), equal ones in their original order. keyfn may also be a string key or a path of keys; it is called once per item. The comparator sees keys: a function, :asc or :desc.",
    examples: [
      { code: "(sort-by :age [{:age 30} {:age 20}])", gives: "[{:age 20} {:age 30}]" },
      { code: "(sort-by count > [[1] [1 2] []])", gives: "[[1 2] [1] []]" },
      { code: "(sort-by val :desc {:a 1 :b 3})", gives: "[[:b 3] [:a 1]]" },
      {
        code: "(sort-by [:user :age] [{:user {:age 2}} {:user {:age 1}}])",
        gives: "[{:user {:age 1}} {:user {:age 2}}]",
      },
      { code: "(sort-by [{:age 1}] :age)", gives: "error: type_error" },
    ],
    clojure: { differs: `${COMPARATORS} Takes string keys and key paths as keyfn.` },
    since: "0.1",
    run2: (keyfn, coll) => sortBy(keyfn, null, coll),
    run3: sortBy,
    steps: (args) =>
      args.length === 2
        ? sortBySteps(args[0] as Value, null, args[1] as Value)
        : sortBySteps(args[0] as Value, args[1] as Value, args[2] as Value),
  },
} satisfies BuiltinTable;
