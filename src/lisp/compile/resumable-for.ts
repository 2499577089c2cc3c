// for and doseq when a part of them may wait for a tool: the levels of comprehension.ts as generators.

import type { Span } from "../../base/span.ts";
import { setSite, spend } from "../meter.ts";
import { drive, Suspension } from "../suspension.ts";
import type { Node } from "../values/fn.ts";
import { pushCharged } from "../values/pull.ts";
import { itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";

type Going = Generator<Suspension, boolean, Value>;

/** Runs one level; returns whether the enclosing loop goes on. */
export type ResumableLevel = (out: Value[] | null, p: Value[], a: Value, b: Value, c: Value, d: Value) => Going;

export function resumableBody(body: Node): ResumableLevel {
  return function* (out, p, a, b, c, d) {
    let v = body(p, a, b, c, d);
    if (v instanceof Suspension) v = yield v;
    if (out !== null) pushCharged(out, v);
    return true;
  };
}

/** :when skips an item, :while ends the loop around it. */
export function resumableTest(test: Node, inner: ResumableLevel, otherwise: boolean): ResumableLevel {
  return function* (out, p, a, b, c, d) {
    let t = test(p, a, b, c, d);
    if (t instanceof Suspension) t = yield t;
    return t === null || t === false ? otherwise : yield* inner(out, p, a, b, c, d);
  };
}

export function resumableBindLevel(
  slot: number,
  spillIndex: number,
  init: Node,
  inner: ResumableLevel,
): ResumableLevel {
  return function* (out, p, a, b, c, d) {
    let v = init(p, a, b, c, d);
    if (v instanceof Suspension) v = yield v;
    return yield* enterWith(slot, spillIndex, v, inner, out, p, a, b, c, d);
  };
}

export function resumableEach(
  what: "for" | "doseq",
  source: Node,
  slot: number,
  spillIndex: number,
  inner: ResumableLevel,
  span: Span,
): ResumableLevel {
  return function* (out, p, a, b, c, d) {
    let coll = source(p, a, b, c, d);
    if (coll instanceof Suspension) coll = yield coll;
    setSite(span);
    const items = itemsOf(coll, what);
    const n = items.length;
    for (let i = 0; i < n; i++) {
      spend();
      if (!(yield* enterWith(slot, spillIndex, items[i] as Value, inner, out, p, a, b, c, d))) break;
    }
    return true;
  };
}

function enterWith(
  slot: number,
  spillIndex: number,
  v: Value,
  inner: ResumableLevel,
  out: Value[] | null,
  p: Value[],
  a: Value,
  b: Value,
  c: Value,
  d: Value,
): Going {
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

export function resumableFor(outer: ResumableLevel, collect: boolean): Node {
  return (p, a, b, c, d) =>
    drive(
      (function* () {
        const out: Value[] | null = collect ? [] : null;
        yield* outer(out, p, a, b, c, d);
        return out === null ? null : Vec.seq(out);
      })(),
    );
}
