// group-by, frequencies, distinct-by and partition-by: items put together by a key.

import { call1, maySuspend } from "../call.ts";
import { charge, chargeItems, spend, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { equal } from "../values/equality.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { KeyIndex } from "../values/key-index.ts";
import { PMap } from "../values/map.ts";
import { derivedLabel, pushCharged, type Walk, walkOf } from "../values/pull.ts";
import { itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { KeyOfItem, keyFunction, type Use } from "./function-args.ts";

const groupUse: Use = { who: "group-by", form: "(group-by f coll)", gives: "one item" };
const distinctUse: Use = { who: "distinct-by", form: "(distinct-by f coll)", gives: "one item" };
const partitionUse: Use = { who: "partition-by", form: "(partition-by f coll)", gives: "one item" };

/** An item in an array that grows, with its share of those outgrown. */
const GROWTH_BYTES = 24;
/** A group: its vector, the first array and the next, which has room for seventeen. */
const GROUP_BYTES = 264;

export function groupBy(f: Value, coll: Value): Value {
  const keyfn = keyFunction(groupUse, f, coll);
  const items = itemsOf(coll, "group-by");
  const n = items.length;
  spendMany(n);
  charge(GROWTH_BYTES * n);
  const index = new KeyIndex();
  const groups: Value[][] = [];
  const key = new KeyOfItem(keyfn);
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    put(groups, index.add(key.of(x)), x);
  }
  return index.toMap(groups.map(asVector));
}

export function* groupBySteps(f: Value, coll: Value): Steps {
  const keyfn = keyFunction(groupUse, f, coll);
  const items = itemsOf(coll, "group-by");
  const n = items.length;
  spendMany(n);
  charge(GROWTH_BYTES * n);
  const index = new KeyIndex();
  const groups: Value[][] = [];
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    let key = call1(keyfn, x);
    if (key instanceof Suspension) key = yield key;
    put(groups, index.add(key), x);
  }
  return index.toMap(groups.map(asVector));
}

function put(groups: Value[][], group: number, x: Value): void {
  if (group === groups.length) {
    charge(GROUP_BYTES);
    groups.push([x]);
  } else groups[group]!.push(x);
}

function asVector(items: Value[]): Vec {
  return Vec.of(items);
}

export function frequencies(coll: Value): Value {
  const items = itemsOf(coll, "frequencies");
  const n = items.length;
  if (n === 0) return PMap.EMPTY;
  spendMany(n);
  const index = new KeyIndex();
  const counts: number[] = [];
  for (let i = 0; i < n; i++) {
    const k = index.add(items[i] as Value);
    if (k === counts.length) counts.push(1);
    else counts[k]!++;
  }
  return index.toMap(counts);
}

/** The first item for each key. */
export function distinctBy(f: Value, coll: Value): Value {
  const keyfn = keyFunction(distinctUse, f, coll);
  const items = itemsOf(coll, "distinct-by");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const index = new KeyIndex();
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    if (index.add(call1(keyfn, x)) === out.length) out.push(x);
  }
  return Vec.seq(out);
}

export function* distinctBySteps(f: Value, coll: Value): Steps {
  const keyfn = keyFunction(distinctUse, f, coll);
  const items = itemsOf(coll, "distinct-by");
  const n = items.length;
  spendMany(n);
  chargeItems(n);
  const index = new KeyIndex();
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    let key = call1(keyfn, x);
    if (key instanceof Suspension) key = yield key;
    if (index.add(key) === out.length) out.push(x);
  }
  return Vec.seq(out);
}

export function* partitionBySteps(f: Value, coll: Value): Steps {
  const keyfn = keyFunction(partitionUse, f, coll);
  if (coll instanceof InfiniteSeq) return partitionByEndless(keyfn, coll);
  const items = itemsOf(coll, "partition-by");
  const n = items.length;
  spendMany(n);
  chargeItems(n, 80);
  const out: Value[] = [];
  let run: Value[] = [];
  let last: Value | undefined;
  for (let i = 0; i < n; i++) {
    const x = items[i] as Value;
    let key = call1(keyfn, x);
    if (key instanceof Suspension) key = yield key;
    if (last !== undefined && !equal(key, last)) {
      out.push(Vec.seq(run));
      run = [];
    }
    run.push(x);
    last = key;
  }
  if (run.length > 0) out.push(Vec.seq(run));
  return Vec.seq(out);
}

/** The item that ended the last run, waiting to start the next one. */
interface Ahead {
  item: Value | undefined;
  key: Value;
}

function partitionByEndless(keyfn: Value, coll: InfiniteSeq): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel("partition-by f", coll.label),
    () => {
      const walk = walkOf(coll, "partition-by");
      const ahead: Ahead = { item: undefined, key: null };
      return () => partitionPull(keyfn, walk, ahead);
    },
    maySuspend(keyfn) || coll.maySuspend,
  );
}

function* partitionPull(keyfn: Value, walk: Walk, ahead: Ahead): Steps {
  const run: Value[] = [];
  if (ahead.item !== undefined) pushCharged(run, ahead.item);
  for (;;) {
    spend();
    const x = (yield* walk.step()) as Value;
    let key = call1(keyfn, x);
    if (key instanceof Suspension) key = yield key;
    const ends = run.length > 0 && !equal(key, ahead.key);
    ahead.key = key;
    if (ends) {
      ahead.item = x;
      return Vec.seq(run);
    }
    pushCharged(run, x);
  }
}
