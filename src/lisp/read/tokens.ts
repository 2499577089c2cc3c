// The words of the language. Each token type has one pattern; between them the patterns cover every character there is,
// so lexing never fails. Text that is well formed gets a clean type (Symbol, Keyword, Integer …) and needs no second
// look; text that needs judgement gets an Odd type; habits from other languages have types of their own, so that
// repair.ts can name the fix. lexer.ts cuts text into these; offsets only: lines and columns are computed when a problem
// is shown.

import { createToken, type IToken, Lexer, type TokenType } from "chevrotain";

// What ends a word: whitespace, commas, brackets, quotes, and the reader's terminating characters.
const breaks = '\\s,()[\\]{}"`~@^;\\\\\u201c\u201d';
/** Not followed by more of the same word. */
const end = `(?![^${breaks}])`;
const nameStart = "A-Za-z*+!_?<>=%&$|.\\-";
const name = `[${nameStart}][${nameStart}0-9']*`;

// Patterns are sticky: the lexer tries them at a place, it does not search.
function token(tokenName: string, pattern: RegExp | string, group?: string) {
  // line_breaks: offsets only, nobody asks.
  return createToken({ name: tokenName, pattern, line_breaks: false, ...(group === undefined ? {} : { group }) });
}

export const Whitespace = token("Whitespace", /[\s,]+/y, Lexer.SKIPPED);
export const Comment = token("Comment", /(?:;|#!)[^\n\r]*/y, "comments");

export const OpenParen = token("OpenParen", "(");
export const OpenBracket = token("OpenBracket", "[");
export const OpenBrace = token("OpenBrace", "{");
export const OpenSet = token("OpenSet", "#{");
export const OpenFn = token("OpenFn", "#(");
export const CloseParen = token("CloseParen", ")");
export const CloseBracket = token("CloseBracket", "]");
export const CloseBrace = token("CloseBrace", "}");

export const Quote = token("Quote", "'");
export const VarQuote = token("VarQuote", "#'");
export const Deref = token("Deref", "@");
export const Discard = token("Discard", "#_");

export const StringText = token("String", /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y);
export const RegexText = token("Regex", /#"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y);
export const Character = token("Character", new RegExp(`\\\\(?:[^${breaks}]+|[\\s\\S])?`, "y"));
export const Integer = token("Integer", new RegExp(`[+-]?(?:0|[1-9][0-9]{0,14})${end}`, "y"));
export const OddNumber = token("OddNumber", new RegExp(`[+-]?[0-9][^${breaks}]*`, "y"));
export const SymbolicNumber = token("SymbolicNumber", new RegExp(`##[^${breaks}]+`, "y"));
export const Keyword = token("Keyword", new RegExp(`:[A-Za-z0-9+\\-*<>=?!_]+${end}`, "y"));
export const OddKeyword = token("OddKeyword", new RegExp(`:[^${breaks}]+`, "y"));
export const Name = token("Name", new RegExp(`(?![+-]?\\.[0-9])(?:${name}(?:\\/(?:${name}|\\/))?|\\/)${end}`, "y"));
export const OddName = token("OddName", new RegExp(`[^${breaks}]+`, "y"));

/** Text in quotes of the wrong kind, or without its last quote. Repair reports the four types below and reads on with this. */
export const BrokenText = token("BrokenText", Lexer.NA);
export const OpenString = token("OpenString", /#?"[\s\S]*/y);
export const TripleQuoted = token("TripleQuoted", /"""[\s\S]*?"""/y);
export const SingleQuoted = token("SingleQuoted", /'(?:[A-Za-z]'(?=[A-Za-z])|[^'"\n\r;()[\]{}\\])+?'(?![^\s,)\]}])/y);
export const CurlyQuoted = token("CurlyQuoted", /[\u201c\u201d][^\u201c\u201d"\n\r]*[\u201c\u201d]?/y);

export const ForeignComment = token("ForeignComment", /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|\/\*[\s\S]*|#+(?!\S)[^\n\r]*/y);
export const LoneColon = token("LoneColon", new RegExp(`:${end}`, "y"));
export const Metadata = token("Metadata", /#?\^/y);
export const SyntaxQuote = token("SyntaxQuote", "`");
export const Unquote = token("Unquote", /~@?/y);
export const Dispatch = token("Dispatch", new RegExp(`#[^${breaks}]*`, "y"));

/** In the order they are tried. */
export const tokenTypes: TokenType[] = [
  Whitespace,
  OpenParen,
  CloseParen,
  OpenBracket,
  CloseBracket,
  OpenBrace,
  CloseBrace,
  Integer,
  OddNumber,
  Keyword,
  LoneColon,
  OddKeyword,
  ForeignComment,
  Comment,
  TripleQuoted,
  StringText,
  OpenSet,
  OpenFn,
  RegexText,
  VarQuote,
  Discard,
  OpenString,
  SymbolicNumber,
  Metadata,
  Dispatch,
  SingleQuoted,
  Quote,
  Deref,
  Character,
  CurlyQuoted,
  SyntaxQuote,
  Unquote,
  Name,
  OddName,
  BrokenText,
];

export function endOf(t: IToken): number {
  return t.startOffset + t.image.length;
}

/** The same place and text under another type. */
export function retyped(t: IToken, tokenType: TokenType): IToken {
  return { image: t.image, startOffset: t.startOffset, tokenTypeIdx: tokenType.tokenTypeIdx!, tokenType };
}

/** A closer that the text lacks, assumed at this offset. */
export function assumed(tokenType: TokenType, offset: number): IToken {
  return { image: "", startOffset: offset, tokenTypeIdx: tokenType.tokenTypeIdx!, tokenType };
}
