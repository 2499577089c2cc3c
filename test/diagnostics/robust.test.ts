// Whatever text is examined, every problem has a place inside it and words of the language, and it does not take long.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderProblem } from "../../src/base/render.ts";
import { specialForms } from "../../src/lisp/analyze/analyze.ts";
import { habits } from "../../src/lisp/analyze/habits.ts";
import { findBuiltin } from "../../src/lisp/builtins/index.ts";
import { examine } from "../../src/lisp/examine.ts";
import { withDefaults } from "../../src/lisp/limits.ts";
import { internalErrors, runProgram, withLimits } from "../../src/lisp/run.ts";
import { host } from "../support/evaluate.ts";

function problemsOf(source: string) {
  return withLimits({}, () => examine(source, withDefaults({}), { defined: [], tools: ["search"], data: null }))
    .problems;
}

/** Pieces that mistakes are made of. */
const piece = fc.constantFrom(
  ..."( ) [ ] { } #{ #( ' ` ~ ^ @ \" ; // # , : :: = == => -> ? ! && + - * / 1 2.5 0x 1/2 nil true x y xs[0] m.a f(x) x.y()".split(
    " ",
  ),
  ..."let fn def defn if cond case for loop recur do and or in then else return import lambda function const".split(
    " ",
  ),
  ..."map filter reduce len lenght print atom try data/a tool/search tool/x str/join Math/abs .foo %1 & _ :a :keys".split(
    " ",
  ),
  ...[
    '"text"',
    "'text'",
    "`text`",
    "```",
    "\n",
    " ",
    "\t",
    "\\a",
    "#inst",
    "😀",
    "é",
    "“",
    "&gt;",
    "x++",
    "[x for x in xs]",
  ],
);

const soup = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", " ", "", "\n")), { maxLength: 25 })
  .map((pieces) => pieces.map(([text, gap]) => text + gap).join(""));

test("any text: places lie inside it, words are whole, rendering works", () => {
  fc.assert(
    fc.property(soup, (source) => {
      for (const p of problemsOf(source)) {
        expect(p.span.start).toBeGreaterThanOrEqual(0);
        expect(p.span.end).toBeLessThanOrEqual(source.length);
        expect(p.span.start).toBeLessThanOrEqual(p.span.end);
        expect(p.message).toMatch(/\S/);
        expect(p.hint).toMatch(/\S/);
        expect(`${p.message}${p.hint}`).not.toMatch(/undefined\b(?! is not defined)|\[object|(?<!##)NaN|\u0000/);
        expect(renderProblem(p, source, { file: "f", color: true })).toContain(p.reason);
      }
    }),
    { numRuns: 600 },
  );
});

test("any program: it ends in a value or in an error of the program, never in one of ours", () => {
  fc.assert(
    fc.property(soup, (source) => {
      const before = internalErrors.length;
      const result = runProgram(source, { ...host, limits: { fuel: 20_000, memoryBytes: 10_000_000 } });
      expect(internalErrors.length).toBe(before);
      if (!result.ok) expect(result.error.span.end).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 600 },
  );
});

describe("texts of nothing but mistakes keep a bounded list of problems", () => {
  test.each([
    ["unbound names", (i: number) => `nm${i} `],
    ["calls of unbound names", (i: number) => `(nm${i} 1)\n`],
    ["wrong counts", () => "(count)\n"],
    ["unread and unbound", (i: number) => `(nm${i} 1/2)\n`],
    ["infix", () => "(1 + 2)\n"],
  ])("%s", (_what, line) => {
    const source = Array.from({ length: 20_000 }, (_, i) => line(i)).join("");
    const problems = problemsOf(source);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(100);
  });
});

/** Functions a hint tells to call: the word after each opening parenthesis outside strings. */
function called(hint: string): string[] {
  return [...hint.replace(/"[^"]*"/g, '""').matchAll(/\(([^\s()[\]{}…,:;"#%]+)/g)].map((m) => m[1]!);
}

/** Stand-ins for names of the program. */
const standIns = new Set(["f", "g", "name", "tool/name"]);

test("hints for foreign names send nobody to a name that does not exist either", () => {
  for (const [name, { hint }] of habits())
    for (const word of called(hint))
      expect(
        findBuiltin(word) !== undefined || specialForms.has(word) || standIns.has(word),
        `the hint for ${name} says (${word} …)`,
      ).toBe(true);
});
