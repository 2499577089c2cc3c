// What a node is made of, for the nodes around it. Calls between nodes are what a run spends most of its time on, so a
// node whose operand is a register, a constant or a register plus a whole number (n, 10, (- n 1)) computes it in place.
// Such facts are noted beside a node when it is made; to everyone else it stays a node like any other.

import type { Cell } from "../environment.ts";
import type { Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";

/**
 * Where a value can be read without running a node: 0 to 3 is a register, 4 + i is slot i of `p` (a captured value or a
 * spilled local), NODE is nowhere.
 */
export type Place = number;
export const NODE: Place = -1;
const SLOTS = 4;

/** The nodes that read the four registers, in order. */
export const registerNodes: readonly Node[] = [
  (_p, a) => a,
  (_p, _a, b) => b,
  (_p, _a, _b, c) => c,
  (_p, _a, _b, _c, d) => d,
];

const places = new WeakMap<Node, Place>(registerNodes.map((node, i) => [node, i]));

/** A node that reads slot i of `p`. */
export function slotNode(i: number): Node {
  const node: Node = (p) => p[i] as Value;
  places.set(node, SLOTS + i);
  return node;
}

export function placeOf(node: Node): Place {
  return places.get(node) ?? NODE;
}

/** The value of an operand: `place` is what placeOf says of `node`. */
export function operand(place: Place, node: Node, p: Value[], a: Value, b: Value, c: Value, d: Value): Value {
  if (place < 0) return node(p, a, b, c, d);
  if (place >= SLOTS) return p[place - SLOTS] as Value;
  return place === 0 ? a : place === 1 ? b : place === 2 ? c : d;
}

function isRegister(place: Place): boolean {
  return place >= 0 && place < SLOTS;
}

/** A property rather than a WeakMap: programs are full of constants, and weak entries are dear to collect. */
type ConstantNode = Node & { constant?: Value };

export function constNode(value: Value): Node {
  const node: ConstantNode = () => value;
  node.constant = value;
  return node;
}

/** The value of a constant's node; undefined for every other node. */
export function constantOf(node: Node): Value | undefined {
  return (node as ConstantNode).constant;
}

/** A register plus a whole number of at most 31 bits. */
export interface Step {
  readonly register: number;
  readonly by: number;
}

const steps = new WeakMap<Node, Step>();

/** Notes that `node` adds `by` to what `of` reads, if that is a register. */
export function addsStep(node: Node, of: Node, by: number): Node {
  const register = placeOf(of);
  if (isRegister(register) && Math.abs(by) < 2 ** 31) steps.set(node, { register, by });
  return node;
}

export function stepOf(node: Node): Step | undefined {
  return steps.get(node);
}

/** A comparison of one register with another, or with a number. */
export interface Comparison {
  readonly op: "<" | ">" | "<=" | ">=" | "=";
  readonly left: number;
  /** The register on the right, or NODE when it is the number `bound`. */
  readonly right: number;
  readonly bound: number;
}

const comparisons = new WeakMap<Node, Comparison>();

/** Notes that `node` compares x with y, if those are what a Comparison is about. */
export function compares(node: Node, op: Comparison["op"], x: Node, y: Node): Node {
  const left = placeOf(x);
  const right = placeOf(y);
  const constant = constantOf(y);
  if (isRegister(left) && (isRegister(right) || typeof constant === "number"))
    comparisons.set(node, { op, left, right, bound: typeof constant === "number" ? constant : 0 });
  return node;
}

export function comparisonOf(node: Node): Comparison | undefined {
  return comparisons.get(node);
}

const cells = new WeakMap<Node, Cell>();

/** Notes that `node` reads a definition: its cell's value when there is one, whatever the node itself does when not. */
export function readsCell(node: Node, cell: Cell): Node {
  cells.set(node, cell);
  return node;
}

/** The cell a node reads. For any other node a cell that is never bound, so that one test serves all. */
export function cellOf(node: Node): Cell {
  return cells.get(node) ?? UNBOUND;
}

const UNBOUND: Cell = Object.freeze({ name: "", value: undefined });
