// stats-summary beyond its examples: figures checked against definitions, hard numbers, columns, and what is refused.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
const summary = (values: readonly unknown[], options: object = {}) =>
  tools.call("stats-summary", { values, ...options });

describe("numbers", () => {
  test("none, one and two", async () => {
    expect(await summary([])).toMatchObject({
      kind: "number",
      count: 0,
      sum: 0,
      mean: null,
      median: null,
      sd: null,
      mode: [],
    });
    expect(await summary([null, null])).toMatchObject({ count: 0, missing: 2, min: null });
    expect(await summary([7])).toMatchObject({
      count: 1,
      mean: 7,
      variance: null,
      sd_population: 0,
      skewness: null,
      q1: 7,
    });
    expect(await summary([1, 2])).toMatchObject({
      mean: 1.5,
      variance: 0.5,
      q1: 1.25,
      q3: 1.75,
      mode: [],
      skewness: null,
    });
  });

  test("sums keep their digits", async () => {
    expect(await summary([1e16, 1, -1e16])).toMatchObject({ sum: 1 });
    expect(await summary(new Array(10).fill(0.1))).toMatchObject({ sum: 1, mean: 0.1, variance: 0, skewness: null });
    expect(await summary([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toMatchObject({ mean: 1e9 + 10, variance: 30 });
  });

  test("quantiles as R's type 7, whatever the order", async () => {
    expect(await summary([15, 20, 35, 40, 50].reverse(), { percentiles: [0, 5, 40, 100] })).toMatchObject({
      percentiles: [
        { p: 0, value: 15 },
        { p: 5, value: 16 },
        { p: 40, value: 29 },
        { p: 100, value: 50 },
      ],
    });
  });

  test("modes and outliers", async () => {
    expect(await summary([1, 1, 2, 2, 3, 100])).toMatchObject({ mode: [1, 2], outliers: [100], distinct: 4 });
    expect(await summary([5, 5, 5])).toMatchObject({ mode: [5], outliers: [], range: 0 });
  });

  test("every number is in one bin", async () => {
    const numbers = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 12 }), async (values, bins) => {
        const { histogram, min, max } = (await summary(values, { bins })) as {
          histogram: { from: number; to: number; count: number }[];
          min: number;
          max: number;
        };
        expect(histogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length);
        expect([histogram[0]!.from, histogram.at(-1)!.to]).toEqual([min, max]);
        for (const [i, { from, to, count }] of histogram.entries()) {
          const last = i === histogram.length - 1;
          expect(count).toBe(values.filter((x) => x >= from && (x < to || (last && x === to))).length);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("texts and rows", () => {
  test("the commonest first, then as they came", async () => {
    expect(await summary(["b", "a", "c", "a", "b"])).toMatchObject({
      distinct: 3,
      top: [
        { value: "b", count: 2 },
        { value: "a", count: 2 },
        { value: "c", count: 1 },
      ],
    });
    expect(await summary([true, false, true])).toMatchObject({
      kind: "text",
      top: [{ value: true, count: 2 }, { value: false }],
    });
    const many = (await summary(Array.from({ length: 30 }, (_, i) => `t${i}`))) as { top: unknown[] };
    expect(many.top).toHaveLength(10);
  });

  test("columns of rows, gaps included", async () => {
    expect(await summary([{ a: 1, b: "x" }, { a: 3 }, { b: null }])).toMatchObject({
      kind: "rows",
      count: 3,
      columns: { a: { kind: "number", count: 2, missing: 1, mean: 2 }, b: { kind: "text", count: 1, missing: 2 } },
    });
  });
});

test.each([
  [{ values: [1, "2"] }, 'values mixes numbers with a text ("2"). Parse texts with number-parse'],
  [{ values: [{ a: 1 }, { a: "n/a" }] }, 'a mixes numbers with a text ("n/a")'],
  [{ values: [{ a: 1 }, 2] }, "values[1] is a number, but others are maps"],
  [{ values: [{ a: [1] }] }, "a holds a list (item 1)"],
  [{ values: [{ a: 1 }], columns: ["b"] }, 'No row has the column "b"; there are a'],
  [{ values: [1], columns: ["b"] }, "columns is for maps"],
  [{ values: [1e308, 1e308] }, "too large"],
  [{ values: [1e200, -1e200] }, "too far apart"],
  [{ values: [1], percentiles: [101] }, "bad_arguments"],
])("%j is refused", async (args, words) => {
  expect(await tools.problem("stats-summary", args)).toContain(words);
});
