// Maps: value-equal keys, insertion order kept. Up to FLAT_MAX entries live in one array [k0 v0 k1 v1 …]. A larger map
// that was built in one go is a hash table; when it is changed it becomes a hash array mapped trie, whose entries
// remember their place, and stays one. Keys compare strictly: 1 and 1.0 are different keys, as in Clojure and in the
// reference, although (= 1 1.0) is true. A sorted map keeps one array in comparator order at any size; there the
// comparator alone decides which keys are the same.

import { breathe, charge, checkItems, spendMany } from "../meter.ts";
import { HashTable } from "./hash-table.ts";
import { Branch, Entry, find, insert, pairsInOrder, remove } from "./hash-trie.ts";
import { hashKey, sameKey } from "./key.ts";
import type { Paid } from "./paid.ts";
import { type Comparator, sortedFind, sortedIndex, sortedMerge } from "./sorted-array.ts";
import { Keyword, type Value } from "./value.ts";

export type { Comparator } from "./sorted-array.ts";

/** Entries of a map that is kept as one array. */
export const FLAT_MAX = 16;

/** A builder and the map it makes, without what they hold. */
const BUILDER_BYTES = 224;

/** Bytes of making a map of n entries: the builder, the arrays it outgrows on the way, and the map. */
export function mapBytes(n: number): number {
  return BUILDER_BYTES + (n <= FLAT_MAX / 2 ? 120 : n <= FLAT_MAX ? 480 : TABLE_ENTRY_BYTES * n);
}

/** An entry of a hash table: a slot in three arrays and two in the index, and those that were outgrown. */
const TABLE_ENTRY_BYTES = 120;

/** An entry of a table that is copied: its slots without those that were outgrown. */
const TABLE_COPY_BYTES = 64;

/** Adding at least one entry to this many makes a copied table cheaper than a trie, also when it goes on growing so. */
const COPIED_PER_ADDED = 4;

/** An entry of a trie that is turned into one or changed in place, with its share of the nodes. */
const TRIE_ENTRY_BYTES = 160;

/** Levels of nodes above the entries of a trie. */
function levelsOf(size: number): number {
  return Math.ceil((32 - Math.clz32(size)) / 5);
}

/** Position of key in a flat array, or -1. Identity decides for everything but composite keys and whole floats. */
function flatIndex(flat: readonly Value[], key: Value): number {
  if (typeof key !== "object" || key === null || key instanceof Keyword) {
    for (let i = 0; i < flat.length; i += 2) if (flat[i] === key) return i;
    return -1;
  }
  for (let i = 0; i < flat.length; i += 2) if (sameKey(flat[i] as Value, key)) return i;
  return -1;
}

export class PMap {
  paid: Paid | null = null;
  /** `sorted` holds the comparator of a sorted map, null elsewhere. */
  constructor(
    readonly size: number,
    private flat: readonly Value[] | null,
    /** A large map; null for a small or a sorted one. */
    private large: Branch | HashTable | null,
    /** The next insertion number of a trie. */
    private next: number,
    readonly sorted: Comparator | null = null,
  ) {}

  static readonly EMPTY = new PMap(0, [], null, 0);

  /** From [k0 v0 k1 v1 …] with distinct keys; takes ownership of the array. */
  static ofDistinct(flat: Value[]): PMap {
    if (flat.length <= FLAT_MAX * 2) return new PMap(flat.length >> 1, flat, null, 0);
    return PMap.ofPairs(flat);
  }

  /** From [k0 v0 k1 v1 …]; a later value wins, the first position stays. */
  static ofPairs(flat: readonly Value[]): PMap {
    const b = new MapBuilder();
    for (let i = 0; i < flat.length; i += 2) b.set(flat[i] as Value, flat[i + 1] as Value);
    return b.done();
  }

