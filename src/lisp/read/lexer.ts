// Cuts text into tokens: the first character says which types are worth trying, and the first of them that matches wins.
// Chevrotain's Lexer does the same from the same types, but analyses them for milliseconds before the first token; the
// tests hold this one against it.

import { type IToken, Lexer, type TokenType } from "chevrotain";
import * as T from "./tokens.ts";

export interface Lexed {
  readonly tokens: IToken[];
  readonly comments: readonly IToken[];
}

/** Which types can begin with these characters, in the order of `tokenTypes`. */
const byStart: readonly (readonly [string, readonly TokenType[]])[] = [
  [" \t\n\v\f\r,", [T.Whitespace]],
  ["(", [T.OpenParen]],
  [")", [T.CloseParen]],
  ["[", [T.OpenBracket]],
  ["]", [T.CloseBracket]],
  ["{", [T.OpenBrace]],
  ["}", [T.CloseBrace]],
  ["0123456789", [T.Integer, T.OddNumber]],
  ["+-", [T.Integer, T.OddNumber, T.Name, T.OddName]],
  [":", [T.Keyword, T.LoneColon, T.OddKeyword]],
  ["/", [T.ForeignComment, T.Name, T.OddName]],
  [";", [T.Comment]],
  ['"', [T.TripleQuoted, T.StringText, T.OpenString]],
  [
    "#",
    [
      T.ForeignComment,
      T.Comment,
      T.OpenSet,
      T.OpenFn,
      T.RegexText,
      T.VarQuote,
      T.Discard,
      T.OpenString,
      T.SymbolicNumber,
      T.Metadata,
      T.Dispatch,
    ],
  ],
  ["^", [T.Metadata]],
  ["'", [T.SingleQuoted, T.Quote]],
  ["@", [T.Deref]],
  ["\\", [T.Character]],
  ["`", [T.SyntaxQuote]],
  ["~", [T.Unquote]],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*!_?<>=%&$|.", [T.Name, T.OddName]],
];

/** One type as the loop needs it: a sticky pattern, or a text to compare. */
interface Candidate {
  readonly type: TokenType;
  readonly goesTo: "tokens" | "comments" | "nowhere";
  readonly pattern: RegExp | null;
  readonly text: string;
}

function candidate(type: TokenType): Candidate {
  const { PATTERN, GROUP } = type;
  const goesTo = GROUP === undefined ? "tokens" : GROUP === Lexer.SKIPPED ? "nowhere" : "comments";
  return PATTERN instanceof RegExp
    ? { type, goesTo, pattern: PATTERN, text: "" }
    : { type, goesTo, pattern: null, text: PATTERN as string };
}

interface StartTable {
  readonly ascii: readonly (readonly Candidate[])[];
  readonly beyond: readonly Candidate[];
}

function startTable(): StartTable {
  const word = [candidate(T.OddName)];
  const ascii: (readonly Candidate[])[] = new Array(128).fill(word);
  for (const [characters, types] of byStart) {
    const candidates = types.map(candidate);
    for (let i = 0; i < characters.length; i++) ascii[characters.charCodeAt(i)] = candidates;
  }
  return { ascii, beyond: [T.Whitespace, T.CurlyQuoted, T.OddName].map(candidate) };
}

let table: StartTable | undefined;

export function lex(source: string): Lexed {
  table ??= startTable();
  const { ascii, beyond } = table;
  const tokens: IToken[] = [];
  const comments: IToken[] = [];
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    const candidates = code < 128 ? ascii[code]! : beyond;
    let end = at;
    for (let i = 0; end === at; i++) {
      const { type, goesTo, pattern, text } = candidates[i]!;
      if (pattern === null) {
        if (text.length > 1 && !source.startsWith(text, at)) continue;
        end = at + text.length;
      } else {
        pattern.lastIndex = at;
        if (!pattern.test(source)) continue;
        end = pattern.lastIndex;
      }
      if (goesTo !== "nowhere")
        (goesTo === "tokens" ? tokens : comments).push({
          image: source.slice(at, end),
          startOffset: at,
          tokenTypeIdx: type.tokenTypeIdx!,
          tokenType: type,
        });
    }
    at = end;
  }
  return { tokens, comments };
}
