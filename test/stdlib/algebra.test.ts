// What must hold of the composed tools for any data: joins, pivots, quantiles, sums of money, and what privacy promises.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linked } from "./linked.ts";

type Row = Readonly<Record<string, unknown>>;
type Call = (data: Readonly<Record<string, unknown>>) => never;

const programs: Readonly<Record<string, readonly [readonly string[], string]>> = {
  join: [["join-tables"], '(join-tables data/left data/right ["k"] data/kind)'],
  wideAndBack: [["pivot-rows", "unpivot-rows"], '(unpivot-rows (pivot-rows data/rows "r" "c" "v" nil) ["r"] "c" "v")'],
  quantiles: [["quantiles"], "(mapv :value (quantiles data/values data/shares))"],
  anonymous: [["k-anonymous-summary"], '(k-anonymous-summary data/rows ["g"] [{:op "sum" :column "v"}] data/k)'],
  mask: [["mask-fields"], "(mask-fields data/rows data/columns data/keep)"],
  money: [["sum-by-currency"], '(sum-by-currency data/rows "a" "c")'],
  split: [["split-money"], "(split-money data/amount data/weights nil)"],
  sort: [["sort-rows"], '(sort-rows data/rows ["v"])'],
  average: [["moving-average"], "(moving-average data/values data/window)"],
  diff: [["diff-rows"], '(diff-rows data/before data/after ["k"])'],
  days: [["business-days-between"], "(business-days-between data/from data/to nil)"],
  luhn: [["check-luhn"], "(mapv check-luhn data/numbers)"],
};

const calls = Object.fromEntries(
  Object.entries(programs).map(([name, [roots, code]]) => [name, linked(roots, code)]),
) as unknown as Readonly<Record<string, Call>>;

const holds = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 60 });
const key = fc.option(fc.constantFrom("a", "b", "é", "1"), { nil: null });
const label = fc.constantFrom("x", "y", "Zürich", "r");
const table = fc.array(fc.record({ k: key, v: fc.integer({ min: -9, max: 9 }) }), { maxLength: 8 });

describe("joins", () => {
  it("inner is every pair of equal keys, left adds those without a partner, anti is exactly those", () => {
    holds(
      fc.property(table, table, (left, right) => {
        const other = right.map(({ k, v }) => ({ k, w: v }));
        const pairs = left.flatMap((l) =>
          other.filter((r) => l.k !== null && r.k === l.k).map((r) => ({ ...l, w: r.w })),
        );
        const alone = left.filter((l) => l.k === null || !other.some((r) => r.k === l.k));
        const on = { left, right: other };
        expect(calls.join!({ ...on, kind: "inner" })).toEqual(pairs);
        expect(calls.join!({ ...on, kind: "anti" })).toEqual(alone);
        expect((calls.join!({ ...on, kind: "left" }) as Row[]).length).toBe(pairs.length + alone.length);
      }),
    );
  });
});

describe("pivots", () => {
  it("unpivot gives back the long rows, where every cell has one", () => {
    const cell = fc.record({ r: label, c: fc.constantFrom("p", "q", "s"), v: fc.integer() });
    const long = fc.uniqueArray(cell, { selector: ({ r, c }) => `${r}/${c}`, maxLength: 9 });
    const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify([row.r, row.c, row.v])).sort();
    holds(
      fc.property(long, (rows) => {
        expect(sorted(calls.wideAndBack!({ rows }))).toEqual(sorted(rows));
      }),
    );
  });
});

describe("statistics", () => {
  const numbers = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: null }), { maxLength: 20 });

  it("quantiles rise with their share, and lie between the smallest and the largest number", () => {
    const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 });
    holds(
      fc.property(numbers, shares, (values, percents) => {
        const known = values.filter((v) => v !== null);
        const asked = percents.sort((a, b) => a - b).map((p) => p / 100);
        const found = calls.quantiles!({ values, shares: [0, ...asked, 1] }) as (number | null)[];
        if (known.length === 0) {
          expect(new Set(found)).toEqual(new Set([null]));
          return;
        }
        expect(found[0]).toBe(Math.min(...known));
        expect(found.at(-1)).toBe(Math.max(...known));
        expect(found).toEqual([...(found as number[])].sort((a, b) => a - b));
      }),
    );
  });

  it("a moving average is the mean of its window", () => {
    holds(
      fc.property(numbers, fc.integer({ min: 1, max: 5 }), (values, window) => {
        const expected = values.map((_, i) => {
          const inside = values.slice(Math.max(0, i + 1 - window), i + 1).filter((v) => v !== null);
          return i + 1 < window || inside.length === 0 ? null : inside.reduce((a, b) => a + b, 0) / inside.length;
        });
        expect(calls.average!({ values, window })).toEqual(expected);
      }),
    );
  });
});

describe("money", () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100);

  it("sums by currency are the exact totals in cents, and nothing is lost between currencies", () => {
    const row = fc.record({ a: fc.option(amount, { nil: null }), c: fc.constantFrom("EUR", "USD", null) });
    holds(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const found = calls.money!({ rows }) as {
          currency: string | null;
          total: number;
          count: number;
          missing: number;
        }[];
        for (const { currency, total } of found) {
          const cents = rows
            .filter(({ c }) => c === currency)
            .reduce((sum, { a }) => sum + Math.round((a ?? 0) * 100), 0);
          expect(Math.round(total * 100)).toBe(cents);
          expect(total).toBe(cents / 100);
        }
        expect(found.reduce((n, { count, missing }) => n + count + missing, 0)).toBe(rows.length);
      }),
    );
  });

  it("the parts of a split add up to it, and none is a cent beside its share", () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 7 })
      .filter((w) => w.some((n) => n > 0));
    holds(
      fc.property(amount, weights, (whole, parts) => {
        const found = calls.split!({ amount: whole, weights: parts }) as number[];
        const total = parts.reduce((a, b) => a + b, 0);
        expect(found.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(Math.round(whole * 100));
        for (const [i, part] of found.entries())
          expect(Math.abs(part * 100 - (whole * 100 * parts[i]!) / total)).toBeLessThan(1.001);
      }),
    );
  });
});

