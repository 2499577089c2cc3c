// Rows of the functions that make sequences out of nothing: counted ones, and endless ones for take and its kin.

import { sameForEver } from "../sequences/endless.ts";
import { cycle, iterate, repeat } from "../sequences/generate.ts";
import { countingFrom, range } from "../sequences/range.ts";
import type { BuiltinTable } from "./table.ts";

const endless = {
  differs: "Endless, but not lazy: each walk runs the recipe anew, and it must be bounded by its reader.",
};

export const infinite = {
  range: {
    home: "core",
    group: "Making sequences",
    params: ["", "end", "start end", "start end step"],
    doc: "The numbers from start (0 without one) up to but not including end, step (1) apart. Endless without arguments.",
    examples: [
      { code: "(range 5)", gives: "[0 1 2 3 4]" },
      { code: "(range 5 8)", gives: "[5 6 7]" },
      { code: "(range 10 0 -3)", gives: "[10 7 4 1]" },
      { code: "(range 0 1 0.25)", gives: "[0 0.25 0.5 0.75]" },
      { code: "(take 3 (range))", gives: "[0 1 2]" },
      { code: "(range nil)", gives: "error: type_error" },
    ],
    clojure: { differs: "With an end it is built at once." },
    since: "0.1",
    run0: () => countingFrom(0, 1),
    run1: (end) => range(0, end, 1),
    run2: (start, end) => range(start, end, 1),
    run3: range,
  },
  repeat: {
    home: "core",
    group: "Making sequences",
    params: ["x", "n x"],
    doc: "x n times over, or for ever.",
    examples: [
      { code: "(repeat 3 :x)", gives: "[:x :x :x]" },
      { code: "(take 2 (repeat 7))", gives: "[7 7]" },
      { code: '(apply str (repeat 3 "ab"))', gives: '"ababab"' },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => sameForEver("(repeat x)", x),
    run2: repeat,
  },
  iterate: {
    home: "core",
    group: "Making sequences",
    params: ["f x"],
    doc: "x, (f x), (f (f x)) and so on, for ever. Bound it: (take n (iterate f x)), or take-while.",
    examples: [
      { code: "(take 5 (iterate #(* 2 %) 1))", gives: "[1 2 4 8 16]" },
      { code: "(take-while #(< % 50) (iterate #(* 3 %) 1))", gives: "[1 3 9 27]" },
      { code: "(nth (iterate inc 0) 100)", gives: "100" },
      { code: "(count (iterate inc 0))", gives: "error: type_error" },
    ],
    clojure: endless,
    since: "0.1",
    run2: iterate,
  },
  cycle: {
    home: "core",
    group: "Making sequences",
    params: ["coll"],
    doc: "The items of coll over and over, for ever.",
    examples: [
      { code: "(take 5 (cycle [1 2]))", gives: "[1 2 1 2 1]" },
      { code: "(map vector [:a :b :c] (cycle [0 1]))", gives: "[[:a 0] [:b 1] [:c 0]]" },
      { code: "(cycle [])", gives: "[]" },
    ],
    clojure: endless,
    since: "0.1",
    run1: cycle,
  },
} satisfies BuiltinTable;
