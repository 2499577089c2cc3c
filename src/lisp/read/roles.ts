// What a token does to the nesting of a program: opens, closes, waits for a form, stands alone, or needs explaining.

import type { IToken, TokenType } from "chevrotain";
import * as T from "./tokens.ts";

export const Role = { atom: 0, open: 1, close: 2, prefix: 3, discard: 4, habit: 5 } as const;

let table: Uint8Array | undefined;

/** Role by token type index; anything not named below is an atom. */
export function roleTable(): Uint8Array {
  if (table !== undefined) return table;
  const made = new Uint8Array(1 + Math.max(...T.tokenTypes.map((t) => t.tokenTypeIdx!)));
  const set = (role: number, types: readonly TokenType[]) => {
    for (const type of types) made[type.tokenTypeIdx!] = role;
  };
  set(Role.open, [T.OpenParen, T.OpenBracket, T.OpenBrace, T.OpenSet, T.OpenFn]);
  set(Role.close, [T.CloseParen, T.CloseBracket, T.CloseBrace]);
  set(Role.prefix, [T.Quote, T.VarQuote, T.Deref]);
  set(Role.discard, [T.Discard]);
  set(Role.habit, [T.OpenString, T.SingleQuoted, T.CurlyQuoted, T.TripleQuoted, T.ForeignComment, T.LoneColon]);
  set(Role.habit, [T.Metadata, T.SyntaxQuote, T.Unquote, T.Dispatch]);
  table = made;
  return made;
}

export function roleOf(t: IToken): number {
  return roleTable()[t.tokenTypeIdx] ?? Role.atom;
}

export function closerOf(open: IToken): TokenType {
  switch (open.tokenType) {
    case T.OpenBracket:
      return T.CloseBracket;
    case T.OpenBrace:
    case T.OpenSet:
      return T.CloseBrace;
    default:
      return T.CloseParen;
  }
}

/** The closer of an opener, as text. */
export function closingText(open: IToken): string {
  const closer = closerOf(open);
  return closer === T.CloseParen ? ")" : closer === T.CloseBracket ? "]" : "}";
}
