// Rows of sets and of clojure.set. What counts as a set, and what Clojure does with collections that are none, is decided in
// associative/set-algebra.ts.

import { index, inverted, join, project, rename, renameKeys } from "../associative/relations.ts";
import {
  difference,
  disjoin,
  intersectAll,
  intersection,
  isSubset,
  setFrom,
  setOf,
  union,
  unionAll,
} from "../associative/set-algebra.ts";
import { call1 } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { type Use, wantFunction } from "../sequences/function-args.ts";
import { Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { PSet } from "../values/set.ts";
import { isTruthy, type Value } from "../values/value.ts";
import { pairsOf } from "./map-transforms.ts";
import type { BuiltinTable } from "./table.ts";

const selectUse: Use = { who: "select", form: "(clojure.set/select pred set)", gives: "one member" };

function* selectSteps(pred: Value, set: Value): Steps {
  if (set === null) return null;
  if (!(set instanceof PSet))
    return fault("type_error", `select expects a set, got ${typeName(set)}.`, "Use (filter pred coll) for others.");
  wantFunction(selectUse, pred, set, 1);
  spendMany(set.size);
  chargeItems(set.size);
  const dropped: Value[] = [];
  for (const item of set.items()) {
    let keep = call1(pred, item);
    if (keep instanceof Suspension) keep = yield keep;
    if (!isTruthy(keep)) dropped.push(item);
  }
  return disjoin(set, dropped, "select");
}

function mapInvert(m: Value): Value {
  return inverted(m instanceof PMap ? m : PMap.ofDistinct(pairsOf(m, "map-invert").slice()));
}

const group = "Sets";
const RELATION = "A relation is a set of maps; any collection of maps will do.";

export const sets = {
  set: {
    home: "core",
    group,
    params: ["coll"],
    doc: "The set of the distinct items of a collection. Of a map: its entries; of a string: its characters.",
    examples: [
      { code: "(set [1 2 1])", gives: "#{1 2}" },
      { code: "(set nil)", gives: "#{}" },
      { code: '(contains? (set "abc") "b")', gives: "true" },
    ],
    clojure: { differs: "Members keep their insertion order." },
    since: "0.1",
    run1: setOf,
  },
  "hash-set": {
    home: "core",
    group,
    params: ["& items"],
    doc: "The set of its arguments.",
    examples: [
      { code: "(hash-set 1 2 1)", gives: "#{1 2}" },
      { code: "(hash-set)", gives: "#{}" },
    ],
    clojure: { differs: "Members keep their insertion order." },
    since: "0.1",
    runN: setFrom,
  },
  disj: {
    home: "core",
    group,
    params: ["set", "set item", "set & items"],
    doc: "The set without the given items.",
    examples: [
      { code: "(disj #{1 2 3} 2)", gives: "#{1 3}" },
      { code: "(disj #{1 2 3} 1 3 9)", gives: "#{2}" },
      { code: "(disj [1 2] 1)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => disjoin(args[0] as Value, args.slice(1), "disj"),
  },
  "set?": {
    home: "core",
    group: "Kinds of values",
    params: ["x"],
    doc: "Whether x is a set.",
    examples: [
      { code: "(set? #{1})", gives: "true" },
      { code: "(set? [1])", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x instanceof PSet,
  },
  union: {
    home: "set",
    group,
    params: ["& sets"],
    doc: "The set of everything that is in any of the sets.",
    examples: [
      { code: "(clojure.set/union #{1 2} #{2 3})", gives: "#{1 2 3}" },
      { code: "(clojure.set/union #{1} nil)", gives: "#{1}" },
      { code: "(clojure.set/union)", gives: "#{}" },
    ],
    clojure: "same",
    since: "0.1",
    run0: () => PSet.EMPTY,
    run1: (set) => set,
    run2: union,
    runN: unionAll,
  },
  intersection: {
    home: "set",
    group,
    params: ["set & sets"],
    doc: "The set of everything that is in all of the sets.",
    examples: [
      { code: "(clojure.set/intersection #{1 2 3} #{2 3 4})", gives: "#{2 3}" },
      { code: "(clojure.set/intersection #{1} #{2})", gives: "#{}" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (set) => set,
    run2: intersection,
    runN: intersectAll,
  },
  difference: {
    home: "set",
    group,
    params: ["set & sets"],
    doc: "The first set without the members of the others.",
    examples: [
      { code: "(clojure.set/difference #{1 2 3} #{2})", gives: "#{1 3}" },
      { code: "(clojure.set/difference #{1 2 3} #{1} #{3})", gives: "#{2}" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (set) => set,
    run2: difference,
    runN: (sets) => sets.reduce(difference),
  },
  "subset?": {
    home: "set",
    group,
    params: ["a b"],
    doc: "Whether every member of a is in b.",
    examples: [
      { code: "(clojure.set/subset? #{1} #{1 2})", gives: "true" },
      { code: "(clojure.set/subset? #{1 3} #{1 2})", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => isSubset(a, b, "subset?"),
  },
  "superset?": {
    home: "set",
    group,
    params: ["a b"],
    doc: "Whether every member of b is in a.",
    examples: [
      { code: "(clojure.set/superset? #{1 2} #{1})", gives: "true" },
      { code: "(clojure.set/superset? #{1} #{1 2})", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => isSubset(b, a, "superset?"),
  },
  "clojure.set/select": {
    home: "set",
    group,
    params: ["pred set"],
    doc: "The members of a set for which pred is true, as a set.",
    examples: [
      { code: "(clojure.set/select odd? #{1 2 3})", gives: "#{1 3}" },
      { code: "(clojure.set/select odd? nil)", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => selectSteps(args[0] as Value, args[1] as Value),
  },
  "map-invert": {
    home: "set",
    group: "Maps",
    params: ["m"],
    doc: "The map with keys and values exchanged; of equal values the later key wins.",
    examples: [
      { code: "(clojure.set/map-invert {:a 1 :b 2})", gives: "{1 :a, 2 :b}" },
      { code: "(clojure.set/map-invert nil)", gives: "{}" },
    ],
    clojure: "same",
    since: "0.1",
    run1: mapInvert,
  },
  "rename-keys": {
    home: "set",
    group: "Maps",
    params: ["m names"],
    doc: "The map with keys renamed as {old new} says. Keys are found as get finds them; renamed entries go to the end.",
    examples: [
      { code: "(clojure.set/rename-keys {:a 1 :b 2} {:a :x})", gives: "{:b 2, :x 1}" },
      { code: '(clojure.set/rename-keys {"user_id" 7} {:user-id :id})', gives: "{:id 7}" },
    ],
    clojure: { differs: "Keywords and strings find each other's keys, hyphens find underscores." },
    since: "0.1",
    run2: renameKeys,
  },
  "clojure.set/rename": {
    home: "set",
    group: "Relations",
    params: ["relation names"],
    doc: `The relation with keys of every map renamed as {old new} says. ${RELATION}`,
    examples: [
      { code: "(clojure.set/rename #{{:a 1}} {:a :b})", gives: "#{{:b 1}}" },
      { code: "(clojure.set/rename [{:a 1} {:a 2}] {:a :b})", gives: "#{{:b 1} {:b 2}}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: rename,
  },
  "clojure.set/project": {
    home: "set",
    group: "Relations",
    params: ["relation keys"],
    doc: `The relation with only the given keys of every map. ${RELATION}`,
    examples: [
      { code: "(clojure.set/project #{{:a 1 :b 2} {:a 1 :b 3}} [:a])", gives: "#{{:a 1}}" },
      { code: "(clojure.set/project [{:a 1 :b 2}] [:b])", gives: "#{{:b 2}}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: project,
  },
  "clojure.set/index": {
    home: "set",
    group: "Relations",
    params: ["relation keys"],
    doc: `A map from each combination of values under the given keys to the set of maps that have it. ${RELATION}`,
    examples: [
      { code: "(clojure.set/index [{:a 1 :b 2}] [:a])", gives: "{{:a 1} #{{:a 1, :b 2}}}" },
      { code: "(count (clojure.set/index [{:a 1} {:a 2} {:a 1}] [:a]))", gives: "2" },
    ],
    clojure: "same",
    since: "0.1",
    run2: index,
  },
  "clojure.set/join": {
    home: "set",
    group: "Relations",
    params: ["a b", "a b keys"],
    doc: `Merges the maps of two relations that agree on the keys both have, or on {key-of-a key-of-b}. ${RELATION}`,
    examples: [
      { code: "(clojure.set/join #{{:id 1 :n 2}} #{{:id 1 :m 3}})", gives: "#{{:id 1, :n 2, :m 3}}" },
      { code: "(clojure.set/join [{:id 1}] [{:user 1 :m 3}] {:id :user})", gives: "#{{:id 1, :user 1, :m 3}}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => join(a, b, undefined),
    run3: join,
  },
} satisfies BuiltinTable;
