// subseq and rsubseq: the part of a sorted collection whose keys pass tests such as (> key 3). A test is asked about the
// order of a key and the bound, so any of < <= > >= works whatever the keys are and however they are sorted.

import { call2, maySuspend } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { PMap } from "../values/map.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import { isTruthy, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { type Use, wantFunction } from "./function-args.ts";

/** One bound: the test and the key it is about. */
interface Bound {
  readonly test: Value;
  readonly key: Value;
}

interface Sorted {
  readonly keys: readonly Value[];
  /** What the result holds for each key: the member itself, or the entry. */
  readonly items: readonly Value[];
  readonly compare: (a: Value, b: Value) => number;
}

function sortedPart(coll: Value, who: string): Sorted {
  if (!(coll instanceof PMap || coll instanceof PSet) || coll.sorted === null)
    fault(
      "type_error",
      `${who} expects a sorted map or set, got ${typeName(coll)}.`,
      "Make one with (into (sorted-map) m) or (into (sorted-set) coll).",
    );
  const items = itemsOf(coll, who);
  const keys = coll instanceof PSet ? items : items.map((entry) => (entry as Vec).at(0));
  return { keys, items, compare: coll.sorted };
}

/** (subseq coll test key) and (subseq coll start-test start-key end-test end-key). */
export function between(who: "subseq" | "rsubseq", args: readonly Value[]): Value {
  const bounds: Bound[] = [];
  for (let i = 1; i < args.length; i += 2) bounds.push({ test: args[i] as Value, key: args[i + 1] as Value });
  const use: Use = { who, form: `(${who} coll test key)`, gives: "an order (-1, 0 or 1) and 0" };
  for (const { test } of bounds) {
    wantFunction(use, test, Vec.of([0]), 2);
    if (maySuspend(test)) fault("type_error", `The test of ${who} must not call tools.`, "Use < <= > or >=.");
  }
  const sorted = sortedPart(args[0] as Value, who);
  const { keys, items, compare } = sorted;
  spendMany(items.length);
  chargeItems(items.length);
  const within = items.filter((_, i) =>
    bounds.every(({ test, key }) => isTruthy(call2(test, compare(keys[i] as Value, key), 0))),
  );
  const upward = who === "subseq";
  if (within.length === 0 && nowhereToStart(upward, bounds, sorted)) return null;
  return Vec.seq(upward ? within : within.reverse());
}

/**
 * Clojure walks from the bound at which the walk starts: nil says that no key lies there or beyond, while a walk that starts
 * and finds nothing fit gives an empty sequence.
 */
function nowhereToStart(upward: boolean, bounds: readonly Bound[], { keys, compare }: Sorted): boolean {
  const start = (upward ? bounds[0] : bounds[bounds.length - 1]) as Bound;
  // A single bound may close the far end only; one that opens the walk has let nothing pass.
  if (bounds.length === 1) return isTruthy(call2(start.test, upward ? 1 : -1, 0));
  return !keys.some((key) => (upward ? compare(key, start.key) >= 0 : compare(key, start.key) <= 0));
}
