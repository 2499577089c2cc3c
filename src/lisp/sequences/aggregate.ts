// sum, avg, sum-by, avg-by, max-by and min-by: one value out of many. Missing values (nil) are skipped; a value that
// cannot be added up is an arithmetic_error.

import { call1 } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { compareValues } from "../values/compare.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { add, div, isNumber } from "../values/numbers.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { isPlainFunction, keyFunction, swapped, type Use } from "./function-args.ts";

const sumUse: Use = { who: "sum-by", form: "(sum-by f coll)", gives: "one item" };
const avgUse: Use = { who: "avg-by", form: "(avg-by f coll)", gives: "one item" };
const maxUse: Use = { who: "max-by", form: "(max-by f coll)", gives: "one item" };
const minUse: Use = { who: "min-by", form: "(min-by f coll)", gives: "one item" };

/** Adds up the values that are not nil. */
function total(who: string, values: readonly Value[], n: number): { readonly sum: Value; readonly count: number } {
  let sum: Value = 0;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const v = values[i] as Value;
    if (v === null) continue;
    if (!isNumber(v)) notAddable(who, v);
    sum = add(sum, v);
    count++;
  }
  return { sum, count };
}

function notAddable(who: string, v: Value): never {
  fault(
    "arithmetic_error",
    `${who} can only add up numbers, got ${typeName(v)}.`,
    typeof v === "string"
      ? "Parse the strings first: (parse-long s) or (parse-double s)."
      : "Pick the number out of each item: (sum-by :key coll) or (sum (map f coll)).",
  );
}

export function sum(coll: Value): Value {
  const items = itemsOf(coll, "sum");
  spendMany(items.length);
  return total("sum", items, items.length).sum;
}

export function avg(coll: Value): Value {
  const items = itemsOf(coll, "avg");
  spendMany(items.length);
  return mean(total("avg", items, items.length));
}

function mean(t: { readonly sum: Value; readonly count: number }): Value {
  return t.count === 0 ? null : div(t.sum, t.count);
}

/** The keys of all items; they are asked for once, in order. */
function keysOf(keyfn: Value, items: readonly Value[]): Value[] {
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const keys: Value[] = new Array(n);
  for (let i = 0; i < n; i++) keys[i] = call1(keyfn, items[i] as Value);
  return keys;
}

function* keysOfSteps(keyfn: Value, items: readonly Value[]): Generator<Suspension, Value[], Value> {
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const keys: Value[] = new Array(n);
  for (let i = 0; i < n; i++) {
    let key = call1(keyfn, items[i] as Value);
    if (key instanceof Suspension) key = yield key;
    keys[i] = key;
  }
  return keys;
}

export function sumBy(f: Value, coll: Value): Value {
  const keys = keysOf(keyFunction(sumUse, f, coll), itemsOf(coll, "sum-by"));
  return total("sum-by", keys, keys.length).sum;
}

export function* sumBySteps(f: Value, coll: Value): Steps {
  const keys = yield* keysOfSteps(keyFunction(sumUse, f, coll), itemsOf(coll, "sum-by"));
  return total("sum-by", keys, keys.length).sum;
}

export function avgBy(f: Value, coll: Value): Value {
  const keys = keysOf(keyFunction(avgUse, f, coll), itemsOf(coll, "avg-by"));
  return mean(total("avg-by", keys, keys.length));
}

export function* avgBySteps(f: Value, coll: Value): Steps {
  const keys = yield* keysOfSteps(keyFunction(avgUse, f, coll), itemsOf(coll, "avg-by"));
  return mean(total("avg-by", keys, keys.length));
}

/** The items an extremum is taken of: those of one collection, or the arguments after f themselves. */
function candidates(use: Use, args: readonly Value[]): Value {
  const only = args[1] as Value;
  if (args.length === 2 && isPlainFunction(only) && !isPlainFunction(args[0] as Value)) swapped(use);
  if (args.length === 2 && (only === null || only instanceof Vec || only instanceof PMap || only instanceof PSet))
    return only;
  return Vec.seq(args.slice(1));
}

/** The first item whose key is not nil and not beaten: direction 1 for the largest, -1 for the smallest. */
function best(items: readonly Value[], keys: readonly Value[], direction: 1 | -1): Value {
  let at = -1;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as Value;
    if (key === null) continue;
    if (at === -1 || compareValues(key, keys[at] as Value) * direction > 0) at = i;
  }
  return at === -1 ? null : (items[at] as Value);
}

export function extremeBy(direction: 1 | -1, args: readonly Value[]): Value {
  const use = direction === 1 ? maxUse : minUse;
  const coll = candidates(use, args);
  const items = itemsOf(coll, use.who);
  return best(items, keysOf(keyFunction(use, args[0] as Value, coll), items), direction);
}

export function* extremeBySteps(direction: 1 | -1, args: readonly Value[]): Steps {
  const use = direction === 1 ? maxUse : minUse;
  const coll = candidates(use, args);
  const items = itemsOf(coll, use.who);
  return best(items, yield* keysOfSteps(keyFunction(use, args[0] as Value, coll), items), direction);
}
