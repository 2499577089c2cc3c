// Is what was typed so far a whole turn? Only brackets, strings and prefixes are looked at: anything else that is wrong
// is better reported at once than waited for.

import { lex } from "../../lisp/read/lexer.ts";
import * as T from "../../lisp/read/tokens.ts";

const closers = new Map([
  [T.OpenParen, T.CloseParen],
  [T.OpenFn, T.CloseParen],
  [T.OpenBracket, T.CloseBracket],
  [T.OpenBrace, T.CloseBrace],
  [T.OpenSet, T.CloseBrace],
]);
const closing = new Set(closers.values());
const prefixes = new Set([T.Quote, T.VarQuote, T.Deref, T.Discard]);

/** "open": more lines must follow. "nothing": only blanks and comments. */
export function stateOf(text: string): "nothing" | "open" | "whole" {
  const { tokens } = lex(text);
  const last = tokens.at(-1)?.tokenType;
  if (last === undefined) return "nothing";
  const expected = [];
  for (const { tokenType } of tokens) {
    const closer = closers.get(tokenType);
    if (closer !== undefined) expected.push(closer);
    else if (closing.has(tokenType) && expected.pop() !== tokenType) return "whole"; // and wrong: show it now
  }
  return expected.length > 0 || last === T.OpenString || prefixes.has(last) ? "open" : "whole";
}
