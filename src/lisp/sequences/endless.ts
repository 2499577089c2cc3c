// Endless sequences made from others: a tail, items put in front, several taken in turn. Each is a recipe that pulls from
// the recipes below it only when it is pulled itself.

import { chargeItems, spendMany } from "../meter.ts";
import type { Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq, type Pull } from "../values/infinite.ts";
import { sameKey } from "../values/key.ts";
import { KeyIndex } from "../values/key-index.ts";
import { derivedLabel, pushCharged, type Walk, walkOf } from "../values/pull.ts";
import { endless } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";

/** The items pulled so far by the tails of one sequence: (rest (rest s)) must not start over at every step. */
class SharedTail {
  private readonly items: Value[] = [];
  private walk: Walk | null = null;

  constructor(
    readonly source: InfiniteSeq,
    /** Items before this one are in no tail. */
    readonly from: number,
  ) {}

  at(i: number): Value {
    if (this.walk === null) {
      this.walk = walkOf(this.source, "drop");
      for (let n = this.from; n > 0; n--) this.walk.next();
    }
    while (this.items.length <= i - this.from) pushCharged(this.items, this.walk.next() as Value);
    return this.items[i - this.from] as Value;
  }
}

interface Tail {
  readonly shared: SharedTail;
  readonly from: number;
}

const tails = new WeakMap<InfiniteSeq, Tail>();

/** The sequence without its first `count` items. */
export function dropEndless(coll: InfiniteSeq, count: number): InfiniteSeq {
  if (count <= 0) return coll;
  if (count === Number.POSITIVE_INFINITY) endless(coll, "drop");
  const known = tails.get(coll);
  const source = known?.shared.source ?? coll;
  const from = (known?.from ?? 0) + count;
  const shared = known?.shared ?? new SharedTail(coll, from);
  const start = source.maySuspend ? skipping(source, from) : reading(shared, from);
  const made = new InfiniteSeq(derivedLabel(`drop ${from}`, source.label), start, source.maySuspend);
  tails.set(made, { shared, from });
  return made;
}

function reading(shared: SharedTail, from: number): () => Pull {
  return () => {
    let i = from;
    // biome-ignore lint/correctness/useYield: a pull is a generator, this one never waits
    return function* () {
      return shared.at(i++);
    };
  };
}

/** Walks that wait for tools may interleave, so they share nothing. */
function skipping(source: InfiniteSeq, from: number): () => Pull {
  return () => {
    const walk = walkOf(source, "drop");
    let left = from;
    return function* () {
      for (; left > 0; left--) yield* walk.step();
      return (yield* walk.step()) as Value;
    };
  };
}

/** The first `count` items. */
export function* takeEndless(coll: InfiniteSeq, count: number, who: string): Generator<Suspension, Vec, Value> {
  if (count <= 0) return Vec.EMPTY_SEQ;
  if (count === Number.POSITIVE_INFINITY) endless(coll, who);
  chargeItems(count);
  const walk = walkOf(coll, who);
  const out: Value[] = new Array(count);
  for (let i = 0; i < count; i++) out[i] = (yield* walk.step()) as Value;
  return Vec.seq(out);
}

/** The item at an index that is not negative. */
export function* itemOfEndless(coll: InfiniteSeq, index: number, who: string): Steps {
  const walk = walkOf(coll, who);
  for (let i = 0; i < index; i++) yield* walk.step();
  return (yield* walk.step()) as Value;
}

/** `items` (never changed afterwards), then `coll`. */
export function putInFront(items: readonly Value[], coll: InfiniteSeq): InfiniteSeq {
  const n = items.length;
  if (n === 0) return coll;
  return new InfiniteSeq(
    derivedLabel(n === 1 ? "cons x" : "concat […]", coll.label),
    () => {
      let i = 0;
      let walk: Walk | null = null;
      return function* () {
        if (i < n) return items[i++] as Value;
        walk ??= walkOf(coll, "concat");
        return (yield* walk.step()) as Value;
      };
    },
    coll.maySuspend,
  );
}

