// Reading and changing maps and vectors by key. Reads are flexible (a keyword finds a string key, a hyphen an underscore);
// writes use the key exactly as given, so that a program always knows under which key a value was put.

import { preview } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, spendMany } from "../meter.ts";
import { lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { isInteger, isNumber } from "../values/numbers.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { SEQ, Vec } from "../values/vector.ts";
import { addPairs, builderFrom, conjAll } from "./conjoin.ts";

/** `coll` with `key` set to `value`: maps by key, vectors by index (their count appends), nil as an empty map. */
export function assocAt(coll: Value, key: Value, value: Value, who: string): Value {
  if (coll instanceof PMap) {
    charge(coll.changeCost());
    return coll.assoc(key, value);
  }
  if (coll === null) {
    charge(136);
    return PMap.ofDistinct([key, value]);
  }
  if (!(coll instanceof Vec)) notAssociative(coll, who);
  checkIndex(coll, key, who);
  if (key === coll.length) {
    charge(coll.appendCost());
    return coll.append(value);
  }
  charge(coll.assocCost());
  return coll.with(key as number, value);
}

/** Refuses a place assocAt could not write to, so that an update fails before its function runs. */
export function checkPlace(coll: Value, key: Value, who: string): void {
  if (coll instanceof Vec) checkIndex(coll, key, who);
  else if (!(coll instanceof PMap) && coll !== null) notAssociative(coll, who);
}

function checkIndex(v: Vec, key: Value, who: string): void {
  if (typeof key === "number" && Number.isInteger(key)) {
    if (key >= 0 && key <= v.length) return;
  } else if (!isInteger(key))
    fault(
      "type_error",
      `${who} needs an integer index for a vector, got ${preview(key)} (${typeName(key)}).`,
      "Vectors have indexes from 0. If the items are maps, update each one: (map #(assoc % k v) coll).",
    );
  fault(
    "runtime_error",
    `Index ${preview(key)} is out of range for a vector of ${v.length} items.`,
    `Indexes 0 to ${v.length} can be set; add at the end with conj.`,
  );
}

function notAssociative(coll: Value, who: string): never {
  const hint =
    coll instanceof PSet
      ? "Add to a set with conj, remove with disj."
      : typeof coll === "string"
        ? "Strings cannot be changed by key: build a new one with str or replace."
        : "Check the value at this place: only maps, vectors and nil have keys that can be set.";
  fault("type_error", `${who} expects a map or a vector, got ${typeName(coll)}.`, hint);
}

/** The steps of a nested path. An empty path means the one key nil, as in Clojure's assoc-in and update-in. */
export function pathOf(path: Value, who: string): readonly Value[] {
  if (path !== null && !isSeqable(path))
    fault(
      "type_error",
      `${who} expects a ${who === "select-keys" ? "collection" : "path"} of keys, got ${preview(path)} (${typeName(path)}).`,
      `Write ${who === "select-keys" ? "the keys" : "the path"} as a vector: [${preview(path)}].`,
    );
  return itemsOf(path, who);
}

/** What is found along a path, or undefined. */
export function lookupPath(coll: Value, path: readonly Value[]): Value | undefined {
  let at: Value | undefined = coll;
  for (let i = 0; i < path.length; i++) {
    at = lookup(at, path[i] as Value);
    if (at === undefined) return undefined;
  }
  return at;
}

/** The collections along a path, outermost first, one per step: what assocPath writes back through. */
export function collectionsAlong(coll: Value, path: readonly Value[], who: string): Value[] {
  spendMany(path.length);
  charge(32 + 8 * path.length);
  const along: Value[] = new Array(path.length);
  let at = coll;
  for (let i = 0; i < path.length; i++) {
    checkPlace(at, path[i] as Value, who);
    along[i] = at;
    at = lookup(at, path[i] as Value) ?? null;
  }
  return along;
}

/** Sets the last step of the path and writes every collection along it back into the one before. */
export function assocPath(along: readonly Value[], path: readonly Value[], value: Value, who: string): Value {
  let made = value;
  for (let i = path.length - 1; i >= 0; i--) made = assocAt(along[i] as Value, path[i] as Value, made, who);
  return made;
}

/** `contains?` as Clojure means it, strict and by index: what merge-with and the set functions are defined by. */
export function hasKey(coll: Value, key: Value, who: string): boolean {
  if (coll === null) return false;
  if (coll instanceof PMap) return coll.has(key);
  if (coll instanceof PSet) return coll.has(key);
  if (coll instanceof Vec && coll.tag !== SEQ) return typeof key === "number" && coll.get(key) !== undefined;
  if (typeof coll === "string" && isNumber(key)) return lookup(coll, key) !== undefined;
  return fault(
    "type_error",
    `${who} cannot look up keys of ${coll instanceof Vec ? "a sequence" : typeName(coll)}.`,
    "Make it a set first: (set coll).",
  );
}

/** `(merge a b)`; anything but two maps is a conj of b onto a. */
export function mergeTwo(a: Value, b: Value): Value {
  if (a instanceof PMap && b instanceof PMap) {
    if (b.size === 0) return a;
    if (a.size === 0 && a.sorted === null && b.sorted === null) return b;
    const builder = builderFrom(a, b.size);
    addPairs(builder, b);
    return builder.done();
  }
  const target = a === null || a === false ? PMap.EMPTY : a;
  if (target instanceof PMap) return b === null ? target : mergeIntoMap(target, b);
  return conjAll(target, [b], "merge");
}

function mergeIntoMap(target: PMap, b: Value): Value {
  return b instanceof PMap ? mergeTwo(target, b) : conjAll(target, [b], "merge");
}

/** From keys and values alternating; a later value of the same key wins. */
export function mapOf(flat: readonly Value[], who: string): PMap {
  if (flat.length % 2 === 1)
    fault(
      "arity_error",
      `${who} needs a value for every key; ${preview(flat[flat.length - 1] as Value)} has none.`,
      "Keys and values alternate: check for a missing or an extra argument.",
    );
  const n = flat.length >> 1;
  charge(mapBytes(n));
  const builder = new MapBuilder();
  for (let i = 0; i < flat.length; i += 2) builder.set(flat[i] as Value, flat[i + 1] as Value);
  return builder.done();
}
