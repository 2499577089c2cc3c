// take, drop and their kin, and the functions that leave out repeated items.

import { fault } from "../fault.ts";
import { charge, chargeItems, spendMany } from "../meter.ts";
import { drive } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { sameKey } from "../values/key.ts";
import { KeyIndex } from "../values/key-index.ts";
import { asIndex, isNumber } from "../values/numbers.ts";
import { isSeqable, itemsOf, notSeqable, orderedItems } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { VECTOR, Vec } from "../values/vector.ts";
import { dedupeEndless, distinctEndless, dropEndless, everyNthEndless, sameForEver, takeEndless } from "./endless.ts";
import { asSequence, type CountUse, howMany, orNil, part, sliceable, wrongOrder } from "./slices.ts";

const takeUse: CountUse = { who: "take", form: "(take n coll)" };
const dropUse: CountUse = { who: "drop", form: "(drop n coll)" };
const takeLastUse: CountUse = { who: "take-last", form: "(take-last n coll)" };
const dropLastUse: CountUse = { who: "drop-last", form: "(drop-last n coll)" };
const takeNthUse: CountUse = { who: "take-nth", form: "(take-nth n coll)" };
const splitAtUse: CountUse = { who: "split-at", form: "(split-at n coll)" };

export function take(count: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return drive(takeSteps(count, coll));
  const n = howMany(takeUse, count, coll);
  return n <= 0 ? Vec.EMPTY_SEQ : part(sliceable(coll, "take"), 0, n);
}

export function* takeSteps(count: Value, coll: Value): Steps {
  if (!(coll instanceof InfiniteSeq)) return take(count, coll);
  return yield* takeEndless(coll, howMany(takeUse, count, coll), "take");
}

export function drop(count: Value, coll: Value): Value {
  const n = howMany(dropUse, count, coll);
  return coll instanceof InfiniteSeq ? dropEndless(coll, n) : part(sliceable(coll, "drop"), n);
}

export function splitAt(count: Value, coll: Value): Value {
  return drive(splitAtSteps(count, coll));
}

export function* splitAtSteps(count: Value, coll: Value): Steps {
  const n = howMany(splitAtUse, count, coll);
  if (coll instanceof InfiniteSeq) return Vec.of([yield* takeEndless(coll, n, "split-at"), dropEndless(coll, n)]);
  const v = sliceable(coll, "split-at");
  return Vec.of([part(v, 0, n), part(v, n)]);
}

export function takeLast(count: Value, coll: Value): Value {
  const n = howMany(takeLastUse, count, coll);
  const v = sliceable(coll, "take-last");
  return n <= 0 ? null : orNil(part(v, v.length - n));
}

export function dropLast(count: Value, coll: Value): Value {
  const n = howMany(dropLastUse, count, coll);
  if (coll instanceof InfiniteSeq) return coll;
  const v = sliceable(coll, "drop-last");
  return part(v, 0, v.length - Math.max(n, 0));
}

/** A step of 0 or less never moves on: Clojure repeats the first item for ever. */
export function takeNth(step: Value, coll: Value): Value {
  const n = howMany(takeNthUse, step, coll);
  if (coll instanceof InfiniteSeq && n > 0) return everyNthEndless(n, coll);
  const v = sliceable(coll, "take-nth");
  if (v.length === 0) return Vec.EMPTY_SEQ;
  if (n <= 0) return sameForEver(`(take-nth ${n} …)`, v.at(0));
  const by = Math.min(n, v.length);
  const kept = Math.ceil(v.length / by);
  chargeItems(kept);
  spendMany(kept);
  const out: Value[] = new Array(kept);
  for (let i = 0; i < kept; i++) out[i] = v.at(i * by);
  return Vec.seq(out);
}

const subvecUse: CountUse = { who: "subvec", form: "(subvec v start end)" };

/** Places outside the vector are moved to its nearest end. */
export function subvec(v: Value, start: Value, end: Value | undefined): Value {
  if (!(v instanceof Vec)) return notVector(v, start);
  const from = asIndex(start, "The start of subvec");
  const to = end === undefined ? v.length : asIndex(end, "The end of subvec");
  charge(v.sliceCost());
  return v.slice(Math.max(from, 0), Math.min(to, v.length), VECTOR);
}

function notVector(v: Value, start: Value): never {
  if (isNumber(v) && start instanceof Vec) wrongOrder(subvecUse);
  if (!isSeqable(v)) notSeqable(v, "subvec");
  fault(
    "type_error",
    `subvec expects a vector, got ${typeName(v)}.`,
    typeof v === "string" ? "For part of a string use (subs s start end)." : "Make it a vector first: (vec coll).",
  );
}

/** Items are the same when they are the same key: 1 and 1.0 are two. */
export function distinct(coll: Value): Value {
  if (coll instanceof InfiniteSeq) return distinctEndless(coll);
  const items = orderedItems(coll, "distinct");
  const n = items.length;
  spendMany(n);
  const index = new KeyIndex();
  for (let i = 0; i < n; i++) index.add(items[i] as Value);
  return index.keys.length === n && coll instanceof Vec ? asSequence(coll) : Vec.seq(index.keys);
}

export function dedupe(coll: Value): Value {
  if (coll instanceof InfiniteSeq) return dedupeEndless(coll);
  const items = itemsOf(coll, "dedupe");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    if (i === 0 || !sameKey(items[i - 1] as Value, x)) out.push(x);
  }
  return Vec.seq(out);
}
