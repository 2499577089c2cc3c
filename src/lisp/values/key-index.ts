// Numbers keys in the order they first appear: what group-by, frequencies and distinct-by count with. A host Map serves for
// strings and keywords, whose hashes no program can foresee. It hashes numbers in a known way, so that keys chosen to collide
// would stop the host: those and composite keys go to a table of our own.

import { charge } from "../meter.ts";
import { HashTable } from "./hash-table.ts";
import { mapBytes, PMap } from "./map.ts";
import { Keyword, type Value } from "./value.ts";

/** A key in the list of keys and in the table that finds it. */
const ENLIST_BYTES = 136;

export class KeyIndex {
  /** The distinct keys; a key's number is its place here. */
  readonly keys: Value[] = [];
  private readonly names = new Map<Value, number>();
  private others: HashTable | null = null;

  /** The number of a key; a new key gets the next one. */
  add(key: Value): number {
    if (typeof key !== "string" && !(key instanceof Keyword)) return this.addOther(key);
    let n = this.names.get(key);
    if (n === undefined) {
      n = this.enlist(key);
      this.names.set(key, n);
    }
    return n;
  }

  private addOther(key: Value): number {
    this.others ??= new HashTable();
    const { others } = this;
    const { size } = others;
    const place = others.placeFor(key);
    if (place < size) return others.values[place] as number;
    const n = this.enlist(key);
    others.values[place] = n;
    return n;
  }

  private enlist(key: Value): number {
    charge(ENLIST_BYTES);
    return this.keys.push(key) - 1;
  }

  /** The map from each key to its value in `values`, in order of first appearance. */
  toMap(values: readonly Value[]): PMap {
    const n = this.keys.length;
    charge(16 * n + mapBytes(n));
    const flat: Value[] = new Array(2 * n);
    for (let i = 0; i < n; i++) {
      flat[2 * i] = this.keys[i] as Value;
      flat[2 * i + 1] = values[i] as Value;
    }
    return PMap.ofDistinct(flat);
  }
}
