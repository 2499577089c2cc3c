// Rows of the functions that make, read and change maps one level deep. How keys match and where values go is decided in
// associative/; rows that call functions are in map-transforms.ts, sorted maps in sorted-collections.ts.

import { assocAt, mapOf, mergeTwo, pathOf } from "../associative/associate.ts";
import { preview } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, chargeItems, checkItems, spend, spendMany } from "../meter.ts";
import { drive } from "../suspension.ts";
import { flexGet, lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { equal } from "../values/equality.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { isNumber } from "../values/numbers.ts";
import { vecOf, walkOf } from "../values/pull.ts";
import { entriesOf, itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import { isTruthy, Keyword, type Value } from "../values/value.ts";
import { ENTRY, Vec } from "../values/vector.ts";
import { mapTransforms } from "./map-transforms.ts";
import { sortedCollections } from "./sorted-collections.ts";
import type { BuiltinTable } from "./table.ts";

const FLEXIBLE = "A keyword also finds a string key of the same name and a hyphen an underscore; an exact match wins.";

function assocMany(args: readonly Value[]): Value {
  if (args.length % 2 === 0)
    fault(
      "arity_error",
      `assoc needs a value for every key; ${preview(args[args.length - 1] as Value)} has none.`,
      "Write (assoc m key value key value …).",
    );
  let coll = args[0] as Value;
  for (let i = 1; i < args.length; i += 2) coll = assocAt(coll, args[i] as Value, args[i + 1] as Value, "assoc");
  return coll;
}

function dissocOne(m: Value, key: Value): Value {
  if (m === null) return null;
  if (m instanceof PMap) {
    charge(m.changeCost());
    return m.dissoc(key);
  }
  return fault(
    "type_error",
    `dissoc expects a map, got ${typeName(m)}.`,
    m instanceof PSet
      ? "Remove members of a set with disj."
      : m instanceof Vec
        ? "Drop items of a vector with filter or remove; in a vector of maps use (map #(dissoc % :k) coll)."
        : null,
  );
}

function mergeMany(maps: readonly Value[]): Value {
  if (!maps.some(isTruthy)) return null;
  let merged = maps[0] as Value;
  for (let i = 1; i < maps.length; i++) merged = mergeTwo(merged, maps[i] as Value);
  return merged;
}

/** `(find coll key)` as an entry under the key that was asked for, or undefined. */
function findEntry(coll: Value, key: Value, who: string): Vec | undefined {
  if (coll === null) return undefined;
  if (!(coll instanceof PMap) && !(coll instanceof Vec))
    fault(
      "type_error",
      `${who} expects a map or a vector, got ${typeName(coll)}.`,
      coll instanceof PSet ? "For members of a set use (filter pred coll) or contains?." : null,
    );
  charge(80);
  const exact = coll instanceof PMap ? coll.entryOf(key) : undefined;
  if (exact !== undefined) return Vec.entry(exact[0], exact[1]);
  const value = lookup(coll, key);
  return value === undefined ? undefined : Vec.entry(key, value);
}

function selectKeys(m: Value, keys: Value): Value {
  const wanted = pathOf(keys, "select-keys");
  spendMany(wanted.length);
  charge(mapBytes(wanted.length));
  const builder = new MapBuilder();
  for (const key of wanted) {
    const entry = findEntry(m, key, "select-keys");
    if (entry !== undefined) builder.set(entry.at(0), entry.at(1));
  }
  return builder.done();
}

/** Keys (side 0) or values (side 1) of a map or of a sequence of entries; nil when there are none. */
function side(m: Value, at: 0 | 1, who: string): Value {
  if (m instanceof PMap) {
    if (m.size === 0) return null;
    chargeItems(m.size);
    spendMany(m.size >> 2);
    const pairs = m.pairs();
    const out: Value[] = new Array(m.size);
    for (let i = 0; i < out.length; i++) out[i] = pairs[2 * i + at] as Value;
    return Vec.seq(out);
  }
  if (m === null) return null;
  const entries = typeof m === "object" && (m instanceof Vec || m instanceof PSet) ? itemsOf(m, who) : notMap(m, who);
  if (entries.length === 0) return null;
  chargeItems(entries.length);
  spendMany(entries.length >> 2);
  return Vec.seq(entries.map((e) => (e instanceof Vec && e.tag === ENTRY ? e.at(at) : notMap(m, who))));
}

function notMap(m: Value, who: string): never {
  fault(
    "type_error",
    `${who} expects a map, got ${typeName(m)}.`,
    m instanceof Vec ? `Apply it to each map: (map ${who} coll); pairs become a map with (into {} coll).` : null,
  );
}

function ofEntry(entry: Value, at: 0 | 1, who: string): Value {
  if (entry instanceof Vec && entry.tag === ENTRY) return entry.at(at);
  return fault(
    "type_error",
    `${who} expects a map entry, got ${entry instanceof Vec ? "a plain vector" : typeName(entry)}.`,
    entry instanceof Vec
      ? `Use ${at === 0 ? "first" : "second"} for a vector.`
      : entry instanceof PMap
        ? `Use ${at === 0 ? "keys" : "vals"} for a whole map.`
        : "Entries come from walking a map, e.g. (map key m), or from find.",
  );
}

function contains(coll: Value, key: Value): Value {
  if (coll instanceof PMap) return flexGet(coll, key) !== undefined;
  if (coll instanceof PSet) return coll.has(key);
  if (coll === null) return false;
  if (coll instanceof Vec) {
    spendMany(coll.length >> 2);
    for (let i = 0; i < coll.length; i++) if (equal(coll.at(i), key)) return true;
    return false;
  }
  if (typeof coll === "string" && isNumber(key)) return lookup(coll, key) !== undefined;
  return fault(
    "type_error",
    typeof coll === "string"
      ? `contains? on a string tests an index, got ${typeName(key)}.`
      : `contains? expects a map, set, vector or string, got ${typeName(coll)}.`,
    typeof coll === "string" ? "To look for text use (clojure.string/includes? s part)." : null,
  );
}

function* zipSteps(keys: Value, values: Value): Steps {
  const ks = walkOf(keys, "zipmap");
  const vs = walkOf(values, "zipmap");
  if (ks.endless && vs.endless) itemsOf(keys, "zipmap");
  const builder = new MapBuilder();
  for (let k = yield* ks.step(); k !== undefined; k = yield* ks.step()) {
    const v = yield* vs.step();
    if (v === undefined) break;
    spend();
    checkItems(builder.size + 1);
    charge(builder.setCost());
    builder.set(k, v);
  }
  return builder.done();
}

function zip(keys: Value, values: Value): Value {
  if (keys instanceof InfiniteSeq || values instanceof InfiniteSeq) return drive(zipSteps(keys, values));
  const ks = vecOf(keys, "zipmap");
  const vs = vecOf(values, "zipmap");
  const n = Math.min(ks.length, vs.length);
  checkItems(n);
  charge(mapBytes(n));
  spendMany(n);
  const builder = new MapBuilder();
  for (let i = 0; i < n; i++) builder.set(ks.at(i), vs.at(i));
  return builder.done();
}

/** (get :k m) can only mean (get m :k); Clojure answers nil, which hides the mistake. */
function keyFirst(key: Keyword): never {
  fault("type_error", "get takes the map first, then the key.", `Write (get m :${key.name}) or (:${key.name} m).`);
}

const group = "Maps";

export const maps = {
  get: {
    home: "core",
    group,
    params: ["coll key", "coll key default"],
    doc: `The value at a key of a map, an index of a vector or string, or a member of a set; nil or the default when absent. ${FLEXIBLE}`,
    examples: [
      { code: "(get {:a 1} :a)", gives: "1" },
      { code: '(get {"user_id" 7} :user-id)', gives: "7" },
      { code: "(get {:a 1} :b 0)", gives: "0" },
      { code: "(get [10 20] 1)", gives: "20" },
      { code: "(get nil :a)", gives: "nil" },
    ],
    clojure: {
      differs:
        "Keywords and strings find each other's keys, hyphens find underscores. A keyword before a map is an error.",
    },
    since: "0.1",
    run2: (coll, key) => {
      if (coll instanceof Keyword && key instanceof PMap) keyFirst(coll);
      return lookup(coll, key) ?? null;
    },
    run3: (coll, key, otherwise) => {
      const found = lookup(coll, key);
      return found === undefined ? otherwise : found;
    },
  },
  assoc: {
    home: "core",
    group,
    params: ["coll key value", "coll key value & kvs"],
    doc: "The map with keys set to values, or the vector with indexes set. Keys are written exactly as given; the index after the last one appends.",
    examples: [
      { code: "(assoc {:a 1} :b 2)", gives: "{:a 1, :b 2}" },
      { code: "(assoc {:a 1} :a 5 :c 3)", gives: "{:a 5, :c 3}" },
      { code: "(assoc [1 2 3] 1 9)", gives: "[1 9 3]" },
      { code: "(assoc nil :a 1)", gives: "{:a 1}" },
      { code: "(assoc [1] 5 0)", gives: "error: runtime_error" },
    ],
    clojure: "same",
    since: "0.1",
    run3: (coll, key, value) => assocAt(coll, key, value, "assoc"),
    runN: assocMany,
  },
  dissoc: {
    home: "core",
    group,
    params: ["m", "m key", "m & keys"],
    doc: "The map without the given keys. Keys are matched exactly.",
    examples: [
      { code: "(dissoc {:a 1 :b 2} :b)", gives: "{:a 1}" },
      { code: "(dissoc {:a 1 :b 2 :c 3} :a :c)", gives: "{:b 2}" },
      { code: "(dissoc nil :a)", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (m) => m,
    run2: dissocOne,
    runN: (args) => args.slice(1).reduce(dissocOne, args[0] as Value),
  },
  merge: {
    home: "core",
    group,
    params: ["& maps"],
    doc: "One map with the entries of all; a later value wins. nil counts as an empty map.",
    examples: [
      { code: "(merge {:a 1 :b 2} {:b 3})", gives: "{:a 1, :b 3}" },
      { code: "(merge {:a 1} nil {:c 3})", gives: "{:a 1, :c 3}" },
      { code: "(merge)", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => (a instanceof PMap ? mergeTwo(a, b) : mergeMany([a, b])),
    runN: mergeMany,
  },
  "select-keys": {
    home: "core",
    group,
    params: ["m keys"],
    doc: `The map of just those keys that m has, named and ordered as asked for. ${FLEXIBLE}`,
    examples: [
      { code: "(select-keys {:a 1 :b 2 :c 3} [:c :a])", gives: "{:c 3, :a 1}" },
      { code: '(select-keys {"a" 1} [:a :b])', gives: "{:a 1}" },
      { code: "(select-keys [10 20] [0])", gives: "{0 10}" },
    ],
    clojure: { differs: "Keys match flexibly; the result carries the keys as they were asked for." },
    since: "0.1",
    run2: selectKeys,
  },
  keys: {
    home: "core",
    group,
    params: ["m"],
    doc: "The keys of a map in insertion order, or nil when it has none.",
    examples: [
      { code: "(keys {:a 1 :b 2})", gives: "[:a :b]" },
      { code: "(keys {})", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (m) => (m === "" ? null : side(m, 0, "keys")),
  },
  vals: {
    home: "core",
    group,
    params: ["m"],
    doc: "The values of a map in insertion order of the keys, or nil when it has none.",
    examples: [
      { code: "(vals {:a 1 :b 2})", gives: "[1 2]" },
      { code: "(vals nil)", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (m) => (m === "" ? null : side(m, 1, "vals")),
  },
  entries: {
    home: "core",
    group,
    params: ["m"],
    doc: "The [key value] pairs of a map as a vector, in insertion order.",
    examples: [
      { code: "(entries {:a 1 :b 2})", gives: "[[:a 1] [:b 2]]" },
      { code: "(first (entries {:a 1}))", gives: "[:a 1]" },
      { code: "(entries [1 2])", gives: "error: type_error" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (m) => (m === null ? Vec.EMPTY : m instanceof PMap ? Vec.of(entriesOf(m).slice()) : notMap(m, "entries")),
  },
  key: {
    home: "core",
    group,
    params: ["entry"],
    doc: "The key of a map entry. Only entries have one: take the first item of a plain vector with first.",
    examples: [
      { code: "(map key {:a 1 :b 2})", gives: "[:a :b]" },
      { code: "(key (find {:a 1} :a))", gives: ":a" },
      { code: "(key [:a 1])", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (entry) => ofEntry(entry, 0, "key"),
  },
  val: {
    home: "core",
    group,
    params: ["entry"],
    doc: "The value of a map entry. Only entries have one: take the second item of a plain vector with second.",
    examples: [
      { code: "(map val {:a 1 :b 2})", gives: "[1 2]" },
      { code: "(sort-by val {:a 2 :b 1})", gives: "[[:b 1] [:a 2]]" },
      { code: "(val [:a 1])", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (entry) => ofEntry(entry, 1, "val"),
  },
  find: {
    home: "core",
    group,
    params: ["coll key"],
    doc: `The [key value] entry at a key of a map or an index of a vector, or nil when absent. It does not search by predicate: use (first (filter pred coll)). ${FLEXIBLE}`,
    examples: [
      { code: "(find {:a nil} :a)", gives: "[:a nil]" },
      { code: "(find {:a 1} :b)", gives: "nil" },
      { code: "(find [10 20] 1)", gives: "[1 20]" },
    ],
    clojure: { differs: "Keys match flexibly; the entry then carries the key that was asked for." },
    since: "0.1",
    run2: (coll, key) => findEntry(coll, key, "find") ?? null,
  },
  "contains?": {
    home: "core",
    group,
    params: ["coll key"],
    doc: `Whether a map has a key, a set a member, a vector an item, or a string an index. ${FLEXIBLE}`,
    examples: [
      { code: "(contains? {:a nil} :a)", gives: "true" },
      { code: "(contains? #{1 2} 3)", gives: "false" },
      { code: "(contains? [10 20] 20)", gives: "true" },
      { code: '(contains? "abc" "b")', gives: "error: type_error" },
    ],
    clojure: { differs: "On a vector it tests for an item, not for an index. Map keys match flexibly." },
    since: "0.1",
    run2: contains,
  },
  zipmap: {
    home: "core",
    group,
    params: ["keys vals"],
    doc: "The map of each key to the value in the same place, as far as both go.",
    examples: [
      { code: "(zipmap [:a :b] [1 2])", gives: "{:a 1, :b 2}" },
      { code: "(zipmap [:a :b :c] [1])", gives: "{:a 1}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: zip,
    steps: (args) => zipSteps(args[0] as Value, args[1] as Value),
  },
  "hash-map": {
    home: "core",
    group,
    params: ["& kvs"],
    doc: "A map of alternating keys and values; a later value of the same key wins.",
    examples: [
      { code: "(hash-map :a 1 :b 2)", gives: "{:a 1, :b 2}" },
      { code: "(apply hash-map [:a 1 :a 2])", gives: "{:a 2}" },
      { code: "(hash-map :a)", gives: "error: arity_error" },
    ],
    clojure: { differs: "Entries keep their insertion order." },
    since: "0.1",
    runN: (args) => mapOf(args, "hash-map"),
  },
  "array-map": {
    home: "core",
    group,
    params: ["& kvs"],
    doc: "A map of alternating keys and values, the same as hash-map: every map keeps its insertion order.",
    examples: [
      { code: "(array-map :b 1 :a 2)", gives: "{:b 1, :a 2}" },
      { code: "(array-map)", gives: "{}" },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => mapOf(args, "array-map"),
  },
  ...mapTransforms,
  ...sortedCollections,
} satisfies BuiltinTable;
