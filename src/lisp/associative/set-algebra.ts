// Union, intersection and difference as clojure.set defines them, also for the other collections Clojure lets through:
// there the smaller argument may decide, contains? goes by index and only sets can lose members. Two sets take a direct way
// that gives the same members; the order of the first is kept where both are walked.

import { fault } from "../fault.ts";
import { charge, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { graphemeCount } from "../values/graphemes.ts";
import { PMap } from "../values/map.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { hasKey } from "./associate.ts";
import { addMembers, builderFrom, conjAll } from "./conjoin.ts";

function sizeOf(coll: Value, who: string): number {
  if (coll === null) return 0;
  if (coll instanceof PSet || coll instanceof PMap) return coll.size;
  if (coll instanceof Vec) return coll.length;
  if (typeof coll === "string") return graphemeCount(coll);
  return fault("type_error", `${who} expects sets, got ${typeName(coll)}.`, "Make a set first: (set coll) or #{…}.");
}

/** `coll` without the members `drop` says to drop; only a set can lose any. */
function without(coll: Value, drop: (item: Value) => boolean, who: string): Value {
  const items = itemsOf(coll, who);
  spendMany(items.length);
  const kept = items.filter((item) => !drop(item));
  if (kept.length === items.length) return coll;
  if (!(coll instanceof PSet)) return notSet(coll, who);
  const empty = coll.sorted === null ? PSet.EMPTY : new PSet(PMap.emptySorted(coll.sorted));
  return addMembers(empty, kept);
}

function notSet(coll: Value, who: string): never {
  fault("type_error", `${who} cannot remove from ${typeName(coll)}.`, "Make it a set first: (set coll).");
}

/** `(disj set & items)`. */
export function disjoin(set: Value, items: readonly Value[], who: string): Value {
  if (set === null || items.length === 0) return set;
  if (!(set instanceof PSet)) return notSet(set, who);
  spendMany(items.length);
  let left = set;
  for (const item of items) {
    charge(left.map.changeCost());
    left = left.delete(item);
  }
  return left;
}

export function union(a: Value, b: Value): Value {
  if (a instanceof PSet && b instanceof PSet) {
    if (a.size === 0 && a.sorted === null) return b;
    spendMany(b.size);
    return addMembers(a, b.items());
  }
  return sizeOf(a, "union") < sizeOf(b, "union")
    ? conjAll(b, itemsOf(a, "union"), "union")
    : conjAll(a, itemsOf(b, "union"), "union");
}

/** The largest collection takes the others in, the last of equally large ones. */
export function unionAll(colls: readonly Value[]): Value {
  if (colls.every((c) => c instanceof PSet)) return (colls as readonly Value[]).reduce(union);
  const sizes = colls.map((c) => sizeOf(c, "union"));
  const largest = sizes.lastIndexOf(sizes.reduce((a, b) => Math.max(a, b)));
  let all = colls[largest] as Value;
  colls.forEach((c, i) => {
    if (i !== largest) all = conjAll(all, itemsOf(c, "union"), "union");
  });
  return all;
}

export function intersection(a: Value, b: Value): Value {
  const [small, large] = sizeOf(b, "intersection") < sizeOf(a, "intersection") ? [b, a] : [a, b];
  return without(small, (item) => !hasKey(large, item, "intersection"), "intersection");
}

export function intersectAll(colls: readonly Value[]): Value {
  const sizes = colls.map((c) => sizeOf(c, "intersection"));
  const smallest = sizes.lastIndexOf(sizes.reduce((a, b) => Math.min(a, b)));
  const others = colls.filter((_, i) => i !== smallest);
  return others.reduce(intersection, colls[smallest] as Value);
}

export function difference(a: Value, b: Value): Value {
  if (sizeOf(a, "difference") >= sizeOf(b, "difference") && !(a instanceof PSet && b instanceof PSet))
    return disjoin(a, itemsOf(b, "difference"), "difference");
  if (a instanceof PSet && b instanceof PSet && b.size * 8 < a.size) return disjoin(a, b.items(), "difference");
  return without(a, (item) => hasKey(b, item, "difference"), "difference");
}

export function isSubset(a: Value, b: Value, who: string): boolean {
  if (sizeOf(a, who) > sizeOf(b, who)) return false;
  const items = itemsOf(a, who);
  spendMany(items.length);
  return items.every((item) => hasKey(b, item, who));
}

/** The set of the items of any collection. */
export function setOf(coll: Value): Value {
  if (coll instanceof PSet) return coll;
  const items = itemsOf(coll, "set");
  spendMany(items.length);
  return setFrom(items);
}

export function setFrom(items: readonly Value[]): PSet {
  const builder = builderFrom(PMap.EMPTY, items.length);
  for (const item of items) builder.add(item);
  return builder.size === 0 ? PSet.EMPTY : new PSet(builder.done());
}
