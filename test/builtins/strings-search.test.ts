// Expected results are those of Clojure 1.11 on the JVM, but for positions, which count graphemes here.

import { describe, expect, test } from "vitest";
import { drive, Suspension } from "../../src/lisp/suspension.ts";
import { NativeFn } from "../../src/lisp/values/fn.ts";
import type { Value } from "../../src/lisp/values/value.ts";
import { call, failure, float, fn, kw, map, re, rows, value, vec, withMeter } from "./strings-support.ts";

withMeter();

describe("split", () => {
  test.each<[string, string, number[], string]>([
    ["a,b,c,,", ",", [], '["a" "b" "c"]'],
    [",a", ",", [], '["" "a"]'],
    [",,,", ",", [], "[]"],
    ["", ",", [], '[""]'],
    ["x", "x", [-1], '["" ""]'],
    ["a,b,,", ",", [-1], '["a" "b" "" ""]'],
    ["a,b,c", ",", [2], '["a" "b,c"]'],
    ["a,b", ",", [1], '["a,b"]'],
    ["a,b", ",", [1.9], '["a,b"]'],
    ["boo:and:foo", "o", [5], '["b" "" ":and:f" "" ""]'],
    ["abc", "", [], '["a" "b" "c"]'],
    ["abc", "", [2], '["a" "bc"]'],
    ["abc", "", [-1], '["a" "b" "c" ""]'],
    ["", "", [], '[""]'],
    ["xxabc", "x*", [], '["" "" "a" "b" "c"]'],
    ["a1b2", "(?=\\d)", [], '["a" "1b" "2"]'],
    ["abc", "(?=a)", [], '["abc"]'],
    ["a.b|c", "[.|]", [], '["a" "b" "c"]'],
    ["a.b", "\\.", [], '["a" "b"]'],
  ])("%j at #%j %j", (s, pattern, limit, pieces) => {
    expect(call("split", s, re(pattern), ...limit)).toBe(pieces);
  });

  test("a single character may stand for the regex, longer text may not", () => {
    expect(call("split", "a.b.", ".")).toBe('["a" "b"]');
    expect(call("split", "a😀b", "")).toBe('["a" "😀" "b"]');
    expect(call("split", "a👍🏽b", "👍🏽")).toBe('["a" "b"]');
    expect(failure("split", "a..b", "..").hint).toContain('#"\\.\\."');
    expect(failure("split", re(","), "a,b").hint).toContain("Swap the arguments");
  });

  test("split-lines", () => {
    expect(call("split-lines", "\n\na\r\nb\rc")).toBe('["" "" "a" "b\\rc"]');
    expect(call("split-lines", "a\r\r\nb\r")).toBe('["a\\r" "b\\r"]');
    expect(call("split-lines", "\r\n\r\n")).toBe("[]");
    expect(call("split-lines", "")).toBe('[""]');
  });
});

describe("finding", () => {
  test.each<[string, Value[], string]>([
    ["index-of", ["abc", "b", -5], "1"],
    ["index-of", ["abc", "", 5], "3"],
    ["index-of", ["abc", "b", 1.9], "1"],
    ["index-of", ["abc", "c", Number.NaN], "2"],
    ["index-of", [123, "2"], "1"],
    ["index-of", ["😀a", "a"], "1"],
    ["index-of", ["é😀é😀", "😀", 2], "3"],
    ["index-of", ["abc", 1], "error: type_error"],
    ["last-index-of", ["abc", "a", -1], "nil"],
    ["last-index-of", ["abc", "", -1], "nil"],
    ["last-index-of", ["abc", "", 99], "3"],
    ["last-index-of", ["ababa", "a", 3.9], "2"],
    ["last-index-of", ["aaa", "aa"], "1"],
    ["last-index-of", ["😀a😀a", "a", 2], "1"],
    ["includes?", [kw("abc"), ":a"], "true"],
    ["includes?", ["abc", null], "error: type_error"],
    ["starts-with?", [123, "12"], "true"],
    ["ends-with?", ["abc", ""], "true"],
    ["starts-with?", [null, "a"], "error: type_error"],
  ])("%s %j", (name, args, gives) => {
    expect(call(name, ...args)).toBe(gives);
  });
});

