// A problem is what went wrong, as data: a readable reason, words, a place and a next step. Every phase returns
// problems; only the doors (CLI, library callers) turn them into text, JSON or colour.

import type { Span } from "./span.ts";

export type Severity = "error" | "warning";

export interface Label {
  readonly span: Span;
  readonly text: string;
}

const MOST_WORD = 120;
const MOST_TEXT = 2_000;

/** Words fit to be shown: a program's own names stand in them, and those may be of any length. */
export function shortened(text: string): string {
  if (text.length <= MOST_WORD) return text;
  const words = text.replace(/\S{121,}/g, (word) => `${cut(word, MOST_WORD)}…`);
  return words.length <= MOST_TEXT ? words : `${cut(words, MOST_TEXT)} …`;
}

/** Not through the middle of a surrogate pair. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** The same problem in words fit to be shown. */
export function brief(p: Problem): Problem {
  return { ...p, message: shortened(p.message), ...(p.hint === undefined ? {} : { hint: shortened(p.hint) }) };
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
