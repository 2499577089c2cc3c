// The methods of java.lang.String that programs call with a dot. As the name says they follow Java: positions count
// UTF-16 units and positions out of range are errors. A result that would hold half a character is refused.

import { fault } from "../fault.ts";
import { chargeItems, chargeSlice, chargeString, spendMany } from "../meter.ts";
import { compileRegex } from "../regex/compile.ts";
import { typeName } from "../values/describe-type.ts";
import { equal } from "../values/equality.ts";
import { sameKey } from "../values/key.ts";
import { PMap } from "../values/map.ts";
import { splitByRegex } from "../values/matching.ts";
import { printPlain } from "../values/print.ts";
import { Regex } from "../values/regex.ts";
import { PSet } from "../values/set.ts";
import {
  chargeSearch,
  endsIn,
  isWhitespace,
  payLong,
  positionArg,
  repeated,
  standsAt,
  trimmed,
} from "../values/text.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { nilOr } from "./java-receivers.ts";
import { javaStringParts } from "./java-string-parts.ts";
import { replaceByTemplate, replaceText } from "./string-search.ts";
import { changeCase } from "./strings.ts";
import type { BuiltinTable } from "./table.ts";

function receiver(v: Value, method: string): string {
  if (typeof v === "string") return v;
  fault(
    nilOr(v, "java_type_error"),
    `${method} is a string method, got ${typeName(v)}.`,
    v === null ? 'A value is nil here: give a default, e.g. (or s "").' : "Convert it first: (str x).",
  );
}

function argument(v: Value, method: string): string {
  if (typeof v === "string") return payLong(v);
  fault(nilOr(v, "java_type_error"), `${method} expects a string argument, got ${typeName(v)}.`);
}

/** What indexOf looks for: text, or a character by its code. Null for a code no character has. */
function needleOf(v: Value, method: string): string | null {
  if (typeof v === "string") return v;
  if (typeof v === "number" && Number.isInteger(v)) return v < 0 || v > 0x10ffff ? null : String.fromCodePoint(v);
  fault(nilOr(v, "java_type_error"), `${method} expects a string or a character code to look for, got ${typeName(v)}.`);
}

function indexOf(target: Value, sought: Value, from: Value): Value {
  if (target instanceof Vec) return indexInVector(target, sought);
  const s = receiver(target, ".indexOf");
  const needle = needleOf(sought, ".indexOf");
  const start = positionArg(from, ".indexOf");
  if (needle === null) return -1;
  chargeSearch(s, needle);
  return s.indexOf(needle, start);
}

function lastIndexOf(target: Value, sought: Value, from: Value | undefined): Value {
  const s = receiver(target, ".lastIndexOf");
  const needle = needleOf(sought, ".lastIndexOf");
  const start = from === undefined ? s.length : positionArg(from, ".lastIndexOf");
  if (needle === null || start < 0) return -1;
  chargeSearch(s, needle, true);
  return s.lastIndexOf(needle, start);
}

function indexInVector(v: Vec, sought: Value): number {
  spendMany(v.length);
  for (let i = 0; i < v.length; i++) if (equal(v.at(i), sought)) return i;
  return -1;
}

function contains(target: Value, sought: Value): boolean {
  if (target instanceof Vec) return indexInVector(target, sought) >= 0;
  if (target instanceof PSet) return target.map.has(sought);
  const s = receiver(target, ".contains");
  const needle = argument(sought, ".contains");
  chargeSearch(s, needle);
  return s.includes(needle);
}

function startsWith(target: Value, prefix: Value, from: Value): boolean {
  const s = receiver(target, ".startsWith");
  const start = positionArg(from, ".startsWith");
  const text = argument(prefix, ".startsWith");
  return start >= 0 && start <= s.length && standsAt(s, text, start);
}

function substring(target: Value, start: Value, end: Value | undefined): string {
  const s = receiver(target, ".substring");
  const from = positionArg(start, ".substring");
  const to = end === undefined ? s.length : positionArg(end, ".substring");
  if (from < 0 || to > s.length || from > to)
    fault(
      "java_domain_error",
      `.substring ${from} to ${to} is outside a string of ${s.length} units.`,
      "Use subs, which cuts positions back to the string, or check that .indexOf did not give -1.",
    );
  if (cutsPair(s, from) || cutsPair(s, to)) halfCharacter(".substring");
  chargeSlice();
  return s.slice(from, to);
}

