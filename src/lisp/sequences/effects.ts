// Functions for the sake of effects or of calling again: run!, doall, dorun and repeatedly. Everything is eager here, so
// doall and dorun have nothing left to do but to refuse what has no end.

import { call0, call1, maySuspend } from "../call.ts";
import { chargeItems, spend, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { asIndex } from "../values/numbers.ts";
import { walkOf } from "../values/pull.ts";
import { endless, isSeqable, notSeqable } from "../values/seq.ts";
import { Reduced, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { isPlainFunction, swapped, type Use, wantFunction } from "./function-args.ts";

const runUse: Use = { who: "run!", form: "(run! f coll)", gives: "one item" };
const repeatedlyUse: Use = { who: "repeatedly", form: "(repeatedly n f)", gives: "no arguments" };

/** Stands for a collection that has items, where there is none to check. */
const SOME_ITEMS = Vec.of([null]);

export function* runSteps(f: Value, coll: Value): Steps {
  wantFunction(runUse, f, coll, 1);
  const walk = walkOf(coll, "run!");
  for (let x = yield* walk.step(); x !== undefined; x = yield* walk.step()) {
    spend();
    let v = call1(f, x);
    if (v instanceof Suspension) v = yield v;
    if (v instanceof Reduced) break;
  }
  return null;
}

/** Refuses what is no collection, or has no end. */
export function realized(who: string, coll: Value): Value {
  if (coll instanceof InfiniteSeq) endless(coll, who);
  if (!isSeqable(coll)) notSeqable(coll, who);
  return coll;
}

/** With a count an endless sequence is fine: only so many items would be asked for. */
export function realizedSome(who: string, n: Value, coll: Value): Value {
  if (!isSeqable(coll)) notSeqable(coll, who);
  asIndex(n, `The count given to ${who}`);
  return coll;
}

export function repeatedlyEndless(f: Value): Value {
  wantFunction(repeatedlyUse, f, SOME_ITEMS, 0);
  return new InfiniteSeq("(repeatedly f)", () => () => callAgain(f), maySuspend(f));
}

function* callAgain(f: Value): Steps {
  let v = call0(f);
  if (v instanceof Suspension) v = yield v;
  return v;
}

export function* repeatedlySteps(count: Value, f: Value): Steps {
  if (isPlainFunction(count) && !isPlainFunction(f)) swapped(repeatedlyUse);
  // Like take, Clojure's repeatedly counts down to zero: 2.5 means three calls.
  const whole = typeof count === "number" && Number.isFinite(count) ? Math.ceil(count) : count;
  const n = Math.max(0, asIndex(whole, "The count given to repeatedly"));
  wantFunction(repeatedlyUse, f, SOME_ITEMS, 0);
  spendMany(n);
  chargeItems(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) {
    let v = call0(f);
    if (v instanceof Suspension) v = yield v;
    out[i] = v;
  }
  return Vec.seq(out);
}
