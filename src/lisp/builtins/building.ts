// Rows of the functions that make collections: from arguments, from other collections, by adding to them.

import { chargeItems } from "../meter.ts";
import * as build from "../sequences/build.ts";
import { concat, interleave, interleaveSteps, interpose, zipSteps } from "../sequences/combine.ts";
import { isEmpty } from "../sequences/kinds.ts";
import { drive } from "../suspension.ts";
import type { Value } from "../values/value.ts";
import { SEQ, VECTOR, Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

export const building = {
  conj: {
    home: "core",
    group: "Building collections",
    params: ["", "coll", "coll x & xs"],
    doc: "Adds items to a collection: at the end of a vector, as members of a set, as entries of a map (a [key value] vector, or a map whose entries are all added). nil counts as an empty vector.",
    examples: [
      { code: "(conj [1 2] 3 4)", gives: "[1 2 3 4]" },
      { code: "(conj {:a 1} [:b 2])", gives: "{:a 1, :b 2}" },
      { code: "(conj {:a 1} {:b 2, :c 3})", gives: "{:a 1, :b 2, :c 3}" },
      { code: "(conj #{1} 1 2)", gives: "#{1 2}" },
      { code: "(conj nil 1)", gives: "[1]" },
      { code: "(conj {:a 1} [:b])", gives: "error: type_error" },
    ],
    clojure: { differs: "Sequences grow at the end too, because they are vectors here." },
    since: "0.1",
    run0: () => Vec.EMPTY,
    run1: (coll) => coll,
    run2: build.conjOne,
    runN: ([coll, ...items]) => build.conj(coll as Value, items),
  },
  into: {
    home: "core",
    group: "Building collections",
    params: ["", "to", "to from", "to xform from"],
    doc: "Adds all items of from to the collection to, as conj does. There are no transducers: the form with xform is an error that says what to write.",
    examples: [
      { code: "(into [1] [2 3])", gives: "[1 2 3]" },
      { code: "(into {} [[:a 1] [:b 2]])", gives: "{:a 1, :b 2}" },
      { code: "(into #{} [1 1 2])", gives: "#{1 2}" },
      { code: "(into [] {:a 1})", gives: "[[:a 1]]" },
      { code: "(into {} [[:a 1 2]])", gives: "error: type_error" },
    ],
    clojure: { differs: "Sequences grow at the end, as with conj; transducers are not available." },
    since: "0.1",
    run0: () => Vec.EMPTY,
    run1: (to) => to,
    run2: build.into,
    run3: build.noTransducers,
  },
  cons: {
    home: "core",
    group: "Building collections",
    params: ["x coll"],
    doc: "A sequence of x and then the items of coll.",
    examples: [
      { code: "(cons 0 [1 2])", gives: "[0 1 2]" },
      { code: "(cons 1 nil)", gives: "[1]" },
      { code: "(take 3 (cons :start (range)))", gives: "[:start 0 1]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: build.cons,
  },
  concat: {
    home: "core",
    group: "Building collections",
    params: ["& colls"],
    doc: "The items of all collections, one collection after the other.",
    examples: [
      { code: "(concat [1 2] [3] nil [4])", gives: "[1 2 3 4]" },
      { code: '(concat "ab" {:c 1})', gives: '["a" "b" [:c 1]]' },
      { code: "(concat)", gives: "[]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: concat,
  },
  vec: {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "The items of any collection as a vector.",
    examples: [
      { code: "(vec (range 3))", gives: "[0 1 2]" },
      { code: "(vec {:a 1})", gives: "[[:a 1]]" },
      { code: "(vec nil)", gives: "[]" },
      { code: "(vec 5)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: build.vec,
  },
  vector: {
    home: "core",
    group: "Building collections",
    params: ["& items"],
    doc: "A vector of the arguments.",
    examples: [
      { code: "(vector 1 2 3)", gives: "[1 2 3]" },
      { code: "(map vector [1 2] [:a :b])", gives: "[[1 :a] [2 :b]]" },
    ],
    clojure: "same",
    since: "0.1",
    run0: () => Vec.EMPTY,
    run1: (a) => {
      chargeItems(1);
      return Vec.of([a]);
    },
    run2: (a, b) => {
      chargeItems(2);
      return Vec.of([a, b]);
    },
    run3: (a, b, c) => {
      chargeItems(3);
      return Vec.of([a, b, c]);
    },
    runN: (args) => build.ofArguments(args, VECTOR),
  },
  list: {
    home: "core",
    group: "Building collections",
    params: ["& items"],
    doc: "A sequence of the arguments. There is no separate list type: it behaves like a vector, and conj adds at its end.",
    examples: [
      { code: "(list 1 2 3)", gives: "[1 2 3]" },
      { code: "(conj (list 1 2) 3)", gives: "[1 2 3]" },
    ],
    clojure: { differs: "Makes a vector: vector? is true, and conj, peek and pop work at its end." },
    since: "0.1",
    runN: (args) => (args.length === 0 ? Vec.EMPTY_SEQ : build.ofArguments(args, SEQ)),
  },
  "list*": {
    home: "core",
    group: "Building collections",
    params: ["coll", "x & more"],
    doc: "A sequence of the arguments, the last of which is a collection whose items come at the end.",
    examples: [
      { code: "(list* 1 2 [3 4])", gives: "[1 2 3 4]" },
      { code: "(list* 1 nil)", gives: "[1]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: build.listStar,
  },
  empty: {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "An empty collection of the same kind; nil for what is no collection.",
    examples: [
      { code: "(empty [1 2])", gives: "[]" },
      { code: "(empty {:a 1})", gives: "{}" },
      { code: '(empty "abc")', gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run1: build.empty,
  },
  "not-empty": {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "The collection itself, or nil when it has no items.",
    examples: [
      { code: "(not-empty [1])", gives: "[1]" },
      { code: '(not-empty "")', gives: "nil" },
      { code: "(or (not-empty []) [:default])", gives: "[:default]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (coll) => (isEmpty(coll, "not-empty") ? null : coll),
  },
  reverse: {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "The items from the last to the first. For a reversed string use clojure.string/reverse.",
    examples: [
      { code: "(reverse [1 2 3])", gives: "[3 2 1]" },
      { code: '(reverse "abc")', gives: '["c" "b" "a"]' },
      { code: "(reverse {:a 1})", gives: "error: type_error" },
    ],
    clojure: { differs: "A map itself is refused: use (reverse (seq m))." },
    since: "0.1",
    run1: build.reverse,
  },
  rseq: {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "The items of a vector or sorted collection from the last to the first; nil when there are none.",
    examples: [
      { code: "(rseq [1 2 3])", gives: "[3 2 1]" },
      { code: "(rseq [])", gives: "nil" },
      { code: "(rseq #{1 2})", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: build.rseq,
  },
  flatten: {
    home: "core",
    group: "Building collections",
    params: ["coll"],
    doc: "All items of nested vectors and sequences in one sequence. Maps, sets and strings stay whole; of anything but a vector it makes an empty sequence.",
    examples: [
      { code: "(flatten [1 [2 [3]] [[4]]])", gives: "[1 2 3 4]" },
      { code: "(flatten [1 {:a [2]}])", gives: "[1 {:a [2]}]" },
      { code: "(flatten nil)", gives: "[]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: build.flatten,
  },
  interleave: {
    home: "core",
    group: "Building collections",
    params: ["& colls"],
    doc: "The first item of each collection, then the second of each, up to the end of the shortest.",
    examples: [
      { code: "(interleave [1 2 3] [:a :b :c])", gives: "[1 :a 2 :b 3 :c]" },
      { code: "(interleave [:a :b] (range))", gives: "[:a 0 :b 1]" },
      { code: "(interleave {:a 1} [1])", gives: "error: type_error" },
    ],
    clojure: { differs: "A map itself is refused: use (seq m)." },
    since: "0.1",
    runN: interleave,
    steps: interleaveSteps,
  },
  interpose: {
    home: "core",
    group: "Building collections",
    params: ["sep coll"],
    doc: "The items with sep between each two. For one string use (clojure.string/join sep coll).",
    examples: [
      { code: "(interpose 0 [1 2 3])", gives: "[1 0 2 0 3]" },
      { code: '(interpose "," "ab")', gives: '["a" "," "b"]' },
    ],
    clojure: { differs: "A map itself is refused: use (seq m)." },
    since: "0.1",
    run2: interpose,
  },
  zip: {
    home: "core",
    group: "Building collections",
    params: ["coll1 coll2 & colls"],
    doc: "Vectors of the first items, of the second items and so on, up to the end of the shortest collection.",
    examples: [
      { code: "(zip [1 2 3] [:a :b :c])", gives: "[[1 :a] [2 :b] [3 :c]]" },
      { code: "(into {} (zip [:a :b] (range)))", gives: "{:a 0, :b 1}" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    runN: (args) => drive(zipSteps(args)),
    steps: zipSteps,
  },
} satisfies BuiltinTable;
