// Calls of builtins by name: straight to the row's function for that count, and the commonest ones written into the node.

import type { Span } from "../../base/span.ts";
import { invokeRow } from "../builtins/invoke.ts";
import type { Builtin } from "../builtins/table.ts";
import { maySuspend } from "../call.ts";
import { setSite } from "../meter.ts";
import { drive } from "../suspension.ts";
import { equal } from "../values/equality.ts";
import type { Node } from "../values/fn.ts";
import { add, mul, sub } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";

export function invokeNode(name: string, row: Builtin, args: readonly Node[], span: Span): Node {
  const inlined = inlineNode(name, row, args, span);
  if (inlined !== null) return inlined;
  const [x, y, z] = args;
  const { run0, run1, run2, run3, steps } = row;
  if (steps !== undefined) return stepsNode(name, row, args, span);
  if (args.length === 0 && run0 !== undefined)
    return () => {
      setSite(span);
      return run0();
    };
  if (args.length === 1 && run1 !== undefined)
    return (p, a, b, c, d) => {
      const v = x!(p, a, b, c, d);
      setSite(span);
      return run1(v);
    };
  if (args.length === 2 && run2 !== undefined)
    return (p, a, b, c, d) => {
      const v = x!(p, a, b, c, d);
      const w = y!(p, a, b, c, d);
      setSite(span);
      return run2(v, w);
    };
  if (args.length === 3 && run3 !== undefined)
    return (p, a, b, c, d) => {
      const v = x!(p, a, b, c, d);
      const w = y!(p, a, b, c, d);
      const u = z!(p, a, b, c, d);
      setSite(span);
      return run3(v, w, u);
    };
  return generalNode(name, row, args, span);
}

function generalNode(name: string, row: Builtin, args: readonly Node[], span: Span): Node {
  return (p, a, b, c, d) => {
    const values: Value[] = new Array(args.length);
    for (let i = 0; i < args.length; i++) values[i] = args[i]!(p, a, b, c, d);
    setSite(span);
    return invokeRow(name, row, values);
  };
}

/** Builtins that call functions: the fast twin when none of the arguments may suspend. */
function stepsNode(name: string, row: Builtin, args: readonly Node[], span: Span): Node {
  const [x, y, z] = args;
  const { run2, run3, steps } = row;
  if (args.length === 2 && run2 !== undefined)
    return (p, a, b, c, d) => {
      const v = x!(p, a, b, c, d);
      const w = y!(p, a, b, c, d);
      setSite(span);
      return maySuspend(v) || maySuspend(w) ? drive(steps!([v, w])) : run2(v, w);
    };
  if (args.length === 3 && run3 !== undefined)
    return (p, a, b, c, d) => {
      const v = x!(p, a, b, c, d);
      const w = y!(p, a, b, c, d);
      const u = z!(p, a, b, c, d);
      setSite(span);
      return maySuspend(v) || maySuspend(w) || maySuspend(u) ? drive(steps!([v, w, u])) : run3(v, w, u);
    };
  return generalNode(name, row, args, span);
}

type Binary = (x: Value, y: Value) => Value;

/** Nodes for arithmetic and comparison that decide the common case themselves. */
function inlineNode(name: string, row: Builtin, args: readonly Node[], span: Span): Node | null {
  const [x, y] = args;
  if (args.length === 1) return x === undefined ? null : inlineUnary(name, x, span);
  if (args.length !== 2 || x === undefined || y === undefined) return null;
  const slow = row.run2;
  switch (name) {
    case "+":
      return arithmetic(x, y, add, span);
    case "-":
      return arithmetic(x, y, sub, span);
    case "*":
      return arithmetic(x, y, mul, span);
    case "<":
      return slow === undefined
        ? null
        : (p, a, b, c, d) => {
            const v = x(p, a, b, c, d);
            const w = y(p, a, b, c, d);
            if (typeof v === "number" && typeof w === "number") return v < w;
            setSite(span);
            return slow(v, w);
          };
    case ">":
      return slow === undefined
        ? null
        : (p, a, b, c, d) => {
            const v = x(p, a, b, c, d);
            const w = y(p, a, b, c, d);
            if (typeof v === "number" && typeof w === "number") return v > w;
            setSite(span);
            return slow(v, w);
          };
    case "=":
      return (p, a, b, c, d) => {
        const v = x(p, a, b, c, d);
        const w = y(p, a, b, c, d);
        if (typeof v === "number" && typeof w === "number") return v === w;
        setSite(span);
        return equal(v, w);
      };
    default:
      return null;
  }
}

function arithmetic(x: Node, y: Node, op: Binary, span: Span): Node {
  return (p, a, b, c, d) => {
    const v = x(p, a, b, c, d);
    const w = y(p, a, b, c, d);
    setSite(span);
    return op(v, w);
  };
}

function inlineUnary(name: string, x: Node, span: Span): Node | null {
  switch (name) {
    case "inc":
      return (p, a, b, c, d) => {
        const v = x(p, a, b, c, d);
        if (typeof v === "number" && Number.isInteger(v) && v < Number.MAX_SAFE_INTEGER) return v + 1;
        setSite(span);
        return add(v, 1);
      };
    case "dec":
      return (p, a, b, c, d) => {
        const v = x(p, a, b, c, d);
        if (typeof v === "number" && Number.isInteger(v) && v > Number.MIN_SAFE_INTEGER) return v - 1;
        setSite(span);
        return sub(v, 1);
      };
    case "not":
      return (p, a, b, c, d) => {
        const v = x(p, a, b, c, d);
        return v === null || v === false;
      };
    case "nil?":
      return (p, a, b, c, d) => x(p, a, b, c, d) === null;
    case "some?":
      return (p, a, b, c, d) => x(p, a, b, c, d) !== null;
    default:
      return null;
  }
}
