// The hash table under large maps that were built in one go (into, zipmap, group-by, a reduce that assocs). Entries lie in
// insertion order in plain arrays, an index finds them by hash: no object per entry, so that building costs a third of what
// a trie does. A published table never changes; a map that is changed afterwards becomes a trie first (see map.ts).

import { breathe, spendMany } from "../meter.ts";
import { hashKey, sameKey } from "./key.ts";
import type { Value } from "./value.ts";

/**
 * Hashes are seeded, so a longer way than this to an entry means someone tries: from here on it is paid for. Chance reaches
 * 64 slots among millions of entries, and another seed would then give another step count.
 */
const FAR = 256;

/** NaN equals nothing, itself included: each one is an entry that is never found, so the index need not know it. */
function isNotANumber(key: Value): boolean {
  return typeof key === "number" && Number.isNaN(key);
}

export class HashTable {
  keys: Value[] = [];
  values: Value[] = [];
  private hashes: number[] = [];
  /** Place of an entry plus one, found from its hash by going up; 0 is free. At most half full. */
  private index: number[] = new Array(64).fill(0);

  /** A table with the same entries that may be changed. */
  copy(): HashTable {
    const twin = new HashTable();
    twin.keys = this.keys.slice();
    twin.values = this.values.slice();
    twin.hashes = this.hashes.slice();
    twin.index = this.index.slice();
    return twin;
  }

  get size(): number {
    return this.keys.length;
  }

  get(key: Value): Value | undefined {
    const at = this.index[this.slotOf(key, hashKey(key))]!;
    return at === 0 ? undefined : this.values[at - 1];
  }

  /** The place of a key, or -1. */
  placeOf(key: Value): number {
    return this.index[this.slotOf(key, hashKey(key))]! - 1;
  }

  /** Sets a key and returns its place; a key that is there keeps its place and its spelling. */
  set(key: Value, value: Value): number {
    const place = this.placeFor(key);
    this.values[place] = value;
    return place;
  }

  /** The place of a key, which gets a new one (and nil as its value) when it has none. */
  placeFor(key: Value): number {
    const hash = hashKey(key);
    const slot = this.slotOf(key, hash);
    const at = this.index[slot]!;
    if (at !== 0) return at - 1;
    const place = this.keys.push(key);
    if ((place & 0x3fff) === 0) breathe();
    this.values.push(null);
    this.hashes.push(hash);
    if (isNotANumber(key)) return place - 1;
    this.index[slot] = place;
    if (2 * place > this.index.length) this.grow();
    return place - 1;
  }

  /** [k0 v0 k1 v1 …], a new array. */
  pairs(): Value[] {
    const n = this.keys.length;
    const out: Value[] = new Array(2 * n);
    for (let i = 0; i < n; i++) {
      out[2 * i] = this.keys[i] as Value;
      out[2 * i + 1] = this.values[i] as Value;
    }
    return out;
  }

  hashAt(place: number): number {
    return this.hashes[place]!;
  }

  /** The slot of the index that holds the key, or the free one where it would go. */
  private slotOf(key: Value, hash: number): number {
    const { index, keys, hashes } = this;
    const mask = index.length - 1;
    let slot = hash & mask;
    for (let steps = 0; ; steps++) {
      const at = index[slot]!;
      if (at === 0) return slot;
      const known = keys[at - 1] as Value;
      if (known === key || (hashes[at - 1] === hash && sameKey(known, key))) return slot;
      if (steps > FAR) spendMany(1);
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const { hashes } = this;
    const index: number[] = new Array(this.index.length * 2).fill(0);
    const mask = index.length - 1;
    for (let i = 0; i < hashes.length; i++) {
      if (isNotANumber(this.keys[i] as Value)) continue;
      let slot = hashes[i]! & mask;
      while (index[slot] !== 0) slot = (slot + 1) & mask;
      index[slot] = i + 1;
    }
    this.index = index;
  }
}