describe("replace", () => {
  test.each<[string, Value, Value, string]>([
    ["aba", "a", "$1", '"$1b$1"'],
    ["aba", "", "-", '"-a-b-a-"'],
    ["", "", "-", '"-"'],
    ["a😀", "", "-", '"-a-😀-"'],
    ["aba", re("b*"), "-", '"-a--a-"'],
    ["aba", re("(a)"), "$1$1", '"aabaa"'],
    ["aba", re("(a)"), "$11", '"a1ba1"'],
    ["aba", re("(a)(x)?"), "[$2]", '"[]b[]"'],
    ["aba", re("(?<n>a)"), "<$\u007bn}>", '"<a>b<a>"'],
    ["aba", re("a"), "\\$1\\\\", '"$1\\\\b$1\\\\"'],
    ["aba", re("z"), "$9\\", '"aba"'],
    ["aba", re("a"), map("a", "1"), '"1b1"'],
    [
      "aba",
      re("(a)(x)?"),
      fn((m) => call("pr-str", m)),
      '"\\"[\\\\\\"a\\\\\\" \\\\\\"a\\\\\\" nil]\\"b\\"[\\\\\\"a\\\\\\" \\\\\\"a\\\\\\" nil]\\""',
    ],
  ])("%j %o %o", (s, match, by, gives) => {
    expect(call("replace", s, match, by)).toBe(gives);
  });

  test.each(["$2", "$", "$x", "$$", "\\", "x\\", "$\u007bm}", "$\u007bn", "$\u007b}", "$\u007b1}"])(
    "template %j is refused",
    (by) => {
      expect(call("replace", "aba", re("(?<n>a)"), by)).toBe("error: runtime_error");
    },
  );

  test("what cannot replace says what can", () => {
    expect(
      failure(
        "replace",
        "aba",
        "a",
        fn(() => "x"),
      ).hint,
    ).toContain('(replace s #"a" f)');
    expect(
      failure(
        "replace",
        "aba",
        re("a"),
        fn(() => 1),
      ).hint,
    ).toContain("(str …)");
    expect(
      call(
        "replace",
        "aba",
        re("a"),
        fn(() => null),
      ),
    ).toBe("error: type_error");
    expect(call("replace", "aba", 1, "b")).toBe("error: type_error");
    expect(call("replace", null, "a", "b")).toBe("error: type_error");
  });

  test("replace-first", () => {
    expect(call("replace-first", "aba", "a", "$1")).toBe('"$1ba"');
    expect(call("replace-first", "aba", "", "-")).toBe('"-aba"');
    expect(call("replace-first", "aba", re("a"), "<$0>")).toBe('"<a>ba"');
    expect(
      call(
        "replace-first",
        "aba",
        re("z"),
        fn(() => null),
      ),
    ).toBe('"aba"');
  });

  test("with two arguments it replaces items of a collection", () => {
    expect(call("replace", map(kw("a"), null), vec(kw("a"), kw("b")))).toBe("[nil :b]");
    expect(call("replace", vec(10, 20), vec(0, 1, 2, 0.5))).toBe("[10 20 2 0.5]");
    expect(call("replace", map(float(1), 2), vec(1))).toBe("[1]");
    expect(call("replace", map(1, 2), null)).toBe("[]");
    expect(call("replace", "a", vec(1))).toBe("error: type_error");
  });

  test("re-quote-replacement makes any text literal", () => {
    expect(call("replace", "a", re("a"), value("re-quote-replacement", "$1\\"))).toBe('"$1\\\\"');
  });

  test("a replacement function may wait for a tool", () => {
    const waits: Suspension[] = [];
    const slow = new NativeFn(
      "slow",
      1,
      1,
      ([m]) => {
        const wait = new Suspension(Promise.resolve(m as Value));
        waits.push(wait);
        return wait as unknown as Value;
      },
      true,
    );
    const first = drive(rows.replace!.steps!(["a1b2", re("\\d"), slow]));
    expect(first instanceof Suspension).toBe(true);
    const second = waits[0]!.frames[0]!("<1>");
    expect(second instanceof Suspension).toBe(true);
    expect(waits[1]!.frames[0]!("<2>")).toBe("a<1>b<2>");
  });
});

test("escape looks characters up in a map or calls a function", () => {
  expect(call("escape", "a<b", map("<", "&lt;"))).toBe('"a&lt;b"');
  expect(call("escape", "abc", map("a", null, "b", false, "c", kw("k")))).toBe('"ab:k"');
  expect(call("escape", "ab", map(kw("a"), 1))).toBe('"ab"');
  expect(
    call(
      "escape",
      "ab",
      fn((c) => (c === "a" ? 1 : null)),
    ),
  ).toBe('"1b"');
  expect(call("escape", "ab", null)).toBe("error: not_callable");
});
