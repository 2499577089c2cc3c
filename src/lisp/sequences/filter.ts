// filter, remove, keep and keep-indexed. Results keep the order of the items; over an endless sequence the result is
// endless too (a test that never passes again ends at the fuel limit when pulled).

import { call1, call2, maySuspend } from "../call.ts";
import { chargeItems, enterCall, leaveCall, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { Fn, type Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { derivedLabel, type Walk, walkOf } from "../values/pull.ts";
import { itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec, type VecTag } from "../values/vector.ts";
import { type Use, wantFunction } from "./function-args.ts";

export const filterUse: Use = { who: "filter", form: "(filter pred coll)", gives: "one item" };
export const filtervUse: Use = { who: "filterv", form: "(filterv pred coll)", gives: "one item" };
export const removeUse: Use = { who: "remove", form: "(remove pred coll)", gives: "one item" };
export const keepUse: Use = { who: "keep", form: "(keep f coll)", gives: "one item" };
export const keepIndexedUse: Use = {
  who: "keep-indexed",
  form: "(keep-indexed f coll)",
  gives: "an index and an item",
};

/** Keeps the items for which pred's truth equals `wanted`. */
export function select(use: Use, wanted: boolean, tag: VecTag, pred: Value, coll: Value): Value {
  wantFunction(use, pred, coll, 1);
  if (coll instanceof InfiniteSeq) return selectEndless(use, wanted, pred, coll);
  const items = itemsOf(coll, use.who);
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  if (pred instanceof Fn && pred.code.direct1 !== null) {
    const { body, weight } = pred.code.direct1;
    for (let i = 0; i < n; i++) {
      const x = items[i] as Value;
      const before = enterCall(weight);
      const v = body(pred.captured, x, null, null, null);
      leaveCall(before);
      if ((v !== null && v !== false) === wanted) out.push(x);
    }
  } else
    for (let i = 0; i < n; i++) {
      const x = items[i] as Value;
      const v = call1(pred, x);
      if ((v !== null && v !== false) === wanted) out.push(x);
    }
  return Vec.of(out, tag);
}

export function* selectSteps(use: Use, wanted: boolean, tag: VecTag, pred: Value, coll: Value): Steps {
  wantFunction(use, pred, coll, 1);
  if (coll instanceof InfiniteSeq) return selectEndless(use, wanted, pred, coll);
  const items = itemsOf(coll, use.who);
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    let v = call1(pred, x);
    if (v instanceof Suspension) v = yield v;
    if ((v !== null && v !== false) === wanted) out.push(x);
  }
  return Vec.of(out, tag);
}

function selectEndless(use: Use, wanted: boolean, pred: Value, coll: InfiniteSeq): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel(`${use.who} pred`, coll.label),
    () => {
      const walk = walkOf(coll, use.who);
      return () => selectPull(wanted, pred, walk);
    },
    maySuspend(pred) || coll.maySuspend,
  );
}

function* selectPull(wanted: boolean, pred: Value, walk: Walk): Steps {
  for (;;) {
    const x = (yield* walk.step()) as Value;
    let v = call1(pred, x);
    if (v instanceof Suspension) v = yield v;
    if ((v !== null && v !== false) === wanted) return x;
  }
}

export function keep(f: Value, coll: Value): Value {
  wantFunction(keepUse, f, coll, 1);
  if (coll instanceof InfiniteSeq) return keepEndless(keepUse, f, coll);
  const items = itemsOf(coll, "keep");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const v = call1(f, items[i] as Value);
    if (v !== null) out.push(v);
  }
  return Vec.seq(out);
}

export function keepIndexed(f: Value, coll: Value): Value {
  wantFunction(keepIndexedUse, f, coll, 2);
  if (coll instanceof InfiniteSeq) return keepEndless(keepIndexedUse, f, coll);
  const items = itemsOf(coll, "keep-indexed");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const v = call2(f, i, items[i] as Value);
    if (v !== null) out.push(v);
  }
  return Vec.seq(out);
}

/** keep and keep-indexed stepwise; they differ in whether f gets the index. */
export function* keepSteps(use: Use, f: Value, coll: Value): Steps {
  const indexed = use === keepIndexedUse;
  wantFunction(use, f, coll, indexed ? 2 : 1);
  if (coll instanceof InfiniteSeq) return keepEndless(use, f, coll);
  const items = itemsOf(coll, use.who);
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    let v = indexed ? call2(f, i, items[i] as Value) : call1(f, items[i] as Value);
    if (v instanceof Suspension) v = yield v;
    if (v !== null) out.push(v);
  }
  return Vec.seq(out);
}

function keepEndless(use: Use, f: Value, coll: InfiniteSeq): InfiniteSeq {
  const indexed = use === keepIndexedUse;
  return new InfiniteSeq(
    derivedLabel(`${use.who} f`, coll.label),
    () => {
      const walk = walkOf(coll, use.who);
      let index = 0;
      return function* () {
        for (;;) {
          const x = (yield* walk.step()) as Value;
          let v = indexed ? call2(f, index++, x) : call1(f, x);
          if (v instanceof Suspension) v = yield v;
          if (v !== null) return v;
        }
      };
    },
    maySuspend(f) || coll.maySuspend,
  );
}
