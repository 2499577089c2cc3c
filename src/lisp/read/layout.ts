// What the layout of a program says about where its forms were meant to end. Programs are nearly always indented
// rightly even when a bracket is missing, so a line that starts left of an open form shows where that form should end.

import type { IToken } from "chevrotain";
import { Role, roleOf } from "./roles.ts";
import * as T from "./tokens.ts";

/** Is this `(` at the left margin the start of a definition? */
export function startsDefinition(source: string, open: IToken, next: IToken | undefined): boolean {
  if (open.tokenType !== T.OpenParen || next === undefined || !next.image.startsWith("def")) return false;
  return open.startOffset === 0 || source[open.startOffset - 1] === "\n";
}

export interface Missed {
  readonly opener: IToken;
  /** The line that starts too far left to be inside it. */
  readonly line: number;
}

/** Between two offsets, the first form that is still open where a line starts no further right than it does. */
export function missedEnd(source: string, tokens: readonly IToken[], from: number, to: number): Missed | null {
  const stack: { token: IToken; column: number }[] = [];
  let line = 1;
  let lineStart = 0;
  let newline = source.indexOf("\n");
  let previousEnd = 0;
  for (const token of tokens) {
    if (token.startOffset >= to) break;
    while (newline !== -1 && newline < token.startOffset) {
      line++;
      lineStart = newline + 1;
      newline = source.indexOf("\n", lineStart);
    }
    const startsLine = previousEnd <= lineStart;
    previousEnd = T.endOf(token);
    if (token.startOffset < from) continue;
    const role = roleOf(token);
    const column = token.startOffset - lineStart;
    const top = stack[stack.length - 1];
    if (startsLine && top !== undefined && column <= top.column && role !== Role.close)
      return { opener: top.token, line };
    if (role === Role.open) stack.push({ token, column });
    else if (role === Role.close) stack.pop();
  }
  return null;
}