/** One item of each in turn, for ever. */
export function inTurn(who: string, colls: readonly InfiniteSeq[]): InfiniteSeq {
  return new InfiniteSeq(
    `(${who} …)`,
    () => {
      const walks = colls.map((c) => walkOf(c, who));
      let turn = 0;
      return function* () {
        const walk = walks[turn] as Walk;
        turn = (turn + 1) % walks.length;
        return (yield* walk.step()) as Value;
      };
    },
    colls.some((c) => c.maySuspend),
  );
}

/** Rows made of one item of each, for ever. */
export function rowsEndless(colls: readonly InfiniteSeq[]): InfiniteSeq {
  return new InfiniteSeq(
    "(zip …)",
    () => {
      const walks = colls.map((c) => walkOf(c, "zip"));
      return function* () {
        chargeItems(walks.length);
        const row: Value[] = [];
        for (const walk of walks) row.push((yield* walk.step()) as Value);
        return Vec.of(row);
      };
    },
    colls.some((c) => c.maySuspend),
  );
}

/** Every nth item (n ≥ 1), the first included. */
export function everyNthEndless(n: number, coll: InfiniteSeq): InfiniteSeq {
  if (n === Number.POSITIVE_INFINITY) endless(coll, "take-nth");
  return new InfiniteSeq(
    derivedLabel(`take-nth ${n}`, coll.label),
    () => {
      const walk = walkOf(coll, "take-nth");
      let skip = 0;
      return function* () {
        for (let i = 0; i < skip; i++) yield* walk.step();
        skip = n - 1;
        return (yield* walk.step()) as Value;
      };
    },
    coll.maySuspend,
  );
}

/** The items that `isNew` lets through; a fresh test for every walk, since it remembers what it saw. */
function unrepeated(who: string, coll: InfiniteSeq, fresh: () => (item: Value) => boolean): InfiniteSeq {
  return new InfiniteSeq(
    derivedLabel(who, coll.label),
    () => {
      const walk = walkOf(coll, who);
      const isNew = fresh();
      return function* () {
        for (;;) {
          const item = (yield* walk.step()) as Value;
          if (isNew(item)) return item;
        }
      };
    },
    coll.maySuspend,
  );
}

/** When no new item ever comes again, the walk ends at the fuel limit. */
export function distinctEndless(coll: InfiniteSeq): InfiniteSeq {
  return unrepeated("distinct", coll, () => {
    const seen = new KeyIndex();
    return (item) => {
      const known = seen.keys.length;
      return seen.add(item) === known;
    };
  });
}

export function dedupeEndless(coll: InfiniteSeq): InfiniteSeq {
  return unrepeated("dedupe", coll, () => {
    let before: Value | undefined;
    return (item) => {
      const isNew = before === undefined || !sameKey(before, item);
      before = item;
      return isNew;
    };
  });
}

/** Groups of `size` items, each starting `step` (≥ 1) items after the one before. */
export function groupsEndless(who: string, size: number, step: number, coll: InfiniteSeq): InfiniteSeq {
  if (step === Number.POSITIVE_INFINITY || size === Number.POSITIVE_INFINITY) endless(coll, who);
  return new InfiniteSeq(
    derivedLabel(`${who} ${size}`, coll.label),
    () => {
      const walk = walkOf(coll, who);
      let window: readonly Value[] | null = null;
      return function* () {
        chargeItems(size);
        spendMany(size);
        const kept: Value[] = window === null ? [] : window.slice(step);
        for (let i = window === null ? 0 : step - size; i > 0; i--) yield* walk.step();
        while (kept.length < size) kept.push((yield* walk.step()) as Value);
        window = kept;
        // The next group still reads the window, so the sequence gets an array of its own.
        return Vec.seq(kept.slice());
      };
    },
    coll.maySuspend,
  );
}

/** The same item for ever. */
export function sameForEver(label: string, item: Value): InfiniteSeq {
  // biome-ignore lint/correctness/useYield: a pull is a generator, this one never waits
  const pull: Pull = function* () {
    return item;
  };
  return new InfiniteSeq(label, () => pull, false);
}
