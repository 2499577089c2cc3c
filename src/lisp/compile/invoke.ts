// Calls of builtins by name: straight to the row's function for that count, and the commonest ones written into the node.

import type { Span } from "../../base/span.ts";
import { accepts } from "../builtins/arity.ts";
import { invokeRow } from "../builtins/invoke.ts";
import type { Builtin } from "../builtins/table.ts";
import { maySuspend } from "../call.ts";
import { charge, setSite } from "../meter.ts";
import { drive } from "../suspension.ts";
import type { Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { ARRAY_BYTES } from "../values/vector.ts";
import { binaryNode, unaryNode } from "./arithmetic.ts";
import { builtinNode } from "./builtin-nodes.ts";

/** `mayWait`: a function among the arguments may wait for a tool. Where that is ruled out, the plain twin runs unasked. */
export function invokeNode(name: string, row: Builtin, args: readonly Node[], span: Span, mayWait: boolean): Node {
  const [x, y, z] = args;
  const { run0, run1, run2, run3, steps } = row;
  if (steps !== undefined && mayWait) return stepsNode(name, row, args, span);
  const inlined =
    (args.length === 2 ? binaryNode(name, x!, y!, span) : args.length === 1 ? unaryNode(name, x!, span) : null) ??
    builtinNode(name, row, args, span);
  if (inlined !== null) return inlined;
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
  const { runN } = row;
  const bytes = ARRAY_BYTES + 8 * args.length;
  if (runN !== undefined && row.steps === undefined && accepts(row, args.length) && !hasOwnRun(row, args.length))
    return (p, a, b, c, d) => {
      charge(bytes);
      const values: Value[] = new Array(args.length);
      for (let i = 0; i < args.length; i++) values[i] = args[i]!(p, a, b, c, d);
      setSite(span);
      return runN(values);
    };
  return (p, a, b, c, d) => {
    charge(bytes);
    const values: Value[] = new Array(args.length);
    for (let i = 0; i < args.length; i++) values[i] = args[i]!(p, a, b, c, d);
    setSite(span);
    return invokeRow(name, row, values);
  };
}

function hasOwnRun(row: Builtin, n: number): boolean {
  return [row.run0, row.run1, row.run2, row.run3][n] !== undefined;
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
