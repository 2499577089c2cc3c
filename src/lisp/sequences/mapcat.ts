// mapcat: the results of f, joined. Each result must be a finite collection; nil counts as an empty one.

import { call1, maySuspend } from "../call.ts";
import { fault } from "../fault.ts";
import { charge, checkItems, spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { derivedLabel, walkOf } from "../values/pull.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { telling, type Use, wantFunction } from "./function-args.ts";
import { callRow } from "./map.ts";

const use: Use = { who: "mapcat", form: "(mapcat f coll)", gives: "an item of each collection" };

/** The fast twin for one finite collection. */
export function mapcatOne(f: Value, coll: Value): Value {
  wantFunction(use, f, coll, 1);
  if (coll instanceof InfiniteSeq) return mapcatEndless(f, [coll]);
  const items = itemsOf(coll, "mapcat");
  const n = items.length;
  spendMany(n);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) join(out, call1(f, items[i] as Value));
  return Vec.seq(out);
}

export function* mapcatSteps(args: readonly Value[]): Steps {
  const f = args[0] as Value;
  const colls = args.slice(1);
  wantFunction(use, f, telling(colls), colls.length);
  if (colls.every((c) => c instanceof InfiniteSeq)) return mapcatEndless(f, colls);
  const walks = colls.map((c) => walkOf(c, "mapcat"));
  let n = Number.POSITIVE_INFINITY;
  for (const walk of walks) if (walk.length < n) n = walk.length;
  spendMany(n * walks.length);
  const out: Value[] = [];
  for (let i = 0; i < n; i++) {
    const row: Value[] = [];
    for (const walk of walks) row.push((yield* walk.step()) as Value);
    let v = callRow(f, row);
    if (v instanceof Suspension) v = yield v;
    join(out, v);
  }
  return Vec.seq(out);
}

function part(v: Value): readonly Value[] {
  if (!isSeqable(v))
    fault(
      "type_error",
      `mapcat expects its function to return a collection, got ${typeName(v)}.`,
      "Return a vector (an empty one or nil to add nothing), or use map or keep for single values.",
    );
  return itemsOf(v, "mapcat");
}

function join(out: Value[], v: Value): void {
  const items = part(v);
  const n = items.length;
  checkItems(out.length + n);
  charge(12 * n);
  spendMany(n);
  for (let i = 0; i < n; i++) out.push(items[i] as Value);
}

function mapcatEndless(f: Value, colls: readonly Value[]): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel("mapcat f", (colls[0] as InfiniteSeq).label),
    () => {
      const walks = colls.map((c) => walkOf(c, "mapcat"));
      let current: readonly Value[] = [];
      let length = 0;
      let at = 0;
      return function* () {
        while (at >= length) {
          const row: Value[] = [];
          for (const walk of walks) row.push((yield* walk.step()) as Value);
          let v = callRow(f, row);
          if (v instanceof Suspension) v = yield v;
          current = part(v);
          length = current.length;
          at = 0;
        }
        return current[at++] as Value;
      };
    },
    maySuspend(f) || colls.some(maySuspend),
  );
}
