// The builtins programs call most, with their usual case written into the node. Whatever is not the usual case goes to the
// row's own function, so that there is one definition of what a builtin does.

import type { Span } from "../../base/span.ts";
import { assocAt } from "../associative/associate.ts";
import type { Builtin } from "../builtins/table.ts";
import { setSite } from "../meter.ts";
import { conjOne } from "../sequences/build.ts";
import { lookup } from "../values/access.ts";
import type { Node } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { add, mod, mul, sub } from "../values/numbers.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { keywordCallNode } from "./keyword-call.ts";
import { constantOf, NODE, operand, placeOf } from "./operands.ts";

/** The node of a call of the builtin `name`, or null when it has none of its own. */
export function builtinNode(name: string, row: Builtin, args: readonly Node[], span: Span): Node | null {
  const [x, y, z] = args;
  switch (args.length) {
    case 0:
      return null;
    case 1:
      return row.run1 === undefined ? null : oneArgument(name, x!, row.run1, span);
    case 2:
      return row.run2 === undefined ? null : twoArguments(name, x!, y!, row.run2, span);
    case 3:
      if (name === "assoc") return assocNode(x!, y!, z!, span);
      if (name === "get") return getOrNode(x!, y!, z!, span);
      return null;
    default:
      if (name === "+") return sumNode(args, span);
      if (name === "*") return foldNode(args, mul, span);
      if (name === "-") return foldNode(args, sub, span);
      return null;
  }
}

type Run1 = (v: Value) => Value;
type Run2 = (v: Value, w: Value) => Value;

function oneArgument(name: string, x: Node, run: Run1, span: Span): Node | null {
  const i = placeOf(x);
  switch (name) {
    case "count":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        if (v instanceof Vec) return v.length;
        if (v instanceof PMap) return v.size;
        setSite(span);
        return run(v);
      };
    case "first":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        if (v instanceof Vec) return v.length > 0 ? v.at(0) : null;
        setSite(span);
        return run(v);
      };
    case "empty?":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        if (v instanceof Vec) return v.length === 0;
        setSite(span);
        return run(v);
      };
    case "zero?":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        return typeof v === "number" ? v === 0 : run(v);
      };
    case "pos?":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        return typeof v === "number" ? v > 0 : run(v);
      };
    case "even?":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        return typeof v === "number" ? v % 2 === 0 : run(v);
      };
    default:
      return null;
  }
}

function twoArguments(name: string, x: Node, y: Node, run: Run2, span: Span): Node | null {
  const i = placeOf(x);
  const j = placeOf(y);
  switch (name) {
    case "nth":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        const w = operand(j, y, p, a, b, c, d);
        if (v instanceof Vec && typeof w === "number" && w >= 0 && w < v.length && Number.isInteger(w)) return v.at(w);
        setSite(span);
        return run(v, w);
      };
    case "get":
      return getNode(x, y, run, span);
    case "mod":
      return modNode(x, y, span);
    case "conj":
      return (p, a, b, c, d) => {
        const v = operand(i, x, p, a, b, c, d);
        const w = operand(j, y, p, a, b, c, d);
        setSite(span);
        return conjOne(v, w);
      };
    default:
      return null;
  }
}

function getNode(x: Node, y: Node, run: Run2, span: Span): Node {
  const key = constantOf(y);
  if (key instanceof Keyword) return keywordCallNode(key, x, null);
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    setSite(span);
    const found = lookup(v, w);
    // A keyword before a map is refused there.
    return found !== undefined ? found : v instanceof Keyword ? run(v, w) : null;
  };
}

function getOrNode(x: Node, y: Node, z: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    const otherwise = z(p, a, b, c, d);
    setSite(span);
    const found = lookup(v, w);
    return found === undefined ? otherwise : found;
  };
}

function modNode(x: Node, y: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  const k = constantOf(y);
  // Within 32 bits the host divides integers; beyond, it would divide floats, which takes three times as long.
  if (typeof k === "number" && (k | 0) === k && k > 0)
    return (p, a, b, c, d) => {
      const v = operand(i, x, p, a, b, c, d);
      if (typeof v === "number" && (v | 0) === v && v >= 0) return (v | 0) % k;
      setSite(span);
      return mod(v, k);
    };
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    setSite(span);
    return mod(v, w);
  };
}

function assocNode(x: Node, y: Node, z: Node, span: Span): Node {
  const i = placeOf(x);
  const j = placeOf(y);
  const k = placeOf(z);
  return (p, a, b, c, d) => {
    const v = operand(i, x, p, a, b, c, d);
    const w = operand(j, y, p, a, b, c, d);
    const u = operand(k, z, p, a, b, c, d);
    setSite(span);
    return assocAt(v, w, u, "assoc");
  };
}

/**
 * (+ a b c d …), by far the commonest of the folds. A call evaluates all its arguments before it adds the first two; when
 * at most one of them takes more than reading a local, that one can be evaluated first and no array is needed.
 */
function sumNode(args: readonly Node[], span: Span): Node {
  const n = args.length;
  const places = args.map(placeOf);
  const computed = places.indexOf(NODE);
  if (places.lastIndexOf(NODE) !== computed) return foldNode(args, add, span);
  const first = computed === -1 ? null : args[computed]!;
  return (p, a, b, c, d) => {
    const value = first === null ? null : first(p, a, b, c, d);
    setSite(span);
    let r = computed === 0 ? value : operand(places[0]!, args[0]!, p, a, b, c, d);
    for (let i = 1; i < n; i++) {
      const w = i === computed ? value : operand(places[i]!, args[i]!, p, a, b, c, d);
      // Small integers cannot overflow; add sees to all else.
      r = typeof r === "number" && typeof w === "number" && (r | 0) === r && (w | 0) === w ? r + w : add(r, w);
    }
    return r;
  };
}

/** (* a b c …) and (- a b c …). Like any call it evaluates all arguments before it adds the first two. */
function foldNode(args: readonly Node[], op: Run2, span: Span): Node {
  const n = args.length;
  const places = args.map(placeOf);
  return (p, a, b, c, d) => {
    const values: Value[] = new Array(n);
    for (let i = 0; i < n; i++) values[i] = operand(places[i]!, args[i]!, p, a, b, c, d);
    setSite(span);
    let r = values[0] as Value;
    for (let i = 1; i < n; i++) r = op(r, values[i] as Value);
    return r;
  };
}
