// Questions about a tree that both back ends ask: how long its matches can be, and with which character they can start.

import { all, type CharSet, intersection, none, union } from "./charset.ts";
import type { Node } from "./node.ts";
import { terminators } from "./properties.ts";

export interface Lengths {
  /** In UTF-16 units; max may be Infinity. */
  readonly min: number;
  readonly max: number;
}

const zero: Lengths = { min: 0, max: 0 };

const measured = new WeakMap<Node, Lengths>();

/** Asked at every level of a tree, so answers are kept. */
export function lengths(node: Node): Lengths {
  let known = measured.get(node);
  if (known === undefined) {
    known = measure(node);
    measured.set(node, known);
  }
  return known;
}

function measure(node: Node): Lengths {
  switch (node.kind) {
    case "empty":
    case "place":
    case "look":
      return zero;
    case "set":
      return { min: 1, max: node.set.hasAstral ? 2 : 1 };
    case "seq":
      return node.items.map(lengths).reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), zero);
    case "alt":
      return node.items.map(lengths).reduce((a, b) => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }));
    case "group":
    case "atomic":
      return lengths(node.body);
    case "repeat": {
      const one = lengths(node.body);
      return { min: one.min * node.min, max: one.max === 0 || node.max === 0 ? 0 : one.max * node.max };
    }
    case "backref":
      return { min: 0, max: Number.POSITIVE_INFINITY };
    default:
      return node satisfies never;
  }
}

export function nullable(node: Node): boolean {
  return lengths(node).min === 0;
}

/** Nodes once every counted group is written out; a counted single character stays one node. */
export function sizeOf(node: Node): number {
  switch (node.kind) {
    case "seq":
    case "alt":
      return node.items.reduce((sum, item) => sum + sizeOf(item), 1);
    case "group":
    case "atomic":
    case "look":
      return 1 + sizeOf(node.body);
    case "repeat": {
      if (node.body.kind === "set") return 1;
      return 1 + sizeOf(node.body) * Math.max(1, node.max === Number.POSITIVE_INFINITY ? node.min : node.max);
    }
    default:
      return 1;
  }
}

/**
 * A set that holds the next character whenever `node`, and then something starting in `follow`, goes on to match.
 * End of input is never in it: disjoint sets therefore mean that two continuations cannot both succeed.
 * With `opaqueLooks` anything may follow a look-ahead: for callers who count the work of finding out.
 */
export function firstSet(node: Node, follow: CharSet, opaqueLooks = false): CharSet {
  switch (node.kind) {
    case "empty":
      return follow;
    case "look":
      return opaqueLooks && node.ahead ? all : follow;
    case "set":
      return node.set;
    case "place":
      if (node.place === "end") return none;
      return node.place === "close" || node.place === "lineEnd" ? intersection(follow, terminators) : follow;
    case "seq": {
      let set = follow;
      for (let i = node.items.length - 1; i >= 0; i--) set = firstSet(node.items[i]!, set, opaqueLooks);
      return set;
    }
    case "alt":
      return node.items.reduce((set, item) => union(set, firstSet(item, follow, opaqueLooks)), none);
    case "group":
    case "atomic":
      return firstSet(node.body, follow, opaqueLooks);
    case "repeat": {
      if (node.max === 0) return follow;
      const inner = firstSet(node.body, follow, opaqueLooks);
      const again = nullable(node.body) ? union(inner, follow) : inner;
      return node.min === 0 ? union(again, follow) : again;
    }
    case "backref":
      return all;
    default:
      return node satisfies never;
  }
}

/** Every character the node can consume. */
export function alphabet(node: Node): CharSet {
  switch (node.kind) {
    case "set":
      return node.set;
    case "seq":
    case "alt":
      return node.items.reduce((set, item) => union(set, alphabet(item)), none);
    case "group":
    case "atomic":
    case "repeat":
      return alphabet(node.body);
    case "backref":
      return all;
    default:
      return none;
  }
}

export function anyNode(node: Node, test: (n: Node) => boolean): boolean {
  if (test(node)) return true;
  switch (node.kind) {
    case "seq":
    case "alt":
      return node.items.some((item) => anyNode(item, test));
    case "group":
    case "atomic":
    case "look":
    case "repeat":
      return anyNode(node.body, test);
    default:
      return false;
  }
}

/** Whether a match can only begin at the start of the input. */
export function startsAtInput(node: Node): boolean {
  switch (node.kind) {
    case "place":
      return node.place === "start";
    case "seq":
      return startsAtInput(node.items[0]!);
    case "alt":
      return node.items.every(startsAtInput);
    case "group":
    case "atomic":
      return startsAtInput(node.body);
    case "repeat":
      return node.min > 0 && startsAtInput(node.body);
    default:
      return false;
  }
}
