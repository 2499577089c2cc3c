// Sets: the keys of a map. They keep insertion order when walked, though programs should not rely on it.

import { type Comparator, MapBuilder, PMap } from "./map.ts";
import type { Paid } from "./paid.ts";
import type { Value } from "./value.ts";

export class PSet {
  paid: Paid | null = null;
  private list: readonly Value[] | null = null;
  constructor(readonly map: PMap) {}

  // Made on first use: map.ts, key.ts and this file import one another, and map.ts may still be loading.
  private static empty: PSet | null = null;
  static get EMPTY(): PSet {
    PSet.empty ??= new PSet(PMap.EMPTY);
    return PSet.empty;
  }

  static of(items: Iterable<Value>): PSet {
    const b = new MapBuilder();
    for (const item of items) b.add(item);
    return new PSet(b.done());
  }

  get size(): number {
    return this.map.size;
  }

  get sorted(): Comparator | null {
    return this.map.sorted;
  }

  has(item: Value): boolean {
    return this.map.has(item);
  }

  add(item: Value): PSet {
    return this.has(item) ? this : new PSet(this.map.assoc(item, item));
  }

  delete(item: Value): PSet {
    const m = this.map.dissoc(item);
    return m === this.map ? this : new PSet(m);
  }

  /** The members in insertion order. Shared: never change it. */
  items(): readonly Value[] {
    const pairs = this.map.pairs();
    this.list ??= pairs.filter((_, i) => i % 2 === 0);
    return this.list;
  }
}
