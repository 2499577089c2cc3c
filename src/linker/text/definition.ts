// A top-level definition of a text: its name, its place with the comments that belong to it, what it promises and how it
// may be called. A function with a :signature is a tool; all else are private helpers.

import type { Span } from "../../base/span.ts";
import type { Expr, FnExpr } from "../../lisp/analyze/expr.ts";
import type { Form, FormOf } from "../../lisp/read/form.ts";

export interface Definition {
  readonly name: string;
  readonly kind: "function" | "value";
  readonly span: Span;
  readonly nameSpan: Span;
  /** The form with the comment lines right above it and a comment after it on its last line. */
  readonly chunk: Span;
  readonly doc: string | null;
  readonly signature: string | null;
  /** The options map of a defn, as written. */
  readonly options: FormOf<"map"> | null;
  /** Numbers of arguments it can be called with; null when it is no function that we see. */
  readonly takes: readonly { readonly least: number; readonly most: number }[] | null;
  /** Parameter names of its first form, as far as they are plain names. */
  readonly params: readonly string[];
}

export interface TopLevel {
  readonly form: Form;
  readonly expr: Expr | undefined;
  readonly definition: Definition | null;
}

/** Null when the form defines nothing. `before` is where the form before it ends. */
export function definitionOf(text: string, form: Form, expr: Expr, before: number): Definition | null {
  if (expr.op !== "def" || form.kind !== "list") return null;
  const name = form.items[1];
  if (name?.kind !== "symbol") return null;
  const fn = expr.init?.op === "fn" ? expr.init.fn : null;
  return {
    name: name.name,
    kind: fn === null ? "value" : "function",
    span: form.span,
    nameSpan: name.span,
    chunk: chunkOf(text, form.span, before),
    doc: fn?.doc ?? null,
    signature: fn?.signature ?? null,
    options: optionsOf(form),
    takes: fn === null ? null : fn.arities.map(argumentsOf),
    params: (fn?.params[0] ?? "").split(" ").filter((p) => p !== ""),
  };
}

function argumentsOf(arity: FnExpr["arities"][number]): { least: number; most: number } {
  const count = arity.params.length;
  return arity.variadic ? { least: count - 1, most: Number.POSITIVE_INFINITY } : { least: count, most: count };
}

/** The map after the name or after the doc text, when more follows. */
function optionsOf(form: FormOf<"list">): FormOf<"map"> | null {
  const rest = form.items.slice(2);
  const after = rest[0]?.kind === "string" ? rest.slice(1) : rest;
  return after[0]?.kind === "map" && after.length > 1 ? after[0] : null;
}

function chunkOf(text: string, form: Span, before: number): Span {
  return { start: commentsAbove(text, form.start, before), end: commentAfter(text, form.end) };
}

/** Where the unbroken block of comment lines above a form starts. */
function commentsAbove(text: string, start: number, before: number): number {
  let first = start;
  let line = text.lastIndexOf("\n", start - 1);
  if (text.slice(line + 1, start).trim() !== "") return start;
  while (line >= before) {
    const previous = line === 0 ? -1 : text.lastIndexOf("\n", line - 1);
    const begin = Math.max(previous + 1, before);
    const content = text.slice(begin, line).trim();
    if (!content.startsWith(";") || begin < before || (previous < before && before > 0)) break;
    first = begin + text.slice(begin, line).search(/\S/);
    line = previous;
  }
  return first;
}

function commentAfter(text: string, end: number): number {
  const rest = /^[ \t,]*;[^\n\r]*/.exec(text.slice(end, end + 500));
  return rest === null ? end : end + rest[0].trimEnd().length;
}
