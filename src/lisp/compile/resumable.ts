// Nodes whose operands may wait for a tool (ADR 0001). Each evaluates an operand, and when that returned a Suspension, pushes
// one frame saying how to go on and returns it; what stands in tail position needs nothing, because a Suspension passes
// through. Frames run once, so they may keep their state in variables of the activation.

import { chargeItems } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import type { Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";

const truthy = (v: Value): boolean => v !== null && v !== false;

export function resumableIf(test: Node, then: Node, otherwise: Node): Node {
  return (p, a, b, c, d) => {
    const t = test(p, a, b, c, d);
    if (t instanceof Suspension) return t.push((v) => (truthy(v) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d)));
    return truthy(t) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d);
  };
}

export function resumableAndOr(items: readonly Node[], and: boolean): Node {
  const last = items.length - 1;
  return (p, a, b, c, d) => {
    const from = (start: number): Value => {
      for (let i = start; i < last; i++) {
        const v = items[i]!(p, a, b, c, d);
        if (v instanceof Suspension) return v.push((w) => (truthy(w) !== and ? w : from(i + 1)));
        if (truthy(v) !== and) return v;
      }
      return items[last]!(p, a, b, c, d);
    };
    return from(0);
  };
}

export function resumableDo(body: readonly Node[]): Node {
  const last = body.length - 1;
  return (p, a, b, c, d) => {
    const from = (start: number): Value => {
      for (let i = start; i < last; i++) {
        const v = body[i]!(p, a, b, c, d);
        if (v instanceof Suspension) return v.push(() => from(i + 1));
      }
      return body[last]!(p, a, b, c, d);
    };
    return from(0);
  };
}

/** One binding in a register; `slot` is 0 to 3. */
export function resumableBind(slot: number, init: Node, rest: Node): Node {
  return (p, a, b, c, d) => {
    const v = init(p, a, b, c, d);
    const go = (w: Value): Value => {
      switch (slot) {
        case 0:
          return rest(p, w, b, c, d);
        case 1:
          return rest(p, a, w, c, d);
        case 2:
          return rest(p, a, b, w, d);
        default:
          return rest(p, a, b, c, w);
      }
    };
    return v instanceof Suspension ? v.push(go) : go(v);
  };
}

export function resumableBindSpilled(inits: readonly Node[], places: readonly number[], rest: Node): Node {
  return (p, a, b, c, d) => {
    const from = (start: number): Value => {
      for (let i = start; i < inits.length; i++) {
        const v = inits[i]!(p, a, b, c, d);
        if (v instanceof Suspension)
          return v.push((w) => {
            p[places[i]!] = w;
            return from(i + 1);
          });
        p[places[i]!] = v;
      }
      return rest(p, a, b, c, d);
    };
    return from(0);
  };
}

/**
 * Gathers operands in order, then runs `body`, in which they are holes: the compiled form of the expression itself over
 * operands that are read from the gathered values.
 */
export function gatherNode(parts: readonly Node[], body: Node): Node {
  const n = parts.length;
  return (p, a, b, c, d) => {
    chargeItems(n);
    const values: Value[] = new Array(n);
    const from = (start: number): Value => {
      for (let i = start; i < n; i++) {
        const v = parts[i]!(p, a, b, c, d);
        if (v instanceof Suspension)
          return v.push((w) => {
            values[i] = w;
            return from(i + 1);
          });
        values[i] = v;
      }
      return body(values, null, null, null, null);
    };
    return from(0);
  };
}
