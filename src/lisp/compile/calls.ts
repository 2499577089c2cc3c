// Call nodes. The arities that matter are written out so that a call of a known function is one JS call: no argument
// array, no dispatch. Anything unusual (builtins as values, keywords, maps, contracts, wrong counts) goes through call.ts.

import type { Span } from "../../base/span.ts";
import { call1, call2, call3, callN } from "../call.ts";
import { enter, leave, setSite } from "../meter.ts";
import { Fn, type Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";

export function callNode(callee: Node, args: readonly Node[], span: Span): Node {
  const [x, y, z] = args;
  switch (args.length) {
    case 0:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        setSite(span);
        return callN(f, []);
      };
    case 1:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        const v = x!(p, a, b, c, d);
        if (f instanceof Fn && f.code.contract === null) {
          const arity = f.code.fixed[1];
          if (arity !== undefined && arity.spill === 0) {
            enter(arity.weight);
            const r = arity.body(f.captured, v, null, null, null);
            leave(arity.weight);
            return r;
          }
        }
        setSite(span);
        return call1(f, v);
      };
    case 2:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        const v = x!(p, a, b, c, d);
        const w = y!(p, a, b, c, d);
        if (f instanceof Fn && f.code.contract === null) {
          const arity = f.code.fixed[2];
          if (arity !== undefined && arity.spill === 0) {
            enter(arity.weight);
            const r = arity.body(f.captured, v, w, null, null);
            leave(arity.weight);
            return r;
          }
        }
        setSite(span);
        return call2(f, v, w);
      };
    case 3:
      return (p, a, b, c, d) => {
        const f = callee(p, a, b, c, d);
        const v = x!(p, a, b, c, d);
        const w = y!(p, a, b, c, d);
        const u = z!(p, a, b, c, d);
        if (f instanceof Fn && f.code.contract === null) {
          const arity = f.code.fixed[3];
          if (arity !== undefined && arity.spill === 0) {
            enter(arity.weight);
            const r = arity.body(f.captured, v, w, u, null);
            leave(arity.weight);
            return r;
          }
        }
        setSite(span);
        return call3(f, v, w, u);
      };
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
