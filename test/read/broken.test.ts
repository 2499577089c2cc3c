// Text that models and people get wrong. Each case: what is recovered, and for each problem the text it points at,
// part of its message and part of its hint.

import { describe, expect, test } from "vitest";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { limits, readBroken } from "./show-form.ts";

type Expected = readonly [at: string, message: string, hint: string];

function broken(cases: readonly (readonly [source: string, forms: string, ...problems: Expected[]])[]): void {
  test.each(cases.map((c) => [c[0], c] as const))("%j", (source, [, forms, ...problems]) => {
    const result = readBroken(source);
    expect(result.forms).toBe(forms);
    expect(result.problems).toHaveLength(problems.length);
    for (const [i, [at, message, hint]] of problems.entries()) {
      expect(result.problems[i]![0]).toBe(at);
      expect(result.problems[i]![1]).toContain(message);
      expect(result.problems[i]![2]).toContain(hint);
    }
  });
}

describe("closers", () => {
  broken([
    ["(a)) b", "(a) b", [")", "Surplus `)` at line 1, column 4", "Remove it"]],
    ["(a)\n ])", "(a)", ["])", "2 surplus closers `])` at line 2, column 2", "Remove them"]],
    ["(a [b", "(a [b])", ["(", "`(` at line 1, column 1 is never closed", "Add `])` at the end"]],
    ["(a]", "(a)", ["]", "Expected `)` to close the `(` at line 1, column 1", "Replace this `]` with `)`"]],
    ["(a [b)", "(a [b])", [")", "Expected `]` to close the `[` at line 1, column 4", "Add `]` before"]],
    ["(f {:a 1) 2)", "(f {:a 1} 2)", [")", "Expected `}`", "Replace this `)` with `}`"]],
    ["(f [1 2)])", "(f [1 2])", [")", "Expected `]`", "Remove this `)`"]],
    [
      "(let [x (foo 1]) x)",
      "(let [x (foo 1)] x)",
      ["]", "Expected `)`", "Replace this `]` with `)`"],
      [")", "Expected `]`", "Replace this `)` with `]`"],
    ],
  ]);

  test("an unclosed form points at its opener and labels the end", () => {
    const source = "(f (g 1)";
    const [problem] = readProgram(source, limits).problems;
    expect(problem?.reason).toBe("parse_error");
    expect(problem?.span).toEqual({ start: 0, end: 1 });
    expect(problem?.others?.at(-1)).toEqual({ span: { start: 8, end: 8 }, text: "the program ends here; missing: )" });
  });

  test("a wrong closer also points at the opener", () => {
    expect(readProgram("[(a]", limits).problems[0]?.others).toEqual([
      { span: { start: 1, end: 2 }, text: "opened here" },
    ]);
  });

  test("indentation tells which form should have ended", () => {
    const source = "(defn f [x]\n  (let [y 1]\n    (println (str y)\n    (+ x y)))";
    expect(readBroken(source).problems[0]![2]).toContain(
      "opened at line 3, column 5: by its indentation it ends before line 4",
    );
  });

  test("a wrong closer lines later: the missing one belongs where the indentation says", () => {
    const [problem] = readBroken("(defn f [x\n  (inc x))").problems;
    expect(problem![2]).toContain("Add `]` at the end of line 1: by its indentation line 2 is outside the `[`");
  });

  test("a definition at the left margin ends what is open before it", () => {
    const { forms, problems } = readBroken("(defn f [x] (inc x)\n\n(defn g [x] x)\n(g 1)");
    expect(forms).toBe("(defn f [x] (inc x)) (defn g [x] x) (g 1)");
    expect(problems).toHaveLength(1);
    expect(problems[0]![2]).toContain("before the next definition");
  });

  test("a definition inside a whole form stays there", () => {
    expect(readBroken("(do\n(def x 1)\n(+ x 1))\n(foo").forms).toBe("(do (def x 1) (+ x 1)) (foo)");
  });
});

