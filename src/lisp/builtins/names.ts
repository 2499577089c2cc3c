// Keywords, symbols and characters: making them, taking their names apart, telling them from other values. Keywords made
// at run time obey the reader's rules, so that whatever is printed can be read back.

import { fault } from "../fault.ts";
import { isKeywordName } from "../read/names.ts";
import { typeName } from "../values/describe-type.ts";
import { graphemeCount } from "../values/graphemes.ts";
import { newKeyword } from "../values/new-keyword.ts";
import { isNumber } from "../values/numbers.ts";
import { Regex } from "../values/regex.ts";
import { positionArg } from "../values/text.ts";
import { Keyword, SymbolRef, type Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

/** "ns/name" taken apart; the name alone has no namespace. */
function parts(full: string): { readonly namespace: string | null; readonly name: string } {
  const slash = full.indexOf("/");
  if (slash <= 0 || slash === full.length - 1) return { namespace: null, name: full };
  return { namespace: full.slice(0, slash), name: full.slice(slash + 1) };
}

function nameOf(v: Value): string {
  if (typeof v === "string") return v;
  if (v instanceof Keyword) return parts(v.name).name;
  if (v instanceof SymbolRef)
    fault("runtime_error", "name does not take quoted symbols.", `Use (str '${v.name}), or a keyword instead.`);
  fault(
    "type_error",
    `name expects a keyword or string, got ${typeName(v)}.`,
    v === null ? "A value is nil here: check the key, or guard with (when x (name x))." : "Use (str x) for any value.",
  );
}

/** At least one character with a sound or a picture. ASCII first: building the classes of \p takes time. */
function hasSomethingToRead(name: string): boolean {
  return /[A-Za-z0-9_]/.test(name) || /[\p{L}\p{N}\p{So}]/u.test(name);
}

function keywordNamed(name: string): Keyword {
  if (name.length > 1000 || !isKeywordName(name) || !hasSomethingToRead(name))
    fault(
      "runtime_error",
      `${shown(name)} is not a keyword name.`,
      "Keyword names are letters, digits and - _ ? ! (no spaces, dots or slashes); keep other text as a string key.",
    );
  return newKeyword(name);
}

function shown(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 39)}…` : name);
}

function keyword(v: Value): Value {
  if (v instanceof Keyword) return v;
  if (typeof v === "string") return keywordNamed(v);
  if (v instanceof SymbolRef) return keywordNamed(v.name);
  return null;
}

function qualifiedKeyword(ns: Value, name: Value): Value {
  const bare = keywordNamed(nameArg(name, "keyword"));
  if (ns === null) return bare;
  return Keyword.of(`${keywordNamed(nameArg(ns, "keyword")).name}/${bare.name}`);
}

function nameArg(v: Value, who: string): string {
  if (typeof v === "string") return v;
  fault("type_error", `${who} with two arguments expects strings, got ${typeName(v)}.`, "Use (name k) for its text.");
}

function symbol(v: Value): Value {
  if (v instanceof SymbolRef) return v;
  if (typeof v === "string") return new SymbolRef(v);
  if (v instanceof Keyword) return new SymbolRef(v.name);
  fault("type_error", `symbol expects a string or keyword, got ${typeName(v)}.`);
}

function qualifiedSymbol(ns: Value, name: Value): Value {
  const bare = nameArg(name, "symbol");
  return new SymbolRef(ns === null ? bare : `${nameArg(ns, "symbol")}/${bare}`);
}

function namespace(v: Value): Value {
  if (v instanceof Keyword || v instanceof SymbolRef) return parts(v.name).namespace;
  fault("type_error", `namespace expects a keyword or symbol, got ${typeName(v)}.`);
}

function isChar(v: Value): boolean {
  if (typeof v !== "string" || v === "") return false;
  return v.length === 1 || (v.length <= 32 && graphemeCount(v) === 1);
}

function char(v: Value): string {
  if (isChar(v)) return v as string;
  if (!isNumber(v))
    fault(
      "type_error",
      `char expects a character code or a character, got ${typeName(v)}.`,
      "For text use (subs s 0 1).",
    );
  const code = positionArg(v, "char");
  if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    fault(
      "runtime_error",
      `${code} is not the code of a character.`,
      "Codes run from 0 to 1114111 without surrogates.",
    );
  return String.fromCodePoint(code);
}

const about = { home: "core", group: "Names", since: "0.1" } as const;

export const names = {
  name: {
    ...about,
    params: ["x"],
    doc: "The text of a keyword without its colon; a string is its own name.",
    examples: [
      { code: "(name :user-id)", gives: '"user-id"' },
      { code: '(name "a")', gives: '"a"' },
      { code: "(name nil)", gives: "error: type_error" },
    ],
    clojure: { differs: "Quoted symbols are refused." },
    run1: nameOf,
  },
  keyword: {
    ...about,
    params: ["x", "ns name"],
    doc: "The keyword of that name; nil for what is neither text nor keyword.",
    examples: [
      { code: '(keyword "user-id")', gives: ":user-id" },
      { code: "(keyword 1)", gives: "nil" },
      { code: '(keyword "a b")', gives: "error: runtime_error" },
    ],
    clojure: { differs: "Names the reader could not read back (empty, with spaces, dots or slashes) are errors." },
    run1: keyword,
    run2: qualifiedKeyword,
  },
  symbol: {
    ...about,
    params: ["name", "ns name"],
    doc: "A quoted symbol of that name, as 'name writes it.",
    examples: [
      { code: '(symbol "a")', gives: "a" },
      { code: '(symbol "str" "join")', gives: "str/join" },
    ],
    clojure: "same",
    run1: symbol,
    run2: qualifiedSymbol,
  },
  namespace: {
    ...about,
    params: ["x"],
    doc: "The text before the slash of a keyword or symbol; nil when there is none.",
    examples: [
      { code: "(namespace :a)", gives: "nil" },
      { code: "(namespace 'str/join)", gives: '"str"' },
    ],
    clojure: "same",
    run1: namespace,
  },
  char: {
    ...about,
    group: "Strings",
    params: ["x"],
    doc: "The character with a code, as a one-character string; a character stays itself.",
    examples: [
      { code: "(char 97)", gives: '"a"' },
      { code: '(char "z")', gives: '"z"' },
      { code: "(char -1)", gives: "error: runtime_error" },
    ],
    clojure: { differs: "Characters are one-character strings; codes above 65535 are accepted." },
    run1: char,
  },
  "string?": {
    ...about,
    group: "Predicates",
    params: ["x"],
    doc: "True when x is a string.",
    examples: [
      { code: '(string? "a")', gives: "true" },
      { code: "(string? :a)", gives: "false" },
    ],
    clojure: { differs: "Characters are one-character strings." },
    run1: (x) => typeof x === "string",
  },
  "char?": {
    ...about,
    group: "Predicates",
    params: ["x"],
    doc: "True when x is a string of one character.",
    examples: [
      { code: "(char? \\a)", gives: "true" },
      { code: '(char? "ab")', gives: "false" },
    ],
    clojure: { differs: "Characters are one-character strings." },
    run1: isChar,
  },
  "keyword?": {
    ...about,
    group: "Predicates",
    params: ["x"],
    doc: "True when x is a keyword.",
    examples: [
      { code: "(keyword? :a)", gives: "true" },
      { code: '(keyword? "a")', gives: "false" },
    ],
    clojure: "same",
    run1: (x) => x instanceof Keyword,
  },
  "symbol?": {
    ...about,
    group: "Predicates",
    params: ["x"],
    doc: "Always false: quoted symbols are references to names, not data.",
    examples: [
      { code: "(symbol? 'a)", gives: "false" },
      { code: "(symbol? :a)", gives: "false" },
    ],
    clojure: { differs: "False for quoted symbols too." },
    run1: () => false,
  },
  "regex?": {
    ...about,
    group: "Predicates",
    params: ["x"],
    doc: "True when x is a regular expression.",
    examples: [
      { code: '(regex? #"a+")', gives: "true" },
      { code: '(regex? "a+")', gives: "false" },
    ],
    clojure: "ptc-only",
    run1: (x) => x instanceof Regex,
  },
} satisfies BuiltinTable;