/** Whether position i lies between the two units of one character. */
function cutsPair(s: string, i: number): boolean {
  return i > 0 && i < s.length && (s.codePointAt(i - 1) ?? 0) > 0xffff;
}

function halfCharacter(method: string): never {
  fault(
    "invalid_java_string",
    `${method} would cut a character of two UTF-16 units in half.`,
    "Use subs or nth, which count whole characters.",
  );
}

function charAt(target: Value, index: Value): string {
  const s = receiver(target, ".charAt");
  const i = positionArg(index, ".charAt");
  if (i < 0 || i >= s.length)
    fault(
      "java_domain_error",
      `.charAt ${i} is outside a string of ${s.length} units.`,
      "Use (get s i) for nil instead.",
    );
  if (cutsPair(s, i) || cutsPair(s, i + 1)) halfCharacter(".charAt");
  return s.charAt(i);
}

/** (.split s regex) and, on a regex, (.split re s): both are written. */
function split(target: Value, other: Value, limit: Value): Value {
  const [regex, text] =
    target instanceof Regex
      ? [target, argument(other, ".split")]
      : [compileRegex(argument(other, ".split")), receiver(target, ".split")];
  const pieces = splitByRegex(text, regex, positionArg(limit, ".split"));
  chargeItems(pieces.length, 0);
  return Vec.of(pieces);
}

function replaceRegex(target: Value, pattern: Value, by: Value, method: string): string {
  const s = receiver(target, method);
  return replaceByTemplate(s, compileRegex(argument(pattern, method)), argument(by, method), method === ".replaceAll");
}

function repeat(target: Value, times: Value): string {
  const s = receiver(target, ".repeat");
  const n = positionArg(times, ".repeat");
  if (n < 0) fault("java_domain_error", `.repeat cannot repeat ${n} times.`, "Use a count of 0 or more.");
  return repeated(s, n);
}

function isEmpty(target: Value): boolean {
  if (target instanceof Vec) return target.length === 0;
  if (target instanceof PMap || target instanceof PSet) return target.size === 0;
  return receiver(target, ".isEmpty") === "";
}

function present(target: Value, method: string): Value {
  if (target === null)
    fault("java_domain_error", `${method} cannot be called on nil.`, "Check for nil first, or use (str x).");
  return target;
}

const isControlOrSpace = (unit: number): boolean => unit <= 0x20;

const about = { home: "java", group: "Java strings", clojure: "same", since: "0.1" } as const;

