// Adding to a collection of whatever kind, as `conj` does: at the end of a vector, at the front of a sequence, as an entry
// of a map, as a member of a set. merge, walk and the set functions are defined by it.

import { preview } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, chargeItems, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { MapBuilder, PMap } from "../values/map.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { ENTRY, SEQ, Vec } from "../values/vector.ts";

/** `target` with every item added in turn. `who` names the caller in errors. */
export function conjAll(target: Value, items: readonly Value[], who: string): Value {
  const n = items.length;
  if (n === 0) return target;
  spendMany(n);
  if (target === null) return conjAll(Vec.EMPTY_SEQ, items, who);
  if (target instanceof Vec) return addToVector(target, items);
  if (target instanceof PSet) return addMembers(target, items);
  if (target instanceof PMap) {
    const builder = builderFrom(target, n);
    for (const item of items) addEntry(builder, item, who);
    return builder.done();
  }
  return fault(
    "type_error",
    `${who} cannot add to ${typeName(target)}.`,
    "Start from a map, vector or set, e.g. {}, [] or #{}.",
  );
}

function addToVector(target: Vec, items: readonly Value[]): Vec {
  chargeItems(target.length + items.length);
  if (target.tag === SEQ) return Vec.seq(items.toReversed().concat(target.items()));
  return Vec.of(target.items().concat(items));
}

export function addMembers(target: PSet, items: readonly Value[]): PSet {
  const builder = builderFrom(target.map, items.length);
  if (target.sorted !== null) return addSorted(builder, items);
  for (const item of items) builder.add(item);
  return builder.size === target.size ? target : new PSet(builder.done());
}

/** All at once, then every member stands for itself again: of members that compare equal the first stays. */
function addSorted(builder: MapBuilder, items: readonly Value[]): PSet {
  for (const item of items) builder.set(item, item);
  const m = builder.done();
  const pairs = m.pairs();
  chargeItems(pairs.length);
  const flat = pairs.map((_, i) => pairs[i - (i % 2)] as Value);
  return new PSet(new PMap(m.size, flat, null, 0, m.sorted));
}

/** A builder that starts as `m` and has room paid for `n` more entries. */
export function builderFrom(m: PMap, n: number): MapBuilder {
  charge(m.growCost(n));
  return new MapBuilder(m, n);
}

/** Adds what `conj` accepts on a map: an entry, a [key value] vector, a map, a sequence of entries, nil. */
export function addEntry(builder: MapBuilder, item: Value, who: string): void {
  if (item === null) return;
  if (item instanceof Vec && item.tag !== SEQ) {
    if (item.length !== 2) notEntry(item, who);
    builder.set(item.at(0), item.at(1));
  } else if (item instanceof PMap) {
    charge(item.size * builder.setCost());
    addPairs(builder, item);
  } else if (item instanceof Vec || item instanceof PSet) {
    const entries = itemsOf(item, who);
    charge(entries.length * builder.setCost());
    spendMany(entries.length);
    for (const e of entries) {
      if (!(e instanceof Vec) || e.tag !== ENTRY) notEntry(item, who);
      builder.set(e.at(0), e.at(1));
    }
  } else notEntry(item, who);
}

/** Adds entries the builder has been paid for. */
export function addPairs(builder: MapBuilder, m: PMap): void {
  spendMany(m.size);
  const pairs = m.pairs();
  for (let i = 0; i < pairs.length; i += 2) builder.set(pairs[i] as Value, pairs[i + 1] as Value);
}

function notEntry(item: Value, who: string): never {
  fault(
    "type_error",
    `${who} cannot put ${preview(item)} (${typeName(item)}) into a map.`,
    "Give a map or a [key value] vector.",
  );
}
