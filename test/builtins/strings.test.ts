import { describe, expect, test } from "vitest";
import { Cancellation } from "../../src/lisp/activity.ts";
import { newContext, setContext } from "../../src/lisp/context.ts";
import { PrintLog } from "../../src/lisp/prints.ts";
import type { Value } from "../../src/lisp/values/value.ts";
import { SymbolRef } from "../../src/lisp/values/value.ts";
import { call, failure, float, kw, map, value, vec, withMeter } from "./strings-support.ts";

withMeter();

describe("making text", () => {
  test.each<[Value[], string]>([
    [[], ""],
    [[null], ""],
    [["a", 1], "a1"],
    [["a", null, kw("b")], "a:b"],
    [[float(1), 1.5, true, "x"], "1.01.5truex"],
    [[vec("a", null)], '["a" nil]'],
  ])("str of %j", (args, text) => {
    expect(value("str", ...args)).toBe(text);
  });

  test("pr-str quotes strings, print-str shows them bare at every depth", () => {
    expect(value("pr-str", "a", vec("b"), null)).toBe('"a" ["b"] nil');
    expect(value("print-str", "a", map("b", vec("c"), kw("d"), null), null)).toBe("a {b [c], :d nil} nil");
    expect(value("prn-str", "a")).toBe('"a"\n');
    expect(value("println-str")).toBe("\n");
  });

  test("println logs strings bare and other values readable", () => {
    const log = new PrintLog(1000);
    const previous = setContext(newContext(log, {}, new Cancellation()));
    expect(value("println", "n:", vec("a"), null)).toBeNull();
    value("prn", "a");
    setContext(previous);
    expect(log.lines()).toEqual(['n: ["a"] nil', '"a"']);
  });

  test("join takes any collection and any separator", () => {
    expect(value("join", ", ", vec(1, null, "a"))).toBe("1, , a");
    expect(value("join", "-", "abc")).toBe("a-b-c");
    expect(value("join", kw("a"), vec(1, 2))).toBe("1:a2");
    expect(value("join", ",", map(kw("a"), 1))).toBe("[:a 1]");
    expect(value("join", null)).toBe("");
    expect(failure("join", ",", 5).hint).toContain('(join ", " coll)');
  });
});

describe("cutting", () => {
  test.each<[string, Value[], string]>([
    ["abc", [1], "bc"],
    ["abc", [0, 100], "abc"],
    ["abc", [1, 1], ""],
    ["abc", [-1], ""],
    ["abc", [10], ""],
    ["abc", [2, 1], ""],
    ["abcd", [1.9, float(3)], "bc"],
    ["abc", [Number.NaN, 2], "ab"],
    ["😀éa", [1, 2], "é"],
    ["👨‍👩‍👧e\u0301x", [1, 2], "e\u0301"],
    ["a\r\n", [0, 2], "a\r"],
  ])("subs %j %j", (s, positions, text) => {
    expect(value("subs", s, ...positions)).toBe(text);
  });

  test("subs wants a string and finite positions", () => {
    expect(call("subs", null, 1)).toBe("error: type_error");
    expect(call("subs", "abc", null)).toBe("error: type_error");
    expect(call("subs", "abc", Number.POSITIVE_INFINITY)).toBe("error: type_error");
  });

  test("whitespace is what Java calls so", () => {
    expect(value("trim", "\u2003\u001cx\u3000")).toBe("x");
    expect(value("trim", "\u00a0x\u0085")).toBe("\u00a0x\u0085");
    expect(value("blank?", "\u2028 \t")).toBe(true);
    expect(value("blank?", "\u202f")).toBe(false);
    expect(value(".trim", "\u2003 x\u0000")).toBe("\u2003 x");
    expect(value("trim-newline", "a\n\r\n")).toBe("a");
  });
});

describe("letter case", () => {
  test("receivers that are no strings stand for their text; collections and nil do not", () => {
    expect(value("upper-case", kw("ab"))).toBe(":AB");
    expect(value("lower-case", 12)).toBe("12");
    expect(value("capitalize", "hELLO")).toBe("Hello");
    expect(value("capitalize", "ßa")).toBe("SSa");
    expect(call("upper-case", null)).toBe("error: type_error");
    expect(failure("upper-case", vec("a")).hint).toContain("(map f coll)");
  });

  test("reverse keeps characters whole", () => {
    expect(value("clojure.string/reverse", "abc")).toBe("cba");
    expect(value("clojure.string/reverse", "a👨‍👩‍👧e\u0301")).toBe("e\u0301👨‍👩‍👧a");
  });
});

describe("names", () => {
  test("keyword names must be readable", () => {
    expect(value("keyword", "user-id")).toBe(kw("user-id"));
    expect(value("keyword", "_id")).toBe(kw("_id"));
    for (const bad of ["", ".", "a b", "a/b", "+", "*", "<", "a.b"])
      expect(call("keyword", bad)).toBe("error: runtime_error");
    for (const other of [null, 1, true, float(1)]) expect(value("keyword", other)).toBeNull();
    expect(call("keyword", "ns", "a")).toBe(":ns/a");
    expect(call("keyword", null, "a")).toBe(":a");
  });

  test("name and namespace take a qualified keyword apart", () => {
    const k = value("keyword", "ns", "a");
    expect(value("name", k)).toBe("a");
    expect(value("namespace", k)).toBe("ns");
    expect(value("namespace", kw("a"))).toBeNull();
    expect(call("name", null)).toBe("error: type_error");
    expect(call("name", new SymbolRef("a"))).toBe("error: runtime_error");
  });

  test("char makes one-character strings", () => {
    expect(value("char", 97.5)).toBe("a");
    expect(value("char", 0x1f600)).toBe("😀");
    expect(call("char", 0xd800)).toBe("error: runtime_error");
    expect(call("char", "ab")).toBe("error: type_error");
    expect(value("char?", "👨‍👩‍👧")).toBe(true);
    expect(value("char?", "")).toBe(false);
  });
});