export const javaString = {
  ...javaStringParts,
  ".length": {
    ...about,
    params: ["s"],
    doc: "The number of UTF-16 units in s; count gives characters.",
    examples: [
      { code: '(.length "abc")', gives: "3" },
      { code: '(.length "😀")', gives: "2" },
      { code: "(.length nil)", gives: "error: java_domain_error" },
    ],
    run1: (s) => receiver(s, ".length").length,
  },
  ".indexOf": {
    ...about,
    params: ["s sought", "s sought from"],
    doc: "The UTF-16 position of the first sought text or character code in s, from a position on; -1 when there is none. Also finds an item in a vector.",
    examples: [
      { code: '(.indexOf "hello" "l")', gives: "2" },
      { code: '(.indexOf "hello" "x")', gives: "-1" },
      { code: '(.indexOf "abc" 98)', gives: "1" },
    ],
    run2: (s, sought) => indexOf(s, sought, 0),
    run3: indexOf,
  },
  ".lastIndexOf": {
    ...about,
    params: ["s sought", "s sought from"],
    doc: "The UTF-16 position of the last sought text or character code in s that starts at from or before; -1 when there is none.",
    examples: [
      { code: '(.lastIndexOf "hello" "l")', gives: "3" },
      { code: '(.lastIndexOf "hello" "l" 2)', gives: "2" },
    ],
    run2: (s, sought) => lastIndexOf(s, sought, undefined),
    run3: lastIndexOf,
  },
  ".contains": {
    ...about,
    params: ["s sought"],
    doc: "True when s contains the sought text; for a vector or set, the sought item.",
    examples: [
      { code: '(.contains "hello" "ell")', gives: "true" },
      { code: "(.contains [1 2] 3)", gives: "false" },
      { code: '(.contains "abc" 1)', gives: "error: java_type_error" },
    ],
    run2: contains,
  },
  ".startsWith": {
    ...about,
    params: ["s prefix", "s prefix from"],
    doc: "True when s, from a position on, begins with prefix.",
    examples: [
      { code: '(.startsWith "hello" "he")', gives: "true" },
      { code: '(.startsWith "hello" "el" 1)', gives: "true" },
    ],
    run2: (s, prefix) => startsWith(s, prefix, 0),
    run3: startsWith,
  },
  ".endsWith": {
    ...about,
    params: ["s suffix"],
    doc: "True when s ends with suffix.",
    examples: [
      { code: '(.endsWith "hello" "lo")', gives: "true" },
      { code: '(.endsWith "hello" "he")', gives: "false" },
    ],
    run2: (s, suffix) => endsIn(receiver(s, ".endsWith"), argument(suffix, ".endsWith")),
  },
  ".substring": {
    ...about,
    params: ["s start", "s start end"],
    doc: "The part of s between two UTF-16 positions. Positions outside s are errors; subs cuts them back.",
    examples: [
      { code: '(.substring "hello" 1 3)', gives: '"el"' },
      { code: '(.substring "hello" 9)', gives: "error: java_domain_error" },
    ],
    aliases: [".subSequence"],
    run2: (s, start) => substring(s, start, undefined),
    run3: substring,
    clojure: { differs: "A cut through the middle of a character is an error." },
  },
  ".charAt": {
    ...about,
    params: ["s index"],
    doc: "The character at a UTF-16 position of s.",
    examples: [
      { code: '(.charAt "abc" 1)', gives: '"b"' },
      { code: '(.charAt "abc" 3)', gives: "error: java_domain_error" },
    ],
    run2: charAt,
    clojure: { differs: "Characters are one-character strings." },
  },
  ".trim": {
    ...about,
    params: ["s"],
    doc: "s without spaces and control characters (up to U+0020) at either end.",
    examples: [
      { code: '(.trim " a\\n")', gives: '"a"' },
      { code: '(.trim "a b")', gives: '"a b"' },
    ],
    run1: (s) => trimmed(receiver(s, ".trim"), isControlOrSpace, true, true),
  },
  ".strip": {
    ...about,
    params: ["s"],
    doc: "s without whitespace of any script at either end.",
    examples: [
      { code: '(.strip "  a ")', gives: '"a"' },
      { code: '(.strip "a")', gives: '"a"' },
    ],
    run1: (s) => trimmed(receiver(s, ".strip"), isWhitespace, true, true),
  },
  ".isEmpty": {
    ...about,
    params: ["s"],
    doc: "True when s is the empty string or an empty collection.",
    examples: [
      { code: '(.isEmpty "")', gives: "true" },
      { code: '(.isEmpty " ")', gives: "false" },
    ],
    run1: isEmpty,
  },
  ".isBlank": {
    ...about,
    params: ["s"],
    doc: "True when s is empty or nothing but whitespace.",
    examples: [
      { code: '(.isBlank " \\n")', gives: "true" },
      { code: '(.isBlank "a")', gives: "false" },
    ],
    run1: (s) => trimmed(receiver(s, ".isBlank"), isWhitespace, true, false) === "",
  },
  ".toUpperCase": {
    ...about,
    params: ["s"],
    doc: "s in capital letters, whatever the host's language.",
    examples: [
      { code: '(.toUpperCase "abc")', gives: '"ABC"' },
      { code: '(map #(.toUpperCase %) ["a" "b"])', gives: '["A" "B"]' },
    ],
    run1: (s) => changeCase(receiver(s, ".toUpperCase"), (text) => text.toUpperCase()),
  },
  ".toLowerCase": {
    ...about,
    params: ["s"],
    doc: "s in small letters, whatever the host's language.",
    examples: [
      { code: '(.toLowerCase "ABC")', gives: '"abc"' },
      { code: '(.toLowerCase "Äb")', gives: '"äb"' },
    ],
    run1: (s) => changeCase(receiver(s, ".toLowerCase"), (text) => text.toLowerCase()),
  },
  ".concat": {
    ...about,
    params: ["s other"],
    doc: "s followed by other.",
    examples: [
      { code: '(.concat "a" "b")', gives: '"ab"' },
      { code: '(.concat "a" nil)', gives: "error: java_domain_error" },
    ],
    run2: (s, other) => {
      const [a, b] = [receiver(s, ".concat"), argument(other, ".concat")];
      chargeString(a.length + b.length);
      return a + b;
    },
  },
  ".repeat": {
    ...about,
    params: ["s times"],
    doc: "s the given number of times.",
    examples: [
      { code: '(.repeat "ab" 3)', gives: '"ababab"' },
      { code: '(.repeat "ab" 0)', gives: '""' },
    ],
    run2: repeat,
  },
  ".replace": {
    ...about,
    params: ["s sought replacement"],
    doc: "s with every sought text replaced, both taken literally.",
    examples: [
      { code: '(.replace "a.b.c" "." "-")', gives: '"a-b-c"' },
      { code: '(.replace "abc" "x" "y")', gives: '"abc"' },
    ],
    run3: (s, sought, by) =>
      replaceText(receiver(s, ".replace"), argument(sought, ".replace"), argument(by, ".replace"), true),
  },
  ".replaceAll": {
    ...about,
    params: ["s pattern replacement"],
    doc: "s with every match of a pattern (a string holding a regex) replaced; $1 stands for group 1.",
    examples: [
      { code: '(.replaceAll "a1b22" "[0-9]+" "#")', gives: '"a#b#"' },
      { code: '(.replaceAll "ab" "(a)" "<$1>")', gives: '"<a>b"' },
    ],
    run3: (s, pattern, by) => replaceRegex(s, pattern, by, ".replaceAll"),
  },
  ".replaceFirst": {
    ...about,
    params: ["s pattern replacement"],
    doc: "s with the first match of a pattern (a string holding a regex) replaced; $1 stands for group 1.",
    examples: [
      { code: '(.replaceFirst "a1b2" "[0-9]" "#")', gives: '"a#b2"' },
      { code: '(.replaceFirst "ab" "x" "y")', gives: '"ab"' },
    ],
    run3: (s, pattern, by) => replaceRegex(s, pattern, by, ".replaceFirst"),
  },
  ".split": {
    ...about,
    params: ["s pattern", "s pattern limit"],
    doc: "The pieces of s between matches of a pattern (a string holding a regex), as a vector; limit as in split.",
    examples: [
      { code: '(.split "a,b,," ",")', gives: '["a" "b"]' },
      { code: '(.split "a.b" "[.]" 2)', gives: '["a" "b"]' },
    ],
    run2: (s, pattern) => split(s, pattern, 0),
    run3: split,
    clojure: { differs: "Gives a vector: there are no arrays." },
  },
  ".matches": {
    ...about,
    params: ["s pattern"],
    doc: "True when a pattern (a string holding a regex) matches the whole of s.",
    examples: [
      { code: '(.matches "123" "[0-9]+")', gives: "true" },
      { code: '(.matches "123a" "[0-9]+")', gives: "false" },
    ],
    run2: (s, pattern) => {
      const text = receiver(s, ".matches");
      spendMany(text.length >> 3);
      return compileRegex(argument(pattern, ".matches")).matcher.matches(text) !== null;
    },
  },
  ".equals": {
    ...about,
    params: ["x y"],
    doc: "True when x and y are the same value of the same kind: 1 and 1.0 are not.",
    examples: [
      { code: '(.equals "a" "a")', gives: "true" },
      { code: "(.equals 1 1.0)", gives: "false" },
    ],
    run2: (x, y) => sameKey(present(x, ".equals"), y),
  },
  ".equalsIgnoreCase": {
    ...about,
    params: ["s other"],
    doc: "True when two strings differ at most in capital and small letters.",
    examples: [
      { code: '(.equalsIgnoreCase "Ab" "aB")', gives: "true" },
      { code: '(.equalsIgnoreCase "a" nil)', gives: "false" },
    ],
    run2: (s, other) => {
      const text = receiver(s, ".equalsIgnoreCase");
      if (other === null) return false;
      const wanted = argument(other, ".equalsIgnoreCase");
      if (text.length !== wanted.length) return false;
      spendMany(text.length >> 2);
      return text.toUpperCase().toLowerCase() === wanted.toUpperCase().toLowerCase();
    },
  },
  ".toString": {
    ...about,
    params: ["x"],
    doc: "The text of x, as str gives it.",
    examples: [
      { code: "(.toString 1.5)", gives: '"1.5"' },
      { code: "(.toString :a)", gives: '":a"' },
      { code: "(.toString nil)", gives: "error: java_domain_error" },
    ],
    run1: (x) => printPlain(present(x, ".toString")),
  },
} satisfies BuiltinTable;
