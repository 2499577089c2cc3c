// Rates with their sample: Wilson's interval against known values, and that evidence moves it the right way.

import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound, rateOf, rateWords, upperBound } from "../../src/registry/record/statistics.ts";
import { compareProportions } from "../../src/registry/record/two-proportions.ts";
import "../seed.ts";

const tally = (successes: number, trials: number) => ({ successes, trials });
const anyTally = fc
  .integer({ min: 1, max: 5_000 })
  .chain((trials) => fc.integer({ min: 0, max: trials }).map((successes) => tally(successes, trials)));

// Computed apart from the code under test, with Python's floats, from the formula of the interval.
it.each([
  [1, 1, 0.206549, 1],
  [3, 3, 0.438503, 1],
  [21, 25, 0.653464, 0.935965],
  [84, 100, 0.755797, 0.899047],
  [0, 20, 0, 0.161125],
  [1, 5, 0.036224, 0.624465],
])("%i of %i lies between %f and %f", (successes, trials, lower, upper) => {
  expect(lowerBound(tally(successes, trials))).toBeCloseTo(lower, 5);
  expect(upperBound(tally(successes, trials))).toBeCloseTo(upper, 5);
});

it("without trials nothing is vouched for and nothing is ruled out", () => {
  expect(rateOf(tally(0, 0))).toEqual({ successes: 0, trials: 0, rate: null, lower: 0, upper: 1 });
});

it("the interval holds the rate and lies within 0 and 1", () => {
  fc.assert(
    fc.property(anyTally, (t) => {
      const { rate, lower, upper } = rateOf(t);
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(upper).toBeLessThanOrEqual(1);
      expect(lower).toBeLessThanOrEqual(rate!);
      expect(upper).toBeGreaterThanOrEqual(rate!);
    }),
  );
});

it("a success more raises both bounds, a failure more lowers them, and evidence narrows them", () => {
  fc.assert(
    fc.property(anyTally, ({ successes, trials }) => {
      const at = rateOf(tally(successes, trials));
      const won = rateOf(tally(successes + 1, trials + 1));
      const lost = rateOf(tally(successes, trials + 1));
      expect(won.lower).toBeGreaterThan(at.lower);
      expect(won.upper).toBeGreaterThanOrEqual(at.upper);
      expect(lost.lower).toBeLessThanOrEqual(at.lower);
      expect(lost.upper).toBeLessThan(at.upper);
      const twice = rateOf(tally(2 * successes, 2 * trials));
      expect(twice.upper - twice.lower).toBeLessThan(at.upper - at.lower);
    }),
  );
});

it("words name the rate and the sample", () => {
  expect(rateWords(tally(1, 5))).toBe("20% of 5 trials");
  expect(rateWords(tally(0, 1))).toBe("0% of 1 trial");
  expect(rateWords(tally(0, 0))).toBe("no trials");
});

// Computed apart from the code under test, in Python: Fisher's with exact binomials, the others with math.erfc.
it.each([
  [tally(8, 10), tally(3, 10), "Fisher exact", 0.0697785],
  [tally(3, 3), tally(0, 3), "Fisher exact", 0.1],
  [tally(1, 2), tally(1, 2), "Fisher exact", 1],
  [tally(80, 100), tally(60, 100), "two-proportion z", 0.00202823],
  [tally(50, 100), tally(50, 100), "two-proportion z", 1],
  [tally(900, 1000), tally(700, 1000), "two-proportion z", 5.08947e-29],
] as const)("%o against %o: %s", (a, b, test, p) => {
  const compared = compareProportions(a, b);
  expect(compared.test).toBe(test);
  expect(compared.p / p).toBeCloseTo(1, 3);
});

it("nothing can be said against no trials", () => {
  expect(compareProportions(tally(3, 3), tally(0, 0))).toEqual({ test: "none", p: 1 });
});

it("comparing is symmetric, and p is a probability", () => {
  fc.assert(
    fc.property(anyTally, anyTally, (a, b) => {
      const there = compareProportions(a, b);
      const back = compareProportions(b, a);
      expect(there.test).toBe(back.test);
      expect(there.p).toBeCloseTo(back.p, 9);
      expect(there.p).toBeGreaterThanOrEqual(0);
      expect(there.p).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});