describe("privacy", () => {
  it("no group below k is ever shown, nor can one be worked out from the total", () => {
    const rows = fc.array(fc.record({ g: label, v: fc.integer({ min: 0, max: 99 }) }), { maxLength: 25 });
    holds(
      fc.property(rows, fc.integer({ min: 1, max: 6 }), (all, k) => {
        const { groups, hidden } = calls.anonymous!({ rows: all, k }) as {
          groups: { g: string; rows: number; sum_v: number }[];
          hidden: { groups: number; rows: number };
        };
        for (const { g, rows: size, sum_v } of groups) {
          const members = all.filter((row) => row.g === g);
          expect(size).toBe(members.length);
          expect(size).toBeGreaterThanOrEqual(k);
          expect(sum_v).toBe(members.reduce((sum, { v }) => sum + v, 0));
        }
        expect(groups.reduce((n, { rows: size }) => n + size, hidden.rows)).toBe(all.length);
        if (hidden.groups > 0 && groups.length > 0) {
          expect(hidden.groups).toBeGreaterThan(1);
          expect(hidden.rows).toBeGreaterThanOrEqual(k);
        }
      }),
    );
  });

  it("masking leaves all other columns as they are, and shows no more than it says", () => {
    const row = fc.record({ a: fc.option(fc.string(), { nil: null }), b: fc.string(), c: fc.integer() });
    holds(
      fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: -1, max: 4 }), (rows, keep) => {
        const found = calls.mask!({ rows, columns: ["a"], keep }) as typeof rows;
        expect(found.map(({ b, c }) => ({ b, c }))).toEqual(rows.map(({ b, c }) => ({ b, c })));
        for (const [i, { a }] of found.entries())
          if (rows[i]!.a === null) expect(a).toBeNull();
          else expect(a === "***" || (a!.startsWith("***") && rows[i]!.a!.endsWith(a!.slice(3)))).toBe(true);
      }),
    );
  });
});

describe("others", () => {
  it("sorting keeps every row, in order, those without a value last", () => {
    const row = fc.record({
      i: fc.nat(),
      v: fc.option(fc.oneof(fc.integer(), fc.string(), fc.boolean()), { nil: null }),
    });
    holds(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const found = calls.sort!({ rows }) as typeof rows;
        const texts = (all: readonly Row[]) => all.map((one) => JSON.stringify(one)).sort();
        expect(texts(found)).toEqual(texts(rows));
        const rank = (v: unknown) => (v === null ? 3 : ["number", "string", "boolean"].indexOf(typeof v));
        for (let i = 1; i < found.length; i++) {
          const [a, b] = [found[i - 1]!.v, found[i]!.v];
          expect(rank(a)).toBeLessThanOrEqual(rank(b));
          if (typeof a === "number" && typeof b === "number") expect(a).toBeLessThanOrEqual(b);
        }
      }),
    );
  });

  it("a difference of tables tells how to make one out of the other", () => {
    const keyed = fc.uniqueArray(fc.record({ k: fc.nat({ max: 9 }), v: fc.nat({ max: 2 }) }), {
      selector: ({ k }) => k,
    });
    holds(
      fc.property(keyed, keyed, (before, after) => {
        const { added, removed, changed, unchanged } = calls.diff!({ before, after }) as {
          added: { k: number; v: number }[];
          removed: { k: number }[];
          changed: { key: { k: number }; after: number }[];
          unchanged: number;
        };
        const state = new Map(before.map(({ k, v }) => [k, v]));
        for (const { k } of removed) state.delete(k);
        for (const { key: of, after: v } of changed) state.set(of.k, v);
        for (const { k, v } of added) state.set(k, v);
        expect(state).toEqual(new Map(after.map(({ k, v }) => [k, v])));
        expect(unchanged + changed.length + removed.length).toBe(before.length);
      }),
    );
  });

  it("working days are those that counting finds", () => {
    const day = fc.integer({ min: 0, max: 40_000 });
    const iso = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10);
    holds(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (from, more) => {
        let expected = 0;
        for (let d = from; d <= from + more; d++) if (new Date(d * 86_400_000).getUTCDay() % 6 !== 0) expected++;
        expect(calls.days!({ from: iso(from), to: iso(from + more) })).toBe(expected);
      }),
    );
  });

  it("one wrong digit breaks a check digit", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 16 });
    holds(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (given, at, by) => {
        const candidates = Array.from({ length: 10 }, (_, d) => [...given, d]);
        const isRight = calls.luhn!({ numbers: candidates.map((n) => n.join("")) }) as boolean[];
        const right = candidates.filter((_, d) => isRight[d]);
        expect(right).toHaveLength(1);
        const wrong = right[0]!.map((d, i) => (i === at % right[0]!.length ? (d + by) % 10 : d));
        expect(calls.luhn!({ numbers: [wrong.join("")] })).toEqual([false]);
      }),
    );
  });
});
