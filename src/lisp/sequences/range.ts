// range: whole numbers are counted in a plain loop; floats and big integers add up step by step, with the rounding that
// gives in Clojure too.

import { charge, chargeItems, checkItems, spendMany } from "../meter.ts";
import { InfiniteSeq, type Pull } from "../values/infinite.ts";
import { add, asDouble, compareNumbers, isNumber, type Num, notNumber } from "../values/numbers.ts";
import { pushCharged } from "../values/pull.ts";
import type { Value } from "../values/value.ts";
import { RULE_BYTES, VEC_BYTES, Vec } from "../values/vector.ts";
import { sameForEver } from "./endless.ts";

/** Whole numbers up to here can be subtracted and divided without rounding. */
const EXACT = 2 ** 52;

function number(v: Value): Num {
  return isNumber(v) ? v : notNumber("range", v);
}

export function range(from: Value, to: Value, by: Value): Value {
  const start = number(from);
  const end = number(to);
  const step = number(by);
  const sign = compareNumbers(step, 0);
  if (sign === 0) return compareNumbers(start, end) === 0 ? Vec.EMPTY_SEQ : sameForEver("(range start end 0)", start);
  const toGo = compareNumbers(end, start) * sign;
  if (!(toGo > 0)) return Vec.EMPTY_SEQ;
  if (Math.abs(asDouble(end)) === Number.POSITIVE_INFINITY) return countingFrom(start, step);
  const estimate = steps(asDouble(start), asDouble(end), asDouble(step));
  checkItems(estimate);
  spendMany(estimate);
  if (exact(start) && exact(step) && Math.abs(asDouble(end)) <= EXACT) {
    charge(VEC_BYTES + RULE_BYTES);
    return Vec.counting(start, step, estimate);
  }
  chargeItems(estimate, 32);
  return summed(start, end, step, sign);
}

/** How many numbers there are; exact for whole ones. */
function steps(start: number, end: number, step: number): number {
  const n = Math.ceil((end - start) / step);
  // From -infinity in steps of infinity: the second number is no number, and none after it reaches the end.
  if (Number.isNaN(n)) return Number.POSITIVE_INFINITY;
  // A tiny fraction in `end` is lost by the subtraction.
  const next = start + n * step;
  return step > 0 ? (next < end ? n + 1 : n) : next > end ? n + 1 : n;
}

function exact(n: Num): n is number {
  return typeof n === "number" && Number.isInteger(n) && Math.abs(n) <= EXACT;
}

function summed(start: Num, end: Num, step: Num, sign: number): Vec {
  const out: Value[] = [];
  for (let x: Num = start; compareNumbers(end, x) * sign > 0; x = add(x, step) as Num) pushCharged(out, x);
  return Vec.seq(out);
}

/** start, start + step, … for ever. */
export function countingFrom(start: Num, step: Num): InfiniteSeq {
  return new InfiniteSeq(
    "(range)",
    () => {
      let x: Value = start;
      // biome-ignore lint/correctness/useYield: a pull is a generator, this one never waits
      const pull: Pull = function* () {
        const item = x;
        x = add(x, step);
        return item;
      };
      return pull;
    },
    false,
  );
}
