// The stable merge sort behind sort and sort-by. It sorts positions, not items, so that keys are computed once and items
// move once. Runs of up to 32 are sorted as the JVM does (detect a run, then binary insertion), so that comparators that
// contradict themselves (>= with equal items) give Clojure's order on small inputs; runs are then merged bottom-up.
//
// It exists twice: a plain form, and a generator for comparators that may wait for a tool. Keep them line by line alike; only the plain one
// has to look at the deadline itself.

import { breathe, spendMany } from "../meter.ts";
import type { Suspension } from "../suspension.ts";
import { compareValues } from "./compare.ts";
import type { Value } from "./value.ts";

/** Compares the items at two positions. */
export type ComparePositions = (i: number, j: number) => number;
export type ComparePositionsSteps = (i: number, j: number) => Generator<Suspension, number, Value>;

const RUN = 32;

/** The positions 0 … n-1 in sorted order. */
export function sortedPositions(n: number, compare: ComparePositions): Int32Array {
  let from: Int32Array = positions(n);
  for (let lo = 0; lo < n; lo += RUN) sortRun(from, lo, Math.min(lo + RUN, n), compare);
  let to: Int32Array = new Int32Array(n > RUN ? n : 0);
  for (let width = RUN; width < n; width *= 2) {
    for (let lo = 0; lo < n; lo += 2 * width)
      merge(from, to, lo, Math.min(lo + width, n), Math.min(lo + 2 * width, n), compare);
    [from, to] = [to, from];
  }
  return from;
}

function positions(n: number): Int32Array {
  const out = new Int32Array(n);
  for (let i = 0; i < n; i++) out[i] = i;
  return out;
}

function sortRun(a: Int32Array, lo: number, hi: number, compare: ComparePositions): void {
  let sorted = lo + 1;
  if (sorted >= hi) return;
  if (compare(a[sorted++]!, a[lo]!) < 0) {
    while (sorted < hi && compare(a[sorted]!, a[sorted - 1]!) < 0) sorted++;
    a.subarray(lo, sorted).reverse();
  } else while (sorted < hi && compare(a[sorted]!, a[sorted - 1]!) >= 0) sorted++;
  for (; sorted < hi; sorted++) {
    const pivot = a[sorted]!;
    let left = lo;
    let right = sorted;
    while (left < right) {
      const mid = (left + right) >>> 1;
      if (compare(pivot, a[mid]!) < 0) right = mid;
      else left = mid + 1;
    }
    a.copyWithin(left + 1, left, sorted);
    a[left] = pivot;
  }
}

function merge(from: Int32Array, to: Int32Array, lo: number, mid: number, hi: number, compare: ComparePositions): void {
  if (mid >= hi || compare(from[mid]!, from[mid - 1]!) >= 0) {
    to.set(from.subarray(lo, hi), lo);
    return;
  }
  let left = lo;
  let right = mid;
  let out = lo;
  while (left < mid && right < hi) {
    if ((out & 0x1fff) === 0) breathe();
    to[out++] = compare(from[right]!, from[left]!) < 0 ? from[right++]! : from[left++]!;
  }
  if (left < mid) to.set(from.subarray(left, mid), out);
  else to.set(from.subarray(right, hi), out);
}

export function* sortedPositionsSteps(
  n: number,
  compare: ComparePositionsSteps,
): Generator<Suspension, Int32Array, Value> {
  let from: Int32Array = positions(n);
  for (let lo = 0; lo < n; lo += RUN) yield* sortRunSteps(from, lo, Math.min(lo + RUN, n), compare);
  let to: Int32Array = new Int32Array(n > RUN ? n : 0);
  for (let width = RUN; width < n; width *= 2) {
    for (let lo = 0; lo < n; lo += 2 * width)
      yield* mergeSteps(from, to, lo, Math.min(lo + width, n), Math.min(lo + 2 * width, n), compare);
    [from, to] = [to, from];
  }
  return from;
}

function* sortRunSteps(
  a: Int32Array,
  lo: number,
  hi: number,
  compare: ComparePositionsSteps,
): Generator<Suspension, void, Value> {
  let sorted = lo + 1;
  if (sorted >= hi) return;
  if ((yield* compare(a[sorted++]!, a[lo]!)) < 0) {
    while (sorted < hi && (yield* compare(a[sorted]!, a[sorted - 1]!)) < 0) sorted++;
    a.subarray(lo, sorted).reverse();
  } else while (sorted < hi && (yield* compare(a[sorted]!, a[sorted - 1]!)) >= 0) sorted++;
  for (; sorted < hi; sorted++) {
    const pivot = a[sorted]!;
    let left = lo;
    let right = sorted;
    while (left < right) {
      const mid = (left + right) >>> 1;
      if ((yield* compare(pivot, a[mid]!)) < 0) right = mid;
      else left = mid + 1;
    }
    a.copyWithin(left + 1, left, sorted);
    a[left] = pivot;
  }
}

function* mergeSteps(
  from: Int32Array,
  to: Int32Array,
  lo: number,
  mid: number,
  hi: number,
  compare: ComparePositionsSteps,
): Generator<Suspension, void, Value> {
  if (mid >= hi || (yield* compare(from[mid]!, from[mid - 1]!)) >= 0) {
    to.set(from.subarray(lo, hi), lo);
    return;
  }
  let left = lo;
  let right = mid;
  let out = lo;
  while (left < mid && right < hi)
    to[out++] = (yield* compare(from[right]!, from[left]!)) < 0 ? from[right++]! : from[left++]!;
  if (left < mid) to.set(from.subarray(left, mid), out);
  else to.set(from.subarray(right, hi), out);
}

/** Positions of `keys` in natural order, or the reverse of it with equal keys still in their original order. */
export function naturalPositions(keys: readonly Value[], n: number, descending: boolean): Int32Array {
  spendMany(n * (32 - Math.clz32(n)));
  const sign = descending ? -1 : 1;
  const numbers = plainNumbers(keys, n);
  if (numbers === null) return sortedPositions(n, (i, j) => sign * compareValues(keys[i] as Value, keys[j] as Value));
  return sortedPositions(n, (i, j) => {
    const a = numbers[i]!;
    const b = numbers[j]!;
    return a < b ? -sign : a > b ? sign : 0;
  });
}

/** Plain numbers in order, or null when some item is of another kind. Equal ones cannot be told apart. */
export function sortedNumbers(items: readonly Value[], n: number, descending: boolean): Value[] | null {
  const numbers = plainNumbers(items, n);
  // The host sorts NaN last; Clojure leaves it where comparing as equal puts it.
  if (numbers?.includes(Number.NaN) !== false) return null;
  spendMany(n * (32 - Math.clz32(n)));
  numbers.sort();
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = numbers[descending ? n - 1 - i : i]!;
  return out;
}

/** The keys as doubles when all are plain numbers, the usual case: comparing those needs no dispatch on type. */
function plainNumbers(keys: readonly Value[], n: number): Float64Array | null {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const key = keys[i];
    if (typeof key !== "number") return null;
    out[i] = key;
  }
  return out;
}
