// sort and sort-by: which comparator a program means, and putting the sorted items together. A comparator is a function
// of two items that returns a number or a boolean (true: the first goes before the second), :asc, :desc, or nil.

import { comparison } from "../builtins/comparison.ts";
import { builtinValue } from "../builtins/invoke.ts";
import { call1, call2 } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import { NativeFn, type Steps } from "../values/fn.ts";
import { asDouble, isNumber } from "../values/numbers.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { naturalPositions, sortedNumbers, sortedPositions, sortedPositionsSteps } from "../values/sort.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { isPlainFunction, KeyOfItem, keyFunction, swapped, type Use, wantFunction } from "./function-args.ts";

const sortUse: Use = { who: "sort", form: "(sort comparator coll)", gives: "two items" };
const sortByUse: Use = { who: "sort-by", form: "(sort-by keyfn coll)", gives: "one item" };
const sortByComparatorUse: Use = {
  who: "sort-by",
  form: "(sort-by keyfn comparator coll)",
  gives: "two keys",
};

/** A comparator as the sort uses it: natural order one way or the other, or a function to call. */
type Order = "asc" | "desc" | { readonly f: Value };

function orderOf(use: Use, comparator: Value, coll: Value): Order {
  if (comparator === null) return "asc";
  if (comparator instanceof Keyword) {
    if (comparator.name === "asc" || comparator.name === "desc") return comparator.name;
    if (!isSeqable(coll)) swapped(use);
    fault(
      "type_error",
      `${use.who} expects a comparator, got the keyword :${comparator.name}.`,
      use === sortUse
        ? `To sort by a key, write (sort-by :${comparator.name} coll).`
        : "Use :asc, :desc, or a function of two keys such as > or compare.",
    );
  }
  if (!isSeqable(coll) && isSeqable(comparator)) swapped(use);
  wantFunction(use, comparator, coll, 2);
  if (!isPlainFunction(comparator))
    fault(
      "type_error",
      `${use.who} expects a comparator function, got ${typeName(comparator)}.`,
      "Use :asc, :desc, or a function of two arguments such as > or compare.",
    );
  return { f: comparator };
}

function pick(items: readonly Value[], positions: Int32Array): Vec {
  const n = positions.length;
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = items[positions[i]!] as Value;
  return Vec.seq(out);
}

/** The number a comparator's answer stands for; undefined when a boolean false needs a second question. */
function verdict(use: Use, v: Value): number | undefined {
  if (v === true) return -1;
  if (v === false) return undefined;
  if (isNumber(v)) return asDouble(v);
  fault(
    "type_error",
    `The comparator of ${use.who} must return a number or a boolean, got ${typeName(v)}.`,
    "Return (compare a b), or true when a goes before b.",
  );
}

function positionsBy(use: Use, f: Value, keys: readonly Value[], n: number): Int32Array {
  return sortedPositions(n, (i, j) => {
    const a = keys[i] as Value;
    const b = keys[j] as Value;
    const first = verdict(use, call2(f, a, b));
    if (first !== undefined) return first;
    const second = call2(f, b, a);
    return second !== null && second !== false ? 1 : 0;
  });
}

function positionsBySteps(use: Use, f: Value, keys: readonly Value[], n: number) {
  return sortedPositionsSteps(n, function* (i, j): Generator<Suspension, number, Value> {
    const a = keys[i] as Value;
    const b = keys[j] as Value;
    let answer = call2(f, a, b);
    if (answer instanceof Suspension) answer = yield answer;
    const first = verdict(use, answer);
    if (first !== undefined) return first;
    let second = call2(f, b, a);
    if (second instanceof Suspension) second = yield second;
    return second !== null && second !== false ? 1 : 0;
  });
}

/**
 * The natural order a builtin comparator amounts to for these keys, or null when it must be called: > over plain numbers
 * sorts as :desc does, without a call per comparison.
 */
function known(f: Value, keys: readonly Value[], n: number): "asc" | "desc" | null {
  if (!(f instanceof NativeFn)) return null;
  if (f === builtinValue("compare", comparison.compare)) return "asc";
  const order =
    f === builtinValue(">", comparison[">"]) ? "desc" : f === builtinValue("<", comparison["<"]) ? "asc" : null;
  if (order !== null) for (let i = 0; i < n; i++) if (typeof keys[i] !== "number") return null;
  return order;
}

function positionsIn(use: Use, order: Order, keys: readonly Value[], n: number): Int32Array {
  const natural = typeof order === "string" ? order : known(order.f, keys, n);
  if (natural !== null) return naturalPositions(keys, n, natural === "desc");
  return positionsBy(use, (order as { readonly f: Value }).f, keys, n);
}

/** Result, positions and the merge's second array. */
const BYTES_PER_ITEM = 24;

export function sort(comparator: Value, coll: Value): Value {
  const order = orderOf(sortUse, comparator, coll);
  const items = itemsOf(coll, "sort");
  const n = items.length;
  chargeItems(n, BYTES_PER_ITEM);
  spendMany(n);
  const natural = typeof order === "string" ? order : known(order.f, items, n);
  const numbers = natural === null ? null : sortedNumbers(items, n, natural === "desc");
  return numbers === null ? pick(items, positionsIn(sortUse, order, items, n)) : Vec.seq(numbers);
}

export function* sortSteps(comparator: Value, coll: Value): Steps {
  const order = orderOf(sortUse, comparator, coll);
  const items = itemsOf(coll, "sort");
  const n = items.length;
  chargeItems(n, BYTES_PER_ITEM);
  spendMany(n);
  if (typeof order === "object") return pick(items, yield* positionsBySteps(sortUse, order.f, items, n));
  return pick(items, naturalPositions(items, n, order === "desc"));
}

interface SortBy {
  readonly keyfn: Value;
  readonly order: Order;
  readonly items: readonly Value[];
}

function prepare(key: Value, comparator: Value, coll: Value): SortBy {
  if (isPlainFunction(coll) && isSeqable(comparator) && comparator !== null) swapped(sortByComparatorUse);
  const keyfn = keyFunction(sortByUse, key, coll);
  const order = orderOf(sortByComparatorUse, comparator, coll);
  const items = itemsOf(coll, "sort-by");
  chargeItems(items.length, BYTES_PER_ITEM + 12);
  spendMany(items.length);
  return { keyfn, order, items };
}

export function sortBy(by: Value, comparator: Value, coll: Value): Value {
  const { keyfn, order, items } = prepare(by, comparator, coll);
  const n = items.length;
  const keys: Value[] = new Array(n);
  const key = new KeyOfItem(keyfn);
  for (let i = 0; i < n; i++) keys[i] = key.of(items[i] as Value);
  return pick(items, positionsIn(sortByUse, order, keys, n));
}

export function* sortBySteps(key: Value, comparator: Value, coll: Value): Steps {
  const { keyfn, order, items } = prepare(key, comparator, coll);
  const n = items.length;
  const keys: Value[] = new Array(n);
  for (let i = 0; i < n; i++) {
    let k = call1(keyfn, items[i] as Value);
    if (k instanceof Suspension) k = yield k;
    keys[i] = k;
  }
  if (typeof order === "object") return pick(items, yield* positionsBySteps(sortByUse, order.f, keys, n));
  return pick(items, naturalPositions(keys, n, order === "desc"));
}
