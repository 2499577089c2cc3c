// The type of a special form's row, and small checks that rows share.

import type { Form, FormOf } from "../read/form.ts";
import type { Analysis, RecurTarget, Scope } from "./context.ts";
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

/** The binding vector at items[1], checked to be a vector of pairs. */
export function bindingPairs(a: Analysis, form: ListForm, shape: string): [Form, Form][] | null {
  const name = headName(form);
  const vector = form.items[1];
  if (vector === undefined || vector.kind !== "vector") {
    a.problem("invalid_form", vector?.span ?? form.span, `${name} needs a vector of bindings.`, `Write ${shape}.`);
    return null;
  }
  if (vector.items.length % 2 !== 0) {
    const last = vector.items[vector.items.length - 1]!;
    a.problem(
      "invalid_form",
      last.span,
      `${name} bindings come in pairs; the last one has no value.`,
      `Write ${shape}.`,
    );
    return null;
  }
  const pairs: [Form, Form][] = [];
  for (let i = 0; i < vector.items.length; i += 2) pairs.push([vector.items[i]!, vector.items[i + 1]!]);
  return pairs;
}

export function bindAll(a: Analysis, pairs: readonly [Form, Form][], scope: Scope): Binding[] {
  const out: Binding[] = [];
  for (const [pattern, init] of pairs) bindPattern(a, pattern, a.expr(init, scope, null), scope, out);
  return out;
}
