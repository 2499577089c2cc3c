// java.lang.Character on characters as PTC-Lisp has them: one-character strings. A code point as an integer works too,
// as in Java; a character made of several code points is judged by its first.

import { fault } from "../fault.ts";
import { typeName } from "../values/describe-type.ts";
import { graphemes } from "../values/graphemes.ts";
import type { Value } from "../values/value.ts";
import { toInt } from "./conversion.ts";
import { nilOr } from "./java-receivers.ts";
import type { Builtin, BuiltinTable, ClojureRelation } from "./table.ts";

const group = "Java: characters";
const oneCharacterStrings: ClojureRelation = { differs: "Characters are one-character strings." };

function notCharacter(who: string, v: Value): never {
  fault(
    nilOr(v, "java_type_error"),
    `${who} expects one character, got ${typeof v === "string" ? "a longer or empty string" : typeName(v)}.`,
    typeof v === "string" ? `Test each one: (every? ${who} s) or (some ${who} s).` : null,
  );
}

function character(who: string, v: Value): string {
  if (typeof v === "string") {
    if (v.length === 1) return v;
    const whole = v.length <= 64 && v.length > 0 && graphemes(v).length === 1;
    return whole ? String.fromCodePoint(v.codePointAt(0) as number) : notCharacter(who, v);
  }
  if (typeof v === "number" && Number.isInteger(v) && v >= 0 && v <= 0x10ffff) return String.fromCodePoint(v);
  return notCharacter(who, v);
}

/** JavaScript's white space except what forbids a line break, and the control characters Java counts as space. */
function isWhitespace(c: string): boolean {
  return (/\s/.test(c) && !/[\u00a0\u2007\u202f\ufeff]/.test(c)) || (c >= "\x1c" && c <= "\x1f");
}

function test(name: string, is: (c: string) => boolean, doc: string, yes: string, no: string): Builtin {
  const who = `Character/${name}`;
  return {
    home: "java",
    group,
    params: ["c"],
    doc,
    examples: [
      { code: `(${who} ${yes})`, gives: "true" },
      { code: `(${who} ${no})`, gives: "false" },
    ],
    clojure: oneCharacterStrings,
    since: "0.1",
    run1: (c) => is(character(who, c)),
  };
}

function change(name: string, f: (c: string) => Value, doc: string, examples: Builtin["examples"]): Builtin {
  const who = `Character/${name}`;
  const run1 = (c: Value) => f(character(who, c));
  return { home: "java", group, params: ["c"], doc, examples, clojure: oneCharacterStrings, since: "0.1", run1 };
}

/** One character only: Java leaves ß alone, where JavaScript would write SS. */
function single(c: string, changed: string): string {
  return changed.length === c.length ? changed : c;
}

function numericValue(c: string): number {
  const n = Number.parseInt(c, 36);
  return Number.isNaN(n) ? -1 : n;
}

/** The digit a character is in a radix, -1 when it is none; digits of any script count. */
function digitValue(c: string, radix: number): number {
  const plain = c.normalize("NFKC"); // wide and mathematical forms become ordinary ones
  const n = /^[0-9a-zA-Z]$/.test(plain) ? Number.parseInt(plain, 36) : /^\p{Nd}$/u.test(c) ? decimalDigit(c) : -1;
  return radix >= 2 && radix <= 36 && n < radix ? n : -1;
}

