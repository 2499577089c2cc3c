// How problems look in a terminal: the words around the place, and marks that stand under it whatever the text is made of.

import { expect, test } from "vitest";
import { renderProblem } from "../../src/base/render.ts";
import { examine } from "../../src/lisp/examine.ts";
import { withDefaults } from "../../src/lisp/limits.ts";
import { withLimits } from "../../src/lisp/run.ts";

/** The first problem of a program, as the command line shows it without colour. */
function shown(source: string): string {
  const known = { defined: [], tools: [], data: null };
  const [problem] = withLimits({}, () => examine(source, withDefaults({}), known)).problems;
  return renderProblem(problem!, source, { file: "p.clj", color: false });
}

/** A mark under a part of the source, with nothing said. */
function marked(source: string, part: string): string[] {
  const start = source.indexOf(part);
  const span = { start, end: start + part.length };
  const problem = { reason: "r", severity: "error", message: "m", span } as const;
  return renderProblem(problem, source, { file: "f", color: false }).split("\n").slice(2);
}

test("a name in the middle of a program", () => {
  expect(shown("(let [xs [1 2]]\n  (lenght xs))")).toBe(
    [
      "error[unbound_var]: lenght is not defined.",
      "  ┌─ p.clj:2:4",
      "2 │   (lenght xs))",
      "  │    ^^^^^^",
      "  = hint: Use (count coll).",
    ].join("\n"),
  );
});

test("an unclosed bracket labels where the text ends", () => {
  expect(shown("(defn f [x]\n  (inc x)\n")).toBe(
    [
      "error[parse_error]: The `(` at line 1, column 1 is never closed.",
      "  ┌─ p.clj:1:1",
      "1 │ (defn f [x]",
      "  │ ^",
      "  = 3:1: the program ends here; missing: )",
      "  = hint: Add `)` at the end.",
    ].join("\n"),
  );
});

test("a place over several lines has a bar beside it", () => {
  expect(shown('(if true\n  (println "yes")\n  (println "no")\n  (println "done"))').split("\n").slice(1, -1)).toEqual([
    "  ┌─ p.clj:1:1",
    "1 │ ╭ (if true",
    '2 │ │   (println "yes")',
    '3 │ │   (println "no")',
    '4 │ ╰   (println "done"))',
  ]);
});

test("the middle of a long place is left out", () => {
  const lines = Array.from({ length: 12 }, (_, i) => `  (f ${i})`);
  expect(marked(`(do\n${lines.join("\n")})`, `(do\n${lines.join("\n")})`)).toEqual([
    " 1 │ ╭ (do",
    " 2 │ │   (f 0)",
    " 3 │ │   (f 1)",
    "   ⋮ │",
    "12 │ │   (f 10)",
    "13 │ ╰   (f 11))",
  ]);
});

test("tabs take four columns in the text and under it", () => {
  expect(marked("\t(a\t(b))", "(b)")).toEqual(["1 │     (a    (b))", "  │           ^^^"]);
});

test("wide characters take two columns, combining ones none", () => {
  expect(marked('(f "日本" x)', "x")).toEqual(['1 │ (f "日本" x)', "  │           ^"]);
  expect(marked('(f "日本" x)', '"日本"')).toEqual(['1 │ (f "日本" x)', "  │    ^^^^^^"]);
  expect(marked('(f "👩‍👩‍👧🙂" x)', "x")).toEqual(['1 │ (f "👩‍👩‍👧🙂" x)', "  │           ^"]);
  expect(marked('(f "e\u0301" x)', "x")).toEqual(['1 │ (f "e\u0301" x)', "  │        ^"]);
});

test("a long line is cut around the place", () => {
  const source = `(str ${"a ".repeat(200)}HERE ${"b ".repeat(200)})`;
  const [text, marks] = marked(source, "HERE");
  expect(text).toBe(`1 │ …${"a ".repeat(20)}HERE ${"b ".repeat(37)}b…`);
  expect(marks).toBe(`  │ ${" ".repeat(41)}^^^^`);
});

test("a long place on a long line is marked as far as it is shown", () => {
  const source = `(f "${"x".repeat(300)}")`;
  const [text, marks] = marked(source, `"${"x".repeat(300)}"`);
  expect(text).toBe(`1 │ (f "${"x".repeat(116)}…`);
  expect(marks).toBe(`  │    ${"^".repeat(117)}`);
});

test("the end of the text gets one mark", () => {
  expect(marked("(f", "")).toEqual(["1 │ (f", "  │ ^"]);
});

test("nothing in a program reaches the terminal as a command to it", () => {
  const text = shown('(let [x "\u001b[2J\u202e"] \u001b)');
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test("colour changes no word", () => {
  const problem = { reason: "r", severity: "error", message: "m", span: { start: 0, end: 1 }, hint: "h" } as const;
  const plain = renderProblem(problem, "x", { file: "f", color: false });
  const colored = renderProblem(problem, "x", { file: "f", color: true }).replace(/\u001b\[[0-9;]*m/g, "");
  expect(colored).toBe(plain);
});
