// Rows of the functions that rebuild a map by calling a function for its keys or values. They are part of the `maps` table.

import { assocAt, hasKey } from "../associative/associate.ts";
import { builderFrom } from "../associative/conjoin.ts";
import { call1, call2 } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, chargeItems, spendMany } from "../meter.ts";
import { type Use, wantFunction } from "../sequences/function-args.ts";
import { Suspension } from "../suspension.ts";
import { lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { isTruthy, type Value } from "../values/value.ts";
import { ENTRY, Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

/** [k0 v0 k1 v1 …] of a map, of a vector by index, or of nil. */
export function pairsOf(m: Value, who: string): readonly Value[] {
  if (m instanceof PMap) return m.pairs();
  if (m === null) return [];
  if (!(m instanceof Vec)) return fault("type_error", `${who} expects a map or a vector, got ${typeName(m)}.`, null);
  chargeItems(2 * m.length);
  const flat: Value[] = new Array(2 * m.length);
  for (let i = 0; i < m.length; i++) {
    flat[2 * i] = i;
    flat[2 * i + 1] = m.at(i);
  }
  return flat;
}

const keysUse: Use = { who: "update-keys", form: "(update-keys m f)", gives: "one key" };
const valsUse: Use = { who: "update-vals", form: "(update-vals m f)", gives: "one value" };
const mergeUse: Use = { who: "merge-with", form: "(merge-with f m1 m2)", gives: "both values of a key" };

function* updateKeysSteps(m: Value, f: Value): Steps {
  wantFunction(keysUse, f, m, 1);
  const pairs = pairsOf(m, "update-keys");
  spendMany(pairs.length >> 1);
  charge(mapBytes(pairs.length >> 1));
  const builder = new MapBuilder();
  for (let i = 0; i < pairs.length; i += 2) {
    let key = call1(f, pairs[i] as Value);
    if (key instanceof Suspension) key = yield key;
    builder.set(key, pairs[i + 1] as Value);
  }
  return builder.done();
}

function* updateValsSteps(m: Value, f: Value): Steps {
  wantFunction(valsUse, f, m, 1);
  const pairs = pairsOf(m, "update-vals");
  spendMany(pairs.length >> 1);
  chargeItems(pairs.length);
  const flat: Value[] = new Array(pairs.length);
  for (let i = 0; i < pairs.length; i += 2) {
    let value = call1(f, pairs[i + 1] as Value);
    if (value instanceof Suspension) value = yield value;
    flat[i] = pairs[i] as Value;
    flat[i + 1] = value;
  }
  return updated(m, flat);
}

function updateVals(m: Value, f: Value): Value {
  wantFunction(valsUse, f, m, 1);
  const pairs = pairsOf(m, "update-vals");
  spendMany(pairs.length >> 1);
  chargeItems(pairs.length);
  const flat: Value[] = new Array(pairs.length);
  for (let i = 0; i < pairs.length; i += 2) {
    flat[i] = pairs[i] as Value;
    flat[i + 1] = call1(f, pairs[i + 1] as Value);
  }
  return updated(m, flat);
}

/** A collection like `m` from its own keys and new values. */
function updated(m: Value, flat: Value[]): Value {
  if (m instanceof Vec) {
    chargeItems(m.length);
    return Vec.of(flat.filter((_, i) => i % 2 === 1));
  }
  if (m instanceof PMap && m.sorted !== null) return new PMap(m.size, flat, null, 0, m.sorted);
  charge(mapBytes(flat.length >> 1));
  return PMap.ofDistinct(flat);
}

/** Entries of what merge-with is given besides maps. */
function entryPairs(m: Value): readonly Value[] {
  if (m instanceof PMap) return m.pairs();
  if (!isSeqable(m)) fault("type_error", `merge-with expects maps, got ${typeName(m)}.`, "Write (merge-with f m1 m2).");
  const entries = itemsOf(m, "merge-with");
  chargeItems(2 * entries.length);
  return entries.flatMap((e) =>
    e instanceof Vec && e.tag === ENTRY
      ? [e.at(0), e.at(1)]
      : fault("type_error", `merge-with expects maps, got ${typeName(m)}.`, "Write (merge-with f m1 m2)."),
  );
}

function* mergeWithSteps(f: Value, maps: readonly Value[]): Steps {
  if (!maps.some(isTruthy)) return null;
  let merged = maps[0] as Value;
  for (let n = 1; n < maps.length; n++) {
    const target: Value = isTruthy(merged) ? merged : PMap.EMPTY;
    const pairs = entryPairs(maps[n] as Value);
    wantFunction(mergeUse, f, maps[n] as Value, 2);
    spendMany(pairs.length >> 1);
    merged = target instanceof PMap ? yield* mergeMap(f, target, pairs) : yield* mergeOther(f, target, pairs);
  }
  return merged;
}

function* mergeMap(f: Value, target: PMap, pairs: readonly Value[]): Steps {
  const builder = builderFrom(target, pairs.length >> 1);
  for (let i = 0; i < pairs.length; i += 2) {
    const key = pairs[i] as Value;
    const old = builder.get(key);
    let value = pairs[i + 1] as Value;
    if (old !== undefined) {
      value = call2(f, old, value);
      if (value instanceof Suspension) value = yield value;
    }
    builder.set(key, value);
  }
  return builder.done();
}

function* mergeOther(f: Value, target: Value, pairs: readonly Value[]): Steps {
  let merged = target;
  for (let i = 0; i < pairs.length; i += 2) {
    const key = pairs[i] as Value;
    let value = pairs[i + 1] as Value;
    if (hasKey(merged, key, "merge-with")) {
      value = call2(f, lookup(merged, key) ?? null, value);
      if (value instanceof Suspension) value = yield value;
    }
    merged = assocAt(merged, key, value, "merge-with");
  }
  return merged;
}

const group = "Maps";

export const mapTransforms = {
  "merge-with": {
    home: "core",
    group,
    params: ["f & maps"],
    doc: "One map with the entries of all; where a key is in several, f combines the earlier and the later value.",
    examples: [
      { code: "(merge-with + {:a 1 :b 2} {:a 3 :c 4})", gives: "{:a 4, :b 2, :c 4}" },
      { code: "(merge-with into {:a [1]} {:a [2]})", gives: "{:a [1 2]}" },
      { code: "(merge-with +)", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => mergeWithSteps(args[0] as Value, args.slice(1)),
  },
  "update-keys": {
    home: "core",
    group,
    params: ["m f"],
    doc: "The map with f applied to every key. When two keys become the same, the later value wins.",
    examples: [
      { code: "(update-keys {:a 1 :b 2} name)", gives: '{"a" 1, "b" 2}' },
      { code: '(update-keys {"x" 1} keyword)', gives: "{:x 1}" },
      { code: "(update-keys [10 20] inc)", gives: "{1 10, 2 20}" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => updateKeysSteps(args[0] as Value, args[1] as Value),
  },
  "update-vals": {
    home: "core",
    group,
    params: ["m f"],
    doc: "The map with f applied to every value; a vector with f applied to every item.",
    examples: [
      { code: "(update-vals {:a 1 :b 2} inc)", gives: "{:a 2, :b 3}" },
      { code: "(update-vals (group-by odd? [1 2 3]) count)", gives: "{true 2, false 1}" },
      { code: "(update-vals nil inc)", gives: "{}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: updateVals,
    steps: (args) => updateValsSteps(args[0] as Value, args[1] as Value),
  },
} satisfies BuiltinTable;
