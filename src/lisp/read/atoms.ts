// One token, one form. Clean tokens are taken at their word; odd ones are judged here and, when they are wrong, reported
// and read as the nearest thing they can have meant, so that later phases still see a whole program.

import type { IToken } from "chevrotain";
import type { Form, FormOf } from "./form.ts";
import { type BadName, checkKeyword, checkSymbol, keywordOf } from "./names.ts";
import { isBadNumeral, readNumeral } from "./numerals.ts";
import { type ProblemList, shown } from "./problems.ts";
import { lineJoin, readCharacter, resolveEscapes } from "./text-literals.ts";
import { endOf } from "./tokens.ts";

function spanOf(t: IToken): { start: number; end: number } {
  return { start: t.startOffset, end: t.startOffset + t.image.length };
}

export function integer(t: IToken): Form {
  // `+ 0` turns -0 into 0.
  return { kind: "number", span: spanOf(t), value: Number(t.image) + 0 };
}

export function oddNumber(t: IToken, problems: ProblemList): Form {
  const span = spanOf(t);
  const value = readNumeral(t.image);
  if (!isBadNumeral(value)) return { kind: "number", span, value };
  problems.add(span, value.message, value.hint);
  return { kind: "nil", span };
}

const symbolic: ReadonlyMap<string, number> = new Map([
  ["##Inf", Number.POSITIVE_INFINITY],
  ["##-Inf", Number.NEGATIVE_INFINITY],
  ["##NaN", Number.NaN],
]);

export function symbolicNumber(t: IToken, problems: ProblemList): Form {
  const span = spanOf(t);
  const value = symbolic.get(t.image);
  if (value !== undefined) return { kind: "number", span, value };
  problems.add(span, `${shown(t.image)} is not a number.`, "The special floats are ##Inf, ##-Inf and ##NaN.");
  return { kind: "nil", span };
}

export function keyword(t: IToken): Form {
  return { kind: "keyword", span: spanOf(t), name: t.image.slice(1) };
}

export function oddKeyword(t: IToken, problems: ProblemList): Form {
  const span = spanOf(t);
  const word = t.image.slice(1);
  const bad = checkKeyword(word);
  if (bad === null) return { kind: "keyword", span, name: word };
  problems.add(span, bad.message, bad.hint);
  return { kind: "keyword", span, name: keywordOf(word) };
}

export function symbol(t: IToken): Form {
  switch (t.image) {
    case "nil":
      return { kind: "nil", span: spanOf(t) };
    case "true":
      return { kind: "boolean", span: spanOf(t), value: true };
    case "false":
      return { kind: "boolean", span: spanOf(t), value: false };
    default:
      return { kind: "symbol", span: spanOf(t), name: t.image };
  }
}

export function oddSymbol(t: IToken, problems: ProblemList): Form {
  const span = spanOf(t);
  const bad: BadName | null = checkSymbol(t.image);
  if (bad === null) return { kind: "symbol", span, name: t.image };
  problems.add(span, bad.message, bad.hint);
  return t.image.endsWith(":")
    ? { kind: "keyword", span, name: keywordOf(t.image) }
    : { kind: "symbol", span, name: t.image };
}

export function string(t: IToken, problems: ProblemList): Form {
  const inner = t.image.slice(1, -1);
  if (!inner.includes("\\")) return { kind: "string", span: spanOf(t), value: inner, char: false };
  const join = lineJoin(inner);
  if (join !== -1) {
    const start = t.startOffset + 1 + join;
    problems.add(
      { start, end: start + 1 },
      "A backslash at the end of a line does not join lines.",
      "Remove the backslash: a string may run over several lines. Or join parts with (str …).",
    );
  }
  return { kind: "string", span: spanOf(t), value: resolveEscapes(inner), char: false };
}

/** Already reported by repair. */
export function brokenText(t: IToken): FormOf<"string"> {
  const inner = t.image.replace(/^#?(?:"""|["'\u201c\u201d])/, "").replace(/(?:"""|["'\u201c\u201d])$/, "");
  return { kind: "string", span: spanOf(t), value: inner, char: false };
}

export function regex(t: IToken): Form {
  return { kind: "regex", span: spanOf(t), source: t.image.slice(2, -1) };
}

export function character(t: IToken, problems: ProblemList): Form {
  const span = spanOf(t);
  const text = t.image.slice(1);
  const value = readCharacter(text);
  if (value === null)
    problems.add(
      span,
      `${shown(t.image)} is not a character.`,
      text.length > 1 && !/^[uo][0-9A-Fa-f]*$/.test(text)
        ? `Write a string: "${text.length <= 40 ? text : "…"}". Named characters: \\newline \\space \\tab \\return \\backspace \\formfeed.`
        : "Characters are written \\a, \\newline, \\u0041 or \\o101.",
    );
  return { kind: "string", span, value: value ?? text, char: true };
}

/** A map literal must alternate keys and values; when it does not, point at the key that most likely lacks its value. */
export function pairUp(items: Form[], close: IToken, problems: ProblemList): Form[] {
  if (items.length % 2 === 0) return items;
  const arrow = items.findIndex((f) => f.kind === "symbol" && /^(?:=>|=|->|:=|<-)$/.test(f.name));
  if (arrow > 0 && close.image !== "") {
    const { span } = items[arrow]!;
    const mark = problems.source.slice(span.start, span.end);
    problems.add(
      span,
      `A map has no ${shown(mark)} between key and value.`,
      "Keys and values simply alternate: {:a 1 :b 2}.",
    );
    const kept = items.filter((f) => !(f.kind === "symbol" && f.name === mark));
    return kept.length % 2 === 0 ? kept : [...kept, { kind: "nil", span }];
  }
  const key = loneKey(items);
  // An assumed closer has no text: the map was already reported as unclosed.
  if (close.image !== "") {
    const written = problems.source.slice(key.span.start, key.span.end);
    problems.add(
      key.span,
      `This map literal has an odd number of forms (${items.length}): the key ${shown(written)} has no value.`,
      "A map alternates keys and values: {:a 1 :b 2}. Add the value or remove the key.",
    );
  }
  const at = endOf(close) - close.image.length;
  return [...items, { kind: "nil", span: { start: at, end: at } }];
}

function loneKey(items: readonly Form[]): Form {
  for (let i = 0; i + 2 < items.length; i += 2)
    if (items[i]!.kind === "keyword" && items[i + 1]!.kind === "keyword" && items[i + 2]!.kind !== "keyword")
      return items[i]!;
  return items[items.length - 1]!;
}
