// combinations: every way to choose n items, in the order of the collection. The number of results is known before any is
// built, so what does not fit the limits is refused at once.

import { chargeItems, spendMany } from "../meter.ts";
import { asIndex } from "../values/numbers.ts";
import { itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";

export function combinations(coll: Value, size: Value): Value {
  const items = itemsOf(coll, "combinations");
  const k = asIndex(size, "The number of items to choose");
  const n = items.length;
  if (k < 0 || k > n) return Vec.EMPTY_SEQ;
  const total = choose(n, k);
  chargeItems(total, 76 + 12 * k);
  spendMany(total * (k + 1));
  const out: Value[] = new Array(total);
  const picked = Array.from({ length: k }, (_, i) => i);
  for (let row = 0; row < total; row++) {
    const one: Value[] = new Array(k);
    for (let i = 0; i < k; i++) one[i] = items[picked[i]!] as Value;
    out[row] = Vec.seq(one);
    advance(picked, n);
  }
  return Vec.seq(out);
}

/** Moves the rightmost index that can move, and lines up those after it. */
function advance(picked: number[], n: number): void {
  const k = picked.length;
  let i = k - 1;
  while (i >= 0 && picked[i] === n - k + i) i--;
  if (i < 0) return;
  picked[i]!++;
  for (let j = i + 1; j < k; j++) picked[j] = picked[j - 1]! + 1;
}

/** n over k, capped: past the cap only its size matters. */
function choose(n: number, k: number): number {
  let total = 1;
  const least = Math.min(k, n - k);
  for (let i = 1; i <= least; i++) {
    total = (total * (n - least + i)) / i;
    if (total > 1e15) return 1e15;
  }
  return Math.round(total);
}
