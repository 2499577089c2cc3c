// if whose test compares registers: plain numbers are compared in place, for anything else the test itself is run. One
// closure per comparison and register, because choosing at run time costs as much as the call that is saved; registers c
// and d are rare enough in tests to go the long way.

import type { Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import type { Comparison } from "./operands.ts";

type Branch = (test: Node, then: Node, otherwise: Node, k: number) => Node;

function truthy(v: Value): boolean {
  return v !== null && v !== false;
}

const withNumber: Readonly<Record<Comparison["op"], readonly Branch[]>> = {
  "<": [
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof a === "number" ? a < k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof b === "number" ? b < k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
  ],
  ">": [
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof a === "number" ? a > k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof b === "number" ? b > k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
  ],
  "<=": [
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof a === "number" ? a <= k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof b === "number" ? b <= k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
  ],
  ">=": [
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof a === "number" ? a >= k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof b === "number" ? b >= k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
  ],
  "=": [
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof a === "number" ? a === k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
    (test, then, otherwise, k) => (p, a, b, c, d) =>
      (typeof b === "number" ? b === k : truthy(test(p, a, b, c, d))) ? then(p, a, b, c, d) : otherwise(p, a, b, c, d),
  ],
};

/** Of a with b. The other way round (< b a) is (> a b). */
const ofTwo: Readonly<Record<Comparison["op"], Branch>> = {
  "<": (test, then, otherwise) => (p, a, b, c, d) =>
    (typeof a === "number" && typeof b === "number" ? a < b : truthy(test(p, a, b, c, d)))
      ? then(p, a, b, c, d)
      : otherwise(p, a, b, c, d),
  ">": (test, then, otherwise) => (p, a, b, c, d) =>
    (typeof a === "number" && typeof b === "number" ? a > b : truthy(test(p, a, b, c, d)))
      ? then(p, a, b, c, d)
      : otherwise(p, a, b, c, d),
  "<=": (test, then, otherwise) => (p, a, b, c, d) =>
    (typeof a === "number" && typeof b === "number" ? a <= b : truthy(test(p, a, b, c, d)))
      ? then(p, a, b, c, d)
      : otherwise(p, a, b, c, d),
  ">=": (test, then, otherwise) => (p, a, b, c, d) =>
    (typeof a === "number" && typeof b === "number" ? a >= b : truthy(test(p, a, b, c, d)))
      ? then(p, a, b, c, d)
      : otherwise(p, a, b, c, d),
  "=": (test, then, otherwise) => (p, a, b, c, d) =>
    (typeof a === "number" && typeof b === "number" ? a === b : truthy(test(p, a, b, c, d)))
      ? then(p, a, b, c, d)
      : otherwise(p, a, b, c, d),
};

const turned = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=" } as const;

/** The node of an if whose test makes this comparison, or null when it gains nothing. */
export function comparedIfNode(comparison: Comparison, test: Node, then: Node, otherwise: Node): Node | null {
  const { op, left, right, bound } = comparison;
  if (right < 0) return withNumber[op][left]?.(test, then, otherwise, bound) ?? null;
  if (left === 0 && right === 1) return ofTwo[op](test, then, otherwise, 0);
  if (left === 1 && right === 0) return ofTwo[turned[op]](test, then, otherwise, 0);
  return null;
}
