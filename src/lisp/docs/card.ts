// The prompt card: what a model that knows Clojure must be told to write PTC-Lisp, within a token budget. First the rules
// of the language, then functions by importance. What works as in Clojure needs only its name; the rest gets a line.
//
// How much fits is found by bisection over the number of functions, so the token counter (which may be a real tokenizer)
// is asked about ten times. The finished card is counted once more: it never exceeds the budget.

import type { Builtin } from "../builtins/table.ts";
import { type BuiltinRows, callForms, type FormRows, firstSentence } from "./entry.ts";
import { byImportance } from "./importance.ts";

export type TokensOf = (text: string) => number;

const rules: readonly string[] = [
  "PTC-Lisp: a small, eager, pure Clojure. The value of the last form is the result.",
  "Data: data/NAME reads an input. Tools: (tool/NAME {:arg 1}) is the only effect; a tool returns plain data.",
  'Keywords, strings, - and _ find each other\'s keys: (:user-id m) finds "user_id". A missing key is nil.',
  "(/ 4 2) is 2.0: / always gives a float; use quot for whole numbers. Integers never overflow. nil in arithmetic is an error: (or x 0).",
  "Sequence functions return vectors, and nil is an empty collection. Endless sequences need take: (take 5 (iterate inc 0)).",
  "Characters are one-character strings. (= 1 1.0) is true.",
  "No macros, eval, atoms, exceptions, I/O, lazy effects or ns/require. Loop with map, reduce or loop/recur.",
  "(return x) ends the program with x; (fail x) ends it as failed. def and defn last to the next turn; *1 *2 *3 are the last results.",
];

export function renderCard(rows: BuiltinRows, forms: FormRows, tokenBudget: number, tokensOf: TokensOf): string {
  const functions = [...rows].sort(([a], [b]) => byImportance(a, b));
  const formNames = [...forms].map(([name]) => name).sort();
  const head = [...rules];
  if (formNames.length > 0) head.push(`Forms: ${formNames.join(" ")}`);
  const headFits = most(head.length, (n) => tokensOf(head.slice(0, n).join("\n")) <= tokenBudget);
  if (headFits < head.length) return head.slice(0, headFits).join("\n");
  const card = (n: number): string => [...head, ...functionLines(functions.slice(0, n))].join("\n");
  return card(most(functions.length, (n) => tokensOf(card(n)) <= tokenBudget));
}

/** The largest n up to `limit` that fits. Token counts may dip by a little, so the answer is checked and stepped down. */
function most(limit: number, fits: (n: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && !fits(low)) low--;
  return low;
}

function functionLines(functions: readonly (readonly [string, Builtin])[]): string[] {
  const known = functions.filter(([, row]) => row.clojure === "same");
  const special = functions.filter(([, row]) => row.clojure !== "same");
  const lines: string[] = [];
  if (special.length > 0) lines.push("Not in Clojure, or different there:", ...specialLines(special));
  if (known.length > 0) lines.push("As in Clojure:", ...knownLines(known));
  return lines;
}

/** `(sum-by f coll): Adds up (f x) over coll.` What is said of several functions is said once: `zero? pos? neg?: …`. */
function specialLines(functions: readonly (readonly [string, Builtin])[]): string[] {
  const byText = new Map<string, (readonly [string, Builtin])[]>();
  for (const entry of functions) {
    const { clojure, doc } = entry[1];
    const text = typeof clojure === "object" ? clojure.differs : firstSentence(doc);
    byText.set(text, [...(byText.get(text) ?? []), entry]);
  }
  return [...byText].map(([text, entries]) => {
    const [name, row] = entries[0]!;
    const subject = entries.length === 1 ? callForms(name, row.params).join(" ") : entries.map(([n]) => n).join(" ");
    return `${subject}: ${text}`;
  });
}

/** Names by subject; subjects in the order of their most important function. */
function knownLines(functions: readonly (readonly [string, Builtin])[]): string[] {
  const groups = new Map<string, string[]>();
  for (const [name, row] of functions) {
    const names = groups.get(row.group);
    if (names === undefined) groups.set(row.group, [name]);
    else names.push(name);
  }
  return [...groups].map(([group, names]) => `${group}: ${names.join(" ")}`);
}
