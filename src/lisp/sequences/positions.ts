// Items and tails by place. The functions whose name promises an order (first, rest, last …) refuse a map that is not
// sorted and want (seq m); those built on them in Clojure's library (ffirst, nnext, butlast …) take a map as its entries.

import { fault } from "../fault.ts";
import { charge } from "../meter.ts";
import { drive } from "../suspension.ts";
import { lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { PMap } from "../values/map.ts";
import { asIndex, isNumber } from "../values/numbers.ts";
import { isSeqable, itemsOf, notSeqable, orderedItems, refuseUnordered } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { ENTRY, VECTOR, Vec } from "../values/vector.ts";
import { dropEndless, itemOfEndless } from "./endless.ts";
import { asSequence, type CountUse, howMany, orNil, part, sliceable, wrongOrder } from "./slices.ts";

/** The item at an index of a finite collection, or undefined. */
function itemAt(coll: Value, i: number, who: string): Value | undefined {
  if (coll instanceof Vec) return coll.get(i);
  if (coll === null) return undefined;
  if (typeof coll === "string") return characterAt(coll, i);
  if (!(coll instanceof PMap)) return itemsOf(coll, who)[i];
  if (i < 0 || i >= coll.size) return undefined;
  charge(96);
  const pairs = coll.pairs();
  return Vec.entry(pairs[2 * i] as Value, pairs[2 * i + 1] as Value);
}

function characterAt(s: string, i: number): Value | undefined {
  // Between two ASCII characters there is always a boundary, so the first one needs no look at the rest.
  if (i === 0 && s.length > 1 && s.charCodeAt(0) < 0x80 && s.charCodeAt(1) < 0x80) return s[0];
  return lookup(s, i);
}

/** What an item function does on collections of each kind: `who` refuses maps, the index counts from 0. */
export function itemSteps(coll: Value, i: number, who: string): Steps {
  return coll instanceof InfiniteSeq ? itemOfEndless(coll, i, who) : done(itemAt(coll, i, who) ?? null);
}

// biome-ignore lint/correctness/useYield: the stepwise twin of a value that is already there
function* done(v: Value): Steps {
  return v;
}

/** `first` and `second`. */
export function orderedItem(coll: Value, i: number, who: string): Value {
  if (coll instanceof Vec) return coll.length > i ? coll.at(i) : null;
  return drive(orderedItemSteps(coll, i, who));
}

export function orderedItemSteps(coll: Value, i: number, who: string): Steps {
  refuseUnordered(coll, who);
  return itemSteps(coll, i, who);
}

/** `ffirst`: the first item of the first item. */
export function* ffirstSteps(coll: Value): Steps {
  return yield* itemSteps(yield* itemSteps(coll, 0, "ffirst"), 0, "ffirst");
}

/** `nfirst`: the first item without its own first item. */
export function* nfirstSteps(coll: Value): Steps {
  return next(yield* itemSteps(coll, 0, "nfirst"), 1, "nfirst");
}

export function last(coll: Value): Value {
  if (coll instanceof Vec) return coll.length === 0 ? null : coll.at(coll.length - 1);
  return orderedItems(coll, "last").at(-1) ?? null;
}

/** The collection without its first n items, as a sequence. */
export function tail(coll: Value, n: number, who: string): Vec | InfiniteSeq {
  if (coll instanceof InfiniteSeq) return dropEndless(coll, n);
  return part(sliceable(coll, who), n);
}

/** The same, nil when nothing is left. */
export function next(coll: Value, n: number, who: string): Value {
  const left = tail(coll, n, who);
  return left instanceof Vec ? orNil(left) : left;
}

export function rest(coll: Value): Value {
  refuseUnordered(coll, "rest");
  return tail(coll, 1, "rest");
}

export function orderedNext(coll: Value): Value {
  refuseUnordered(coll, "next");
  return next(coll, 1, "next");
}

export function butlast(coll: Value): Value {
  if (coll instanceof InfiniteSeq) return coll;
  const v = sliceable(coll, "butlast");
  return orNil(part(v, 0, v.length - 1));
}

const nthUse: CountUse = { who: "nth", form: "(nth coll index)" };

export function nth(coll: Value, index: Value, notFound: Value): Value {
  if (coll instanceof Vec && typeof index === "number") {
    const found = coll.get(index);
    if (found !== undefined) return found;
  }
  return drive(nthSteps(coll, index, notFound));
}

export function* nthSteps(coll: Value, index: Value, notFound: Value): Steps {
  if (isNumber(coll) && isSeqable(index) && index !== null) wrongOrder(nthUse);
  const i = asIndex(index, "The index of nth");
  if (coll instanceof PMap || coll instanceof PSet)
    fault(
      "type_error",
      `nth expects an ordered collection, got ${typeName(coll)}.`,
      coll instanceof PMap
        ? "Look up by key: (get m k). For entries by place: (nth (seq m) i)."
        : "Use (nth (seq s) i).",
    );
  if (!isSeqable(coll)) notSeqable(coll, "nth");
  if (coll instanceof InfiniteSeq) return i < 0 ? notFound : yield* itemOfEndless(coll, i, "nth");
  const found = itemAt(coll, i, "nth");
  return found === undefined ? notFound : found;
}

const nthrestUse: CountUse = { who: "nthrest", form: "(nthrest coll n)" };
const nthnextUse: CountUse = { who: "nthnext", form: "(nthnext coll n)" };

/** As in Clojure the collection itself comes back when nothing is to be dropped, and nil stays nil. */
export function nthrest(coll: Value, count: Value): Value {
  checkOrder(nthrestUse, coll, count);
  const n = howMany(nthrestUse, count, null);
  if (coll === null || (n <= 0 && isSeqable(coll))) return coll;
  return tail(coll, n, "nthrest");
}

export function nthnext(coll: Value, count: Value): Value {
  checkOrder(nthnextUse, coll, count);
  return next(coll, howMany(nthnextUse, count, null), "nthnext");
}

/** These two take the collection first, unlike take and drop. */
function checkOrder(use: CountUse, coll: Value, count: Value): void {
  if (isNumber(coll) && !isNumber(count)) wrongOrder(use);
}

function notStack(coll: Value, who: string): never {
  if (!isSeqable(coll)) notSeqable(coll, who);
  fault("type_error", `${who} expects a vector, got ${typeName(coll)}.`, "Make it a vector first: (vec coll).");
}

export function peek(coll: Value): Value {
  if (coll === null) return null;
  if (coll instanceof Vec) return coll.length === 0 ? null : coll.at(coll.length - 1);
  return notStack(coll, "peek");
}

export function pop(coll: Value): Value {
  if (coll === null) return null;
  if (!(coll instanceof Vec)) return notStack(coll, "pop");
  charge(64);
  return coll.length === 0 ? null : coll.slice(0, coll.length - 1, coll.tag === ENTRY ? VECTOR : coll.tag);
}

/** `seq`: the items as a sequence, nil when there are none. */
export function seq(coll: Value): Value {
  if (coll instanceof InfiniteSeq) return coll;
  const v = sliceable(coll, "seq");
  if (v.length === 0) return null;
  charge(64);
  return asSequence(v);
}
