// Nodes that choose what runs next: if, cond, case, and, or, do. Only nil and false are falsy.

import type { Span } from "../../base/span.ts";
import { fault } from "../fault.ts";
import { setSite } from "../meter.ts";
import { equal } from "../values/equality.ts";
import type { Node } from "../values/fn.ts";
import { printReadable } from "../values/print.ts";
import { Keyword, type Value } from "../values/value.ts";
import { comparedIfNode } from "./branches.ts";
import { comparisonOf } from "./operands.ts";

export function ifNode(test: Node, then: Node, otherwise: Node): Node {
  const comparison = comparisonOf(test);
  const compared = comparison === undefined ? null : comparedIfNode(comparison, test, then, otherwise);
  if (compared !== null) return compared;
  return (p, a, b, c, d) => {
    const t = test(p, a, b, c, d);
    return t !== null && t !== false ? then(p, a, b, c, d) : otherwise(p, a, b, c, d);
  };
}

export function andOrNode(items: readonly Node[], and: boolean): Node {
  const [x, y] = items;
  if (items.length === 2)
    return and
      ? (p, a, b, c, d) => {
          const v = x!(p, a, b, c, d);
          return v === null || v === false ? v : y!(p, a, b, c, d);
        }
      : (p, a, b, c, d) => {
          const v = x!(p, a, b, c, d);
          return v === null || v === false ? y!(p, a, b, c, d) : v;
        };
  const last = items.length - 1;
  return (p, a, b, c, d) => {
    for (let i = 0; i < last; i++) {
      const v = items[i]!(p, a, b, c, d);
      if ((v === null || v === false) === and) return v;
    }
    return items[last]!(p, a, b, c, d);
  };
}

export function doNode(body: readonly Node[]): Node {
  const last = body.length - 1;
  if (last < 0) return () => null;
  if (last === 0) return body[0]!;
  return (p, a, b, c, d) => {
    for (let i = 0; i < last; i++) body[i]!(p, a, b, c, d);
    return body[last]!(p, a, b, c, d);
  };
}

export function condNode(tests: readonly Node[], bodies: readonly Node[], otherwise: Node): Node {
  if (tests.length <= 3) return tests.reduceRight<Node>((rest, test, i) => ifNode(test, bodies[i]!, rest), otherwise);
  return (p, a, b, c, d) => {
    for (let i = 0; i < tests.length; i++) {
      const t = tests[i]!(p, a, b, c, d);
      if (t !== null && t !== false) return bodies[i]!(p, a, b, c, d);
    }
    return otherwise(p, a, b, c, d);
  };
}

/** `keys[i]` chooses `bodies[i]`; identity finds scalars and keywords, equality the rest. */
export function caseNode(
  subject: Node,
  keys: readonly Value[],
  bodies: readonly Node[],
  otherwise: Node | null,
  span: Span,
): Node {
  const simple = new Map<Value, Node>();
  keys.forEach((key, i) => {
    if (key === null || typeof key !== "object" || key instanceof Keyword) simple.set(key, bodies[i]!);
  });
  return (p, a, b, c, d) => {
    const v = subject(p, a, b, c, d);
    const hit = simple.get(v);
    if (hit !== undefined) return hit(p, a, b, c, d);
    if (v !== null && typeof v === "object" && !(v instanceof Keyword)) {
      for (let i = 0; i < keys.length; i++) if (equal(keys[i] as Value, v)) return bodies[i]!(p, a, b, c, d);
    }
    if (otherwise !== null) return otherwise(p, a, b, c, d);
    setSite(span);
    fault("runtime_error", `No clause matches ${short(v)}.`, "Add a default as the last form: (case x … default).");
  };
}

function short(v: Value): string {
  const text = printReadable(v);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
