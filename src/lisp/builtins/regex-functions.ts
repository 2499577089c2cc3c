// Regular expressions as functions. A match is a string, or with groups a vector of the match and its groups in which a
// group that took no part is nil.

import { fault } from "../fault.ts";
import { charge, chargeItems, spendMany } from "../meter.ts";
import { compileRegex } from "../regex/compile.ts";
import { typeName } from "../values/describe-type.ts";
import { findFrom, groupText, MATCH_BYTES, matchValue, nextFrom, splitByRegex } from "../values/matching.ts";
import { toInteger } from "../values/numbers.ts";
import { Regex } from "../values/regex.ts";
import { positionArg, stringArg } from "../values/text.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

function regexArg(v: Value, who: string): Regex {
  if (v instanceof Regex) return v;
  fault(
    "type_error",
    `${who} expects a regex first, got ${typeName(v)}.`,
    typeof v === "string" ? `Write #"…" or (re-pattern s): (${who} #"…" s).` : 'Write a regex literal: #"\\d+".',
  );
}

function pattern(v: Value, who: string): Regex {
  return typeof v === "string" ? compileRegex(v) : regexArg(v, who);
}

function find(re: Value, s: Value): Value {
  const regex = regexArg(re, "re-find");
  const text = stringArg(s, "re-find");
  spendMany(text.length >> 3);
  const m = findFrom(regex, text, 0);
  return m === null ? null : matchValue(m);
}

function matches(re: Value, s: Value): Value {
  const regex = regexArg(re, "re-matches");
  const text = stringArg(s, "re-matches");
  spendMany(text.length >> 3);
  charge(MATCH_BYTES);
  const m = regex.matcher.matches(text);
  return m === null ? null : matchValue(m);
}

function findAll(re: Value, s: Value): Value {
  const regex = regexArg(re, "re-seq");
  const text = stringArg(s, "re-seq");
  spendMany(text.length >> 3);
  const found: Value[] = [];
  for (let m = findFrom(regex, text, 0); m !== null; m = findFrom(regex, text, nextFrom(text, m))) {
    // matchValue pays for each match; the item cap is looked at while they gather.
    if ((found.length & 0xffff) === 0xffff) chargeItems(found.length, 0);
    found.push(matchValue(m));
  }
  if (found.length === 0) return null;
  chargeItems(found.length);
  return Vec.seq(found);
}

function split(re: Value, s: Value): Value {
  const pieces = splitByRegex(stringArg(s, "re-split"), pattern(re, "re-split"), 0);
  chargeItems(pieces.length, 0);
  return Vec.of(pieces);
}

function extract(re: Value, s: Value, group: Value, who: string): string | null {
  const regex = pattern(re, who);
  const text = stringArg(s, who);
  const n = positionArg(group, who);
  spendMany(text.length >> 3);
  const m = findFrom(regex, text, 0);
  return m === null ? null : groupText(m, n);
}

function extractInt(re: Value, s: Value, group: Value, fallback: Value): Value {
  const text = extract(re, s, group, "extract-int");
  if (text === null || text.length > 1000 || !/^[+-]?[0-9]+$/.test(text)) return fallback;
  return toInteger(BigInt(text.replace(/^\+/, "")));
}

const about = { home: "regex", group: "Regular expressions", since: "0.1" } as const;

export const regexFunctions = {
  "re-pattern": {
    ...about,
    params: ["s"],
    doc: 'The regular expression written in a string; #"…" writes one directly. A regex stays itself.',
    examples: [
      { code: '(re-find (re-pattern "[0-9]+") "v12")', gives: '"12"' },
      { code: '(re-pattern #"a")', gives: '#"a"' },
    ],
    clojure: "same",
    run1: (s) => (s instanceof Regex ? s : compileRegex(stringArg(s, "re-pattern"))),
  },
  "re-find": {
    ...about,
    params: ["re s"],
    doc: "The first match of re in s, nil when there is none; with groups a vector [match group1 …].",
    examples: [
      { code: '(re-find #"\\d+" "a12b3")', gives: '"12"' },
      { code: '(re-find #"(\\w)=(\\d)?" "x=")', gives: '["x=" "x" nil]' },
      { code: '(re-find #"z" "abc")', gives: "nil" },
    ],
    clojure: { differs: "There are no matcher objects." },
    run2: find,
  },
  "re-matches": {
    ...about,
    params: ["re s"],
    doc: "The match when re matches the whole of s, else nil; with groups a vector [match group1 …].",
    examples: [
      { code: '(re-matches #"\\d+" "123")', gives: '"123"' },
      { code: '(re-matches #"\\d+" "123a")', gives: "nil" },
      { code: '(re-matches #"(\\d+)-(\\d+)" "10-20")', gives: '["10-20" "10" "20"]' },
    ],
    clojure: { differs: "There are no matcher objects." },
    run2: matches,
  },
  "re-seq": {
    ...about,
    params: ["re s"],
    doc: "All matches of re in s, one after the other; nil when there are none.",
    examples: [
      { code: '(re-seq #"\\d+" "a1b22")', gives: '["1" "22"]' },
      { code: '(re-seq #"(\\w)(\\d)" "a1b2")', gives: '[["a1" "a" "1"] ["b2" "b" "2"]]' },
      { code: '(re-seq #"z" "abc")', gives: "nil" },
    ],
    clojure: "same",
    run2: findAll,
  },
  "re-split": {
    ...about,
    params: ["re s"],
    doc: "The pieces of s between matches of re: split with its arguments the other way round.",
    examples: [
      { code: '(re-split #"\\s+" "a  b c")', gives: '["a" "b" "c"]' },
      { code: '(re-split #"," "a,b,")', gives: '["a" "b"]' },
    ],
    clojure: "ptc-only",
    run2: split,
  },
  extract: {
    ...about,
    params: ["re s", "re s group"],
    doc: "The text of a group (1 unless given, 0 is the whole match) in the first match of re in s; nil without match or group. re may be a string.",
    examples: [
      { code: '(extract #"id:(\\d+)" "id:42")', gives: '"42"' },
      { code: '(extract #"id:(\\d+)" "id:42" 0)', gives: '"id:42"' },
      { code: '(extract #"id:(\\d+)" "none")', gives: "nil" },
    ],
    clojure: "ptc-only",
    run2: (re, s) => extract(re, s, 1, "extract"),
    run3: (re, s, group) => extract(re, s, group, "extract"),
  },
  "extract-int": {
    ...about,
    params: ["re s", "re s group", "re s group default"],
    doc: "The text extract finds, as an integer; default (nil unless given) when there is none.",
    examples: [
      { code: '(extract-int #"age=(\\d+)" "age=25")', gives: "25" },
      { code: '(extract-int #"age=(\\d+)" "no age" 1 0)', gives: "0" },
    ],
    clojure: "ptc-only",
    run2: (re, s) => extractInt(re, s, 1, null),
    run3: (re, s, group) => extractInt(re, s, group, null),
    runN: ([re, s, group, fallback]) => extractInt(re as Value, s as Value, group as Value, fallback as Value),
  },
} satisfies BuiltinTable;
