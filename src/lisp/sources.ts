// Which text a failure lies in. Functions outlive the turn that defined them, and the place of an error inside one is a
// place in that turn's text: the session keeps those texts, and finds the right one by the identity of the span.

import type { Problem } from "../base/problem.ts";
import { placeOf, type Span } from "../base/span.ts";
import type { Form } from "./read/form.ts";

export interface Source {
  readonly source: string;
  readonly forms: readonly Form[];
}

/** Texts of more turns than this, or of more UTF-16 units, are forgotten, oldest first. */
const mostTurns = 200;
const mostUnits = 1_000_000;

export class Sources {
  private kept: Source[] = [];
  private units = 0;

  keep(one: Source): void {
    this.kept.push(one);
    this.units += one.source.length;
    while (this.kept.length > mostTurns || (this.units > mostUnits && this.kept.length > 1))
      this.units -= this.kept.shift()!.source.length;
  }

  /** The earlier text a span belongs to. */
  holding(span: Span): Source | null {
    for (let i = this.kept.length - 1; i >= 0; i--) if (contains(this.kept[i]!.forms, span)) return this.kept[i]!;
    return null;
  }
}

/** Is this very span object the place of one of the forms? */
export function contains(forms: readonly Form[], span: Span): boolean {
  return forms.some(
    (f) =>
      f.span === span ||
      ("items" in f && contains(f.items, span)) ||
      ("form" in f && (f.form.span === span || contains([f.form], span))),
  );
}

/** A problem inside a function of an earlier turn, told from the place in the present program that led to it. */
export function seenFrom(problem: Problem, earlier: Source, now: Source): Problem {
  const around = earlier.forms.find((f) => f.span.start <= problem.span.start && problem.span.end <= f.span.end);
  const name = around?.kind === "list" && around.items[1]?.kind === "symbol" ? around.items[1].name : null;
  const { line, column } = placeOf(earlier.source, problem.span.start);
  const text = earlier.source.slice(problem.span.start, problem.span.end).replace(/\s+/g, " ");
  const where = `${name ?? "a function"}, defined in an earlier turn (line ${line}, column ${column})`;
  const use = name === null ? undefined : firstUse(now.forms, name);
  return {
    ...problem,
    message: `${problem.message} This happened in ${where}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`,
    span: use?.span ?? { start: 0, end: now.source.length },
  };
}

/** The innermost call, or the form itself, that mentions the name first. */
function firstUse(forms: readonly Form[], name: string): Form | undefined {
  for (const form of forms) {
    if (form.kind === "symbol" && form.name === name) return form;
    const inside =
      "items" in form ? firstUse(form.items, name) : "form" in form ? firstUse([form.form], name) : undefined;
    if (inside === undefined) continue;
    return form.kind === "list" && form.items[0] === inside ? form : inside;
  }
  return undefined;
}
