// Several collections made into one: one after the other, or item by item. Functions that stop at the shortest collection
// take endless ones beside it; of endless ones only, they make another endless one.

import { charge, chargeItems, checkItems, spendMany } from "../meter.ts";
import { drive } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { derivedLabel, type Walk, walkOf } from "../values/pull.ts";
import { itemsOf, orderedItems, refuseUnordered } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { SEQ, Vec } from "../values/vector.ts";
import { inTurn, putInFront, rowsEndless } from "./endless.ts";
import { asSequence, sliceable } from "./slices.ts";

/** Everything after an endless sequence is never reached. */
export function concat(colls: readonly Value[]): Value {
  const at = colls.findIndex((c) => c instanceof InfiniteSeq);
  if (at === -1) return concatFinite(colls);
  return putInFront(concatFinite(colls.slice(0, at)).items(), colls[at] as InfiniteSeq);
}

function concatFinite(colls: readonly Value[]): Vec {
  if (colls.length === 0) return Vec.EMPTY_SEQ;
  const first = sliceable(colls[0] as Value, "concat");
  if (colls.length === 1) return asSequence(first);
  const parts = colls.slice(1).map((c) => itemsOf(c, "concat"));
  const more = parts.reduce((n, p) => n + p.length, 0);
  if (more === 0) return asSequence(first);
  checkItems(first.length + more);
  charge(first.appendCost() + (parts.length === 1 ? 20 : 32) * more);
  spendMany(more + (first.length >> 3));
  return first.appendAll(parts.length === 1 ? (parts[0] as readonly Value[]) : parts.flat(), SEQ);
}

/** The walks of functions that stop at the shortest collection, and how many rows there are. */
function rowsOf(colls: readonly Value[], who: string): { readonly walks: readonly Walk[]; readonly count: number } {
  const walks = colls.map((c) => walkOf(c, who));
  const count = walks.reduce((n, w) => Math.min(n, w.length), Number.POSITIVE_INFINITY);
  return { walks, count };
}

function allEndless(colls: readonly Value[]): colls is readonly InfiniteSeq[] {
  return colls.every((c) => c instanceof InfiniteSeq);
}

export function* interleaveSteps(colls: readonly Value[]): Steps {
  if (colls.length === 0) return Vec.EMPTY_SEQ;
  for (const c of colls) refuseUnordered(c, "interleave");
  if (allEndless(colls)) return inTurn("interleave", colls);
  const { walks, count } = rowsOf(colls, "interleave");
  const n = count * walks.length;
  chargeItems(n);
  spendMany(n);
  const out: Value[] = [];
  for (let i = 0; i < count; i++) for (const walk of walks) out.push((yield* walk.step()) as Value);
  return Vec.seq(out);
}

/** The fast twin for finite collections. */
export function interleave(colls: readonly Value[]): Value {
  if (colls.length === 0 || colls.some((c) => c instanceof InfiniteSeq)) return drive(interleaveSteps(colls));
  const lists = colls.map((c) => orderedItems(c, "interleave"));
  const count = lists.reduce((n, l) => Math.min(n, l.length), Number.POSITIVE_INFINITY);
  const width = lists.length;
  chargeItems(count * width);
  spendMany(count * width);
  const out: Value[] = new Array(count * width);
  lists.forEach((list, column) => {
    for (let i = 0; i < count; i++) out[i * width + column] = list[i] as Value;
  });
  return Vec.seq(out);
}

export function interpose(separator: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return interposeEndless(separator, coll);
  const items = orderedItems(coll, "interpose");
  const n = items.length;
  if (n === 0) return Vec.EMPTY_SEQ;
  chargeItems(2 * n - 1);
  spendMany(n);
  const out: Value[] = new Array(2 * n - 1);
  for (let i = 0; i < n; i++) {
    out[2 * i] = items[i] as Value;
    if (i < n - 1) out[2 * i + 1] = separator;
  }
  return Vec.seq(out);
}

function interposeEndless(separator: Value, coll: InfiniteSeq): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel("interpose sep", coll.label),
    () => {
      const walk = walkOf(coll, "interpose");
      let between = true;
      return function* () {
        between = !between;
        return between ? separator : ((yield* walk.step()) as Value);
      };
    },
    coll.maySuspend,
  );
}

/** One vector of the first items, one of the second items, and so on. */
export function* zipSteps(colls: readonly Value[]): Steps {
  if (allEndless(colls)) return rowsEndless(colls);
  const { walks, count } = rowsOf(colls, "zip");
  chargeItems(count, 128 + 8 * walks.length);
  spendMany(count * walks.length);
  const out: Value[] = new Array(count);
  for (let i = 0; i < count; i++) {
    const row: Value[] = new Array(walks.length);
    for (let j = 0; j < row.length; j++) {
      const walk = walks[j]!;
      row[j] = (walk.endless ? yield* walk.step() : walk.next()) as Value;
    }
    out[i] = Vec.of(row);
  }
  return Vec.seq(out);
}
