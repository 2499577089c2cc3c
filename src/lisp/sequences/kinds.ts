// How many items a collection has, and what kind of collection a value is.

import { chargeItems, spendMany } from "../meter.ts";
import { graphemes, isAscii } from "../values/graphemes.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { KeyIndex } from "../values/key-index.ts";
import { PMap } from "../values/map.ts";
import { endless, notSeqable } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { SEQ, Vec } from "../values/vector.ts";
import { type CountUse, howMany } from "./slices.ts";

export function count(coll: Value): number {
  return countFor(coll, "count");
}

function countFor(coll: Value, who: string): number {
  if (coll instanceof Vec) return coll.length;
  if (coll === null) return 0;
  if (coll instanceof PMap || coll instanceof PSet) return coll.size;
  if (typeof coll === "string") return characters(coll);
  if (coll instanceof InfiniteSeq) return endless(coll, who);
  return notSeqable(coll, who);
}

function characters(s: string): number {
  spendMany(s.length >> 5);
  if (isAscii(s)) return s.length;
  chargeItems(s.length);
  return graphemes(s).length;
}

const boundedUse: CountUse = { who: "bounded-count", form: "(bounded-count n coll)" };

/** What knows its size gives it; the others count up to the bound. */
export function boundedCount(bound: Value, coll: Value): number {
  const n = Math.max(howMany(boundedUse, bound, coll), 0);
  if (coll instanceof InfiniteSeq) return n === Number.POSITIVE_INFINITY ? endless(coll, "bounded-count") : n;
  const size = countFor(coll, "bounded-count");
  return isCounted(coll) && !isSeq(coll) ? size : Math.min(n, size);
}

export function isEmpty(coll: Value, who: string): boolean {
  if (typeof coll === "string") return coll === "";
  return !(coll instanceof InfiniteSeq) && countFor(coll, who) === 0;
}

export function isSeq(v: Value): boolean {
  return (v instanceof Vec && v.tag === SEQ) || v instanceof InfiniteSeq;
}

export function isCollection(v: Value): boolean {
  return isCounted(v) || v instanceof InfiniteSeq;
}

export function isCounted(v: Value): boolean {
  return v instanceof Vec || v instanceof PMap || v instanceof PSet;
}

/** A vector that was not made by a sequence function: what Clojure can index, reverse and associate in. */
export function isIndexed(v: Value): boolean {
  return v instanceof Vec && v.tag !== SEQ;
}

export function isSorted(v: Value): boolean {
  return (v instanceof PMap || v instanceof PSet) && v.sorted !== null;
}

/** Whether no two are the same key. NaN is the same as nothing. */
export function areDistinct(items: readonly Value[]): boolean {
  spendMany(items.length);
  const index = new KeyIndex();
  return items.every((item, i) => index.add(item) === i);
}
