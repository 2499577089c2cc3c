// Arithmetic and comparison of two plain numbers, written into the node; whole floats, big integers, overflow and
// everything that is not a number go to numbers.ts. The tests are those of ADR 0003.

import type { Span } from "../../base/span.ts";
import { setSite } from "../meter.ts";
import { equal } from "../values/equality.ts";
import type { Node } from "../values/fn.ts";
import { add, dec, greater, greaterOrEqual, inc, less, lessOrEqual, mul, sub, wide } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { addsStep, compares, constantOf, operand, placeOf } from "./operands.ts";

/** The node of a two-argument call of `name`, or null when it is none of the functions here. */
export function binaryNode(name: string, x: Node, y: Node, span: Span): Node | null {
  switch (name) {
    case "+":
      return plusNode(x, y, span);
    case "-":
      return minusNode(x, y, span);
    case "*":
      return times(x, y, span);
    case "<":
      return compares(lessNode(x, y, span), "<", x, y);
    case ">":
      return compares(greaterNode(x, y, span), ">", x, y);
    case "<=":
      return compares(lessOrEqualNode(x, y, span), "<=", x, y);
    case ">=":
      return compares(greaterOrEqualNode(x, y, span), ">=", x, y);
    case "=":
      return compares(equalNode(x, y, span), "=", x, y);
    default:
      return null;
  }
}

export function unaryNode(name: string, x: Node, span: Span): Node | null {
  switch (name) {
    case "inc":
      return addsStep(plusOne(x, span), x, 1);
    case "dec":
      return addsStep(minusOne(x, span), x, -1);
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

function isWhole(v: Value | undefined): v is number {
  return typeof v === "number" && Number.isInteger(v);
}

function plusNode(x: Node, y: Node, span: Span): Node {
  const w = constantOf(y);
  return isWhole(w) ? addsStep(plusConstant(x, w, span), x, w) : plus(x, y, span);
}

function minusNode(x: Node, y: Node, span: Span): Node {
  const w = constantOf(y);
  return isWhole(w) ? addsStep(minusConstant(x, w, span), x, -w) : minus(x, y, span);
}

function plus(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") {
      const r = v + w;
      if (Number.isSafeInteger(r)) {
        if (Number.isInteger(v) && Number.isInteger(w)) return r;
      } else if (!Number.isInteger(r)) return wide(r);
    }
    setSite(span);
    return add(v, w);
  };
}

function plusConstant(x: Node, w: number, span: Span): Node {
  const i = placeOf(x);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    if (typeof v === "number" && Number.isInteger(v)) {
      const r = v + w;
      if (Number.isSafeInteger(r)) return r;
    }
    setSite(span);
    return add(v, w);
  };
}

function minus(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") {
      const r = v - w;
      if (Number.isSafeInteger(r)) {
        if (Number.isInteger(v) && Number.isInteger(w)) return r;
      } else if (!Number.isInteger(r)) return wide(r);
    }
    setSite(span);
    return sub(v, w);
  };
}

function minusConstant(x: Node, w: number, span: Span): Node {
  const i = placeOf(x);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    if (typeof v === "number" && Number.isInteger(v)) {
      const r = v - w;
      if (Number.isSafeInteger(r)) return r;
    }
    setSite(span);
    return sub(v, w);
  };
}

function times(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") {
      const r = v * w;
      // `+ 0` turns an integer -0 into 0.
      if (Number.isSafeInteger(r)) {
        if (Number.isInteger(v) && Number.isInteger(w)) return wide(r + 0);
      } else if (!Number.isInteger(r)) return wide(r);
    }
    setSite(span);
    return mul(v, w);
  };
}

function plusOne(x: Node, span: Span): Node {
  const i = placeOf(x);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    if (typeof v === "number" && Number.isInteger(v) && v < Number.MAX_SAFE_INTEGER) return v + 1;
    setSite(span);
    return inc(v);
  };
}

function minusOne(x: Node, span: Span): Node {
  const i = placeOf(x);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    if (typeof v === "number" && Number.isInteger(v) && v > Number.MIN_SAFE_INTEGER) return v - 1;
    setSite(span);
    return dec(v);
  };
}

function lessNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  const k = constantOf(y);
  if (typeof k === "number")
    return (p, a, b, c, d) => {
      const v = operand(i, x, p, a, b, c, d);
      if (typeof v === "number") return v < k;
      setSite(span);
      return less(v, k);
    };
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") return v < w;
    setSite(span);
    return less(v, w);
  };
}

function greaterNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  const k = constantOf(y);
  if (typeof k === "number")
    return (p, a, b, c, d) => {
      const v = operand(i, x, p, a, b, c, d);
      if (typeof v === "number") return v > k;
      setSite(span);
      return greater(v, k);
    };
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") return v > w;
    setSite(span);
    return greater(v, w);
  };
}

function lessOrEqualNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") return v <= w;
    setSite(span);
    return lessOrEqual(v, w);
  };
}

function greaterOrEqualNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") return v >= w;
    setSite(span);
    return greaterOrEqual(v, w);
  };
}

function equalNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  const k = constantOf(y);
  // Strings, numbers and keywords the program names: identity answers yes at once.
  if (k !== undefined)
    return (p, a, b, c, d) => {
      const v = operand(i, x, p, a, b, c, d);
      if (v === k) return true;
      setSite(span);
      return equal(v, k);
    };
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    if (typeof v === "number" && typeof w === "number") return v === w;
    setSite(span);
    return equal(v, w);
  };
}
