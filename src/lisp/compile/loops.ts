// loop and recur in constant stack. recur leaves its values in module variables and returns RECUR; nothing runs between
// that and the loop that picks them up.

import type { Expr } from "../analyze/expr.ts";
import { spend } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import type { Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { REGISTERS } from "./frame.ts";

const RECUR = { recur: true } as unknown as Value;

let r0: Value = null;
let r1: Value = null;
let r2: Value = null;
let r3: Value = null;
let more: Value[] = [];

export function recurNode(args: readonly Node[]): Node {
  const [x, y, z] = args;
  switch (args.length) {
    case 0:
      return () => RECUR;
    case 1:
      return (p, a, b, c, d) => {
        r0 = x!(p, a, b, c, d);
        return RECUR;
      };
    case 2:
      return (p, a, b, c, d) => {
        const v = x!(p, a, b, c, d);
        r1 = y!(p, a, b, c, d);
        r0 = v;
        return RECUR;
      };
    case 3:
      return (p, a, b, c, d) => {
        const v = x!(p, a, b, c, d);
        const w = y!(p, a, b, c, d);
        r2 = z!(p, a, b, c, d);
        r1 = w;
        r0 = v;
        return RECUR;
      };
    default:
      return (p, a, b, c, d) => {
        const values = args.map((n) => n(p, a, b, c, d));
        r0 = values[0] as Value;
        r1 = values[1] as Value;
        r2 = values[2] as Value;
        r3 = values[3] as Value;
        more = values;
        return RECUR;
      };
  }
}

/** Repeats `body` while it ends in recur; `base` is the slot of the first of `count` loop variables. */
export function loopNode(body: Node, base: number, count: number, spillIndex: (slot: number) => number): Node {
  const inRegisters = Math.max(0, Math.min(count, REGISTERS - base));
  const spilled: number[] = [];
  for (let i = inRegisters; i < count; i++) spilled.push(spillIndex(base + i));
  const refill = (p: Value[]): void => {
    if (count <= 3) {
      const values = [r0, r1, r2];
      for (let i = 0; i < spilled.length; i++) p[spilled[i]!] = values[inRegisters + i] as Value;
    } else for (let i = 0; i < spilled.length; i++) p[spilled[i]!] = more[inRegisters + i] as Value;
  };
  const n = inRegisters;
  const hasSpill = spilled.length > 0;
  const first = Math.min(base, REGISTERS);
  return (p, a, b, c, d) => {
    for (;;) {
      const v = body(p, a, b, c, d);
      if (v !== RECUR) return v;
      spend();
      if (hasSpill) refill(p);
      if (first === 0) {
        if (n > 0) a = r0;
        if (n > 1) b = r1;
        if (n > 2) c = r2;
        if (n > 3) d = r3;
      } else if (first === 1) {
        b = r0;
        if (n > 1) c = r1;
        if (n > 2) d = r2;
      } else if (first === 2) {
        c = r0;
        if (n > 1) d = r1;
      } else if (first === 3) d = r0;
    }
  };
}

/** loopNode for a body that may wait for a tool. */
export function resumableLoopNode(body: Node, base: number, count: number, spillIndex: (slot: number) => number): Node {
  const move = (p: Value[], registers: Value[]): void => {
    const values = count <= 3 ? [r0, r1, r2] : more;
    for (let i = 0; i < count; i++) {
      if (base + i < REGISTERS) registers[base + i] = values[i] as Value;
      else p[spillIndex(base + i)] = values[i] as Value;
    }
  };
  return (p, a, b, c, d) => {
    const registers: Value[] = [a, b, c, d];
    const go = (first: Value): Value => {
      let v = first;
      for (;;) {
        if (v instanceof Suspension) return v.push(go);
        if (v !== RECUR) return v;
        spend();
        move(p, registers);
        v = body(p, registers[0] as Value, registers[1] as Value, registers[2] as Value, registers[3] as Value);
      }
    };
    return go(body(p, a, b, c, d));
  };
}

/**
 * The common shape (loop […] (if test (recur …) exit)) with all variables in registers: no trip through module variables.
 * `whenTrue` says which branch recurs.
 */
export function testedLoopNode(
  test: Node,
  whenTrue: boolean,
  args: readonly Node[],
  exit: Node,
  base: number,
): Node | null {
  const n = args.length;
  if (base + n > REGISTERS || n === 0 || n > 3) return null;
  const [x, y, z] = args;
  const at = base * 4 + n;
  return (p, a, b, c, d) => {
    for (;;) {
      const t = test(p, a, b, c, d);
      if ((t !== null && t !== false) !== whenTrue) return exit(p, a, b, c, d);
      spend();
      const v = x!(p, a, b, c, d);
      switch (at) {
        case 1:
          a = v;
          break;
        case 2:
          b = y!(p, a, b, c, d);
          a = v;
          break;
        case 3: {
          const w = y!(p, a, b, c, d);
          c = z!(p, a, b, c, d);
          b = w;
          a = v;
          break;
        }
        case 5:
          b = v;
          break;
        case 6:
          c = y!(p, a, b, c, d);
          b = v;
          break;
        case 7: {
          const w = y!(p, a, b, c, d);
          d = z!(p, a, b, c, d);
          c = w;
          b = v;
          break;
        }
        case 9:
          c = v;
          break;
        case 10:
          d = y!(p, a, b, c, d);
          c = v;
          break;
        default:
          d = v;
      }
    }
  };
}

/** Whether evaluating `e` may end in a recur of the loop around it. */
export function hasRecur(e: Expr): boolean {
  switch (e.op) {
    case "recur":
      return true;
    case "if":
      return hasRecur(e.then) || hasRecur(e.else);
    case "cond":
      return e.clauses.some((c) => hasRecur(c.body)) || hasRecur(e.else);
    case "do":
      return e.body.length > 0 && hasRecur(e.body[e.body.length - 1]!);
    case "let":
    case "letfn":
      return hasRecur(e.body);
    case "and":
    case "or":
      return e.items.length > 0 && hasRecur(e.items[e.items.length - 1]!);
    case "case":
      return e.clauses.some((c) => hasRecur(c.body)) || (e.else !== null && hasRecur(e.else));
    default:
      return false;
  }
}
