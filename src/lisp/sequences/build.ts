// Adding to collections and turning one kind into another. Vectors grow at their end, as do sequences, which are vectors
// here; only an endless sequence grows at its front.

import { mergeTwo } from "../associative/associate.ts";
import { addEntry, addMembers, builderFrom } from "../associative/conjoin.ts";
import { preview } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, chargeItems, checkItems, spend, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { PMap } from "../values/map.ts";
import { pushCharged } from "../values/pull.ts";
import { endless, isSeqable, itemsOf, notSeqable, orderedItems } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { ENTRY, SEQ, VECTOR, Vec, type VecTag } from "../values/vector.ts";
import { putInFront } from "./endless.ts";
import { asSequence, orNil, sliceable } from "./slices.ts";

/** A map entry that grows is a plain vector. */
function grown(v: Vec): VecTag {
  return v.tag === ENTRY ? VECTOR : v.tag;
}

function append(v: Vec, items: readonly Value[]): Vec {
  checkItems(v.length + items.length);
  charge(v.appendCost() + 20 * items.length);
  spendMany(items.length);
  return v.appendAll(items, grown(v));
}

/** The fast twin for one item. */
export function conjOne(target: Value, item: Value): Value {
  if (target instanceof Vec) {
    checkItems(target.length + 1);
    charge(target.appendCost());
    return target.append(item, grown(target));
  }
  if (target instanceof PMap && item instanceof Vec && item.tag !== SEQ && item.length === 2) {
    charge(target.changeCost());
    return target.assoc(item.at(0), item.at(1));
  }
  if (target instanceof PSet) {
    charge(target.map.changeCost());
    return target.add(item);
  }
  return conj(target, [item]);
}

export function conj(target: Value, items: readonly Value[]): Value {
  if (items.length === 0) return target;
  if (target === null) return append(Vec.EMPTY, items);
  if (target instanceof Vec) return append(target, items);
  if (target instanceof PSet) return addMembers(target, items);
  if (target instanceof PMap) return addEntries(target, items, "conj");
  if (!(target instanceof InfiniteSeq)) return cannotAdd(target, "conj");
  chargeItems(items.length);
  return putInFront(items.toReversed(), target);
}

function addEntries(target: PMap, items: readonly Value[], who: string): PMap {
  spendMany(items.length);
  const builder = builderFrom(target, items.length);
  for (const item of items) {
    if (item instanceof Vec && item.tag === SEQ && item.length === 2) checkEntries(item, who);
    addEntry(builder, item, who);
  }
  return builder.done();
}

/** A sequence is an entry for no one, even when it has two items and prints like one. */
function checkEntries(item: Vec, who: string): void {
  const first = item.at(0);
  if (first instanceof Vec && first.tag === ENTRY) return;
  fault(
    "type_error",
    `${who} cannot put the sequence ${preview(item)} into a map: an entry is a vector.`,
    "Make each pair a vector: (into {} (map vec pairs)).",
  );
}

function cannotAdd(target: Value, who: string): never {
  fault(
    "type_error",
    `${who} cannot add to ${typeName(target)}.`,
    typeof target === "string" ? "Join strings with (str a b)." : "Start from a vector, map or set: [], {} or #{}.",
  );
}

/** Clojure makes a list of what is put into nil, which turns the order around. */
function intoNil(from: Value): Value {
  return orNil(reversed(itemsOf(from, "into")));
}

export function into(to: Value, from: Value): Value {
  if (to instanceof Vec) {
    if (to.length > 0) return append(to, itemsOf(from, "into"));
    charge(64);
    const v = sliceable(from, "into");
    return v.length === 0 ? to : v.withTag(to.tag);
  }
  if (to === null) return intoNil(from);
  if (to instanceof PMap)
    return from instanceof PMap ? mergeTwo(to, from) : addEntries(to, itemsOf(from, "into"), "into");
  if (to instanceof PSet) {
    const items = itemsOf(from, "into");
    spendMany(items.length);
    return addMembers(to, items);
  }
  return cannotAdd(to, "into");
}

export function noTransducers(): never {
  fault(
    "arity_error",
    "into does not take a transducer.",
    "Transform the collection first: (into [] (map f coll)) or (into [] (filter pred coll)).",
  );
}

export function cons(item: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return putInFront([item], coll);
  const v = sliceable(coll, "cons");
  checkItems(v.length + 1);
  charge(v.prependCost());
  spendMany(v.prependCost() >> 8);
  return v.prepend(item);
}

/** `list*`: the last argument is a collection, the others go in front of it. */
export function listStar(args: readonly Value[]): Value {
  const coll = args[args.length - 1] as Value;
  const n = args.length - 1;
  if (!isSeqable(coll)) notSeqable(coll, "list*");
  chargeItems(n);
  if (coll instanceof InfiniteSeq) return putInFront(args.slice(0, n), coll);
  if (n === 0) return orNil(asSequence(sliceable(coll, "list*")));
  return append(Vec.seq(args.slice(0, n)), itemsOf(coll, "list*"));
}

export function vec(coll: Value): Value {
  const v = sliceable(coll, "vec");
  charge(64);
  return v.length === 0 ? Vec.EMPTY : v.withTag(VECTOR);
}

/** A vector of arguments. The array of a call may be used again, so it is copied. */
export function ofArguments(args: readonly Value[], tag: VecTag): Vec {
  chargeItems(args.length);
  return Vec.of(args.slice(), tag);
}

export function empty(coll: Value): Value {
  if (coll instanceof Vec) return coll.tag === ENTRY ? null : coll.tag === SEQ ? Vec.EMPTY_SEQ : Vec.EMPTY;
  if (coll instanceof PMap) return emptyMap(coll);
  if (coll instanceof PSet) return new PSet(emptyMap(coll.map));
  return coll instanceof InfiniteSeq ? Vec.EMPTY_SEQ : null;
}

function emptyMap(m: PMap): PMap {
  return m.sorted === null ? PMap.EMPTY : PMap.emptySorted(m.sorted);
}

function reversed(items: readonly Value[]): Vec {
  const n = items.length;
  chargeItems(n);
  spendMany(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = items[n - 1 - i] as Value;
  return Vec.seq(out);
}

export function reverse(coll: Value): Value {
  return reversed(orderedItems(coll, "reverse"));
}

export function rseq(coll: Value): Value {
  const ordered = coll instanceof Vec || ((coll instanceof PMap || coll instanceof PSet) && coll.sorted !== null);
  if (!ordered)
    fault(
      "type_error",
      `rseq expects a vector or a sorted collection, got ${typeName(coll)}.`,
      "Use (reverse coll) for anything else.",
    );
  return orNil(reversed(itemsOf(coll, "rseq")));
}

/** Vectors within vectors, at any depth, on a stack of our own: deep data must not become deep calls. */
export function flatten(root: Value): Value {
  if (root instanceof InfiniteSeq) endless(root, "flatten");
  if (!(root instanceof Vec)) return Vec.EMPTY_SEQ;
  const out: Value[] = [];
  const stack: { readonly vec: Vec; next: number }[] = [{ vec: root, next: 0 }];
  for (let level = stack[0]; level !== undefined; level = stack[stack.length - 1]) {
    if (level.next === level.vec.length) {
      stack.pop();
      continue;
    }
    const item = level.vec.at(level.next++);
    spend();
    if (item instanceof InfiniteSeq) endless(item, "flatten");
    if (item instanceof Vec) {
      charge(48);
      stack.push({ vec: item, next: 0 });
    } else pushCharged(out, item);
  }
  return Vec.seq(out);
}
