// Locals beyond the registers, filled in order. A pattern with many names becomes many bindings that read one collection:
// those are filled together, without a node for each.

import type { Binding, Expr, Local } from "../analyze/expr.ts";
import { KeywordReader } from "../values/access.ts";
import type { Node } from "../values/fn.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { itemsFrom } from "./destructuring.ts";
import { operand, placeOf } from "./operands.ts";

/** Fills one or more slots of `p`. */
export type Fill = (p: Value[], a: Value, b: Value, c: Value, d: Value) => void;

/** What the bindings of a let that live in `p` are compiled with. */
export interface Slots {
  /** The node of a binding's value, or of a part of it. */
  readonly node: (e: Expr, index: number) => Node;
  /** Gives the local of the binding its slot and returns the index in `p`. */
  readonly place: (binding: Binding, index: number) => number;
}

export function spilledFills(bindings: readonly Binding[], slots: Slots): Fill[] {
  const fills: Fill[] = [];
  for (let i = 0; i < bindings.length; ) {
    const { init, local } = bindings[i]!;
    const keys = runLength(bindings, i, (e) => keyOf(e) !== null && sameSource(e, init));
    const items = runLength(bindings, init.op === "as-items" ? i + 1 : i, (e) => isItemOf(e, sourceOf(init, local)));
    if (keys > 1) {
      fills.push(keysFill(bindings.slice(i, i + keys), i, slots));
      i += keys;
    } else if (items > 1) {
      if (init.op === "as-items") fills.push(oneFill(slots.node(init, i), slots.place(bindings[i]!, i++)));
      fills.push(itemsFill(bindings.slice(i, i + items), i, slots));
      i += items;
    } else {
      const node = slots.node(init, i);
      fills.push(oneFill(node, slots.place(bindings[i]!, i++)));
    }
  }
  return fills;
}

function runLength(bindings: readonly Binding[], from: number, belongs: (e: Expr) => boolean): number {
  let end = from;
  while (end < bindings.length && belongs(bindings[end]!.init)) end++;
  return end - from;
}

/** The keyword a binding reads from a local, when it has no default. */
function keyOf(e: Expr): Keyword | null {
  if (e.op !== "keyed" || e.of.op !== "local" || e.default !== null || e.key.op !== "const") return null;
  return e.key.value instanceof Keyword ? e.key.value : null;
}

function sameSource(e: Expr, other: Expr): boolean {
  return (
    e.op === "keyed" &&
    other.op === "keyed" &&
    e.of.op === "local" &&
    other.of.op === "local" &&
    e.of.local === other.of.local
  );
}

/** The local whose items follow: the one a pattern has just made, or the one this binding reads. */
function sourceOf(e: Expr, local: Local): Local | null {
  if (e.op === "as-items") return local;
  return (e.op === "item" || e.op === "items-from") && e.of.op === "local" ? e.of.local : null;
}

function isItemOf(e: Expr, local: Local | null): boolean {
  return (e.op === "item" || e.op === "items-from") && e.of.op === "local" && e.of.local === local;
}

function oneFill(node: Node, place: number): Fill {
  return (p, a, b, c, d) => {
    p[place] = node(p, a, b, c, d);
  };
}

function keysFill(bindings: readonly Binding[], first: number, slots: Slots): Fill {
  const of = slots.node((bindings[0]!.init as Expr & { op: "keyed" }).of, first);
  const from = placeOf(of);
  const readers = bindings.map(({ init }) => new KeywordReader(keyOf(init)!));
  const places = bindings.map((binding, k) => slots.place(binding, first + k));
  return (p, a, b, c, d) => {
    const m = operand(from, of, p, a, b, c, d);
    for (let i = 0; i < readers.length; i++) p[places[i]!] = readers[i]!.read(m) ?? null;
  };
}

function itemsFill(bindings: readonly Binding[], first: number, slots: Slots): Fill {
  const parts = bindings.map(({ init }) => init as Expr & { op: "item" | "items-from" });
  const of = slots.node(parts[0]!.of, first);
  const from = placeOf(of);
  const indexes = parts.map((part) => part.index);
  const single = parts.map((part) => part.op === "item");
  const places = bindings.map((binding, k) => slots.place(binding, first + k));
  return (p, a, b, c, d) => {
    const v = operand(from, of, p, a, b, c, d);
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i]!;
      const there = v instanceof Vec && index < v.length;
      p[places[i]!] = there ? (single[i] ? v.at(index) : itemsFrom(v, index)) : null;
    }
  };
}
