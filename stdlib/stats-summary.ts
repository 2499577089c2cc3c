// Describes data: count, spread and shape of numbers, frequencies of texts; for rows, every column. Quantiles interpolate as
// R, NumPy and spreadsheets do by default (type 7); sums are compensated, so order and size cost no digits.

import type { BaseToolMeta } from "./host.d.ts";
import { describeNumbers, describeTexts, type NumberSummary, type TextSummary } from "./parts/statistics.ts";

export const meta = {
  name: "stats-summary",
  description:
    "Summarises a list of numbers (count, sum, mean, median, standard deviation, quartiles, skewness, outliers, percentiles, histogram) or of texts (distinct, commonest). For a list of maps, every column. null counts as missing.",
  inputSchema: {
    type: "object",
    properties: {
      values: { type: "array", description: "Numbers, texts, truth values or maps; null for missing." },
      columns: {
        type: ["array", "null"],
        items: { type: "string" },
        description: "For maps: which columns; all when missing.",
      },
      percentiles: {
        type: ["array", "null"],
        items: { type: "number", minimum: 0, maximum: 100 },
        description: "Such as [5, 95, 99.9].",
      },
      bins: {
        type: ["integer", "null"],
        minimum: 1,
        maximum: 1000,
        description: "Bins of a histogram; none when missing.",
      },
    },
    required: ["values"],
    additionalProperties: false,
  },
  outputSchema: { type: "object" },
  permissions: [],
  deterministic: true,
  tags: ["statistics", "numbers", "summary", "data"],
  examples: [
    {
      args: { values: [2, 4, 4, 4, 5, 5, 7, 9, null], percentiles: [90], bins: 2 },
      result: {
        kind: "number",
        count: 8,
        missing: 1,
        distinct: 5,
        sum: 40,
        mean: 5,
        median: 4.5,
        mode: [4],
        min: 2,
        max: 9,
        range: 7,
        variance: 4.571428571428571,
        sd: 2.138089935299395,
        sd_population: 2,
        q1: 4,
        q3: 5.5,
        iqr: 1.5,
        skewness: 0.8184875533567997,
        outliers: [9],
        percentiles: [{ p: 90, value: 7.6 }],
        histogram: [
          { from: 2, to: 5.5, count: 6 },
          { from: 5.5, to: 9, count: 2 },
        ],
      },
    },
    {
      args: { values: ["tea", "milk", "tea", null] },
      result: {
        kind: "text",
        count: 3,
        missing: 1,
        distinct: 2,
        top: [
          { value: "tea", count: 2 },
          { value: "milk", count: 1 },
        ],
      },
    },
    {
      args: { values: [{ city: "Bern" }, { city: "Bern" }, { n: 1 }], columns: ["city"] },
      result: {
        kind: "rows",
        count: 3,
        columns: { city: { kind: "text", count: 2, missing: 1, distinct: 1, top: [{ value: "Bern", count: 2 }] } },
      },
    },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly values: readonly unknown[];
  readonly columns?: readonly string[] | null;
  readonly percentiles?: readonly number[] | null;
  readonly bins?: number | null;
}

type Summary = NumberSummary | TextSummary;

interface RowsSummary {
  readonly kind: "rows";
  readonly count: number;
  readonly columns: Readonly<Record<string, Summary>>;
}

export default function summarise(args: Args): Summary | RowsSummary {
  const { values } = args;
  const rows = values.filter(isMap);
  if (rows.length === 0) {
    if ((args.columns ?? []).length > 0 && values.length > 0)
      throw new Error("columns is for maps, but values holds none.");
    return describeColumn(values, "values", args);
  }
  if (rows.length < values.length) {
    const odd = values.findIndex((value) => !isMap(value));
    throw new Error(`values[${odd}] is ${kindOf(values[odd])}, but others are maps. Make them all the same.`);
  }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const unknown = (args.columns ?? []).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`No row has the column ${JSON.stringify(unknown)}; there are ${names.join(", ")}.`);
  const columns: Record<string, Summary> = {};
  for (const name of args.columns ?? names)
    columns[name] = describeColumn(
      rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null)),
      name,
      args,
    );
  return { kind: "rows", count: rows.length, columns };
}

function describeColumn(values: readonly unknown[], name: string, { percentiles, bins }: Args): Summary {
  const present = values.filter((value) => value !== null);
  const missing = values.length - present.length;
  const numbers = present.filter((value) => typeof value === "number");
  if (numbers.length === present.length) return describeNumbers(numbers, missing, percentiles ?? [], bins ?? 0);
  const texts = present.map((value, i) => {
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value !== "number")
      throw new Error(`${name} holds ${kindOf(value)} (item ${i + 1}), which has no summary.`);
    const other = present.find((v) => typeof v !== "number");
    throw new Error(
      `${name} mixes numbers with ${kindOf(other)} (${JSON.stringify(other).slice(0, 40)}). Parse texts with number-parse, or make what means nothing null.`,
    );
  });
  return describeTexts(texts, missing);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "a map";
  return typeof value === "string" ? "a text" : typeof value === "boolean" ? "a truth value" : "a number";
}
