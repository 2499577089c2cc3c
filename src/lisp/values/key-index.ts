// Numbers keys in the order they first appear: what group-by, frequencies and distinct-by count with. Most keys are
// scalars, for which a host Map agrees with our key equality; the others go through a map of our own.

import { charge } from "../meter.ts";
import { MapBuilder, PMap } from "./map.ts";
import { Keyword, type Value } from "./value.ts";

export class KeyIndex {
  /** The distinct keys; a key's number is its place here. */
  readonly keys: Value[] = [];
  private readonly scalars = new Map<Value, number>();
  private others: MapBuilder | null = null;

  /** The number of a key; a new key gets the next one. */
  add(key: Value): number {
    if (typeof key === "object" && key !== null && !(key instanceof Keyword)) return this.addOther(key);
    let n = this.scalars.get(key);
    if (n === undefined) {
      n = this.enlist(key);
      // NaN equals nothing, itself included, while a host Map would find it.
      if (!Number.isNaN(key)) this.scalars.set(key, n);
    }
    return n;
  }

  private addOther(key: Value): number {
    this.others ??= new MapBuilder();
    const known = this.others.get(key);
    if (known !== undefined) return known as number;
    const n = this.enlist(key);
    this.others.set(key, n);
    return n;
  }

  private enlist(key: Value): number {
    charge(96);
    return this.keys.push(key) - 1;
  }

  /** The map from each key to its value in `values`, in order of first appearance. */
  toMap(values: readonly Value[]): PMap {
    const n = this.keys.length;
    charge(48 + 120 * n);
    const flat: Value[] = new Array(2 * n);
    for (let i = 0; i < n; i++) {
      flat[2 * i] = this.keys[i] as Value;
      flat[2 * i + 1] = values[i] as Value;
    }
    return PMap.ofDistinct(flat);
  }
}
