// Folding with the builtin +: the commonest reduce there is, without a call per item. While everything is a safe integer
// the total stays a plain number in a loop of its own; the first item that is not hands over to `add`, which knows the
// rest (ADR 0003). Charges are those of calling + for each item.

import { arithmetic } from "../builtins/arithmetic.ts";
import { builtinValue } from "../builtins/invoke.ts";
import { NativeFn } from "../values/fn.ts";
import { add } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { Counting } from "../values/vector.ts";

/** Whether f is the builtin +. */
export function isPlus(f: Value): boolean {
  return f instanceof NativeFn && f === builtinValue("+", arithmetic["+"]);
}

/** init plus the items from `from` on. */
export function sumItems(items: readonly Value[], from: number, init: Value): Value {
  const n = items.length;
  let i = from;
  if (typeof init === "number" && Number.isInteger(init)) {
    let total = init;
    for (; i < n; i++) {
      const x = items[i];
      if (typeof x !== "number") break;
      const next = total + x;
      if (!Number.isInteger(x) || !(Math.abs(next) <= Number.MAX_SAFE_INTEGER)) break;
      total = next;
    }
    if (i === n) return total;
    return sumRest(items, i, total);
  }
  return sumRest(items, i, init);
}

function sumRest(items: readonly Value[], from: number, init: Value): Value {
  let total = init;
  for (let i = from; i < items.length; i++) total = add(total, items[i] as Value);
  return total;
}

/** init plus the numbers of a range, from the one at `from` on. */
export function sumCounting(rule: Counting, from: number, n: number, init: Value): Value {
  const { start, step } = rule;
  const largest = Math.max(Math.abs(start), Math.abs(start + (n - 1) * step));
  // When no partial sum can leave the safe integers, none need be looked at.
  if (typeof init === "number" && Number.isInteger(init) && Math.abs(init) + n * largest <= Number.MAX_SAFE_INTEGER) {
    let total = init;
    for (let i = from; i < n; i++) total += start + i * step;
    return total;
  }
  let total = init;
  for (let i = from; i < n; i++) total = add(total, start + i * step);
  return total;
}
