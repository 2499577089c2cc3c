// partition and partition-all: groups of items at regular distances. Groups of a vector are views of it, but each is paid
// for as a copy, because reading a view may make one.

import { chargeItems, spendMany } from "../meter.ts";
import { drive, type Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { isInteger } from "../values/numbers.ts";
import { walkOf } from "../values/pull.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { groupsEndless, sameForEver } from "./endless.ts";
import { type CountUse, howMany, sliceable } from "./slices.ts";

const partitionUse: CountUse = { who: "partition", form: "(partition n coll) or (partition n step coll)" };
const partitionAllUse: CountUse = {
  who: "partition-all",
  form: "(partition-all n coll) or (partition-all n step coll)",
};

/** A call of partition taken apart. */
interface Plan {
  readonly use: CountUse;
  readonly size: number;
  readonly step: number;
  /** Whether a group of this many items counts as complete. */
  readonly complete: (length: number) => boolean;
  /** What fills up the last group; null when it is left out. */
  readonly pad: Value | undefined;
  readonly coll: Value;
}

/** (partition n coll), (partition n step coll), (partition n step pad coll). */
export function* partitionSteps(args: readonly Value[]): Steps {
  const count = args[0] as Value;
  const coll = args[args.length - 1] as Value;
  const size = howMany(partitionUse, count, coll);
  const step = args.length === 2 ? size : howMany(partitionUse, args[1] as Value, coll);
  // Clojure compares the group's length with n by =, and 2 is not = 2.0 there: a float size never completes a group.
  const whole = isInteger(count);
  const complete = (length: number) => whole && length === size;
  return yield* groups({ use: partitionUse, size, step, complete, pad: args.length === 4 ? args[2] : undefined, coll });
}

export function partition(args: readonly Value[]): Value {
  return drive(partitionSteps(args));
}

/** (partition-all n coll), (partition-all n step coll). */
export function partitionAll(count: Value, distance: Value | undefined, coll: Value): Value {
  const size = howMany(partitionAllUse, count, coll);
  const step = distance === undefined ? size : howMany(partitionAllUse, distance, coll);
  return drive(groups({ use: partitionAllUse, size, step, complete: () => true, pad: undefined, coll }));
}

function* groups(plan: Plan): Steps {
  const { use, coll } = plan;
  const size = Math.max(plan.size, 0);
  if (coll instanceof InfiniteSeq && plan.step > 0)
    return plan.complete(size) ? groupsEndless(use.who, size, plan.step, coll) : Vec.EMPTY_SEQ;
  const v = sliceable(coll, use.who);
  const n = v.length;
  if (n === 0) return Vec.EMPTY_SEQ;
  const step = Math.min(plan.step, n);
  // A step of 0 or less never moves on: the first group comes again and again, unless it is the last.
  const starts = step > 0 ? Math.ceil(n / step) : 1;
  chargeItems(starts, 80 + 12 * Math.min(size, n));
  spendMany(starts);
  const out: Value[] = [];
  for (let i = 0; i < starts; i++) {
    const at = i * step;
    const group = v.slice(Math.max(at, 0), Math.min(at + size, n));
    if (plan.complete(group.length)) {
      if (step <= 0) return sameForEver(`(${use.who} …)`, group);
      out.push(group);
    } else {
      if (plan.pad !== undefined) out.push(yield* padded(plan, group, size));
      break;
    }
  }
  return Vec.seq(out);
}

/** The last group, filled up from the padding as far as that goes. */
function* padded(plan: Plan, group: Vec, size: number): Generator<Suspension, Vec, Value> {
  const walk = walkOf(plan.pad as Value, plan.use.who);
  const missing = Math.min(size - group.length, walk.length);
  if (missing <= 0) return group;
  chargeItems(group.length + missing);
  spendMany(missing);
  const out: Value[] = group.items().slice();
  for (let i = 0; i < missing; i++) out.push((yield* walk.step()) as Value);
  return Vec.seq(out);
}
