// Collection literals: items evaluated in order, memory charged before the collection is made.

import { charge, chargeItems, checkItems } from "../meter.ts";
import type { Node } from "../values/fn.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { PSet } from "../values/set.ts";
import { Keyword, type Value } from "../values/value.ts";
import { ARRAY_BYTES, Vec } from "../values/vector.ts";

export function vectorNode(items: readonly Node[]): Node {
  const n = items.length;
  if (n === 0) return () => Vec.EMPTY;
  return (p, a, b, c, d) => {
    chargeItems(n, 8);
    const out: Value[] = new Array(n);
    for (let i = 0; i < n; i++) out[i] = items[i]!(p, a, b, c, d);
    return Vec.of(out);
  };
}

/** The set itself: its members are in a map of its own. */
const SET_BYTES = 48;

export function setNode(items: readonly Node[]): Node {
  return (p, a, b, c, d) => {
    checkItems(items.length);
    charge(SET_BYTES + mapBytes(items.length) + ARRAY_BYTES + 8 * items.length);
    return PSet.of(items.map((n) => n(p, a, b, c, d)));
  };
}

export function mapNode(items: readonly Node[]): Node {
  const n = items.length;
  if (n === 0) return () => PMap.EMPTY;
  return (p, a, b, c, d) => {
    charge(120 + 8 * n);
    const flat: Value[] = new Array(n);
    let distinct = true;
    for (let i = 0; i < n; i += 2) {
      const k = items[i]!(p, a, b, c, d);
      flat[i] = k;
      flat[i + 1] = items[i + 1]!(p, a, b, c, d);
      if (i > 32) distinct = false;
      for (let j = 0; distinct && j < i; j += 2) if (flat[j] === k) distinct = false;
      if (typeof k === "object" && k !== null && !(k instanceof Keyword)) distinct = false;
    }
    if (distinct) return PMap.ofDistinct(flat);
    const builder = new MapBuilder();
    for (let i = 0; i < n; i += 2) builder.set(flat[i] as Value, flat[i + 1] as Value);
    return builder.done();
  };
}
