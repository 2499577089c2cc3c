// Which forms have a body. The table follows the community's Clojure style: bodies are indented by two columns, the
// arguments of calls line up under the first, and forms that alternate (let, cond, case, assoc …) keep their pairs.

import { type Collection, isForm, type Node } from "./tree.ts";

export interface Style {
  /** "body": what follows the header is indented by two. "call": arguments line up under the first. */
  readonly indent: "body" | "call";
  /** Arguments that stay on the first line when the form is broken. */
  readonly header: number;
  /** After the header, forms come in pairs. */
  readonly pairs: boolean;
  /** The first argument is a vector of pairs. */
  readonly bindings: boolean;
  /** Every argument is part of the body, wherever it stands: definitions. */
  readonly inner: boolean;
}

const call: Style = { indent: "call", header: 1, pairs: false, bindings: false, inner: false };
const body = (header: number): Style => ({ ...call, indent: "body", header });
const pairs = (header: number): Style => ({ ...body(header), pairs: true });
const bindings: Style = { ...body(1), bindings: true };
const definition: Style = { ...body(1), inner: true };

const styles: ReadonlyMap<string, Style> = new Map([
  ...[
    "let",
    "loop",
    "for",
    "doseq",
    "dotimes",
    "if-let",
    "if-some",
    "when-let",
    "when-some",
    "when-first",
    "binding",
  ].map((name): [string, Style] => [name, bindings]),
  ...["if", "if-not", "when", "when-not", "while", "letfn"].map((name): [string, Style] => [name, body(1)]),
  ...["do", "comment", "try"].map((name): [string, Style] => [name, body(0)]),
  ["as->", body(2)],
  ["cond", pairs(0)],
  ["case", pairs(1)],
  ["cond->", pairs(1)],
  ["cond->>", pairs(1)],
  ["condp", pairs(2)],
  ["assoc", { ...call, pairs: true }],
  ["hash-map", { ...call, header: 0, pairs: true }],
  ["fn", { ...definition, header: 0 }],
]);

/** Null for a collection that is not a call: data, a parameter vector, one arity of a function. */
export function styleOf(node: Collection): Style | null {
  const head = node.children[0];
  if (!node.open.endsWith("(") || head?.kind !== "atom") return null;
  if (/^(?:["\\0-9]|#"|##|[+-][0-9])/.test(head.text)) return null;
  const style = styles.get(head.text);
  if (style === undefined) return head.text.startsWith("def") ? withParameters(definition, node) : call;
  return style.inner ? withParameters(style, node) : style;
}

/** The parameters of a function stay on its first line when they follow its name directly. */
function withParameters(style: Style, node: Collection): Style {
  const args = node.children.slice(1).filter(isForm);
  const named = style.header === 1 || args[0]?.kind === "atom";
  const header = named ? 1 : 0;
  return { ...style, header: isVector(args[header]) ? header + 1 : header };
}

function isVector(node: Node | undefined): boolean {
  return node?.kind === "collection" && node.open === "[";
}