describe("strings", () => {
  broken([
    ['(f "abc', '(f "abc")', ['"', "never closed", 'Add the closing `"`']],
    ['(f #"abc)', '(f "abc)")', ['#"', "regular expression is never closed", "closing"]],
    ["(str 'hello world' 1)", '(str "hello world" 1)', ["'hello world'", "double quotes", '"hello world"']],
    ["(str/join ', ' xs)", '(str/join ", " xs)', ["', '", "double quotes", '", "']],
    ["'don't'", '"don\'t"', ["'don't'", "double quotes", '"don\'t"']],
    ["(= x '')", "(= x)", ["'", "not followed by a form", 'An empty string is written ""']],
    ["“hi there”", '"hi there"', ["“hi there”", "Curly", '"hi there"']],
    ['"""doc"""', '"doc"', ['"""doc"""', "Triple", '"doc"']],
    ['"a\\\nb"', '"a\\\\\\nb"', ["\\", "does not join lines", "Remove the backslash"]],
  ]);

  test("a string without end suspects the first string that runs over lines", () => {
    const source = '(f "a) (g 1)\n(h "b")';
    const [problem] = readProgram(source, limits).problems;
    expect(source.slice(problem?.span.start)).toBe('")');
    expect(problem?.others?.[0]?.span).toEqual({ start: 3, end: 4 });
  });
});

describe("maps", () => {
  broken([
    ["{:a 1 :b}", "{:a 1 :b nil}", [":b", "`:b` has no value", "Add the value"]],
    ["{:a :b 2}", "{:a :b 2 nil}", [":a", "`:a` has no value", "Add the value"]],
    ['{"a": 1}', '{"a" 1}', [":", "lone `:`", '{"a" 1}']],
  ]);
});

describe("other languages, other Clojures", () => {
  broken([
    ["// hi (x\n(a)", "(a)", ["// hi (x", "`//` does not start a comment", "`;`"]],
    ["# hi (x\n(a)", "(a)", ["# hi (x", "`#` does not start a comment", "`;`"]],
    ["/* hi ( */ (a)", "(a)", ["/* hi ( */", "`/*` does not start a comment", "(comment …)"]],
    ["(defn ^String f [x] x)", "(defn f [x] x)", ["^", "Reader metadata is not supported", "Remove"]],
    ["#^{:a 1} x", "x", ["#^", "Reader metadata is not supported", "Remove"]],
    ['#inst "2026-01-31"', '"2026-01-31"', ["#inst", "not supported", "Instant/parse"]],
    ["#?(:clj 1)", "(:clj 1)", ["#?", "Reader conditionals", "Keep only"]],
    ["#=(+ 1 2)", "(+ 1 2)", ["#=", "`#=`", "Compute"]],
    ["#:a{:b 1}", "{:b 1}", ["#:a", "namespace", "{:a 1}"]],
    ["#thing [1]", "[1]", ["#thing", "Reader tags", "Remove the tag"]],
    ["`(a ~b ~@c ~d)", "(a b c d)", ["`", "no macros", "defn"], ["~", "no macros", "defn"]],
    ["#(map #(inc %) %)", "#(map #(inc %) %)", ["#(", "inside another", "(fn [x] …)"]],
    ["(a ')", "(a)", ["'", "not followed by a form", "Remove it"]],
    ["(a #_)", "(a)", ["#_", "not followed by a form", "Remove it"]],
    ["(' #_a)", "()", ["'", "not followed by a form", "Remove it"]],
    ["a \\", "a \\", ["\\", "is not a character", "\\newline"]],
  ]);
});

test("every problem of a text is reported, in order", () => {
  const { problems } = readBroken("(a 1/3] :b/c\n  {:d}) ::e");
  expect(problems.map(([at]) => at)).toEqual(["1/3", "]", ":b/c", ":d", "::e"]);
});

test("no message speaks of tokens", () => {
  for (const source of ["(", ")", "{1}", "#", "'", "#(#())", '"', "1x", ":"])
    for (const { message, hint } of readProgram(source, limits).problems) {
      expect(message).not.toMatch(/token|expecting|EOF/i);
      expect(hint).toBeTruthy();
    }
});
