// take-while, drop-while and split-with: where the first item fails the test. Slices of vectors are views, so splitting
// a large vector copies nothing.

import { call1, maySuspend } from "../call.ts";
import { charge, chargeItems, spend } from "../meter.ts";
import { drive, Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { derivedLabel, pushCharged, vecOf, walkOf } from "../values/pull.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { type Use, wantFunction } from "./function-args.ts";

export const takeWhileUse: Use = { who: "take-while", form: "(take-while pred coll)", gives: "one item" };
export const dropWhileUse: Use = { who: "drop-while", form: "(drop-while pred coll)", gives: "one item" };
export const splitWithUse: Use = { who: "split-with", form: "(split-with pred coll)", gives: "one item" };

/** What `use` returns of `coll` when the item at `at` is the first to fail. */
function parts(use: Use, coll: Value, vec: Vec, at: number): Value {
  if (use === takeWhileUse) return slice(coll, vec, 0, at);
  if (use === dropWhileUse) return slice(coll, vec, at, vec.length);
  return Vec.of([slice(coll, vec, 0, at), slice(coll, vec, at, vec.length)]);
}

function slice(coll: Value, vec: Vec, from: number, to: number): Vec {
  if (coll instanceof Vec) {
    charge(vec.sliceCost());
    return vec.slice(from, to);
  }
  chargeItems(to - from);
  return Vec.seq(vec.items().slice(from, to));
}

/** The fast twin. Steps are spent as items are tested: a long collection that is left early costs little. */
export function splitAtFailure(use: Use, pred: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return drive(splitSteps(use, pred, coll));
  wantFunction(use, pred, coll, 1);
  const vec = vecOf(coll, use.who);
  const n = vec.length;
  let at = 0;
  while (at < n) {
    spend();
    const v = call1(pred, vec.at(at));
    if (v === null || v === false) break;
    at++;
  }
  return parts(use, coll, vec, at);
}

export function* splitSteps(use: Use, pred: Value, coll: Value): Steps {
  wantFunction(use, pred, coll, 1);
  if (coll instanceof InfiniteSeq) {
    if (use === dropWhileUse) return dropWhileEndless(pred, coll);
    const head = yield* takeWhileEndless(use, pred, coll);
    return use === takeWhileUse ? head : Vec.of([head, dropEndless(coll, head.length)]);
  }
  const vec = vecOf(coll, use.who);
  const n = vec.length;
  let at = 0;
  while (at < n) {
    spend();
    let v = call1(pred, vec.at(at));
    if (v instanceof Suspension) v = yield v;
    if (v === null || v === false) break;
    at++;
  }
  return parts(use, coll, vec, at);
}

function* takeWhileEndless(use: Use, pred: Value, coll: InfiniteSeq): Generator<Suspension, Vec, Value> {
  const walk = walkOf(coll, use.who);
  const out: Value[] = [];
  for (;;) {
    spend();
    const x = (yield* walk.step()) as Value;
    let v = call1(pred, x);
    if (v instanceof Suspension) v = yield v;
    if (v === null || v === false) return Vec.seq(out);
    pushCharged(out, x);
  }
}

function dropWhileEndless(pred: Value, coll: InfiniteSeq): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel("drop-while pred", coll.label),
    () => {
      const walk = walkOf(coll, "drop-while");
      let dropping = true;
      return function* () {
        for (;;) {
          const x = (yield* walk.step()) as Value;
          if (!dropping) return x;
          let v = call1(pred, x);
          if (v instanceof Suspension) v = yield v;
          if (v === null || v === false) {
            dropping = false;
            return x;
          }
        }
      };
    },
    maySuspend(pred) || coll.maySuspend,
  );
}

/** The sequence without its first `count` items. */
function dropEndless(coll: InfiniteSeq, count: number): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel(`drop ${count}`, coll.label),
    () => {
      const walk = walkOf(coll, "drop");
      let left = count;
      return function* () {
        for (; left > 0; left--) yield* walk.step();
        return (yield* walk.step()) as Value;
      };
    },
    coll.maySuspend,
  );
}
