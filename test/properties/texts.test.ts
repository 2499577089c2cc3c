// No text makes the reader, the analyzer or the evaluator throw: random characters, pieces of the language in random order,
// and programs broken in a few places.

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, runSync } from "../../src/index.ts";
import { Choices } from "../support/choices.ts";
import { complaint, fuzzLimits } from "../support/fuzz.ts";
import { mutated, program } from "../support/programs.ts";

const random = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(..."()[]{}\"#'`~@^;:\\%&/.,-+ \nab01"), maxLength: 60 }),
);

const broken = fc
  .tuple(
    fc.array(fc.nat({ max: 2 ** 31 }), { minLength: 5, maxLength: 120, size: "max" }),
    fc.array(fc.nat({ max: 2 ** 31 }), { minLength: 4, maxLength: 20 }),
  )
  .map(([make, damage]) => mutated(program(new Choices(make)), new Choices(damage)));

for (const [name, text] of [
  ["random text", random],
  ["broken programs", broken],
] as const) {
  test(`${name}: nothing throws, everything ends`, () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(complaint(source)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  test(`${name}: the public doors answer with data`, () => {
    fc.assert(
      fc.property(text, (source) => {
        const result = runSync(source, { limits: fuzzLimits });
        const problems = check(source);
        if (result.ok) expect(problems).toEqual([]);
        else {
          expect(result.error.message).toBeTruthy();
          expect(result.error.span.end).toBeLessThanOrEqual(source.length);
        }
        expect(() => JSON.stringify(result.ok ? result.text : result)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
}
