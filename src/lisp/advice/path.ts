// Where a problem stands among the forms of its program: the forms around it, and the text of each.

import type { Span } from "../../base/span.ts";
import type { Form, FormOf } from "../read/form.ts";

export interface Step {
  readonly form: Form;
  readonly siblings: readonly Form[];
  readonly index: number;
}

/** From the outermost form to the innermost that holds the span; empty when the span is outside all forms. */
export function pathTo(forms: readonly Form[], span: Span): readonly Step[] {
  const path: Step[] = [];
  let siblings = forms;
  for (;;) {
    const index = siblings.findIndex((f) => holds(f.span, span));
    const form = siblings[index];
    if (form === undefined) return path;
    path.push({ form, siblings, index });
    siblings = "items" in form ? form.items : "form" in form ? [form.form] : [];
  }
}

export function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The innermost ( ) or #( ) of a path: the call a problem is about. */
export function callIn(path: readonly Step[]): FormOf<"list" | "short-fn"> | undefined {
  for (let i = path.length - 1; i >= 0; i--) {
    const { form } = path[i]!;
    if (form.kind === "list" || form.kind === "short-fn") return form;
  }
  return undefined;
}

export function symbolName(form: Form | undefined): string | null {
  return form?.kind === "symbol" ? form.name : null;
}

/** The text of a form on one line, never long. */
export function textOf(form: Form, source: string, most = 48): string {
  const text = source.slice(form.span.start, form.span.end).replace(/\s+/g, " ");
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Are two forms written without anything between them, as in f(x) and xs[0]? */
export function areGlued(first: Form | undefined, second: Form | undefined): boolean {
  return first !== undefined && second !== undefined && first.span.end === second.span.start;
}

/** A step of -> or ->> has an argument that is not written in it. */
export function isThreaded(call: Form, path: readonly Step[]): boolean {
  const step = path.find((s) => s.form === call);
  return step !== undefined && /->/.test(symbolName(step.siblings[0]) ?? "") && step.index >= 2;
}
