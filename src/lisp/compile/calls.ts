// Call nodes. The arities that matter are written out so that a call of a known function is one JS call: no argument
// array, no dispatch. Anything unusual (builtins as values, keywords, maps, contracts, wrong counts) goes through call.ts.

import type { Span } from "../../base/span.ts";
import { call1, call2, call3, callN } from "../call.ts";
import { enterCall, leaveCall, setSite } from "../meter.ts";
import { Fn, type Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { cellOf, operand, placeOf, type Step, stepOf } from "./operands.ts";

export function callNode(callee: Node, args: readonly Node[], span: Span): Node {
  const [x, y, z] = args;
  switch (args.length) {
    case 0:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        setSite(span);
        return callN(f, []);
      };
    case 1: {
      const step = stepOf(x!);
      return step?.register === 0 ? steppedArgument(callee, x!, step, span) : oneArgument(callee, x!, span);
    }
    case 2:
      return twoArguments(callee, x!, y!, span);
    case 3:
      return threeArguments(callee, x!, y!, z!, span);
    default:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        const values: Value[] = new Array(args.length);
        for (let i = 0; i < args.length; i++) values[i] = args[i]!(p, a, b, c, d);
        setSite(span);
        return callN(f, values);
      };
  }
}

function oneArgument(callee: Node, x: Node, span: Span): Node {
  const cell = cellOf(callee);
  const i = placeOf(x);
  return (p, a, b, c, d) => {
    const f = cell.value ?? callee(p, a, b, c, d);
    const v = operand(i, x, p, a, b, c, d);
    if (f instanceof Fn) {
      const arity = f.code.direct1;
      if (arity !== null) {
        const before = enterCall(arity.weight);
        const r = arity.body(f.captured, v, null, null, null);
        leaveCall(before);
        return r;
      }
    }
    setSite(span);
    return call1(f, v);
  };
}

/** (f (- n 1)), n being the first local: what recursion over a number looks like. */
function steppedArgument(callee: Node, x: Node, step: Step, span: Span): Node {
  const cell = cellOf(callee);
  const { by } = step;
  return (p, a, b, c, d) => {
    const f = cell.value ?? callee(p, a, b, c, d);
    const v = typeof a === "number" && (a | 0) === a ? a + by : x(p, a, b, c, d);
    if (f instanceof Fn) {
      const arity = f.code.direct1;
      if (arity !== null) {
        const before = enterCall(arity.weight);
        const r = arity.body(f.captured, v, null, null, null);
        leaveCall(before);
        return r;
      }
    }
    setSite(span);
    return call1(f, v);
  };
}

function twoArguments(callee: Node, x: Node, y: Node, span: Span): Node {
  const cell = cellOf(callee);
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const f = cell.value ?? callee(p, a, b, c, d);
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (f instanceof Fn) {
      const arity = f.code.direct2;
      if (arity !== null) {
        const before = enterCall(arity.weight);
        const r = arity.body(f.captured, v, w, null, null);
        leaveCall(before);
        return r;
      }
    }
    setSite(span);
    return call2(f, v, w);
  };
}

function threeArguments(callee: Node, x: Node, y: Node, z: Node, span: Span): Node {
  const cell = cellOf(callee);
  const i = placeOf(x);
  const j = placeOf(y);
  const k = placeOf(z);
  return (p, a, b, c, d) => {
    const f = cell.value ?? callee(p, a, b, c, d);
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    const u = operand(k, z, p, a, b, c, d);
    if (f instanceof Fn) {
      const arity = f.code.direct3;
      if (arity !== null) {
        const before = enterCall(arity.weight);
        const r = arity.body(f.captured, v, w, u, null);
        leaveCall(before);
        return r;
      }
    }
    setSite(span);
    return call3(f, v, w, u);
  };
}
