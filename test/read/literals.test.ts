import { describe, expect, test } from "vitest";
import { isKeywordName } from "../../src/lisp/read/names.ts";
import { read, readBroken } from "./show-form.ts";

function reads(cases: readonly (readonly [string, string])[]): void {
  test.each(cases)("%s", (source, expected) => expect(read(source)).toBe(expected));
}

describe("numbers", () => {
  reads([
    ["0", "0"],
    ["-17", "-17"],
    ["+5", "5"],
    ["-0", "0"],
    ["9007199254740991", "9007199254740991"],
    ["9007199254740992", "9007199254740992n"],
    ["-123456789012345678901234567890", "-123456789012345678901234567890n"],
    ["5N", "5"],
    ["0xFF", "255"],
    ["-0x1f", "-31"],
    ["017", "15"],
    ["00", "0"],
    ["2r101", "5"],
    ["-36rZz", "-1295"],
    ["3.14", "3.14"],
    ["1.0", "1.0"],
    ["1.", "1.0"],
    ["1e3", "1000.0"],
    ["-2.5e-3", "-0.0025"],
    ["-0.0", "-0.0"],
    ["1e400", "Infinity"],
    ["##Inf ##-Inf ##NaN", "Infinity -Infinity NaN"],
  ]);

  test.each([
    ["1/3", "(/ 1 3)"],
    ["1.5M", "1.5"],
    ["1_000_000", "1000000"],
    ["08", "write 8"],
    ["0b101", "2r101"],
    ["0o17", "8r17"],
    ["10L", "write 10"],
    ["2026-01-15", "LocalDate/parse"],
    ["12abc", "cannot start with a digit"],
    ["2r102", "cannot start with a digit"],
    [".5", "0.5"],
    ["-.5", "-0.5"],
    ["##Infinity", "##Inf"],
  ])("%s is refused with a way to say it", (source, hint) => {
    const { problems } = readBroken(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]![0]).toBe(source);
    expect(problems[0]![2]).toContain(hint);
  });

  test("a thousand digits are read, more are refused", () => {
    expect(read("1".repeat(1000))).toBe(`${"1".repeat(1000)}n`);
    expect(read("1".repeat(1100))).toContain("too long");
  });
});

describe("strings", () => {
  reads([
    ['""', '""'],
    ['"a\\nb\\t\\r\\f\\b\\"\\\\"', JSON.stringify('a\nb\t\r\f\b"\\')],
    ['"\\u0041\\u00e9"', '"Aé"'],
    ['"\\101\\o102"', '"AB"'],
    ['"C:\\users \\q \\d+"', JSON.stringify("C:\\users \\q \\d+")],
    ['"two\nlines"', JSON.stringify("two\nlines")],
    ['"; not a comment #_ (["', '"; not a comment #_ (["'],
    ['"👩‍👩‍👧 é"', '"👩‍👩‍👧 é"'],
  ]);
});

describe("characters", () => {
  reads([
    ["\\a", "\\a"],
    ["\\newline \\space \\tab \\return \\backspace \\formfeed", "\\\n \\  \\\t \\\r \\\b \\\f"],
    ["\\u0041 \\o101", "\\A \\A"],
    ["[\\( \\) \\[ \\\" \\\\ \\; \\, \\']", "[\\( \\) \\[ \\\" \\\\ \\; \\, \\']"],
    ["[\\(\\)]", "[\\( \\)]"],
    ["\\é \\👍🏽", "\\é \\👍🏽"],
  ]);

  test.each(["\\ab", "\\uD83D", "\\u12", "\\newlines"])("%s is no character", (source) =>
    expect(read(source)).toContain("is not a character"),
  );
});

describe("keywords", () => {
  reads([
    [":a :user-id :a_b? :+ :<= :1", ":a :user-id :a_b? :+ :<= :1"],
    [":naïve :名前", ":naïve :名前"],
    [":a,:b", ":a :b"],
  ]);

  test.each([
    [":a/b", "Use :a-b."],
    ["::a", "Use one colon: :a."],
    [":foo.bar", ":foo-bar"],
    [":a:", ":a"],
    ["a:", ":a"],
    ["{name: 1}", ":name"],
    ['{"a": 1}', '{"a" 1}'],
  ])("%s is refused with a way to say it", (source, hint) => {
    const { problems } = readBroken(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]![2]).toContain(hint);
  });

  test("names that can be read back are known", () => {
    expect(["a", "a-b", "é", "1"].map(isKeywordName)).toEqual([true, true, true, true]);
    expect(["", "a b", "a/b", "a.b", ":a", "a\u200b"].map(isKeywordName)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("symbols", () => {
  reads([
    ["nil true false", "nil true false"],
    ["nil? trueish", "nil? trueish"],
    ["+ - * / < > = ->> & _ .. -x", "+ - * / < > = ->> & _ .. -x"],
    ["% %1 %& *1 inc' a'b", "% %1 %& *1 inc' a'b"],
    [".indexOf java.util.Date. LocalDate/parse", ".indexOf java.util.Date. LocalDate/parse"],
    ["data/x clojure.string/join clojure.core//", "data/x clojure.string/join clojure.core//"],
    ["λ größe", "λ größe"],
  ]);

  test.each([
    ["/=", "not="],
    ["data/", "data/name"],
    ["/x", "namespace/name"],
    ["a#", "comments start with `;`"],
    ["≠", "not="],
    ["a–b", "Write - instead"],
    ["x\u200by", "Remove it"],
  ])("%s is refused with a way to say it", (source, hint) => {
    const { problems } = readBroken(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]![2]).toContain(hint);
  });
});

describe("regular expressions are kept as written", () => {
  reads([
    ['#"\\d+\\.\\d"', '#"\\d+\\.\\d"'],
    ['#"a\\"b"', '#"a\\"b"'],
    ['#""', '#""'],
  ]);
});
