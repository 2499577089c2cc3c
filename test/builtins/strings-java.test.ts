// Dot methods follow java.lang.String: UTF-16 positions, errors when out of range.

import { expect, test } from "vitest";
import type { Value } from "../../src/lisp/values/value.ts";
import { call, float, kw, re, vec, withMeter } from "./strings-support.ts";

withMeter();

test.each<[string, Value[], string]>([
  [".length", ["😀a"], "3"],
  [".length", [5], "error: java_type_error"],
  [".indexOf", ["😀a", "a"], "2"],
  [".indexOf", ["abc", 97, 1], "-1"],
  [".indexOf", ["a😀", 0x1f600], "1"],
  [".indexOf", ["abc", "", 9], "3"],
  [".indexOf", ["abc", float(98)], "error: java_type_error"],
  [".indexOf", [vec(1, 2), float(2)], "1"],
  [".lastIndexOf", ["ababa", "ba", 2], "1"],
  [".lastIndexOf", ["abc", "", 4], "3"],
  [".lastIndexOf", ["abc", "", -1], "-1"],
  [".lastIndexOf", ["abca", 97], "3"],
  [".startsWith", ["abc", "b", 1], "true"],
  [".startsWith", ["abc", "a", -1], "false"],
  [".startsWith", ["abc", "", 4], "false"],
  [".contains", ["abc", null], "error: java_domain_error"],
  [".contains", [vec(1, 2), 2], "true"],
  [".substring", ["😀a", 2], '"a"'],
  [".substring", ["😀a", 0, 1], "error: invalid_java_string"],
  [".substring", ["abcd", 1.9, float(3)], '"bc"'],
  [".substring", ["abc", Number.NaN], '"abc"'],
  [".substring", ["abc", -1], "error: java_domain_error"],
  [".substring", ["abc", 2, 1], "error: java_domain_error"],
  [".substring", ["abc", 0, 4], "error: java_domain_error"],
  [".charAt", ["abc", 1], '"b"'],
  [".charAt", ["😀", 0], "error: invalid_java_string"],
  [".split", ["a.b", "."], "[]"],
  [".split", ["a,b,c", ",", 2], '["a" "b,c"]'],
  [".split", [re(","), "a,b"], '["a" "b"]'],
  [".replace", ["aba", "a", "$1"], '"$1b$1"'],
  [".replaceAll", ["aba", "(a)", "<$1>"], '"<a>b<a>"'],
  [".replaceFirst", ["aba", "a", "x"], '"xba"'],
  [".matches", ["abc", "b"], "false"],
  [".repeat", ["ab", -1], "error: java_domain_error"],
  [".repeat", ["ab", 1e12], "error: memory_exceeded"],
  [".equals", [1, float(1)], "false"],
  [".equals", ["a", null], "false"],
  [".equalsIgnoreCase", ["STRASSE", "strasse"], "true"],
  [".equalsIgnoreCase", ["ß", "SS"], "false"],
  [".isBlank", ["\u00a0"], "false"],
  [".isEmpty", [vec()], "true"],
  [".toString", [kw("a")], '":a"'],
  [".toString", [null], "error: java_domain_error"],
])("%s %o", (name, args, gives) => {
  expect(call(name, ...args)).toBe(gives);
});
