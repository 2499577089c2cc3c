// repeat, iterate and cycle: sequences made from a value and a rule.

import { call1, maySuspend } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import { InfiniteSeq, type Pull } from "../values/infinite.ts";
import { asIndex, isNumber } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { type Use, wantFunction } from "./function-args.ts";
import { sliceable, wrongOrder } from "./slices.ts";

export function repeat(count: Value, item: Value): Value {
  if (!isNumber(count)) {
    if (isNumber(item)) wrongOrder({ who: "repeat", form: "(repeat n x)" });
    fault("type_error", `repeat expects a number of times, got ${typeName(count)}.`, "Write (repeat n x).");
  }
  const n = Math.max(asIndex(count, "The count of repeat"), 0);
  chargeItems(n);
  spendMany(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = item;
  return Vec.seq(out);
}

const iterateUse: Use = { who: "iterate", form: "(iterate f x)", gives: "the item before" };
/** Stands for a collection that has items: iterate always calls its function. */
const SOME = Vec.of([null]);

export function iterate(f: Value, seed: Value): Value {
  wantFunction(iterateUse, f, SOME, 1);
  return new InfiniteSeq(
    "(iterate f x)",
    () => {
      let x = seed;
      let begun = false;
      return function* () {
        if (!begun) {
          begun = true;
          return x;
        }
        let v = call1(f, x);
        if (v instanceof Suspension) v = yield v;
        x = v;
        return x;
      };
    },
    maySuspend(f),
  );
}

export function cycle(coll: Value): Value {
  if (coll instanceof InfiniteSeq) return coll;
  const v = sliceable(coll, "cycle");
  const n = v.length;
  if (n === 0) return Vec.EMPTY_SEQ;
  return new InfiniteSeq(
    "(cycle coll)",
    () => {
      let i = 0;
      // biome-ignore lint/correctness/useYield: a pull is a generator, this one never waits
      const pull: Pull = function* () {
        const item = v.at(i);
        i = i + 1 === n ? 0 : i + 1;
        return item;
      };
      return pull;
    },
    false,
  );
}
