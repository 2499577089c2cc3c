import { expect, test } from "vitest";
import type { Value } from "../../src/lisp/values/value.ts";
import { call, failure, re, withMeter } from "./strings-support.ts";

withMeter();

test.each<[string, Value[], string]>([
  ["re-find", [re("\\d+"), "a12b3"], '"12"'],
  ["re-find", [re("(a)?(b)"), "b"], '["b" nil "b"]'],
  ["re-find", [re("z"), "abc"], "nil"],
  ["re-matches", [re("a|ab"), "ab"], '"ab"'],
  ["re-matches", [re("a(\\d+)?"), "a"], '["a" nil]'],
  ["re-matches", [re("a"), "ab"], "nil"],
  ["re-seq", [re("a*"), "baac"], '["" "aa" "" ""]'],
  ["re-seq", [re(""), "a😀"], '["" "" ""]'],
  ["re-seq", [re("(a)(b)?"), "aab"], '[["a" "a" nil] ["ab" "a" "b"]]'],
  ["re-seq", [re("z"), "abc"], "nil"],
  ["re-split", [re("\\s+"), "a  b   c"], '["a" "b" "c"]'],
  ["re-pattern", [re("a")], '#"a"'],
  ["extract", ["ID:(\\d+)", "ID:42"], '"42"'],
  ["extract", [re("ID:(\\d+)"), "ID:42", 0], '"ID:42"'],
  ["extract", ["ID:(\\d+)", "ID:42", 5], "nil"],
  ["extract", ["ID:(\\d+)?", "ID:"], "nil"],
  ["extract-int", ["x=(\\d+) y=(-?\\d+)", "x=10 y=-20", 2], "-20"],
  ["extract-int", ["v=(\\w+)", "v=abc", 1, 0], "0"],
  ["extract-int", ["v=(\\d+)", "v=9007199254740993"], "9007199254740993"],
  ["extract-int", ["v=(\\d+)", "none"], "nil"],
  ["re-find", [re("a"), null], "error: type_error"],
  ["re-pattern", [1], "error: type_error"],
])("%s %o", (name, args, gives) => {
  expect(call(name, ...args)).toBe(gives);
});

test("a string in place of a regex gets the fix", () => {
  expect(failure("re-find", "a", "abc").hint).toContain('(re-find #"…" s)');
});
