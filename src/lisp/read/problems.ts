// Collects what is wrong with a text. Every problem of the reader is a parse_error; a text of nothing but mistakes must
// not cost more than a good one, so only the first fifty are kept.

import type { Label, Problem } from "../../base/problem.ts";
import { placeOf, type Span } from "../../base/span.ts";

const most = 50;

export class ProblemList {
  private readonly kept: Problem[] = [];

  constructor(readonly source: string) {}

  get full(): boolean {
    return this.kept.length >= most;
  }

  /** An empty list over the same text, for an attempt that may be given up. */
  fork(): ProblemList {
    return new ProblemList(this.source);
  }

  take(other: ProblemList): void {
    if (other.kept.length > 0) this.kept.push(...other.kept.slice(0, most - this.kept.length));
  }

  add(span: Span, message: string, hint: string, others?: readonly Label[]): void {
    if (this.full) return;
    const problem: Problem = { reason: "parse_error", severity: "error", message, span, hint };
    this.kept.push(others === undefined || others.length === 0 ? problem : { ...problem, others });
  }

  /** A problem that ends the reading: kept in any case. */
  addLast(span: Span, message: string, hint: string): void {
    if (this.full) this.kept.pop();
    this.add(span, message, hint);
  }

  /** "line 3, column 7" */
  place(offset: number): string {
    const { line, column } = placeOf(this.source, offset);
    return `line ${line}, column ${column}`;
  }

  inOrder(): Problem[] {
    return this.kept.length === 0 ? [] : [...this.kept].sort((a, b) => a.span.start - b.span.start);
  }
}

/** Text of the program shown inside a message: in backticks, never long. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const cut = line.length <= 40 ? line : `${line.slice(0, 39)}…`;
  return cut.includes("`") ? `"${cut}"` : `\`${cut}\``;
}
