// Rows that make sorted maps and sets. What is added to one later goes to its place, and every other function treats them
// as maps and sets. They are part of the `maps` table.

import { mapOf } from "../associative/associate.ts";
import { addMembers, builderFrom } from "../associative/conjoin.ts";
import { between } from "../sequences/between.ts";
import { wantFunction } from "../sequences/function-args.ts";
import { PMap } from "../values/map.ts";
import { PSet } from "../values/set.ts";
import { naturalOrder, orderFrom } from "../values/sorted.ts";
import type { Comparator } from "../values/sorted-array.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

function sortedMap(order: Comparator, kvs: readonly Value[], who: string): Value {
  // mapOf refuses a key without a value; keys that compare equal meet again in the sorted builder.
  const pairs = kvs.length % 2 === 0 ? kvs : mapOf(kvs, who).pairs();
  const builder = builderFrom(PMap.emptySorted(order), pairs.length >> 1);
  for (let i = 0; i < pairs.length; i += 2) builder.set(pairs[i] as Value, pairs[i + 1] as Value);
  return builder.done();
}

function sortedSet(order: Comparator, items: readonly Value[]): Value {
  return addMembers(new PSet(PMap.emptySorted(order)), items);
}

const ANY = Vec.of([null]);

function orderOf(comparator: Value, who: string): Comparator {
  wantFunction({ who, form: `(${who} comparator & items)`, gives: "two keys" }, comparator, ANY, 2);
  return orderFrom(comparator, who);
}

const group = "Sorted maps and sets";

export const sortedCollections = {
  "sorted-map": {
    home: "core",
    group,
    params: ["& kvs"],
    doc: "A map that keeps its keys in natural order, nil first. The keys must be of one kind.",
    examples: [
      { code: "(sorted-map :b 1 :a 2)", gives: "{:a 2, :b 1}" },
      { code: "(assoc (sorted-map 3 :c 1 :a) 2 :b)", gives: "{1 :a, 2 :b, 3 :c}" },
      { code: '(sorted-map :a 1 "b" 2)', gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => sortedMap(naturalOrder, args, "sorted-map"),
  },
  "sorted-map-by": {
    home: "core",
    group,
    params: ["comparator & kvs"],
    doc: "A map that keeps its keys in the order of a comparator, which returns a number or a boolean. Keys that compare equal are one key.",
    examples: [
      { code: "(sorted-map-by > 1 :a 3 :c)", gives: "{3 :c, 1 :a}" },
      { code: "(keys (sorted-map-by #(compare %2 %1) :a 1 :b 2))", gives: "[:b :a]" },
    ],
    clojure: { differs: "The comparator must not call tools." },
    since: "0.1",
    runN: (args) => sortedMap(orderOf(args[0] as Value, "sorted-map-by"), args.slice(1), "sorted-map-by"),
  },
  "sorted-set": {
    home: "core",
    group,
    params: ["& items"],
    doc: "A set that keeps its members in natural order, nil first. The members must be of one kind.",
    examples: [
      { code: "(sorted-set 3 1 2 1)", gives: "#{1 2 3}" },
      { code: '(conj (sorted-set "b") "a")', gives: '#{"a" "b"}' },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => sortedSet(naturalOrder, args),
  },
  "sorted-set-by": {
    home: "core",
    group,
    params: ["comparator & items"],
    doc: "A set that keeps its members in the order of a comparator. Members that compare equal are one member.",
    examples: [
      { code: "(sorted-set-by > 3 1 2)", gives: "#{3 2 1}" },
      { code: '(sorted-set-by #(compare (count %1) (count %2)) "bb" "a" "c")', gives: '#{"a" "bb"}' },
    ],
    clojure: { differs: "The comparator must not call tools." },
    since: "0.1",
    runN: (args) => sortedSet(orderOf(args[0] as Value, "sorted-set-by"), args.slice(1)),
  },
  subseq: {
    home: "core",
    group,
    params: ["coll test key", "coll start-test start-key end-test end-key"],
    doc: "The part of a sorted map or set whose keys pass a test (< <= > >=) against a key, or two tests, as a sequence; nil when the walk has nowhere to start.",
    examples: [
      { code: "(subseq (sorted-set 1 2 3 4) > 2)", gives: "[3 4]" },
      { code: "(subseq (sorted-map 1 :a 5 :b 9 :c) >= 2 < 9)", gives: "[[5 :b]]" },
      { code: "(subseq (sorted-set 1 2) > 2)", gives: "nil" },
    ],
    clojure: { differs: "The tests must not call tools." },
    since: "0.1",
    runN: (args) => between("subseq", args),
  },
  rsubseq: {
    home: "core",
    group,
    params: ["coll test key", "coll start-test start-key end-test end-key"],
    doc: "The same part of a sorted map or set as subseq, from the last item to the first.",
    examples: [
      { code: "(rsubseq (sorted-set 1 2 3 4) <= 3)", gives: "[3 2 1]" },
      { code: "(first (rsubseq (sorted-map 1 :a 5 :b) < 4))", gives: "[1 :a]" },
    ],
    clojure: { differs: "The tests must not call tools." },
    since: "0.1",
    runN: (args) => between("rsubseq", args),
  },
} satisfies BuiltinTable;
