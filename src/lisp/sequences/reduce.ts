// reduce, reduce-kv, reductions and run!: folding from the left. A Reduced result ends the fold; that is also the only way
// to end one over an endless sequence.

import { call0, call2, call3, maySuspend, spendCalls } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spend, spendMany } from "../meter.ts";
import { drive, Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { PMap } from "../values/map.ts";
import { derivedLabel, type Walk, walkOf } from "../values/pull.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { Reduced, type Value } from "../values/value.ts";
import { type Counting, Vec } from "../values/vector.ts";
import { isPlainFunction, swapped, type Use, wantFunction } from "./function-args.ts";
import { isPlus, sumCounting, sumItems } from "./sum.ts";

const GIVES = "the accumulator and an item";
const reduceUse: Use = { who: "reduce", form: "(reduce f init coll)", gives: GIVES };
const reduceFirstUse: Use = { who: "reduce", form: "(reduce f coll)", gives: GIVES };
const reductionsUse: Use = { who: "reductions", form: "(reductions f init coll)", gives: GIVES };
const reductionsFirstUse: Use = { who: "reductions", form: "(reductions f coll)", gives: GIVES };
const kvUse: Use = { who: "reduce-kv", form: "(reduce-kv f init m)", gives: "the accumulator, a key and a value" };

/** Checks f, and catches the order other languages use: (reduce f coll init). */
function check(use: Use, f: Value, init: Value | undefined, coll: Value): void {
  const places = init === undefined ? [coll] : [init, coll];
  if (!isPlainFunction(f) && places.some(isPlainFunction)) swapped(use);
  if (init !== undefined && !isSeqable(coll) && isSeqable(init) && init !== null) swapped(use);
  wantFunction(use, f, coll, 2);
}

/** The checks of (reduce f init coll) before it starts. */
export function checkReduce(f: Value, init: Value, coll: Value): void {
  check(reduceUse, f, init, coll);
}

/** The fast twin; `init` is undefined in the form without one. */
export function reduce(f: Value, init: Value | undefined, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return drive(reduceEndless(f, init, coll));
  check(init === undefined ? reduceFirstUse : reduceUse, f, init, coll);
  if (coll instanceof Vec && coll.rule !== null) return reduceCounting(f, init, coll.rule, coll.length);
  const items = itemsOf(coll, "reduce");
  const n = items.length;
  if (init === undefined && n === 0) return call0(f);
  spendMany(n);
  const from = init === undefined ? 1 : 0;
  let acc = init === undefined ? (items[0] as Value) : init;
  if (isPlus(f)) {
    spendCalls(n - from);
    return sumItems(items, from, acc);
  }
  for (let i = from; i < n; i++) {
    acc = call2(f, acc, items[i] as Value);
    if (acc instanceof Reduced) return acc.value;
  }
  return acc;
}

/** The same over a range, whose array need not be made. */
function reduceCounting(f: Value, init: Value | undefined, rule: Counting, n: number): Value {
  const { start, step } = rule;
  spendMany(n);
  const from = init === undefined ? 1 : 0;
  let acc = init === undefined ? start : init;
  if (isPlus(f)) {
    spendCalls(n - from);
    return sumCounting(rule, from, n, acc);
  }
  for (let i = from; i < n; i++) {
    acc = call2(f, acc, start + i * step);
    if (acc instanceof Reduced) return acc.value;
  }
  return acc;
}

export function* reduceSteps(f: Value, init: Value | undefined, coll: Value): Steps {
  if (coll instanceof InfiniteSeq) return yield* reduceEndless(f, init, coll);
  check(init === undefined ? reduceFirstUse : reduceUse, f, init, coll);
  const items = itemsOf(coll, "reduce");
  const n = items.length;
  if (init === undefined && n === 0) {
    let v = call0(f);
    if (v instanceof Suspension) v = yield v;
    return v;
  }
  spendMany(n);
  let acc = init === undefined ? (items[0] as Value) : init;
  for (let i = init === undefined ? 1 : 0; i < n; i++) {
    let v = call2(f, acc, items[i] as Value);
    if (v instanceof Suspension) v = yield v;
    if (v instanceof Reduced) return v.value;
    acc = v;
  }
  return acc;
}

function* reduceEndless(f: Value, init: Value | undefined, coll: InfiniteSeq): Steps {
  check(init === undefined ? reduceFirstUse : reduceUse, f, init, coll);
  const walk = walkOf(coll, "reduce");
  let acc = init === undefined ? ((yield* walk.step()) as Value) : init;
  for (;;) {
    spend();
    const x = (yield* walk.step()) as Value;
    let v = call2(f, acc, x);
    if (v instanceof Suspension) v = yield v;
    if (v instanceof Reduced) return v.value;
    acc = v;
  }
}

/** [k0 v0 k1 v1 …] of what reduce-kv walks: the entries of a map, the indexes and items of a vector. */
function pairsOf(coll: Value): { readonly pairs: readonly Value[]; readonly indexed: boolean } {
  if (coll === null) return { pairs: [], indexed: true };
  if (coll instanceof PMap) return { pairs: coll.pairs(), indexed: false };
  if (coll instanceof Vec) return { pairs: coll.items(), indexed: true };
  fault(
    "type_error",
    `reduce-kv expects a map or a vector, got ${typeName(coll)}.`,
    "Use (reduce f init coll) for other collections.",
  );
}

export function reduceKv(f: Value, init: Value, coll: Value): Value {
  if (!isPlainFunction(f) && isPlainFunction(coll)) swapped(kvUse);
  wantFunction(kvUse, f, coll, 3);
  const { pairs, indexed } = pairsOf(coll);
  const n = pairs.length;
  spendMany(n);
  let acc = init;
  for (let i = 0; i < n; i += indexed ? 1 : 2) {
    acc = indexed ? call3(f, acc, i, pairs[i] as Value) : call3(f, acc, pairs[i] as Value, pairs[i + 1] as Value);
    if (acc instanceof Reduced) return acc.value;
  }
  return acc;
}

export function* reduceKvSteps(f: Value, init: Value, coll: Value): Steps {
  if (!isPlainFunction(f) && isPlainFunction(coll)) swapped(kvUse);
  wantFunction(kvUse, f, coll, 3);
  const { pairs, indexed } = pairsOf(coll);
  const n = pairs.length;
  spendMany(n);
  let acc = init;
  for (let i = 0; i < n; i += indexed ? 1 : 2) {
    let v = indexed ? call3(f, acc, i, pairs[i] as Value) : call3(f, acc, pairs[i] as Value, pairs[i + 1] as Value);
    if (v instanceof Suspension) v = yield v;
    if (v instanceof Reduced) return v.value;
    acc = v;
  }
  return acc;
}

/** Every accumulator of the fold, the first one included. */
export function* reductionsSteps(f: Value, init: Value | undefined, coll: Value): Steps {
  check(init === undefined ? reductionsFirstUse : reductionsUse, f, init, coll);
  if (coll instanceof InfiniteSeq) return reductionsEndless(f, init, coll);
  const items = itemsOf(coll, "reductions");
  const n = items.length;
  if (init === undefined && n === 0) {
    let v = call0(f);
    if (v instanceof Suspension) v = yield v;
    return Vec.seq([v]);
  }
  spendMany(n);
  chargeItems(n + 1, 24);
  let acc = init === undefined ? (items[0] as Value) : init;
  if (acc instanceof Reduced) return Vec.seq([acc.value]);
  const out: Value[] = [acc];
  for (let i = init === undefined ? 1 : 0; i < n; i++) {
    let v = call2(f, acc, items[i] as Value);
    if (v instanceof Suspension) v = yield v;
    if (v instanceof Reduced) {
      out.push(v.value);
      break;
    }
    acc = v;
    out.push(acc);
  }
  return Vec.seq(out);
}

function reductionsEndless(f: Value, init: Value | undefined, coll: InfiniteSeq): InfiniteSeq {
  const label = derivedLabel("reductions f", coll.label);
  return new InfiniteSeq(
    label,
    () => {
      const walk = walkOf(coll, "reductions");
      const state: Fold = { acc: init, started: false };
      return () => reductionsPull(f, walk, state, label);
    },
    maySuspend(f) || coll.maySuspend,
  );
}

interface Fold {
  acc: Value | undefined;
  started: boolean;
}

function* reductionsPull(f: Value, walk: Walk, state: Fold, label: string): Steps {
  if (!state.started) {
    state.started = true;
    if (state.acc === undefined) state.acc = (yield* walk.step()) as Value;
    return state.acc;
  }
  if (state.acc instanceof Reduced)
    fault("type_error", `${label} was ended by reduced and has no further items.`, "Take fewer items of it.");
  const x = (yield* walk.step()) as Value;
  let v = call2(f, state.acc as Value, x);
  if (v instanceof Suspension) v = yield v;
  state.acc = v;
  return v instanceof Reduced ? v.value : v;
}
