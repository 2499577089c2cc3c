// Parts of collections. A part of a vector is a view that shares its storage, so taking parts of a large vector copies
// nothing; other collections are laid out as a vector once.

import { fault } from "../fault.ts";
import { charge, chargeItems } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { isNumber } from "../values/numbers.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import { Flt, type Value } from "../values/value.ts";
import { SEQ, Vec } from "../values/vector.ts";

/** A finite collection as a vector whose storage results may share. */
export function sliceable(coll: Value, who: string): Vec {
  if (coll instanceof Vec) return coll;
  const items = itemsOf(coll, who);
  if (!(coll instanceof PSet)) return Vec.seq(items as Value[]);
  // A set keeps the array it hands out; every other array was made for this call.
  chargeItems(coll.size);
  return Vec.seq(items.slice());
}

/** The items in [from, to), cut to what there is, as a sequence. */
export function part(v: Vec, from: number, to: number = v.length): Vec {
  const start = Math.max(from, 0);
  const end = Math.min(to, v.length);
  charge(v.sliceCost());
  return start === 0 && end === v.length ? asSequence(v) : v.slice(start, end);
}

export function asSequence(v: Vec): Vec {
  return v.length === 0 ? Vec.EMPTY_SEQ : v.withTag(SEQ);
}

/** nil for an empty sequence: what next, take-last and seq return. */
export function orNil(v: Vec): Value {
  return v.length === 0 ? null : v;
}

/** A function that takes a count, and how its call is written: for messages. */
export interface CountUse {
  readonly who: string;
  readonly form: string;
}

/** How many items a count argument asks for. Clojure counts down while it is positive, so 1.5 asks for two. */
export function howMany(use: CountUse, count: Value, coll: Value): number {
  if (typeof count === "number") return Number.isNaN(count) ? 0 : Math.ceil(count);
  if (count instanceof Flt) return count.value;
  if (typeof count === "bigint") return count > 0n ? Number.MAX_SAFE_INTEGER : 0;
  if (isNumber(coll)) wrongOrder(use);
  fault(
    "type_error",
    `${use.who} expects a number of items, got ${typeName(count)}.`,
    count === null ? "The count is nil here: give a default, e.g. (or n 10)." : `Write ${use.form}.`,
  );
}

export function wrongOrder(use: CountUse): never {
  fault("type_error", `The arguments of ${use.who} are in the wrong order.`, `Write ${use.form}.`);
}
