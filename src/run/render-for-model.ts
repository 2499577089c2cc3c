// A result as a model should read it: the value, or the error with its hint and place, inside a token budget. What does
// not fit is cut with a mark that says how much is missing and how to see it.

import { onlyKnown, refuse } from "../base/options-error.ts";
import { estimateTokens } from "../lisp/docs/tokens.ts";
import type { Result } from "./result.ts";

export interface ModelTextOptions {
  /** The budget for the whole text. */
  readonly tokens?: number;
  /** Counts the tokens of a text; without it an estimate that is never too low. */
  readonly countTokens?: (text: string) => number;
}

const DEFAULT_TOKENS = 1_000;
/** Prints may take this share of what the rest leaves. */
const PRINT_SHARE = 0.4;
/** In fewer tokens than these nothing of them can be seen. */
const LEAST_PRINTS = 8;
const PRINTS_CUT = "… prints cut";

export function renderForModel(result: Result, options: ModelTextOptions = {}): string {
  if (typeof result !== "object" || result === null || !("outcome" in result))
    refuse("renderForModel takes the result of a run.");
  onlyKnown(options, ["tokens", "countTokens"], "renderForModel");
  const budget = options.tokens ?? DEFAULT_TOKENS;
  if (typeof budget !== "number" || !(budget > 0)) refuse("renderForModel: tokens must be a positive number.");
  const tokens = options.countTokens ?? estimateTokens;
  const head = headOf(result);
  const prints = result.prints.join("\n");
  const forPrints = prints === "" ? 0 : Math.floor(budget * PRINT_SHARE);
  const main = cut(head, budget - forPrints, tokens, seeMore(result));
  if (prints === "") return main;
  const left = budget - tokens(main) - 2;
  if (left < LEAST_PRINTS) {
    const without = budget - tokens(PRINTS_CUT) - 1;
    return without > 0 ? `${cut(head, without, tokens, seeMore(result))}\n${PRINTS_CUT}` : main;
  }
  const shown = cut(`printed:\n${prints}`, left, tokens, "Print less, or only what you need.");
  return `${main}\n${shown}`;
}

function headOf(result: Result): string {
  switch (result.outcome) {
    case "value":
      return result.text;
    case "return":
      return `returned: ${result.text}`;
    case "fail":
      return `failed: ${result.text}`;
    default: {
      const { reason, message, hint, span } = result.error;
      const lines = [`error[${reason}] at ${span.line}:${span.column}: ${message}`];
      if (hint !== null) lines.push(`hint: ${hint}`);
      return lines.join("\n");
    }
  }
}

function seeMore(result: Result): string {
  return result.outcome === "value"
    ? "The whole value is in *1: look at parts of it, e.g. (count *1), (take 5 *1), (keys *1)."
    : "Return less.";
}

/** The longest head of the text that fits with the mark behind it. */
function cut(text: string, budget: number, tokens: (text: string) => number, hint: string): string {
  if (tokens(text) <= budget) return text;
  const short = fitting(text, budget, tokens, (left) => `… cut, ${left} characters more`);
  const full = fitting(
    text,
    budget,
    tokens,
    (left) => `… cut: ${left} of ${text.length} characters are not shown. ${hint}`,
  );
  // In a small budget the words would take the place of what they are about.
  if (full !== null && full.shown * 2 >= (short?.shown ?? 0)) return full.text;
  return short?.text ?? "… cut";
}

interface Fitting {
  readonly text: string;
  readonly shown: number;
}

/** The longest head of the text that fits with this mark behind it; null when not even the mark does. */
function fitting(
  text: string,
  budget: number,
  tokens: (text: string) => number,
  mark: (left: number) => string,
): Fitting | null {
  const marked = (n: number): Fitting => {
    const end = n > 0 && /[\ud800-\udbff]/.test(text[n - 1]!) ? n - 1 : n;
    return { text: `${text.slice(0, end)}\n${mark(text.length - end)}`, shown: end };
  };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const mid = Math.ceil((low + high) / 2);
    if (tokens(marked(mid).text) <= budget) low = mid;
    else high = mid - 1;
  }
  const best = marked(low);
  return tokens(best.text) <= budget ? best : null;
}