  get(key: Value): Value | undefined {
    const { large } = this;
    if (large === null) {
      const flat = this.flat!;
      if (this.sorted === null && (typeof key !== "object" || key === null || key instanceof Keyword)) {
        for (let i = 0; i < flat.length; i += 2) if (flat[i] === key) return flat[i + 1] as Value;
        return undefined;
      }
      const i = this.position(key);
      return i === -1 ? undefined : (flat[i + 1] as Value);
    }
    return large instanceof HashTable ? large.get(key) : find(large, key, hashKey(key))?.value;
  }

  /** [k0 v0 k1 v1 …] of a small map whose keys are found by what they are, not by a comparator; else null. */
  get record(): readonly Value[] | null {
    return this.sorted === null && this.large === null ? this.flat : null;
  }

  /** Position of a key in the flat array of a map that has no trie, or -1. */
  private position(key: Value): number {
    return this.sorted === null ? flatIndex(this.flat!, key) : sortedFind(this.flat!, this.sorted, key);
  }

  has(key: Value): boolean {
    return this.get(key) !== undefined;
  }

  /** The stored key equal to `key`, with its value. */
  entryOf(key: Value): readonly [Value, Value] | undefined {
    const { large } = this;
    if (large === null) {
      const i = this.position(key);
      return i === -1 ? undefined : [this.flat![i] as Value, this.flat![i + 1] as Value];
    }
    if (large instanceof HashTable) {
      const i = large.placeOf(key);
      return i === -1 ? undefined : [large.keys[i] as Value, large.values[i] as Value];
    }
    const e = find(large, key, hashKey(key));
    return e === undefined ? undefined : [e.key, e.value];
  }

  /** Bytes one assoc or dissoc costs: a copy of a small map, of the nodes on the way to the entry in a large one. */
  changeCost(): number {
    return this.large === null ? 120 + 16 * this.size : 160 + 340 * levelsOf(this.size);
  }

  /** Bytes a builder costs that starts as this map and gets n entries, and the map it makes. */
  growCost(n: number): number {
    const { size } = this;
    if (this.large === null) return 16 * size + mapBytes(size + n);
    if (this.growsByCopy(n)) return BUILDER_BYTES + TABLE_COPY_BYTES * size + TABLE_ENTRY_BYTES * n;
    // Few entries copy the ways to them; many copy every node once.
    return BUILDER_BYTES + Math.min(n * this.changeCost(), 48 * size + 160 * n);
  }

  private growsByCopy(n: number): boolean {
    return this.large instanceof HashTable && n * COPIED_PER_ADDED >= this.size;
  }

  /** A table of its own for a builder that adds n entries, or null where a trie serves better. */
  tableToGrow(n: number): HashTable | null {
    return this.growsByCopy(n) ? (this.large as HashTable).copy() : null;
  }

  assoc(key: Value, value: Value): PMap {
    if (this.sorted !== null) return this.sortedAssoc(key, value);
    const root = this.trie();
    if (root === null) {
      const flat = this.flat!;
      const i = flatIndex(flat, key);
      if (i !== -1) {
        if (flat[i + 1] === value) return this;
        const copy = flat.slice();
        copy[i + 1] = value;
        return new PMap(this.size, copy, null, 0);
      }
      checkItems(this.size + 1);
      if (this.size < FLAT_MAX) {
        const copy = new Array<Value>(flat.length + 2);
        for (let j = 0; j < flat.length; j++) copy[j] = flat[j] as Value;
        copy[flat.length] = key;
        copy[flat.length + 1] = value;
        return new PMap(this.size + 1, copy, null, 0);
      }
      const b = new MapBuilder(this);
      b.set(key, value);
      return b.done();
    }
    const hash = hashKey(key);
    const old = find(root, key, hash);
    if (old !== undefined) {
      if (old.value === value) return this;
      const entry = new Entry(old.key, value, hash, old.order);
      return new PMap(this.size, null, insert(root, 0, entry, null), this.next);
    }
    checkItems(this.size + 1);
    const entry = new Entry(key, value, hash, this.next);
    return new PMap(this.size + 1, null, insert(root, 0, entry, null), this.next + 1);
  }

