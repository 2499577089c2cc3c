// The sequence view every collection function shares: nil is empty, vectors are themselves, strings are their characters,
// maps their entries, sets their members.

import { fault } from "../fault.ts";
import { charge, chargeItems, spendMany } from "../meter.ts";
import { typeName } from "./describe-type.ts";
import { graphemes } from "./graphemes.ts";
import { InfiniteSeq } from "./infinite.ts";
import { PMap } from "./map.ts";
import { PSet } from "./set.ts";
import type { Value } from "./value.ts";
import { Vec } from "./vector.ts";

/** The items of any finite collection, as an array that must not be changed. `who` names the caller in errors. */
export function itemsOf(v: Value, who: string): readonly Value[] {
  if (v instanceof Vec) return v.items();
  if (v === null) return [];
  if (typeof v === "string") {
    chargeItems(v.length);
    spendMany(v.length >> 3);
    return graphemes(v);
  }
  if (v instanceof PMap) return entriesOf(v);
  if (v instanceof PSet) {
    charge(8 * v.size);
    return v.items();
  }
  if (v instanceof InfiniteSeq) return endless(v, who);
  return notSeqable(v, who);
}

export function entriesOf(m: PMap): readonly Value[] {
  const pairs = m.pairs();
  chargeItems(m.size, 80);
  const out: Value[] = new Array(m.size);
  for (let i = 0; i < m.size; i++) out[i] = Vec.entry(pairs[2 * i] as Value, pairs[2 * i + 1] as Value);
  return out;
}

export function notSeqable(v: Value, who: string): never {
  fault(
    "type_error",
    `${who} expects a collection, got ${typeName(v)}.`,
    "Pass a vector, map, set, string or nil; wrap a single value in [ ].",
  );
}

export function endless(v: InfiniteSeq, who: string): never {
  fault(
    "type_error",
    `${who} would need all items of ${v.label}, which never ends.`,
    `Bound it first: (take n ${v.label}).`,
  );
}

export function isSeqable(v: Value): boolean {
  return (
    v === null ||
    typeof v === "string" ||
    v instanceof Vec ||
    v instanceof PMap ||
    v instanceof PSet ||
    v instanceof InfiniteSeq
  );
}

/** Direct positional access to maps is refused (their order is not something to rely on), unless they are sorted. */
export function refuseUnordered(v: Value, who: string): void {
  if (v instanceof PMap && v.sorted === null)
    fault(
      "type_error",
      `${who} expects an ordered collection, got a map.`,
      `Use (${who} (seq m)), or keys, vals or entries.`,
    );
}

/** The items where places matter: first, rest, last … */
export function orderedItems(v: Value, who: string): readonly Value[] {
  refuseUnordered(v, who);
  return itemsOf(v, who);
}
