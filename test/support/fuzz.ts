// Runs one text and says what is wrong with how the interpreter took it, and finds the smallest text that is still wrong.
// Shared by the property tests and scripts/fuzz.mjs.

import { formatSource } from "../../src/lisp/format/format.ts";
import { internalErrors, runProgram } from "../../src/lisp/run.ts";
import { Choices, randomList, randomNumbers } from "./choices.ts";
import { host, printed } from "./evaluate.ts";
import { mutated, program } from "./programs.ts";

/** Small enough that a program that does not end is stopped in milliseconds. */
export const fuzzLimits = { fuel: 200_000, memoryBytes: 64 * 1024 ** 2, depth: 2_000, stringLength: 1_000_000 };

/** What came out, comparable between runs of one text. */
export interface Outcome {
  /** Outcome and value, or the reason of an error. */
  readonly answer: string;
  readonly message: string;
  readonly prints: string;
  readonly fuel: number;
}

export function outcome(source: string): Outcome {
  const r = runProgram(source, { ...host, limits: fuzzLimits });
  const ended = { prints: r.prints.join("\n"), fuel: r.usage.fuel };
  if (r.ok || r.outcome === "fail")
    return { answer: `${r.outcome} ${shown(() => printed(r.value))}`, message: "", ...ended };
  const { reason, message, span } = r.error;
  const cause = internalErrors.at(-1);
  const stack = cause instanceof Error ? cause.stack : String(cause);
  const text = reason === "internal_error" ? `${stack}` : `${message} ${span.start}-${span.end}`;
  return { answer: reason, message: text, ...ended };
}

/** Values that cannot be printed (too large, endless) are compared by the error that says so. */
function shown(print: () => string): string {
  try {
    return print();
  } catch (e) {
    return e instanceof Error ? e.message : String(e);
  }
}

/** What is wrong with how `source` is taken, or null. */
export function complaint(source: string): string | null {
  try {
    const started = performance.now();
    const first = outcome(source);
    const took = performance.now() - started;
    if (first.answer === "internal_error") return first.message;
    if (took > 5_000) return `took ${Math.round(took)} ms`;
    if (first.fuel > fuzzLimits.fuel + 1) return `used ${first.fuel} of ${fuzzLimits.fuel} fuel`;
    return formattingComplaint(source, first);
  } catch (e) {
    return `threw ${e instanceof Error ? e.stack : String(e)}`;
  }
}

/** The formatted text must come to the same answer with the same fuel; a text that cannot be read is given back. */
function formattingComplaint(source: string, first: Outcome): string | null {
  const { text, problems } = formatSource(source);
  if (problems.length > 0) return text === source ? null : "formatting changed a text it could not read";
  // xs[0] is refused because nothing stands between the two forms; the formatter puts a space there.
  if (first.answer === "invalid_form") return null;
  const second = outcome(text);
  if (second.answer !== first.answer) return `formatted: ${second.answer}, was ${first.answer}`;
  if (second.fuel !== first.fuel) return `formatted it used ${second.fuel} fuel, was ${first.fuel}`;
  // (source f) shows the text itself.
  if (second.prints !== first.prints && !source.includes("source")) return "formatted it prints something else";
  return null;
}

export interface Finding {
  readonly seed: number;
  readonly what: "program" | "mutated text";
  readonly source: string;
  readonly complaint: string;
}

/** One generated program and one broken version of another per seed. */
export function fuzzOne(seed: number): Finding | null {
  const numbers = randomList(randomNumbers(seed), 200);
  for (const what of ["program", "mutated text"] as const) {
    const make = (list: readonly number[]): string => {
      const c = new Choices(list);
      return what === "program" ? program(c) : mutated(program(c), new Choices(list.slice(-12)));
    };
    const found = complaint(make(numbers));
    if (found === null) continue;
    const same = (source: string): boolean => firstLine(complaint(source)) === firstLine(found);
    const source = smallestText(make(smallest(numbers, (list) => same(make(list)))), same);
    return { seed, what, source, complaint: complaint(source) ?? found };
  }
  return null;
}

function firstLine(text: string | null): string | null {
  return text?.split("\n")[0]?.replace(/\d+/g, "n") ?? null;
}

/** Removes runs of items, large ones first, until nothing more can go. */
function smallest<T>(items: readonly T[], wrong: (list: readonly T[]) => boolean): readonly T[] {
  let best = items;
  for (let before = best.length + 1; best.length < before; ) {
    before = best.length;
    for (let size = best.length >> 1; size >= 1; size >>= 1)
      for (let at = 0; at < best.length; ) {
        const shorter = [...best.slice(0, at), ...best.slice(at + size)];
        if (wrong(shorter)) best = shorter;
        else at += size;
      }
  }
  return best;
}

/** Takes whole bracketed parts away, then tokens, until nothing more can go. */
function smallestText(source: string, wrong: (source: string) => boolean): string {
  let best = source;
  for (;;) {
    const parts = bracketed(best).flatMap(([start, end]) =>
      ["", "nil", best.slice(start + 1, end - 1)].map((part) => best.slice(0, start) + part + best.slice(end)),
    );
    const shorter = parts.find((text) => text.length < best.length && wrong(text));
    if (shorter !== undefined) {
      best = shorter;
      continue;
    }
    const tokens = best.match(/[\s,]+|[^\s,()[\]{}]+|[()[\]{}]/g) ?? [];
    const fewer = smallest(tokens, (list) => wrong(list.join(""))).join("");
    if (fewer.length === best.length) return best;
    best = fewer;
  }
}

/** Start and end of every bracketed part, as the text stands. */
function bracketed(text: string): [number, number][] {
  const open: number[] = [];
  const out: [number, number][] = [];
  for (let i = 0; i < text.length; i++) {
    if ("([{".includes(text[i]!)) open.push(i);
    else if (")]}".includes(text[i]!) && open.length > 0) out.push([open.pop()!, i + 1]);
  }
  return out.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
}
