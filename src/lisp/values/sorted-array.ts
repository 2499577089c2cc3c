// Sorted maps are one array [k0 v0 k1 v1 …] in comparator order, searched by halving. The comparator alone decides which
// keys are the same, as in Clojure: 1 and 1.0 are one key here.

import { charge, spendMany } from "../meter.ts";
import type { Value } from "./value.ts";

/** The order of a sorted collection: sorted.ts makes them. */
export interface Comparator {
  (a: Value, b: Value): number;
  /** Whether two keys can be compared at all; a lookup with a key that cannot be is a miss, not an error. */
  readonly comparable?: (a: Value, b: Value) => boolean;
  /** The program's function it asks, unless it is the natural order. */
  readonly from?: Value;
}

/** Index of the pair whose key compares equal, or ~(where it would go). */
export function sortedIndex(flat: readonly Value[], compare: Comparator, key: Value): number {
  let lo = 0;
  let hi = flat.length >> 1;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    const c = compare(flat[2 * mid] as Value, key);
    if (c === 0) return mid;
    if (c < 0) lo = mid + 1;
    else hi = mid;
  }
  return ~lo;
}

/** Position in the flat array of a sorted map where `key` is found, or -1. */
export function sortedFind(flat: readonly Value[], compare: Comparator, key: Value): number {
  // The last key is nil only when it is the only one, so it speaks for the kind of all.
  const last = flat.length - 2;
  if (last < 0 || compare.comparable?.(flat[last] as Value, key) === false) return -1;
  const i = sortedIndex(flat, compare, key);
  return i < 0 ? -1 : 2 * i;
}

/** Merges new pairs into a sorted array. Of equal keys the first key stays and the last value wins. */
export function sortedMerge(flat: readonly Value[], added: readonly Value[], compare: Comparator): Value[] {
  const n = (flat.length + added.length) >> 1;
  spendMany(n);
  charge(40 * n);
  const pairs: (readonly [Value, Value])[] = new Array(n);
  for (let i = 0; i < flat.length; i += 2) pairs[i >> 1] = [flat[i] as Value, flat[i + 1] as Value];
  const from = flat.length >> 1;
  for (let i = 0; i < added.length; i += 2) pairs[from + (i >> 1)] = [added[i] as Value, added[i + 1] as Value];
  pairs.sort((a, b) => compare(a[0], b[0]));
  const out: Value[] = [];
  for (const [k, v] of pairs) {
    if (out.length > 0 && compare(out[out.length - 2] as Value, k) === 0) out[out.length - 1] = v;
    else out.push(k, v);
  }
  return out;
}
