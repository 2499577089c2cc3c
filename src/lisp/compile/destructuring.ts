// The run-time half of destructuring.

import type { Span } from "../../base/span.ts";
import { fault } from "../fault.ts";
import { charge, chargeItems, setSite } from "../meter.ts";
import { KeywordReader, lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import type { Node } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { mapBytes, PMap } from "../values/map.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { keywordCallNode } from "./keyword-call.ts";
import { constantOf, operand, placeOf } from "./operands.ts";

const EMPTY = Vec.EMPTY_SEQ;

/**
 * A value about to be taken apart by position, as a vector; nil stays nil. Maps and sets have no places of their own, but a
 * pattern with & takes their sequence apart, as in Clojure.
 */
export function asItemsNode(of: Node, asSeq: boolean, span: Span): Node {
  const place = placeOf(of);
  return (p, a, b, c, d) => {
    const v = operand(place, of, p, a, b, c, d);
    if (v instanceof Vec || v === null) return v;
    setSite(span);
    const unordered = v instanceof PMap || v instanceof PSet;
    if (!isSeqable(v) || v instanceof InfiniteSeq || (unordered && !asSeq)) notByPlace(v);
    const items = itemsOf(v, "destructuring");
    chargeItems(items.length, 8);
    return Vec.seq([...items]);
  };
}

function notByPlace(v: Value): never {
  const hint =
    v instanceof PMap
      ? "Use a map pattern {:keys [a b]}, or destructure (seq m)."
      : v instanceof PSet
        ? "A set has no order: destructure (sort s) or (seq s)."
        : "Use a pattern that fits the value; check its shape with (describe x).";
  fault("destructure_error", `A vector pattern cannot take ${typeName(v)} apart.`, hint);
}

export function itemNode(of: Node, index: number): Node {
  const place = placeOf(of);
  return (p, a, b, c, d) => {
    const v = operand(place, of, p, a, b, c, d);
    return v instanceof Vec && index < v.length ? v.at(index) : null;
  };
}

/** The view a pattern with & makes. */
export function itemsFrom(v: Vec, index: number): Vec {
  charge(v.sliceCost());
  return v.slice(index);
}

/** The remaining items: nil when there are none, as in Clojure. */
export function itemsFromNode(of: Node, index: number): Node {
  const place = placeOf(of);
  return (p, a, b, c, d) => {
    const v = operand(place, of, p, a, b, c, d);
    if (!(v instanceof Vec) || index >= v.length) return null;
    return itemsFrom(v, index);
  };
}

/** A value about to be taken apart by key. A sequence is read as keyword arguments: [:a 1 :b 2], or ends in a map. */
export function asMapNode(of: Node, span: Span): Node {
  const place = placeOf(of);
  return (p, a, b, c, d) => {
    const v = operand(place, of, p, a, b, c, d);
    if (v instanceof PMap || v === null) return v;
    if (v instanceof Vec && v.tag === EMPTY.tag) {
      setSite(span);
      return keywordArguments(v);
    }
    return v;
  };
}

function keywordArguments(v: Vec): Value {
  const items = v.items();
  if (items.length === 1 && items[0] instanceof PMap) return items[0];
  charge(mapBytes(items.length >> 1));
  const last = items[items.length - 1];
  if (items.length % 2 === 1) {
    if (!(last instanceof PMap))
      fault(
        "destructure_error",
        "Keyword arguments must come in pairs of key and value.",
        "Pass :name value pairs, or one map.",
      );
    const base = PMap.ofPairs(items.slice(0, -1));
    return PMap.ofPairs([...base.pairs(), ...last.pairs()]);
  }
  return PMap.ofPairs(items);
}

export function keyedNode(of: Node, key: Node, fallback: Node | null): Node {
  const named = constantOf(key);
  if (named instanceof Keyword) return keywordNode(of, named, fallback);
  return (p, a, b, c, d) => {
    const m = of(p, a, b, c, d);
    const v = lookup(m, key(p, a, b, c, d));
    if (v !== undefined) return v;
    return fallback === null ? null : fallback(p, a, b, c, d);
  };
}

/** {:keys [name]}: where a keyword call evaluates its default, a pattern does so only when the key is missing. */
function keywordNode(of: Node, key: Keyword, fallback: Node | null): Node {
  if (fallback === null) return keywordCallNode(key, of, null);
  const reader = new KeywordReader(key);
  return (p, a, b, c, d) => {
    const v = reader.read(of(p, a, b, c, d));
    return v === undefined ? fallback(p, a, b, c, d) : v;
  };
}
