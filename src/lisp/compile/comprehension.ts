// for and doseq as nested loops. Each level is a function that runs the levels inside it for every item; a level answers
// false to stop the loop around it (:while).

import type { Span } from "../../base/span.ts";
import { charge, chargeItems, setSite, spend } from "../meter.ts";
import type { Node } from "../values/fn.ts";
import { itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";

/** Runs one level; returns whether the enclosing loop goes on. */
export type Level = (out: Value[] | null, p: Value[], a: Value, b: Value, c: Value, d: Value) => boolean;

export function bodyLevel(body: Node): Level {
  return (out, p, a, b, c, d) => {
    const v = body(p, a, b, c, d);
    if (out !== null) {
      charge(12);
      out.push(v);
    }
    return true;
  };
}

export function whenLevel(test: Node, inner: Level): Level {
  return (out, p, a, b, c, d) => {
    const t = test(p, a, b, c, d);
    return t === null || t === false ? true : inner(out, p, a, b, c, d);
  };
}

export function whileLevel(test: Node, inner: Level): Level {
  return (out, p, a, b, c, d) => {
    const t = test(p, a, b, c, d);
    return t === null || t === false ? false : inner(out, p, a, b, c, d);
  };
}

/** Binds one local (register or slot of p) and goes inward. */
export function bindLevel(slot: number, spillIndex: number, init: Node, inner: Level): Level {
  return (out, p, a, b, c, d) => enterWith(slot, spillIndex, init(p, a, b, c, d), inner, out, p, a, b, c, d);
}

export function eachLevel(
  what: "for" | "doseq",
  source: Node,
  slot: number,
  spillIndex: number,
  inner: Level,
  span: Span,
): Level {
  return (out, p, a, b, c, d) => {
    const coll = source(p, a, b, c, d);
    setSite(span);
    const items = itemsOf(coll, what);
    const n = items.length;
    for (let i = 0; i < n; i++) {
      spend();
      if (!enterWith(slot, spillIndex, items[i] as Value, inner, out, p, a, b, c, d)) break;
    }
    return true;
  };
}

function enterWith(
  slot: number,
  spillIndex: number,
  v: Value,
  inner: Level,
  out: Value[] | null,
  p: Value[],
  a: Value,
  b: Value,
  c: Value,
  d: Value,
): boolean {
  switch (slot) {
    case 0:
      return inner(out, p, v, b, c, d);
    case 1:
      return inner(out, p, a, v, c, d);
    case 2:
      return inner(out, p, a, b, v, d);
    case 3:
      return inner(out, p, a, b, c, v);
    default:
      p[spillIndex] = v;
      return inner(out, p, a, b, c, d);
  }
}

export function forNode(outer: Level, collect: boolean): Node {
  return (p, a, b, c, d) => {
    if (!collect) {
      outer(null, p, a, b, c, d);
      return null;
    }
    const out: Value[] = [];
    outer(out, p, a, b, c, d);
    chargeItems(out.length, 0);
    return Vec.seq(out);
  };
}
