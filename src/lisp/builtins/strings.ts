// Making text and reshaping it: str and its printing kin, joining, cutting, trimming and letter case. Lengths are summed
// and charged before any text is built.

import { print } from "../context.ts";
import { fault } from "../fault.ts";
import { charge, chargeString, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { ascend, bounded, descend } from "../values/key.ts";
import { PMap } from "../values/map.ts";
import { PIECE_BYTES, printPlain, printReadable } from "../values/print.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import {
  charactersOf,
  isCollection,
  isSimple,
  isWhitespace,
  positionArg,
  sliceCharacters,
  stringArg,
  textOf,
  trimmed,
} from "../values/text.ts";
import type { Value } from "../values/value.ts";
import { ARRAY_BYTES, Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

function concatenate(args: readonly Value[]): string {
  return joinTexts(args, "", printPlain);
}

function joinTexts(args: readonly Value[], separator: string, text: (v: Value) => string): string {
  const n = args.length;
  if (n === 0) return "";
  spendMany(n);
  charge(ARRAY_BYTES + 24 * n);
  const parts: string[] = new Array(n);
  let length = separator.length * (n - 1);
  for (let i = 0; i < n; i++) {
    const part = text(args[i] as Value);
    length += part.length;
    parts[i] = part;
  }
  chargeString(length);
  return parts.join(separator);
}

function concatenate2(a: Value, b: Value): string {
  const x = typeof a === "string" ? a : printPlain(a);
  const y = typeof b === "string" ? b : printPlain(b);
  chargeString(x.length + y.length);
  return x + y;
}

function concatenate3(a: Value, b: Value, c: Value): string {
  const x = typeof a === "string" ? a : printPlain(a);
  const y = typeof b === "string" ? b : printPlain(b);
  const z = typeof c === "string" ? c : printPlain(c);
  chargeString(x.length + y.length + z.length);
  return x + y + z;
}

/** What Clojure's print shows: like pr, with strings bare at every depth. */
function printBare(v: Value): string {
  if (typeof v === "string") return v;
  if (!(v instanceof Vec || v instanceof PMap || v instanceof PSet)) return printReadable(v);
  const out: string[] = [];
  let length = 0;
  const emit = (s: string): void => {
    length += s.length;
    charge(PIECE_BYTES + s.length);
    out.push(s);
  };
  bounded("print", () => writeBare(v, emit));
  chargeString(length);
  return out.join("");
}

function writeBare(v: Value, emit: (s: string) => void): void {
  if (!(v instanceof Vec || v instanceof PMap || v instanceof PSet)) {
    emit(typeof v === "string" ? v : printReadable(v));
    return;
  }
  descend();
  const items = v instanceof PMap ? v.pairs() : v.items();
  emit(v instanceof Vec ? "[" : v instanceof PMap ? "{" : "#{");
  items.forEach((item, i) => {
    if (i > 0) emit(v instanceof PMap && i % 2 === 0 ? ", " : " ");
    writeBare(item, emit);
  });
  emit(v instanceof Vec ? "]" : "}");
  ascend();
}

/** println's own rule: strings bare, everything else as it is read back. */
function printLogged(v: Value): string {
  return typeof v === "string" ? v : printReadable(v);
}

/** A line of the log and the event that tells of it. */
const LINE_BYTES = 256;

function log(args: readonly Value[], text: (v: Value) => string): null {
  charge(LINE_BYTES);
  print(joinTexts(args, " ", text));
  return null;
}

function substring(s: Value, start: Value, end: Value | undefined): string {
  const text = stringArg(s, "subs");
  const from = positionArg(start, "subs");
  const to = end === undefined ? Number.POSITIVE_INFINITY : positionArg(end, "subs");
  return from < 0 ? "" : sliceCharacters(text, from, to);
}

function join(separator: Value, coll: Value): string {
  if (!isSeqable(coll)) notJoinable(coll);
  if (isCollection(separator) && typeof coll === "string")
    fault("type_error", "The arguments of join are in the wrong order.", 'Write (str/join ", " coll).');
  return joinTexts(itemsOf(coll, "join"), printPlain(separator), printPlain);
}

function notJoinable(v: Value): never {
  fault(
    "type_error",
    `join expects a collection, got ${typeName(v)}.`,
    'The separator comes first: (join ", " coll); to glue single values use (str a b).',
  );
}

/** Changes the case of a text, paying for what comes out. */
export function changeCase(s: string, change: (s: string) => string): string {
  chargeString(s.length);
  spendMany(s.length >> 3);
  const changed = change(s);
  // ß becomes SS and its like: what came out longer is paid for too.
  if (changed.length > s.length) chargeString(changed.length);
  return changed;
}

const upper = (v: Value): string => changeCase(textOf(v, "upper-case"), (s) => s.toUpperCase());
const lower = (v: Value): string => changeCase(textOf(v, "lower-case"), (s) => s.toLowerCase());

function capitalize(s: string): string {
  const first = String.fromCodePoint(s.codePointAt(0) ?? 0x20);
  return s === "" ? s : first.toUpperCase() + s.slice(first.length).toLowerCase();
}

function isBlank(v: Value): boolean {
  if (v === null) return true;
  const s = stringArg(v, "blank?");
  for (let i = 0; i < s.length; i++) if (!isWhitespace(s.charCodeAt(i))) return false;
  return true;
}

const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d;

function reverse(v: Value): string {
  const s = stringArg(v, "str/reverse");
  chargeString(s.length);
  if (!isSimple(s)) return charactersOf(s).reverse().join("");
  spendMany(s.length >> 3);
  charge(s.length * 8);
  return s.split("").reverse().join("");
}

const about = { group: "Strings", since: "0.1" } as const;

export const strings = {
  str: {
    ...about,
    home: "core",
    params: ["& xs"],
    doc: "Joins the text of its arguments into one string. nil adds nothing, strings stand for themselves, everything else is printed as pr-str would.",
    examples: [
      { code: '(str "a" 1 nil :b 2.0)', gives: '"a1:b2.0"' },
      { code: '(str [1 "x"])', gives: '"[1 \\"x\\"]"' },
      { code: "(str)", gives: '""' },
    ],
    clojure: "same",
    run0: () => "",
    run1: printPlain,
    run2: concatenate2,
    run3: concatenate3,
    runN: concatenate,
  },
  "pr-str": {
    ...about,
    home: "core",
    params: ["& xs"],
    doc: "Prints its arguments as the reader reads them back, with spaces between: strings in quotes, nil as nil.",
    examples: [
      { code: '(pr-str "hi" nil :a)', gives: '"\\"hi\\" nil :a"' },
      { code: "(pr-str {:a [1 2.0]})", gives: '"{:a [1 2.0]}"' },
    ],
    clojure: { differs: "Characters are one-character strings and print in quotes." },
    run1: printReadable,
    runN: (args) => joinTexts(args, " ", printReadable),
  },
  "prn-str": {
    ...about,
    home: "core",
    params: ["& xs"],
    doc: "pr-str followed by a line end.",
    examples: [
      { code: '(prn-str "a" 1)', gives: '"\\"a\\" 1\\n"' },
      { code: "(prn-str)", gives: '"\\n"' },
    ],
    clojure: "same",
    runN: (args) => `${joinTexts(args, " ", printReadable)}\n`,
  },
  "print-str": {
    ...about,
    home: "core",
    params: ["& xs"],
    doc: "Prints its arguments for people, with spaces between: strings bare, also inside collections.",
    examples: [
      { code: '(print-str "a" [1 "b"] nil)', gives: '"a [1 b] nil"' },
      { code: "(print-str :a)", gives: '":a"' },
    ],
    clojure: "same",
    runN: (args) => joinTexts(args, " ", printBare),
  },
  "println-str": {
    ...about,
    home: "core",
    params: ["& xs"],
    doc: "print-str followed by a line end.",
    examples: [
      { code: '(println-str "a" 1)', gives: '"a 1\\n"' },
      { code: "(println-str)", gives: '"\\n"' },
    ],
    clojure: "same",
    runN: (args) => `${joinTexts(args, " ", printBare)}\n`,
  },
  println: {
    ...about,
    home: "core",
    group: "Printing",
    params: ["& xs"],
    doc: "Adds a line to the run's print log: strings bare, other values readable, spaces between. Gives nil.",
    examples: [
      { code: '(println "total:" 3)', gives: "nil" },
      { code: "(println {:a 1})", gives: "nil" },
    ],
    clojure: {
      differs: "Prints into the result's log, not to a terminal; strings inside collections keep their quotes.",
    },
    runN: (args) => log(args, printLogged),
  },
  print: {
    ...about,
    home: "core",
    group: "Printing",
    params: ["& xs"],
    doc: "Adds its arguments to the run's print log as println does. Gives nil.",
    examples: [
      { code: '(print "a" 1)', gives: "nil" },
      { code: "(print)", gives: "nil" },
    ],
    clojure: { differs: "Each call is an entry of the log of its own." },
    runN: (args) => log(args, printLogged),
  },
  prn: {
    ...about,
    home: "core",
    group: "Printing",
    params: ["& xs"],
    doc: "Adds a line to the run's print log, every value as the reader reads it back. Gives nil.",
    examples: [
      { code: '(prn "a" 1)', gives: "nil" },
      { code: "(prn [nil])", gives: "nil" },
    ],
    clojure: { differs: "Prints into the result's log, not to a terminal." },
    runN: (args) => log(args, printReadable),
  },
  pr: {
    ...about,
    home: "core",
    group: "Printing",
    params: ["& xs"],
    doc: "Adds its arguments to the run's print log as prn does. Gives nil.",
    examples: [
      { code: '(pr "a")', gives: "nil" },
      { code: "(pr :a 1)", gives: "nil" },
    ],
    clojure: { differs: "Each call is an entry of the log of its own." },
    runN: (args) => log(args, printReadable),
  },
  subs: {
    ...about,
    home: "core",
    params: ["s start", "s start end"],
    doc: "The characters of s from start up to end. A negative or too large start gives the empty string; an end past the last character is cut back.",
    examples: [
      { code: '(subs "hello" 1 3)', gives: '"el"' },
      { code: '(subs "hello" 0 99)', gives: '"hello"' },
      { code: '(subs "hello" -1)', gives: '""' },
    ],
    clojure: { differs: "Positions count graphemes, and positions out of range give text instead of an error." },
    run2: (s, start) => substring(s, start, undefined),
    run3: substring,
  },
  join: {
    ...about,
    home: "string",
    params: ["coll", "sep coll"],
    doc: "Joins the text of the items of coll into one string, with sep between them.",
    examples: [
      { code: '(join ", " ["a" 1 :b])', gives: '"a, 1, :b"' },
      { code: '(join ["a" nil "b"])', gives: '"ab"' },
      { code: '(join "," nil)', gives: '""' },
    ],
    clojure: "same",
    run1: (coll) => join("", coll),
    run2: join,
  },
  trim: {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s without whitespace at either end.",
    examples: [
      { code: '(trim "  a b\\n")', gives: '"a b"' },
      { code: '(trim "")', gives: '""' },
    ],
    clojure: "same",
    run1: (s) => trimmed(stringArg(s, "trim"), isWhitespace, true, true),
  },
  triml: {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s without whitespace at its start.",
    examples: [
      { code: '(triml "  a ")', gives: '"a "' },
      { code: '(triml "a")', gives: '"a"' },
    ],
    clojure: "same",
    run1: (s) => trimmed(stringArg(s, "triml"), isWhitespace, true, false),
  },
  trimr: {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s without whitespace at its end.",
    examples: [
      { code: '(trimr " a  ")', gives: '" a"' },
      { code: '(trimr "a")', gives: '"a"' },
    ],
    clojure: "same",
    run1: (s) => trimmed(stringArg(s, "trimr"), isWhitespace, false, true),
  },
  "trim-newline": {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s without the line ends (\\n and \\r) at its end.",
    examples: [
      { code: '(trim-newline "a\\r\\n")', gives: '"a"' },
      { code: '(trim-newline "a b ")', gives: '"a b "' },
    ],
    clojure: "same",
    run1: (s) => trimmed(stringArg(s, "trim-newline"), isLineEnd, false, true),
  },
  "blank?": {
    ...about,
    home: "string",
    params: ["s"],
    doc: "True when s is nil, empty or nothing but whitespace.",
    examples: [
      { code: '(blank? " \\n")', gives: "true" },
      { code: "(blank? nil)", gives: "true" },
      { code: '(blank? "a")', gives: "false" },
    ],
    clojure: "same",
    run1: isBlank,
  },
  "upper-case": {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s in capital letters.",
    examples: [
      { code: '(upper-case "abc")', gives: '"ABC"' },
      { code: "(upper-case :abc)", gives: '":ABC"' },
    ],
    clojure: { differs: "Collections are refused instead of being printed first." },
    aliases: ["upcase"],
    run1: upper,
  },
  "lower-case": {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s in small letters.",
    examples: [
      { code: '(lower-case "ABC")', gives: '"abc"' },
      { code: "(lower-case 12)", gives: '"12"' },
    ],
    clojure: { differs: "Collections are refused instead of being printed first." },
    aliases: ["downcase"],
    run1: lower,
  },
  capitalize: {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s with its first letter as a capital and all others small.",
    examples: [
      { code: '(capitalize "hELLO wORLD")', gives: '"Hello world"' },
      { code: '(capitalize "")', gives: '""' },
    ],
    clojure: "same",
    run1: (s) => changeCase(textOf(s, "capitalize"), capitalize),
  },
  "clojure.string/reverse": {
    ...about,
    home: "string",
    params: ["s"],
    doc: "s with its characters in the opposite order, as a string.",
    examples: [
      { code: '(clojure.string/reverse "abc")', gives: '"cba"' },
      { code: '(str/reverse "añ😀")', gives: '"😀ña"' },
    ],
    clojure: { differs: "Graphemes stay whole." },
    run1: reverse,
  },
} satisfies BuiltinTable;
