import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSource } from "../../src/lisp/format/format.ts";
import { sameForms } from "../../src/lisp/format/same-forms.ts";
import { lex } from "../../src/lisp/read/lexer.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { limits } from "../read/show-form.ts";
import { program } from "./programs.ts";

/** The generator makes a few programs that do not read, such as a quote that looks like a Python string. */
const readable = program.filter((source) => readProgram(source, limits).problems.length === 0);
const runs = { numRuns: 1500 };

test("formatting twice gives what formatting once gave", () => {
  fc.assert(
    fc.property(readable, (source) => {
      const once = formatSource(source).text;
      expect(formatSource(once).text).toBe(once);
    }),
    runs,
  );
});

test("formatting never changes what a program says", () => {
  fc.assert(
    fc.property(readable, (source) => {
      const before = readProgram(source, limits);
      const after = readProgram(formatSource(source).text, limits);
      expect(after.problems).toEqual([]);
      expect(sameForms(after.forms, before.forms)).toBe(true);
    }),
    runs,
  );
});

test("formatting keeps every token and every comment, and leaves no space at the end of a line", () => {
  fc.assert(
    fc.property(readable, (source) => {
      const { text } = formatSource(source);
      const before = lex(source);
      const after = lex(text);
      expect(after.tokens.map((t) => t.image)).toEqual(before.tokens.map((t) => t.image));
      expect(after.comments.map((t) => t.image.trimEnd())).toEqual(before.comments.map((t) => t.image.trimEnd()));
    }),
    runs,
  );
});

test("any text can be given to the formatter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (source) => {
      const { text, problems } = formatSource(source);
      if (problems.length > 0) expect(text).toBe(source);
    }),
    { numRuns: 500 },
  );
});

test("the programs of these tests are formatted, not given back", () => {
  const programs = fc.sample(readable, { numRuns: 300, seed: 1 });
  const untouched = programs.filter((source) => {
    const { text } = formatSource(source);
    return text === source && /^\s|[ ,]\n|\n\n\n/.test(source);
  });
  expect(untouched).toEqual([]);
});
