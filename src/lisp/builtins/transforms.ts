// Rows of the functions that make a sequence from a sequence by calling a function: map, filter and their kin. The loops
// are in sequences/; every row has a stepwise form for functions that wait for tools.

import { combinations } from "../sequences/combinations.ts";
import { realized, realizedSome, repeatedlyEndless, repeatedlySteps, runSteps } from "../sequences/effects.ts";
import {
  filterUse,
  filtervUse,
  keep,
  keepIndexed,
  keepIndexedUse,
  keepSteps,
  keepUse,
  removeUse,
  select,
  selectSteps,
} from "../sequences/filter.ts";
import { mapIndexed, mapIndexedSteps, mapOne, mapSteps, mapTwo, mapUse, mapvUse } from "../sequences/map.ts";
import { mapcatOne, mapcatSteps } from "../sequences/mapcat.ts";
import { dropWhileUse, splitAtFailure, splitSteps, splitWithUse, takeWhileUse } from "../sequences/prefix.ts";
import { treeSteps } from "../sequences/tree.ts";
import type { Value } from "../values/value.ts";
import { SEQ, VECTOR } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

export const transforms = {
  map: {
    home: "core",
    group: "Transforming",
    params: ["f coll", "f c1 c2 & colls"],
    doc: "The results of (f item) for each item. With several collections f gets one item of each, up to the end of the shortest. Maps give [k v] entries, strings characters.",
    examples: [
      { code: "(map inc [1 2 3])", gives: "[2 3 4]" },
      { code: '(map :name [{:name "Ann"} {:name "Bo"}])', gives: '["Ann" "Bo"]' },
      { code: "(map + [1 2 3] [10 20])", gives: "[11 22]" },
      { code: "(map vector (range) [:a :b])", gives: "[[0 :a] [1 :b]]" },
      { code: "(map [1 2] inc)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (f, coll) => mapOne(mapUse, SEQ, f, coll),
    run3: (f, a, b) => mapTwo(mapUse, SEQ, f, a, b),
    steps: (args) => mapSteps(mapUse, SEQ, args),
  },
  mapv: {
    home: "core",
    group: "Transforming",
    params: ["f coll", "f c1 c2 & colls"],
    doc: "Like map, and the result is a vector.",
    examples: [
      { code: "(mapv inc [1 2 3])", gives: "[2 3 4]" },
      { code: "(mapv (fn [[k v]] [v k]) {:a 1})", gives: "[[1 :a]]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (f, coll) => mapOne(mapvUse, VECTOR, f, coll),
    run3: (f, a, b) => mapTwo(mapvUse, VECTOR, f, a, b),
    steps: (args) => mapSteps(mapvUse, VECTOR, args),
  },
  "map-indexed": {
    home: "core",
    group: "Transforming",
    params: ["f coll"],
    doc: "The results of (f index item) for each item, counting from 0.",
    examples: [
      { code: "(map-indexed vector [:a :b])", gives: "[[0 :a] [1 :b]]" },
      { code: "(map-indexed (fn [i x] (* i x)) [5 5 5])", gives: "[0 5 10]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: mapIndexed,
    steps: (args) => mapIndexedSteps(args[0] as Value, args[1] as Value),
  },
  mapcat: {
    home: "core",
    group: "Transforming",
    params: ["f coll", "f c1 c2 & colls"],
    doc: "Joins the collections that f returns for each item. nil adds nothing.",
    examples: [
      { code: "(mapcat :tags [{:tags [1 2]} {:tags [3]} {:tags nil}])", gives: "[1 2 3]" },
      { code: "(mapcat vector [1 2] [:a :b])", gives: "[1 :a 2 :b]" },
      { code: "(mapcat inc [1 2])", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: mapcatOne,
    steps: mapcatSteps,
  },
  filter: {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "The items for which (pred item) is true. A map gives a sequence of its [k v] entries.",
    examples: [
      { code: "(filter odd? [1 2 3 4])", gives: "[1 3]" },
      { code: "(filter :active [{:id 1 :active true} {:id 2}])", gives: "[{:id 1, :active true}]" },
      { code: "(filter (fn [[k v]] (> v 1)) {:a 1 :b 2})", gives: "[[:b 2]]" },
      { code: "(filter [1 2] odd?)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => select(filterUse, true, SEQ, pred, coll),
    steps: (args) => selectSteps(filterUse, true, SEQ, args[0] as Value, args[1] as Value),
  },
  filterv: {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "Like filter, and the result is a vector.",
    examples: [
      { code: "(filterv odd? [1 2 3])", gives: "[1 3]" },
      { code: "(filterv #{:a} [:a :b])", gives: "[:a]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => select(filtervUse, true, VECTOR, pred, coll),
    steps: (args) => selectSteps(filtervUse, true, VECTOR, args[0] as Value, args[1] as Value),
  },
  remove: {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "The items for which (pred item) is false or nil: the opposite of filter.",
    examples: [
      { code: "(remove odd? [1 2 3 4])", gives: "[2 4]" },
      { code: "(remove nil? [1 nil 2])", gives: "[1 2]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => select(removeUse, false, SEQ, pred, coll),
    steps: (args) => selectSteps(removeUse, false, SEQ, args[0] as Value, args[1] as Value),
  },
  keep: {
    home: "core",
    group: "Transforming",
    params: ["f coll"],
    doc: "The results of (f item) that are not nil; false stays.",
    examples: [
      { code: "(keep :n [{:n 1} {} {:n 3}])", gives: "[1 3]" },
      { code: "(keep identity [false nil 1])", gives: "[false 1]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: keep,
    steps: (args) => keepSteps(keepUse, args[0] as Value, args[1] as Value),
  },
  "keep-indexed": {
    home: "core",
    group: "Transforming",
    params: ["f coll"],
    doc: "The results of (f index item) that are not nil.",
    examples: [
      { code: "(keep-indexed (fn [i x] (when (odd? i) x)) [:a :b :c])", gives: "[:b]" },
      { code: "(keep-indexed (fn [i x] (when (neg? x) i)) [1 -2 -3])", gives: "[1 2]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: keepIndexed,
    steps: (args) => keepSteps(keepIndexedUse, args[0] as Value, args[1] as Value),
  },
  "take-while": {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "The items before the first for which (pred item) fails.",
    examples: [
      { code: "(take-while odd? [1 3 4 5])", gives: "[1 3]" },
      { code: "(take-while (fn [x] (< x 3)) (range))", gives: "[0 1 2]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => splitAtFailure(takeWhileUse, pred, coll),
    steps: (args) => splitSteps(takeWhileUse, args[0] as Value, args[1] as Value),
  },
  "drop-while": {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "The items from the first for which (pred item) fails.",
    examples: [
      { code: "(drop-while odd? [1 3 4 5])", gives: "[4 5]" },
      { code: "(drop-while odd? [1 3])", gives: "[]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => splitAtFailure(dropWhileUse, pred, coll),
    steps: (args) => splitSteps(dropWhileUse, args[0] as Value, args[1] as Value),
  },
  "split-with": {
    home: "core",
    group: "Transforming",
    params: ["pred coll"],
    doc: "A pair: what take-while and what drop-while would give.",
    examples: [
      { code: "(split-with odd? [1 3 4 5])", gives: "[[1 3] [4 5]]" },
      { code: "(split-with neg? [1 2])", gives: "[[] [1 2]]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) => splitAtFailure(splitWithUse, pred, coll),
    steps: (args) => splitSteps(splitWithUse, args[0] as Value, args[1] as Value),
  },
  "tree-seq": {
    home: "core",
    group: "Transforming",
    params: ["branch? children root"],
    doc: "All nodes of a tree, each before its children. (children node) is asked for nodes for which (branch? node) is true.",
    examples: [
      { code: "(tree-seq vector? seq [1 [2 3]])", gives: "[[1 [2 3]] 1 [2 3] 2 3]" },
      { code: "(map :id (tree-seq :kids :kids {:id 1 :kids [{:id 2} {:id 3}]}))", gives: "[1 2 3]" },
      { code: '(tree-seq string? seq "ab")', gives: '["ab" "a" "b"]' },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => treeSteps(args[0] as Value, args[1] as Value, args[2] as Value),
  },
  combinations: {
    home: "core",
    group: "Transforming",
    params: ["coll n"],
    doc: "Every way to choose n items, in the order of the collection.",
    examples: [
      { code: "(combinations [1 2 3] 2)", gives: "[[1 2] [1 3] [2 3]]" },
      { code: "(combinations [1 2] 3)", gives: "[]" },
      { code: "(combinations [1 2 3] 0)", gives: "[[]]" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run2: combinations,
  },
  repeatedly: {
    home: "core",
    group: "Transforming",
    params: ["f", "n f"],
    doc: "The results of calling f without arguments n times. Without n the sequence never ends: bound it with take.",
    examples: [
      { code: "(repeatedly 3 (constantly 7))", gives: "[7 7 7]" },
      { code: "(take 2 (repeatedly (fn [] :x)))", gives: "[:x :x]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: repeatedlyEndless,
    steps: function* (args) {
      if (args.length === 1) return repeatedlyEndless(args[0] as Value);
      return yield* repeatedlySteps(args[0] as Value, args[1] as Value);
    },
  },
  "run!": {
    home: "core",
    group: "Transforming",
    params: ["f coll"],
    doc: "Calls f on each item for its effects and returns nil.",
    examples: [
      { code: "(run! println [])", gives: "nil" },
      { code: "(run! inc [1 2 3])", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => runSteps(args[0] as Value, args[1] as Value),
  },
  doall: {
    home: "core",
    group: "Transforming",
    params: ["coll", "n coll"],
    doc: "The collection itself: sequences are never lazy here.",
    examples: [
      { code: "(doall (map inc [1 2]))", gives: "[2 3]" },
      { code: "(doall nil)", gives: "nil" },
      { code: "(doall (range))", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (coll) => realized("doall", coll),
    run2: (n, coll) => realizedSome("doall", n, coll),
  },
  dorun: {
    home: "core",
    group: "Transforming",
    params: ["coll", "n coll"],
    doc: "nil: sequences are never lazy here, so there is nothing left to run.",
    examples: [
      { code: "(dorun (map inc [1 2]))", gives: "nil" },
      { code: "(dorun [])", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (coll) => {
      realized("dorun", coll);
      return null;
    },
    run2: (n, coll) => {
      realizedSome("dorun", n, coll);
      return null;
    },
  },
} satisfies BuiltinTable;
