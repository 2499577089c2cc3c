// Rows of reduce and its kin. The folding itself is in sequences/reduce.ts.

import { reduce, reduceKv, reduceKvSteps, reduceSteps, reductionsSteps } from "../sequences/reduce.ts";
import { Reduced, type Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

export const reductions = {
  reduce: {
    home: "core",
    group: "Reducing",
    params: ["f coll", "f init coll"],
    doc: "Combines the items from the left with (f acc item). Starts with init, or without one with the first item; an empty collection then gives (f). A (reduced x) result stops at once with x.",
    examples: [
      { code: "(reduce + [1 2 3 4])", gives: "10" },
      { code: "(reduce (fn [m [k v]] (assoc m v k)) {} {:a 1 :b 2})", gives: "{1 :a, 2 :b}" },
      { code: "(reduce (fn [acc x] (if (> acc 5) (reduced acc) (+ acc x))) 0 (range))", gives: "6" },
      { code: "(reduce + [])", gives: "0" },
      { code: "(reduce [1 2] +)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (f, coll) => reduce(f, undefined, coll),
    run3: (f, init, coll) => reduce(f, init, coll),
    steps: (args) =>
      args.length === 2
        ? reduceSteps(args[0] as Value, undefined, args[1] as Value)
        : reduceSteps(args[0] as Value, args[1] as Value, args[2] as Value),
  },
  "reduce-kv": {
    home: "core",
    group: "Reducing",
    params: ["f init m"],
    doc: "Folds a map with (f acc key value), or a vector with (f acc index item). A (reduced x) result stops at once with x.",
    examples: [
      { code: "(reduce-kv (fn [acc k v] (+ acc v)) 0 {:a 1 :b 2})", gives: "3" },
      { code: "(reduce-kv (fn [m k v] (assoc m k (* 10 v))) {} {:a 1 :b 2})", gives: "{:a 10, :b 20}" },
      { code: "(reduce-kv (fn [acc i x] (conj acc [i x])) [] [:a :b])", gives: "[[0 :a] [1 :b]]" },
    ],
    clojure: "same",
    since: "0.1",
    run3: reduceKv,
    steps: (args) => reduceKvSteps(args[0] as Value, args[1] as Value, args[2] as Value),
  },
  reductions: {
    home: "core",
    group: "Reducing",
    params: ["f coll", "f init coll"],
    doc: "All accumulators of a reduce, from the first to the last.",
    examples: [
      { code: "(reductions + [1 2 3 4])", gives: "[1 3 6 10]" },
      { code: "(reductions conj [] [1 2])", gives: "[[] [1] [1 2]]" },
      { code: "(take 4 (reductions + (range)))", gives: "[0 1 3 6]" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) =>
      args.length === 2
        ? reductionsSteps(args[0] as Value, undefined, args[1] as Value)
        : reductionsSteps(args[0] as Value, args[1] as Value, args[2] as Value),
  },
  reduced: {
    home: "core",
    group: "Reducing",
    params: ["x"],
    doc: "Wraps x so that the reduce it is returned to stops with x.",
    examples: [
      { code: "(reduce (fn [acc x] (if (neg? x) (reduced :negative) (+ acc x))) 0 [1 -2 3])", gives: ":negative" },
      { code: "(reduced? (reduced 1))", gives: "true" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => new Reduced(x),
  },
  "reduced?": {
    home: "core",
    group: "Reducing",
    params: ["x"],
    doc: "True when x was made by reduced.",
    examples: [
      { code: "(reduced? (reduced 1))", gives: "true" },
      { code: "(reduced? 1)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x instanceof Reduced,
  },
  unreduced: {
    home: "core",
    group: "Reducing",
    params: ["x"],
    doc: "The value inside a reduced, or x itself.",
    examples: [
      { code: "(unreduced (reduced 1))", gives: "1" },
      { code: "(unreduced 2)", gives: "2" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => (x instanceof Reduced ? x.value : x),
  },
  "ensure-reduced": {
    home: "core",
    group: "Reducing",
    params: ["x"],
    doc: "x as a reduced: unchanged when it already is one.",
    examples: [
      { code: "(reduced? (ensure-reduced 1))", gives: "true" },
      { code: "(unreduced (ensure-reduced (reduced 1)))", gives: "1" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => (x instanceof Reduced ? x : new Reduced(x)),
  },
} satisfies BuiltinTable;
