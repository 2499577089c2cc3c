// Generated programs: they end within their fuel, the same way every time, and however they are laid out.

import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSource } from "../../src/lisp/format/format.ts";
import { sameForms } from "../../src/lisp/format/same-forms.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { runProgram } from "../../src/lisp/run.ts";
import { limits } from "../read/show-form.ts";
import { Choices } from "../support/choices.ts";
import { host } from "../support/evaluate.ts";
import { complaint, fuzzLimits, outcome } from "../support/fuzz.ts";
import { program } from "../support/programs.ts";

const numbers = fc.array(fc.nat({ max: 2 ** 31 }), { minLength: 5, maxLength: 200, size: "max" });
const source = numbers.map((list) => program(new Choices(list)));

test("any program ends within its fuel, without an exception of ours", () => {
  fc.assert(
    fc.property(source, (text) => {
      expect(complaint(text)).toBeNull();
    }),
    { numRuns: 1000 },
  );
});

test("the same program comes to the same answer with the same fuel and memory", () => {
  fc.assert(
    fc.property(source, (text) => {
      expect(outcome(text)).toEqual(outcome(text));
      const [one, two] = [0, 1].map(() => runProgram(text, { ...host, limits: fuzzLimits }).usage);
      expect(one).toEqual(two);
    }),
    { numRuns: 300 },
  );
});

test("with less fuel than it needs a program is stopped, with just enough it ends as before", () => {
  fc.assert(
    fc.property(source, (text) => {
      const needed = runProgram(text, { ...host, limits: fuzzLimits });
      const { fuel } = needed.usage;
      if (!needed.ok || fuel === 0) return;
      const run = (f: number) => runProgram(text, { ...host, limits: { ...fuzzLimits, fuel: f } });
      for (const less of [fuel - 1, fuel >> 1]) expect(run(less)).toMatchObject({ error: { reason: "fuel_exceeded" } });
      // A search with a regular expression sets fuel aside for its worst case and gives back what it did not use.
      if (!/#"|re-|split|replace|extract|matches/.test(text))
        expect(run(fuel)).toMatchObject({ ok: true, usage: { fuel } });
    }),
    { numRuns: 300 },
  );
});

test("formatting never changes what a program means", () => {
  fc.assert(
    fc.property(source, (text) => {
      const before = readProgram(text, limits);
      if (before.problems.length > 0) return;
      const formatted = formatSource(text).text;
      expect(sameForms(readProgram(formatted, limits).forms, before.forms)).toBe(true);
      expect(formatSource(formatted).text).toBe(formatted);
      expect(outcome(formatted).answer).toBe(outcome(text).answer);
    }),
    { numRuns: 300 },
  );
});

test("the generator makes programs worth running", () => {
  const texts = fc.sample(source, { numRuns: 400, seed: 7 });
  const answers = texts.map((text) => outcome(text).answer);
  const values = answers.filter((a) => a.startsWith("value")).length;
  expect(values).toBeGreaterThan(100);
  expect(new Set(answers.map((a) => a.split(" ")[0])).size).toBeGreaterThan(4);
  expect(new Set(texts.flatMap((t) => t.match(/\(([^\s()[\]{}]+)/g) ?? [])).size).toBeGreaterThan(200);
});
