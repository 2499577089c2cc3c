// A tree as source for the host's RegExp. Every class is written as explicit ranges and every anchor as Java defines it,
// so the only flag that matters is `u` (work on code points), and even that is left out when no set needs it.

import { type CharSet, complement } from "./charset.ts";
import { anyNode, nullable } from "./facts.ts";
import type { Node, Pattern, Place, RepeatNode } from "./node.ts";

const places: Record<Place, string> = {
  start: "^",
  end: "$",
  close: "(?:$|(?=(?:\\r\\n|[\\r\\u0085\\u2028\\u2029]|(?<!\\r)\\n)$))",
  // Java: never at the very end of the input, not even of an empty one
  lineStart: "(?:^|(?<=[\\n\\u0085\\u2028\\u2029]|\\r(?!\\n)))(?=[^])",
  lineEnd: "(?:$|(?=[\\r\\u0085\\u2028\\u2029]|(?<!\\r)\\n))",
  word: "\\b",
  notWord: "\\B",
};
const unixPlaces: Record<Place, string> = {
  ...places,
  close: "(?=\\n?$)",
  lineStart: "(?:^|(?<=\\n))(?=[^])",
  lineEnd: "(?:$|(?=\\n))",
};

export function translate(pattern: Pattern): string {
  return source(pattern.root);
}

/** Without `u` the host works on UTF-16 units: the same thing when no set holds half or all of a surrogate pair. */
export function needsCodePoints(pattern: Pattern): boolean {
  return (
    nullable(pattern.root) ||
    anyNode(pattern.root, (n) => n.kind === "set" && n.set.ranges.some((x, i) => i % 2 === 1 && x >= 0xd800))
  );
}

function source(node: Node): string {
  switch (node.kind) {
    case "empty":
      return "(?:)";
    case "set":
      return setSource(node.set);
    case "seq":
      return node.items.map((item) => (item.kind === "alt" ? `(?:${source(item)})` : source(item))).join("");
    case "alt":
      return node.items.map(source).join("|");
    case "group":
      return `(${source(node.body)})`;
    case "repeat":
      return repeatSource(node);
    case "place":
      return (node.unix ? unixPlaces : places)[node.place];
    case "look":
      return `(?${node.ahead ? "" : "<"}${node.negative ? "!" : "="}${source(node.body)})`;
    case "atomic":
    case "backref":
      throw new Error(`${node.kind} has no host form`); // the cost analysis refuses these first
    default:
      return node satisfies never;
  }
}

function repeatSource(node: RepeatNode): string {
  const body = node.body.kind === "set" || node.body.kind === "group" ? source(node.body) : `(?:${source(node.body)})`;
  const { min, max } = node;
  let count = `{${min},${max}}`;
  if (max === Number.POSITIVE_INFINITY) count = min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  else if (min === max) count = `{${min}}`;
  else if (min === 0 && max === 1) count = "?";
  // possessive loops get here only where giving back could not help: then they are greedy ones
  return body + count + (node.mode === "lazy" ? "?" : "");
}

function setSource(set: CharSet): string {
  if (set.isEmpty) return "[]";
  if (set.isAll) return "[^]";
  if (set.single >= 0) return character(set.single);
  const inverse = complement(set);
  return inverse.ranges.length < set.ranges.length ? `[^${rangesSource(inverse)}]` : `[${rangesSource(set)}]`;
}

function rangesSource(set: CharSet): string {
  let out = "";
  for (let i = 0; i < set.ranges.length; i += 2) {
    const lo = set.ranges[i]!;
    const hi = set.ranges[i + 1]!;
    out += lo === hi ? character(lo) : `${character(lo)}${hi === lo + 1 ? "" : "-"}${character(hi)}`;
  }
  return out;
}

function character(cp: number): string {
  if (cp > 0xffff) return `\\u{${cp.toString(16)}}`;
  const c = String.fromCharCode(cp);
  return /[A-Za-z0-9_ ,;:@#%&=<>"'!~]/.test(c) ? c : `\\u${cp.toString(16).padStart(4, "0")}`;
}
