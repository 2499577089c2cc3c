// A problem is what went wrong, as data: a readable reason, words, a place and a next step. Every phase returns
// problems; only the doors (CLI, library callers) turn them into text, JSON or colour.

import type { Span } from "./span.ts";

export type Severity = "error" | "warning";

export interface Label {
  readonly span: Span;
  readonly text: string;
}

export interface Problem {
  /** PTC-Lisp's reason names (type_error, unbound_var, …): a model understands them unaided. */
  readonly reason: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** One next step, in the program's own terms. */
  readonly hint?: string;
  /** Other places that explain the problem, such as the opener of an unclosed form. */
  readonly others?: readonly Label[];
}