/** Digits of a script are ten in a row, and its zero is the first of them. */
function decimalDigit(c: string): number {
  const code = c.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

function forDigit(digit: Value, radix: Value): Value {
  const who = "Character/forDigit";
  const [d, base] = [toInt(who, digit), toInt(who, radix)];
  return base >= 2 && base <= 36 && d >= 0 && d < base ? d.toString(base) : "\0";
}

// The patterns stand inside functions because building the classes of \p takes time that only their callers should pay.
export const javaCharacters = {
  "Character/digit": {
    home: "java",
    group,
    params: ["c radix"],
    doc: "The value of c as a digit in base radix, -1 when it is none.",
    examples: [
      { code: "(Character/digit \\7 10)", gives: "7" },
      { code: "(Character/digit \\f 16)", gives: "15" },
      { code: "(Character/digit \\x 10)", gives: "-1" },
    ],
    clojure: oneCharacterStrings,
    since: "0.1",
    run2: (c, radix) => digitValue(character("Character/digit", c), toInt("Character/digit", radix)),
  },
  "Character/forDigit": {
    home: "java",
    group,
    params: ["digit radix"],
    doc: "The character that writes a digit in base radix; the null character when there is none.",
    examples: [
      { code: "(Character/forDigit 11 16)", gives: '"b"' },
      { code: "(Character/forDigit 7 10)", gives: '"7"' },
    ],
    clojure: oneCharacterStrings,
    since: "0.1",
    run2: forDigit,
  },
  "Character/isSpaceChar": test(
    "isSpaceChar",
    (c) => /^\p{Z}$/u.test(c),
    "Whether c is a space of any kind, no-break spaces among them, but no tab or line break.",
    "\\space",
    "\\tab",
  ),
  "Character/isISOControl": test(
    "isISOControl",
    (c) => /^\p{Cc}$/u.test(c),
    "Whether c is a control character, such as a tab or a line break.",
    "\\newline",
    "\\space",
  ),
  "Character/toString": change("toString", (c) => c, "c itself, which is a string already.", [
    { code: "(Character/toString \\a)", gives: '"a"' },
    { code: "(Character/toString 97)", gives: '"a"' },
  ]),
  "Character/isDigit": test(
    "isDigit",
    (c) => /^\p{Nd}$/u.test(c),
    "Whether c is a decimal digit of any script.",
    "\\5",
    "\\a",
  ),
  "Character/isLetter": test(
    "isLetter",
    (c) => /^\p{L}$/u.test(c),
    "Whether c is a letter of any script.",
    "\\a",
    "\\5",
  ),
  "Character/isLetterOrDigit": test(
    "isLetterOrDigit",
    (c) => /^[\p{L}\p{Nd}]$/u.test(c),
    "Whether c is a letter or a decimal digit.",
    "\\5",
    "\\-",
  ),
  "Character/isAlphabetic": test(
    "isAlphabetic",
    (c) => /^\p{Alphabetic}$/u.test(c),
    "Whether c is alphabetic.",
    "\\a",
    "\\5",
  ),
  "Character/isUpperCase": test(
    "isUpperCase",
    (c) => /^\p{Uppercase}$/u.test(c),
    "Whether c is an upper-case letter.",
    "\\A",
    "\\a",
  ),
  "Character/isLowerCase": test(
    "isLowerCase",
    (c) => /^\p{Lowercase}$/u.test(c),
    "Whether c is a lower-case letter.",
    "\\a",
    "\\A",
  ),
  "Character/isWhitespace": test(
    "isWhitespace",
    isWhitespace,
    "Whether c is white space; no-break spaces are not.",
    "\\space",
    "\\a",
  ),
  "Character/toUpperCase": change("toUpperCase", (c) => single(c, c.toUpperCase()), "c in upper case.", [
    { code: "(Character/toUpperCase \\a)", gives: '"A"' },
    { code: "(Character/toUpperCase \\5)", gives: '"5"' },
  ]),
  "Character/toLowerCase": change("toLowerCase", (c) => single(c, c.toLowerCase()), "c in lower case.", [
    { code: "(Character/toLowerCase \\A)", gives: '"a"' },
    { code: "(Character/toLowerCase \\-)", gives: '"-"' },
  ]),
  "Character/getNumericValue": change(
    "getNumericValue",
    numericValue,
    "The value of a digit, or of a letter as a digit above nine; -1 for other characters.",
    [
      { code: "(Character/getNumericValue \\7)", gives: "7" },
      { code: "(Character/getNumericValue \\-)", gives: "-1" },
    ],
  ),
} satisfies BuiltinTable;