  dissoc(key: Value): PMap {
    const trie = this.trie();
    if (trie === null) {
      const i = this.position(key);
      if (i === -1) return this;
      const copy = this.flat!.slice();
      copy.splice(i, 2);
      return new PMap(this.size - 1, copy, null, 0, this.sorted);
    }
    const root = remove(trie, 0, key, hashKey(key));
    if (root === trie) return this;
    if (this.size - 1 <= FLAT_MAX / 2) return PMap.ofDistinct(pairsInOrder(root, this.next));
    return new PMap(this.size - 1, null, root, this.next);
  }

  /** Steps that pairs() spends. */
  get listSteps(): number {
    return this.large === null ? 0 : this.size;
  }

  /** [k0 v0 k1 v1 …] in insertion order. Shared: never change it. */
  pairs(): readonly Value[] {
    const { large } = this;
    if (large === null) return this.flat!;
    // Steps are the same whether the list is there already: a map may have been walked before the run began.
    spendMany(this.listSteps);
    if (this.flat === null) {
      charge(32 * this.size);
      this.flat = large instanceof HashTable ? large.pairs() : pairsInOrder(large, this.next);
    }
    return this.flat;
  }

  /** The same entries found by hash: comparing two maps must not run a program's comparator. */
  unsorted(): PMap {
    return this.sorted === null ? this : PMap.ofPairs(this.pairs());
  }

  /**
   * The trie of a large map, null for a small or a sorted one. A table is turned into a trie once and for all: the work is
   * no more than building it was, and that has been paid for; its memory is not.
   */
  trie(): Branch | null {
    const { large } = this;
    if (!(large instanceof HashTable)) return large;
    charge(TRIE_ENTRY_BYTES * large.size);
    const owner = {};
    let root = new Branch(0, [], owner);
    for (let i = 0; i < large.size; i++)
      root = insert(root, 0, new Entry(large.keys[i] as Value, large.values[i] as Value, large.hashAt(i), i), owner);
    this.large = root;
    this.next = large.size;
    return root;
  }

  /** The insertion number a builder goes on from. */
  get nextOrder(): number {
    return this.next;
  }

  private sortedAssoc(key: Value, value: Value): PMap {
    const i = sortedIndex(this.flat!, this.sorted!, key);
    const flat = this.flat!.slice();
    if (i >= 0) flat[2 * i + 1] = value;
    else {
      checkItems(this.size + 1);
      flat.splice(2 * ~i, 0, key, value);
    }
    return new PMap(flat.length >> 1, flat, null, 0, this.sorted);
  }

  static emptySorted(compare: Comparator): PMap {
    return new PMap(0, [], null, 0, compare);
  }
}

/** How many added pairs a sorted builder inserts one by one; more are sorted in together. */
const FEW = 4;

/** Builds a map by changes in place, then publishes it. One owner, one use: after done() it must be left alone. */
export class MapBuilder {
  private flat: Value[] | null;
  /** What holds the entries once they are too many: a table, or the trie this builder started from. */
  private table: HashTable | null = null;
  private root: Branch | null = null;
  private next = 0;
  private count = 0;
  private readonly sorted: Comparator | null;
  /** Pairs set on a sorted builder and not yet in their place. */
  private pending: Value[] | null = null;

  /** `adding`: about how many entries are to come. */
  constructor(from: PMap | null = null, adding = 0) {
    this.sorted = from === null ? null : from.sorted;
    if (from === null || from.size === 0) {
      this.flat = [];
      return;
    }
    this.count = from.size;
    this.table = from.tableToGrow(adding);
    if (this.table !== null) {
      this.flat = null;
      return;
    }
    this.root = from.trie();
    this.next = from.nextOrder;
    this.flat = this.root === null ? from.pairs().slice() : null;
  }

