// The words for brackets that do not match. Places cost a walk through the text, so nothing is worded once the list of
// problems is full.

import type { IToken } from "chevrotain";
import type { Label } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import { missedEnd } from "./layout.ts";
import type { ProblemList } from "./problems.ts";
import { closingText } from "./roles.ts";
import { endOf } from "./tokens.ts";

function spanOf(t: IToken): Span {
  return { start: t.startOffset, end: endOf(t) };
}

export type Remedy = "add" | "replace" | "remove";

export interface WrongCloser {
  readonly found: IToken;
  /** What it should have closed. */
  readonly open: IToken;
  readonly remedy: Remedy;
  readonly tokens: readonly IToken[];
}

export function tellWrongCloser({ found, open, remedy, tokens }: WrongCloser, problems: ProblemList): void {
  if (problems.full) return;
  const expected = closingText(open);
  // By the indentation of what follows, the bracket is missing at the end of an earlier line.
  const missed = remedy === "add" ? missedEnd(problems.source, tokens, open.startOffset, found.startOffset) : null;
  const hint = {
    add:
      missed?.opener === open
        ? `Add \`${expected}\` at the end of line ${missed.line - 1}: by its indentation line ${missed.line} is outside the \`${open.image}\`.`
        : `Add \`${expected}\` before this \`${found.image}\`.`,
    replace: `Replace this \`${found.image}\` with \`${expected}\`.`,
    remove: `Remove this \`${found.image}\`, or add the opening bracket it belongs to.`,
  }[remedy];
  problems.add(
    spanOf(found),
    `Expected \`${expected}\` to close the \`${open.image}\` at ${problems.place(open.startOffset)}, but found \`${found.image}\` at ${problems.place(found.startOffset)}.`,
    hint,
    [{ span: spanOf(open), text: "opened here" }],
  );
}

/** Closers met one after the other while nothing is open. */
export function tellSurplus(run: readonly IToken[], problems: ProblemList): void {
  const first = run[0];
  const last = run[run.length - 1];
  if (first === undefined || last === undefined || problems.full) return;
  const where = problems.place(first.startOffset);
  const text = run.slice(0, 20).map((t) => t.image);
  problems.add(
    { start: first.startOffset, end: endOf(last) },
    run.length === 1
      ? `Surplus \`${first.image}\` at ${where}: nothing is open here.`
      : `${run.length} surplus closers \`${text.join("")}${run.length > 20 ? "…" : ""}\` at ${where}: nothing is open here.`,
    run.length === 1
      ? "Remove it, or add the opening bracket it belongs to."
      : "Remove them, or add the opening brackets they belong to.",
  );
}

export interface Unclosed {
  /** Outermost first. */
  readonly open: readonly IToken[];
  readonly tokens: readonly IToken[];
  /** Where the text ends, or where a new definition shows that the forms should have ended. */
  readonly at: Span;
  readonly atDefinition: boolean;
}

export function tellUnclosed({ open, tokens, at, atDefinition }: Unclosed, problems: ProblemList): void {
  const first = open[0];
  if (first === undefined || problems.full) return;
  const missing = open.map(closingText).reverse().join("");
  const others: Label[] = open.slice(1, 4).map((t) => ({ span: spanOf(t), text: "this one is not closed either" }));
  let hint = `Add \`${missing}\` ${atDefinition ? "before the next definition" : "at the end"}.`;
  const missed = missedEnd(problems.source, tokens, first.startOffset, at.start);
  if (missed !== null && missed.opener !== first) {
    const place = problems.place(missed.opener.startOffset);
    others.push({ span: spanOf(missed.opener), text: "by its indentation this form should have ended earlier" });
    hint = `Add \`${closingText(missed.opener)}\` to end the form opened at ${place}: by its indentation it ends before line ${missed.line}.`;
  }
  others.push({
    span: at,
    text: `${atDefinition ? "a definition starts" : "the program ends"} here; missing: ${missing}`,
  });
  problems.add(
    spanOf(first),
    `The \`${first.image}\` at ${problems.place(first.startOffset)} is never closed.`,
    hint,
    others,
  );
}
