// clojure.set's relational algebra: a relation is a set of maps. Joins go through an index of the smaller relation, so they
// cost the size of both and of the result.

import { fault } from "../fault.ts";
import { charge, spendMany } from "../meter.ts";
import { flexGet, flexKey } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { mergeTwo } from "./associate.ts";
import { setFrom } from "./set-algebra.ts";

/** The list of one group and its place among the others. */
const GROUP_BYTES = 192;

function rowsOf(relation: Value, who: string): readonly PMap[] {
  const rows = itemsOf(relation, who);
  spendMany(rows.length);
  for (const row of rows)
    if (!(row instanceof PMap))
      fault("type_error", `${who} expects a collection of maps, found ${typeName(row)} in it.`, null);
  return rows as readonly PMap[];
}

function pick(row: PMap, keys: readonly Value[]): PMap {
  charge(mapBytes(keys.length));
  const builder = new MapBuilder();
  for (const key of keys) {
    const value = flexGet(row, key);
    if (value !== undefined) builder.set(key, value);
  }
  return builder.done();
}

/** `(clojure.set/project rel keys)`. */
export function project(relation: Value, keys: Value): Value {
  const wanted = itemsOf(keys, "project");
  const rows = rowsOf(relation, "project");
  spendMany(rows.length * wanted.length);
  return setFrom(rows.map((row) => pick(row, wanted)));
}

/** `(rename-keys m {old new})`: renamed entries go to the end. A key is found as get finds it. */
export function renameKeys(m: Value, names: Value): Value {
  if (m === null) return null;
  if (!(m instanceof PMap) || !(names instanceof PMap || names === null))
    return fault(
      "type_error",
      `rename-keys expects two maps, got ${typeName(m)} and ${typeName(names)}.`,
      "Write (rename-keys m {:old :new}).",
    );
  if (names === null) return m;
  const pairs = names.pairs();
  spendMany(names.size);
  charge(2 * names.size * m.changeCost());
  let renamed = m;
  const moved: Value[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const old = flexKey(m, pairs[i] as Value);
    if (old === undefined) continue;
    moved.push(pairs[i + 1] as Value, m.get(old) as Value);
    renamed = renamed.dissoc(old);
  }
  for (let i = 0; i < moved.length; i += 2) renamed = renamed.assoc(moved[i] as Value, moved[i + 1] as Value);
  return renamed;
}

/** `(clojure.set/rename rel {old new})`. */
export function rename(relation: Value, names: Value): Value {
  return setFrom(rowsOf(relation, "rename").map((row) => renameKeys(row, names)));
}

/** `(clojure.set/index rel keys)`: rows by the part of them under those keys. */
export function index(relation: Value, keys: Value): PMap {
  return indexRows(rowsOf(relation, "index"), itemsOf(keys, "index"));
}

function indexRows(rows: readonly PMap[], wanted: readonly Value[]): PMap {
  spendMany(rows.length * wanted.length);
  charge(mapBytes(rows.length) + rows.length * GROUP_BYTES);
  const groups = new MapBuilder();
  const lists: PMap[][] = [];
  for (const row of rows) {
    const part = pick(row, wanted);
    const at = groups.get(part);
    if (at === undefined) groups.set(part, lists.push([row]) - 1);
    else lists[at as number]!.push(row);
  }
  const made = groups.done().pairs();
  const flat = made.map((v, i) => (i % 2 === 0 ? v : setFrom(lists[v as number]!)));
  return PMap.ofDistinct(flat);
}

/** `(clojure.set/join a b)` on the keys both have, or `(join a b {key-of-a key-of-b})`. */
export function join(a: Value, b: Value, on: Value | undefined): Value {
  const left = rowsOf(a, "join");
  const right = rowsOf(b, "join");
  if (left.length === 0 || right.length === 0) return PSet.EMPTY;
  const pairing = on === undefined ? sharedKeys(left[0]!, right[0]!) : on;
  if (!(pairing instanceof PMap))
    return fault("type_error", `join expects a map of keys, got ${typeName(pairing)}.`, "Write {:key-of-a :key-of-b}.");
  // The smaller relation is indexed and the rows of the larger one look their partners up; `names` turns their keys.
  const [small, large, names] =
    left.length <= right.length ? ([left, right, inverted(pairing)] as const) : ([right, left, pairing] as const);
  const groups = indexRows(setFrom(small).items() as readonly PMap[], side(names, 1));
  const keys = side(names, 0);
  spendMany(large.length * keys.length);
  const out: Value[] = [];
  for (const row of large) {
    const partners = groups.get(renameKeys(pick(row, keys), names));
    if (!(partners instanceof PSet)) continue;
    spendMany(partners.size);
    charge(partners.size * 64);
    for (const partner of partners.items()) out.push(mergeTwo(partner, row));
  }
  return setFrom(out);
}

function side(m: PMap, at: 0 | 1): Value[] {
  return m.pairs().filter((_, i) => i % 2 === at);
}

/** `{value key}`; of equal values the later key wins. */
export function inverted(m: PMap): PMap {
  charge(mapBytes(m.size));
  spendMany(m.size);
  const pairs = m.pairs();
  const builder = new MapBuilder();
  for (let i = 0; i < pairs.length; i += 2) builder.set(pairs[i + 1] as Value, pairs[i] as Value);
  return builder.done();
}

function sharedKeys(a: PMap, b: PMap): PMap {
  const shared = side(a, 0).filter((key) => b.has(key));
  charge(mapBytes(shared.length));
  return PMap.ofDistinct(shared.flatMap((key) => [key, key]));
}
