// All that can be said of a program without running it: read, analysed, and every problem given a second look. Running
// and checking both start here, so they never disagree.

import { brief, type Problem } from "../base/problem.ts";
import type { Span } from "../base/span.ts";
import { secondLook } from "./advice/second-look.ts";
import { analyze, type Known, type Program } from "./analyze/analyze.ts";
import type { Limits } from "./limits.ts";
import type { Form } from "./read/form.ts";
import { readProgram } from "./read/reader.ts";

export interface Examined {
  readonly program: Program;
  readonly forms: readonly Form[];
  /** In the order of the text; a program with problems is not run. */
  readonly problems: readonly Problem[];
}

export interface Surroundings extends Known {
  /** Names of the data the host gave; null when it gave none. */
  readonly data: readonly string[] | null;
}

export function examine(source: string, limits: Limits, known: Surroundings): Examined {
  const { forms, problems: unread } = readProgram(source, limits);
  const { program, problems: analysed } = analyze(forms, known);
  const found = unread.length === 0 ? analysed : [...unread, ...analysed.filter((p) => isApart(p.span, forms, unread))];
  const problems = secondLook(found, { source, forms, data: known.data }).map(brief);
  return { program, forms, problems };
}

/** Is this in a top-level form that was read without a problem? Inside broken text later problems are mere echoes. */
function isApart(span: Span, forms: readonly Form[], unread: readonly Problem[]): boolean {
  const around = forms.find((f) => f.span.start <= span.start && span.end <= f.span.end)?.span ?? span;
  return unread.every((p) => p.span.end <= around.start || around.end <= p.span.start);
}
