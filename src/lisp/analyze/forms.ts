// The type of a special form's row, and small checks that rows share.

import type { Form, FormOf } from "../read/form.ts";
import { type Analysis, formWords, type RecurTarget, type Scope } from "./context.ts";
import { bindPattern } from "./destructure.ts";
import type { Binding, Expr } from "./expr.ts";

export type ListForm = FormOf<"list">;

export interface SpecialForm {
  /** One string per shape: "test then else?", "bindings & body". */
  readonly params: readonly [string, ...string[]];
  readonly doc: string;
  readonly group: string;
  readonly examples: readonly [
    { readonly code: string; readonly gives: string },
    ...{ readonly code: string; readonly gives: string }[],
  ];
  readonly clojure: "same" | "ptc-only" | { readonly differs: string };
  readonly analyze: (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null) => Expr;
}

export type SpecialForms = Readonly<Record<string, SpecialForm>>;

export function nil(form: Form): Expr {
  return { op: "const", value: null, span: form.span };
}

export function headName(form: ListForm): string {
  const head = form.items[0];
  return head?.kind === "symbol" ? head.name : "this form";
}

/** Reports a shape error with the form's call shape as the hint. */
export function badShape(a: Analysis, form: ListForm, message: string, shape: string): Expr {
  return a.problem("invalid_arity", form.span, message, `Write ${shape}.`);
}

/** The bindings at items[1]. Wrong shapes are reported and still bind their names, so that the body makes sense. */
export function bindingPairs(a: Analysis, form: ListForm): [Form, Form][] {
  const name = headName(form);
  const vector = form.items[1];
  if (vector?.kind !== "vector") {
    const names = vector === undefined ? [] : namesIn(vector);
    const shape = names.length === 0 ? "name value" : names.map((n) => `${n.name} value`).join(" ");
    a.problem(
      "invalid_form",
      vector?.span ?? form.span,
      `${name} needs a vector of bindings.`,
      `Write (${name} [${shape}] body).`,
    );
    return names.map((n) => [n, nilAt(n)]);
  }
  const items = withoutEquals(a, name, vector);
  if (items.length % 2 !== 0) {
    const last = items[items.length - 1]!;
    a.problem(
      "invalid_form",
      last.span,
      `${name} bindings come in pairs of name and value; ${formWords(last)} has no value.`,
      last.kind === "symbol" ? `Write [… ${last.name} value].` : `Write (${name} [name value] body).`,
    );
    items.push(nilAt(last));
  }
  const pairs: [Form, Form][] = [];
  for (let i = 0; i < items.length; i += 2) pairs.push([items[i]!, items[i + 1]!]);
  return pairs;
}

/** [x = 5]: the habit of other languages, reported once and read as [x 5]. */
function withoutEquals(a: Analysis, name: string, vector: FormOf<"vector">): Form[] {
  const isEquals = (f: Form | undefined) =>
    f?.kind === "symbol" && (f.name === "=" || f.name === ":=" || f.name === "<-");
  const [first, second] = vector.items;
  if (first?.kind !== "symbol" || !isEquals(second)) return [...vector.items];
  a.problem(
    "invalid_form",
    second!.span,
    `${name} bindings have no = between name and value.`,
    `Write (${name} [${first.name} value] body).`,
  );
  return vector.items.filter((f) => !isEquals(f));
}

/** The plain names of a form that should have been a binding vector: x, (x 1), ((x 1) (y 2)). */
function namesIn(form: Form): FormOf<"symbol">[] {
  if (form.kind === "symbol") return [form];
  if (form.kind !== "list" && form.kind !== "map") return [];
  return form.items.every((f) => f.kind === "list" || f.kind === "vector")
    ? form.items.flatMap((f) => ("items" in f && f.items[0]?.kind === "symbol" ? [f.items[0]] : []))
    : form.items.flatMap((f, i) => (i % 2 === 0 && f.kind === "symbol" ? [f] : []));
}

function nilAt(form: Form): Form {
  return { kind: "nil", span: form.span };
}

export function bindAll(a: Analysis, pairs: readonly [Form, Form][], scope: Scope): Binding[] {
  const out: Binding[] = [];
  for (const [pattern, init] of pairs) {
    // [1 x]: name and value are swapped, so the name is no use of something undefined.
    const swapped = init.kind === "symbol" && (pattern.kind === "number" || pattern.kind === "nil");
    bindPattern(
      a,
      pattern,
      swapped ? { op: "const", value: null, span: init.span } : a.expr(init, scope, null),
      scope,
      out,
    );
    if (swapped && scope.find(init.name) === undefined) scope.bind(init.name);
  }
  return out;
}
