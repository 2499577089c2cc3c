// Spellings of other languages, and parts of Clojure that PTC-Lisp leaves out, each with the way to say it here. Repair
// calls `explain` when it meets such a token and then reads on as `Recovery` says.

import type { IToken } from "chevrotain";
import type { Label } from "../../base/problem.ts";
import { type ProblemList, shown } from "./problems.ts";
import * as T from "./tokens.ts";

/** Leave the token out, read it as a string, or leave out the token and the form after it. */
export type Recovery = "drop" | "text" | "discard";

interface Explanation {
  readonly message: string;
  readonly hint: string;
  readonly recovery: Recovery;
}

export function explain(t: IToken, tokens: readonly IToken[], problems: ProblemList): Recovery {
  const { message, hint, recovery } = explanation(t);
  // Text without end would underline the rest of the program: point at its quote.
  const end = t.tokenType === T.OpenString ? t.startOffset + (t.image[0] === "#" ? 2 : 1) : T.endOf(t);
  problems.add({ start: t.startOffset, end }, message, hint, t.tokenType === T.OpenString ? suspects(tokens) : []);
  return recovery;
}

/** A missing quote turns strings inside out from there on, so the first string over several lines is the likely culprit. */
function suspects(tokens: readonly IToken[]): Label[] {
  const long = tokens.find((t) => t.tokenType === T.StringText && t.image.includes("\n"));
  if (long === undefined) return [];
  const span = { start: long.startOffset, end: long.startOffset + 1 };
  return [{ span, text: "this string runs over several lines: is its closing quote missing?" }];
}

function explanation(t: IToken): Explanation {
  switch (t.tokenType) {
    case T.OpenString:
      return openString(t.image);
    case T.SingleQuoted:
    case T.CurlyQuoted:
    case T.TripleQuoted:
      return wrongQuotes(t);
    case T.ForeignComment:
      return foreignComment(t.image);
    case T.LoneColon:
      return {
        message: "A lone `:` is not a form.",
        hint: 'Maps need no colon between key and value: {"a" 1} or {:a 1}.',
        recovery: "drop",
      };
    case T.Metadata:
      return {
        message: "Reader metadata is not supported.",
        hint: "Remove the `^` and what it marks; type hints are not needed.",
        recovery: "discard",
      };
    case T.SyntaxQuote:
    case T.Unquote:
      return {
        message: `Syntax quoting (${shown(t.image)}) is not supported: PTC-Lisp has no macros.`,
        hint: "Write a function with defn instead.",
        recovery: "drop",
      };
    default:
      return { ...dispatch(t.image), recovery: "drop" };
  }
}

function openString(image: string): Explanation {
  const what = image[0] === "#" ? "regular expression" : "string";
  return {
    message: `This ${what} is never closed.`,
    hint: `Add the closing \`"\`; a quote inside a ${what} is written \\".`,
    recovery: "text",
  };
}

function wrongQuotes(t: IToken): Explanation {
  const edge = t.tokenType === T.TripleQuoted ? 3 : 1;
  const inner = t.image.slice(edge, -edge);
  const fixed = inner.length <= 40 && !/["\\\n\r]/.test(inner) ? `: "${inner}"` : "";
  const message =
    t.tokenType === T.SingleQuoted
      ? `Strings are written in double quotes, not ${shown(t.image)}.`
      : t.tokenType === T.CurlyQuoted
        ? "Curly quotation marks do not delimit strings."
        : "Triple quotation marks do not delimit strings.";
  const hint =
    t.tokenType === T.TripleQuoted
      ? `Use one double quote on each side${fixed}. A string may run over several lines.`
      : `Write it with straight double quotes${fixed}.`;
  return { message, hint, recovery: "text" };
}

function foreignComment(image: string): Explanation {
  const mark = image.startsWith("//") ? "//" : image.startsWith("/*") ? "/*" : "#";
  return {
    message: `\`${mark}\` does not start a comment.`,
    hint:
      mark === "/*"
        ? "Start each line of the comment with `;`, or wrap code in (comment …)."
        : "Comments start with `;` and run to the end of the line.",
    recovery: "drop",
  };
}

const tags: ReadonlyMap<string, string> = new Map([
  ["inst", 'Parse it in the program: (Instant/parse "2026-01-31T09:00:00Z").'],
  ["uuid", "Write the UUID as a plain string."],
  ["js", "Write a plain map or vector."],
  ["fn", "A function prints this way and cannot be read back; call it or define it by name."],
]);

function dispatch(image: string): { message: string; hint: string } {
  const word = image.slice(1);
  if (word === "")
    return {
      message: "`#` cannot stand here.",
      hint: 'Write #{…} for a set, #(…) for a function, #"…" for a regular expression; comments start with `;`.',
    };
  if (word.startsWith("?"))
    return { message: "Reader conditionals (`#?`) are not supported.", hint: "Keep only the form for this program." };
  if (word.startsWith("="))
    return { message: "Evaluation while reading (`#=`) is not supported.", hint: "Compute the value in the program." };
  if (word.startsWith(":"))
    return {
      message: "Maps with a namespace (`#:name{…}`) are not supported.",
      hint: "Write a plain map with plain keys: {:a 1}.",
    };
  return {
    message: `Reader tags such as ${shown(image)} are not supported.`,
    hint: tags.get(word) ?? "Remove the tag. If this was meant as a comment, start it with `;`.",
  };
}
