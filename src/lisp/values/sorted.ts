// The orders of sorted maps and sets: the natural one, and those made from a program's own comparator. Anything that
// changes or searches a sorted collection calls its comparator, so one that waits for a tool is refused at the start.

import { call2, maySuspend } from "../call.ts";
import { fault } from "../fault.ts";
import { Suspension } from "../suspension.ts";
import { compareValues } from "./compare.ts";
import { typeName } from "./describe-type.ts";
import { asDouble, isNumber } from "./numbers.ts";
import type { Comparator } from "./sorted-array.ts";
import { Temporal } from "./temporal.ts";
import type { Value } from "./value.ts";

/** nil, then the order of `compare`. */
export const naturalOrder: Comparator = Object.assign((a: Value, b: Value) => compareValues(a, b), {
  comparable: (a: Value, b: Value) => a === null || b === null || kind(a) === kind(b),
});

function kind(v: Value): unknown {
  if (isNumber(v)) return "number";
  if (v instanceof Temporal) return v.class_;
  return typeof v === "object" && v !== null ? v.constructor : typeof v;
}

/** The sign of what a comparator answers. As in Clojure a boolean is read as "comes before": see `comparator`. */
export function orderFrom(f: Value, who: string): Comparator {
  if (maySuspend(f)) refuseTool(who);
  const order: Comparator = (a, b) => {
    const answer = ask(f, a, b, who);
    if (isNumber(answer)) return signOf(answer);
    if (answer === true) return -1;
    if (answer !== false && answer !== null) notAnOrder(answer, who);
    const reverse = ask(f, b, a, who);
    return reverse === false || reverse === null ? 0 : 1;
  };
  return Object.assign(order, { from: f });
}

function ask(f: Value, a: Value, b: Value, who: string): Value {
  const answer = call2(f, a, b);
  if (answer instanceof Suspension) refuseTool(who);
  return answer;
}

function refuseTool(who: string): never {
  fault(
    "type_error",
    `The comparator of ${who} must not call tools.`,
    "Call the tools first and compare what they returned.",
  );
}

/** As in sort the sign decides; NaN counts as equal. */
function signOf(n: Parameters<typeof asDouble>[0]): number {
  const d = asDouble(n);
  return d < 0 ? -1 : d > 0 ? 1 : 0;
}

function notAnOrder(answer: Value, who: string): never {
  fault(
    "type_error",
    `The comparator of ${who} must return a number or a boolean, got ${typeName(answer)}.`,
    "Return (compare a b), or use < or >.",
  );
}
