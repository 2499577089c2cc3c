// The figures behind stats-summary, by sums, products and square roots alone, so that they are the same on every machine.

export interface NumberSummary {
  readonly kind: "number";
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  readonly sum: number;
  readonly mean: number | null;
  readonly median: number | null;
  /** The commonest values; none when every value occurs once. */
  readonly mode: readonly number[];
  readonly min: number | null;
  readonly max: number | null;
  readonly range: number | null;
  /** Of a sample: divided by n - 1. */
  readonly variance: number | null;
  readonly sd: number | null;
  readonly sd_population: number | null;
  readonly q1: number | null;
  readonly q3: number | null;
  readonly iqr: number | null;
  readonly skewness: number | null;
  /** Further than 1.5 iqr outside the quartiles (Tukey). */
  readonly outliers: readonly number[];
  readonly percentiles: readonly { readonly p: number; readonly value: number | null }[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[] | null;
}

export interface TextSummary {
  readonly kind: "text";
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  readonly top: readonly { readonly value: string | boolean; readonly count: number }[];
}

const TOP = 10;
const MOST_OUTLIERS = 100;

export function describeNumbers(
  values: readonly number[],
  missing: number,
  percentiles: readonly number[],
  bins: number,
): NumberSummary {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const sum = totalOf(sorted);
  if (!Number.isFinite(sum)) throw new Error("The numbers are too large: their sum is no number. Scale them down.");
  const at = (share: number) => quantile(sorted, share);
  const [q1, q3, min, max] = [at(0.25), at(0.75), sorted[0] ?? null, sorted.at(-1) ?? null];
  const spread = n === 0 ? null : spreadOf(sorted, sum / n);
  const counts = countsOf(sorted);
  const iqr = q1 === null || q3 === null ? null : q3 - q1;
  return {
    kind: "number",
    count: n,
    missing,
    distinct: counts.length,
    sum,
    mean: spread === null ? null : spread.mean,
    median: at(0.5),
    mode: modesOf(counts),
    min,
    max,
    range: min === null || max === null ? null : max - min,
    variance: spread?.variance ?? null,
    sd: spread === null || spread.variance === null ? null : Math.sqrt(spread.variance),
    sd_population: spread === null ? null : Math.sqrt(spread.population),
    q1,
    q3,
    iqr,
    skewness: spread?.skewness ?? null,
    outliers:
      q1 === null || q3 === null || iqr === null
        ? []
        : sorted.filter((x) => x < q1 - 1.5 * iqr || x > q3 + 1.5 * iqr).slice(0, MOST_OUTLIERS),
    percentiles: percentiles.map((p) => ({ p, value: at(p / 100) })),
    histogram: bins === 0 || min === null || max === null ? null : histogramOf(sorted, min, max, bins),
  };
}

export function describeTexts(values: readonly (string | boolean)[], missing: number): TextSummary {
  const counts = new Map<string | boolean, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // Sorting is stable: equally common values stay in the order in which they came.
  const top = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return { kind: "text", count: values.length, missing, distinct: counts.size, top: top.slice(0, TOP) };
}

/** Neumaier's sum: what each addition rounds off is kept and added in the end. */
function totalOf(values: Iterable<number>): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function spreadOf(values: readonly number[], rough: number) {
  const n = values.length;
  // The mean of the differences from the mean takes off what dividing rounded.
  const mean = rough + totalOf(values.map((x) => x - rough)) / n;
  const squares = totalOf(values.map((x) => (x - mean) * (x - mean)));
  const cubes = totalOf(values.map((x) => (x - mean) * (x - mean) * (x - mean)));
  if (!Number.isFinite(squares) || !Number.isFinite(cubes))
    throw new Error("The numbers are too far apart: the sum of their squares is no number. Scale them down.");
  const population = squares / n;
  const variance = n > 1 ? squares / (n - 1) : null;
  const g1 = squares > 0 ? cubes / n / (population * Math.sqrt(population)) : null;
  // Adjusted for samples, as spreadsheets' SKEW.
  const skewness = g1 === null || n < 3 ? null : (g1 * Math.sqrt(n * (n - 1))) / (n - 2);
  return { mean, variance, population, skewness: skewness !== null && Number.isFinite(skewness) ? skewness : null };
}

function quantile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const from = sorted[low]!;
  const to = sorted[Math.min(low + 1, sorted.length - 1)]!;
  return from + (to - from) * (place - low);
}

function countsOf(sorted: readonly number[]): readonly { readonly value: number; readonly count: number }[] {
  const counts: { value: number; count: number }[] = [];
  for (const value of sorted) {
    const last = counts.at(-1);
    if (last !== undefined && last.value === value) last.count++;
    else counts.push({ value, count: 1 });
  }
  return counts;
}

function modesOf(counts: readonly { readonly value: number; readonly count: number }[]): readonly number[] {
  let most = 1;
  for (const { count } of counts) most = Math.max(most, count);
  return most === 1 ? [] : counts.filter(({ count }) => count === most).map(({ value }) => value);
}

/** Bins of equal width; each holds its lower end, the last one both. */
function histogramOf(sorted: readonly number[], min: number, max: number, bins: number) {
  if (min === max) return [{ from: min, to: max, count: sorted.length }];
  const width = (max - min) / bins;
  const edge = (i: number) => (i === bins ? max : min + width * i);
  const counts = new Array<number>(bins).fill(0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < bins - 1 && value >= edge(bin + 1)) bin++;
    counts[bin]!++;
  }
  return counts.map((count, i) => ({ from: edge(i), to: edge(i + 1), count }));
}
