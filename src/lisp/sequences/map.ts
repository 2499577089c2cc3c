// map, mapv, pmap and map-indexed: over one collection a plain loop; over several, row by row up to the shortest; over
// endless sequences only, another endless sequence.

import { call1, call2, call3, callN, maySuspend } from "../call.ts";
import { chargeItems, enterCall, leaveCall, spendMany } from "../meter.ts";
import { drive, Suspension } from "../suspension.ts";
import { KeywordReader } from "../values/access.ts";
import { Fn, type Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { derivedLabel, type Walk, walkOf } from "../values/pull.ts";
import { itemsOf } from "../values/seq.ts";
import { Keyword, type Value } from "../values/value.ts";
import { SEQ, Vec, type VecTag } from "../values/vector.ts";
import { telling, type Use, wantFunction } from "./function-args.ts";

export const mapUse: Use = { who: "map", form: "(map f coll)", gives: "an item of each collection" };
export const mapvUse: Use = { who: "mapv", form: "(mapv f coll)", gives: "an item of each collection" };
export const pmapUse: Use = { who: "pmap", form: "(pmap f coll)", gives: "an item of each collection" };
const mapIndexedUse: Use = { who: "map-indexed", form: "(map-indexed f coll)", gives: "an index and an item" };

/** The fast twin for one collection. */
export function mapOne(use: Use, tag: VecTag, f: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return drive(mapSteps(use, tag, [f, coll]));
  wantFunction(use, f, coll, 1);
  const items = itemsOf(coll, use.who);
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = new Array(n);
  if (f instanceof Keyword) {
    const reader = new KeywordReader(f);
    for (let i = 0; i < n; i++) out[i] = reader.read(items[i] as Value) ?? null;
  } else if (f instanceof Fn && f.code.direct1 !== null) {
    const { body, weight } = f.code.direct1;
    for (let i = 0; i < n; i++) {
      const before = enterCall(weight);
      out[i] = body(f.captured, items[i] as Value, null, null, null);
      leaveCall(before);
    }
  } else for (let i = 0; i < n; i++) out[i] = call1(f, items[i] as Value);
  return Vec.of(out, tag);
}

/** The fast twin for two collections. */
export function mapTwo(use: Use, tag: VecTag, f: Value, a: Value, b: Value): Value {
  if (a instanceof InfiniteSeq || b instanceof InfiniteSeq) return drive(mapSteps(use, tag, [f, a, b]));
  wantFunction(use, f, telling([a, b]), 2);
  const xs = itemsOf(a, use.who);
  const ys = itemsOf(b, use.who);
  const n = Math.min(xs.length, ys.length);
  spendMany(n);
  chargeItems(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = call2(f, xs[i] as Value, ys[i] as Value);
  return Vec.of(out, tag);
}

/** Any number of collections, any of them endless. */
export function* mapSteps(use: Use, tag: VecTag, args: readonly Value[]): Steps {
  const f = args[0] as Value;
  const colls = args.slice(1);
  const walks = startWalks(use, f, colls);
  if (walks instanceof InfiniteSeq) return walks;
  const n = shortest(walks);
  spendMany(n * walks.length);
  chargeItems(n, ROW_BYTES + 8 * walks.length);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) {
    let v = callRow(f, yield* nextRow(walks));
    if (v instanceof Suspension) v = yield v;
    out[i] = v;
  }
  return Vec.of(out, tag);
}

/** All rows at once, for calls that overlap; an endless sequence when every collection is one. */
export function* rowsOf(
  use: Use,
  f: Value,
  colls: readonly Value[],
): Generator<Suspension, readonly (readonly Value[])[] | InfiniteSeq, Value> {
  const walks = startWalks(use, f, colls);
  if (walks instanceof InfiniteSeq) return walks;
  const n = shortest(walks);
  spendMany(n * walks.length);
  chargeItems(n, ROW_BYTES + 8 * walks.length);
  const rows: (readonly Value[])[] = new Array(n);
  for (let i = 0; i < n; i++) rows[i] = yield* nextRow(walks);
  return rows;
}

function startWalks(use: Use, f: Value, colls: readonly Value[]): readonly Walk[] | InfiniteSeq {
  wantFunction(use, f, telling(colls), colls.length);
  if (colls.every((c) => c instanceof InfiniteSeq)) return mapEndless(use, f, colls);
  return colls.map((c) => walkOf(c, use.who));
}

/** A row of items, the generator that gathers it and its slot. */
const ROW_BYTES = 280;

function shortest(walks: readonly Walk[]): number {
  let n = Number.POSITIVE_INFINITY;
  for (const walk of walks) if (walk.length < n) n = walk.length;
  return n;
}

function* nextRow(walks: readonly Walk[]): Generator<Suspension, Value[], Value> {
  const row: Value[] = new Array(walks.length);
  for (let i = 0; i < row.length; i++) {
    const walk = walks[i]!;
    row[i] = (walk.endless ? yield* walk.step() : walk.next()) as Value;
  }
  return row;
}

/** Calls f with the items of one row. */
export function callRow(f: Value, row: readonly Value[]): Value {
  switch (row.length) {
    case 1:
      return call1(f, row[0] as Value);
    case 2:
      return call2(f, row[0] as Value, row[1] as Value);
    case 3:
      return call3(f, row[0] as Value, row[1] as Value, row[2] as Value);
    default:
      return callN(f, row);
  }
}

function mapEndless(use: Use, f: Value, colls: readonly Value[]): InfiniteSeq {
  const label = derivedLabel(`${use.who} f`, (colls[0] as InfiniteSeq).label);
  return new InfiniteSeq(
    label,
    () => {
      const walks = colls.map((c) => walkOf(c, use.who));
      return () => mapPull(f, walks);
    },
    maySuspend(f) || colls.some(maySuspend),
  );
}

function* mapPull(f: Value, walks: readonly Walk[]): Steps {
  const row: Value[] = [];
  for (const walk of walks) row.push((yield* walk.step()) as Value);
  let v = callRow(f, row);
  if (v instanceof Suspension) v = yield v;
  return v;
}

export function mapIndexed(f: Value, coll: Value): Value {
  if (coll instanceof InfiniteSeq) return mapIndexedEndless(f, coll);
  wantFunction(mapIndexedUse, f, coll, 2);
  const items = itemsOf(coll, "map-indexed");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) out[i] = call2(f, i, items[i] as Value);
  return Vec.seq(out);
}

export function* mapIndexedSteps(f: Value, coll: Value): Steps {
  if (coll instanceof InfiniteSeq) return mapIndexedEndless(f, coll);
  wantFunction(mapIndexedUse, f, coll, 2);
  const items = itemsOf(coll, "map-indexed");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const out: Value[] = new Array(n);
  for (let i = 0; i < n; i++) {
    let v = call2(f, i, items[i] as Value);
    if (v instanceof Suspension) v = yield v;
    out[i] = v;
  }
  return Vec.of(out, SEQ);
}

function mapIndexedEndless(f: Value, coll: InfiniteSeq): InfiniteSeq {
  wantFunction(mapIndexedUse, f, coll, 2);
  return new InfiniteSeq(
    derivedLabel("map-indexed f", coll.label),
    () => {
      const walk = walkOf(coll, "map-indexed");
      let index = 0;
      return function* () {
        const x = (yield* walk.step()) as Value;
        let v = call2(f, index++, x);
        if (v instanceof Suspension) v = yield v;
        return v;
      };
    },
    maySuspend(f) || coll.maySuspend,
  );
}