  get size(): number {
    if (this.sorted !== null) this.settle();
    return this.count;
  }

  /** Bytes one more entry costs. */
  setCost(): number {
    if (this.table !== null) return TABLE_ENTRY_BYTES;
    return this.flat !== null ? 48 : TRIE_ENTRY_BYTES;
  }

  get(key: Value): Value | undefined {
    if (this.table !== null) return this.table.get(key);
    if (this.flat !== null) {
      if (this.sorted !== null) this.settle();
      const i = this.sorted === null ? flatIndex(this.flat, key) : sortedFind(this.flat, this.sorted, key);
      return i === -1 ? undefined : (this.flat[i + 1] as Value);
    }
    return find(this.root!, key, hashKey(key))?.value;
  }

  set(key: Value, value: Value): void {
    if (this.table !== null) {
      this.table.set(key, value);
      this.countOf(this.table);
    } else if (this.sorted !== null) this.toPend(key, value);
    else if (this.flat !== null) this.setFlat(this.flat, key, value);
    else this.setInTrie(key, value);
  }

  /** Adds a member that stands for itself, unless there is one like it. */
  add(item: Value): void {
    if (this.table !== null) {
      const { size } = this.table;
      const place = this.table.placeFor(item);
      if (place < size) return;
      this.table.values[place] = item;
      this.countOf(this.table);
    } else if (this.get(item) === undefined) this.set(item, item);
  }

  private countOf({ size }: HashTable): void {
    if (size > this.count) checkItems(size);
    this.count = size;
  }

  private toPend(key: Value, value: Value): void {
    this.pending ??= [];
    this.pending.push(key, value);
  }

  private setFlat(flat: Value[], key: Value, value: Value): void {
    const i = flatIndex(flat, key);
    if (i !== -1) {
      flat[i + 1] = value;
      return;
    }
    checkItems(++this.count);
    if (flat.length < 2 * FLAT_MAX) {
      flat.push(key, value);
      return;
    }
    this.table = new HashTable();
    for (let j = 0; j < flat.length; j += 2) this.table.set(flat[j] as Value, flat[j + 1] as Value);
    this.table.set(key, value);
    this.flat = null;
  }

  private setInTrie(key: Value, value: Value): void {
    const hash = hashKey(key);
    const old = find(this.root!, key, hash);
    const entry =
      old === undefined ? new Entry(key, value, hash, this.next++) : new Entry(old.key, value, hash, old.order);
    if (old === undefined) checkItems(++this.count);
    if ((this.next & 0xfff) === 0) breathe();
    this.root = insert(this.root!, 0, entry, this);
  }

  done(): PMap {
    if (this.table !== null) return new PMap(this.count, null, this.table, 0);
    if (this.sorted !== null) this.settle();
    if (this.flat !== null)
      return this.count === 0 && this.sorted === null
        ? PMap.EMPTY
        : new PMap(this.count, this.flat, null, 0, this.sorted);
    // The published nodes still name this builder as owner; a fresh builder never equals it, so they are frozen.
    return new PMap(this.count, null, this.root, this.next);
  }

  /** Brings what was set on a sorted builder into its place. */
  private settle(): void {
    const added = this.pending;
    if (added === null) return;
    this.pending = null;
    const flat = this.flat!;
    if (added.length > 2 * FEW) this.flat = sortedMerge(flat, added, this.sorted!);
    else
      for (let j = 0; j < added.length; j += 2) {
        const i = sortedIndex(flat, this.sorted!, added[j] as Value);
        if (i >= 0) flat[2 * i + 1] = added[j + 1] as Value;
        else {
          spendMany(flat.length >> 6);
          flat.splice(2 * ~i, 0, added[j] as Value, added[j + 1] as Value);
        }
      }
    this.count = this.flat!.length >> 1;
    checkItems(this.count);
  }
}
