// CSV text to rows. The delimiter is found by itself, quotes follow RFC 4180, the first line names the columns, and columns
// that hold nothing but numbers or truth values become such. What does not fit is an error with its line, not a guess.

import type { BaseToolMeta } from "./host.d.ts";
import { CsvReader, type CsvRecord, detectDelimiter } from "./parts/csv-records.ts";
import { type ColumnType, columnTypes, guessType, readCell } from "./parts/csv-types.ts";

export const meta = {
  name: "csv-parse",
  description:
    "Parses CSV text into rows: finds the delimiter (comma, semicolon, tab or bar), reads quoted cells, names columns by the first line, and turns columns of numbers and truth values into such. Empty cells of those are null.",
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string", description: "The CSV text." },
      delimiter: { type: ["string", "null"], minLength: 1, description: "Found by itself when missing." },
      header: {
        type: ["boolean", "array", "null"],
        items: { type: "string" },
        description:
          "true (default): the first line names the columns. false: rows are lists. A list of names: there is no such line.",
      },
      types: {
        type: ["string", "object", "null"],
        description:
          '"infer" (default), "text" to leave every cell as it is, or a type per column: {"zip": "text", "amount": "number"}. Types are text, number, integer, boolean; other columns are inferred.',
      },
      quote: {
        type: ["string", "null"],
        maxLength: 1,
        description: 'The quote character, " when missing; "" for none.',
      },
      decimal: { enum: [".", ",", null], description: 'The decimal sign of numbers, "." when missing.' },
      nulls: {
        type: ["array", "null"],
        items: { type: "string" },
        description: 'Cells that mean "nothing", such as ["NA", "-"].',
      },
      comment: { type: ["string", "null"], minLength: 1, description: "Lines that start with it are left out." },
      trim: {
        type: ["boolean", "null"],
        description: "Drops blanks around cells; needed where a quote follows a blank.",
      },
      ragged: {
        enum: ["error", "pad", null],
        description:
          'Rows that are too short or too long: "error" (default), or "pad" to fill up with null and name extra columns.',
      },
      skip_lines: { type: ["integer", "null"], minimum: 0, description: "Lines before the first one that counts." },
      limit: { type: ["integer", "null"], minimum: 0, description: "Reads no more rows than this." },
    },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      columns: { type: "array", items: { type: "string" } },
      types: { type: "array", items: { enum: ["text", "number", "integer", "boolean"] } },
      rows: { type: "array", items: { type: ["object", "array"] } },
      delimiter: { type: "string" },
    },
    required: ["columns", "types", "rows", "delimiter"],
    additionalProperties: false,
  },
  permissions: [],
  deterministic: true,
  tags: ["csv", "parse", "table", "data"],
  examples: [
    {
      args: { text: 'name;city;amount\n"Miller; Ann";Bern;12.5\nBo;"say ""hi""";\n' },
      result: {
        columns: ["name", "city", "amount"],
        types: ["text", "text", "number"],
        rows: [
          { name: "Miller; Ann", city: "Bern", amount: 12.5 },
          { name: "Bo", city: 'say "hi"', amount: null },
        ],
        delimiter: ";",
      },
    },
    {
      args: { text: "1,true\n2,false\n", header: false },
      result: {
        columns: ["column_1", "column_2"],
        types: ["integer", "boolean"],
        rows: [
          [1, true],
          [2, false],
        ],
        delimiter: ",",
      },
    },
    {
      args: { text: "zip\tprice\n8001\t9,90\n", types: { zip: "text" }, decimal: "," },
      result: {
        columns: ["zip", "price"],
        types: ["text", "number"],
        rows: [{ zip: "8001", price: 9.9 }],
        delimiter: "\t",
      },
    },
  ],
} satisfies BaseToolMeta;

type Cell = string | number | boolean | null;

interface Args {
  readonly text: string;
  readonly delimiter?: string | null;
  readonly header?: boolean | readonly string[] | null;
  readonly types?: string | Readonly<Record<string, unknown>> | null;
  readonly quote?: string | null;
  readonly decimal?: "." | "," | null;
  readonly nulls?: readonly string[] | null;
  readonly comment?: string | null;
  readonly trim?: boolean | null;
  readonly ragged?: "error" | "pad" | null;
  readonly skip_lines?: number | null;
  readonly limit?: number | null;
}

interface Table {
  readonly columns: readonly string[];
  readonly types: readonly ColumnType[];
  readonly rows: readonly (readonly Cell[] | Readonly<Record<string, Cell>>)[];
  readonly delimiter: string;
}

export default function parseCsv(args: Args): Table {
  const { text, declared } = withoutMarks(args.text);
  const asked = dialectOf(args);
  const skipLines = args.skip_lines ?? 0;
  const delimiter = args.delimiter ?? declared ?? detectDelimiter(text, asked, skipLines);
  if (delimiter === asked.quote || /[\r\n]/.test(delimiter))
    throw new Error("The delimiter must be neither the quote character nor a line break.");
  const reader = new CsvReader(text, { ...asked, delimiter }, true);
  reader.skipLines(skipLines);

  const header = args.header ?? true;
  const named = header === true ? (reader.next()?.cells ?? []) : header === false ? null : header;
  const records = takeRecords(reader, args.limit ?? Number.POSITIVE_INFINITY);
  const width = widthOf(records, named, args.ragged === "pad");
  const columns = columnNames(named ?? [], width);
  const types = typesOf(args, columns, records);
  const rows = records.map((record) => readRow(record, columns, types, args));
  return { columns, types, rows: header === false ? rows : rows.map((row) => byName(columns, row)), delimiter };
}

function withoutMarks(given: string): { readonly text: string; readonly declared: string | null } {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const line = /^sep=(.)\r?\n/i.exec(text);
  return line === null ? { text, declared: null } : { text: text.slice(line[0].length), declared: line[1]! };
}

function dialectOf({ quote, comment, trim }: Args) {
  // A quote that no text holds switches quoting off.
  return { quote: quote === "" ? "\ufdd0" : (quote ?? '"'), comment: comment ?? "", trim: trim ?? false };
}

function takeRecords(reader: CsvReader, limit: number): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  while (records.length < limit) {
    const record = reader.next();
    if (record === null) break;
    records.push(record);
  }
  return records;
}

function widthOf(records: readonly CsvRecord[], named: readonly string[] | null, pad: boolean): number {
  const first = named?.length ?? records[0]?.cells.length ?? 0;
  let width = first;
  for (const { line, cells } of records) {
    if (cells.length !== first && !pad)
      throw new Error(
        `Line ${line} has ${cells.length} ${cells.length === 1 ? "cell" : "cells"} where ${first} are expected. Check the delimiter and the quotes (pass trim: true where a quote follows a blank), or pass ragged: "pad".`,
      );
    width = Math.max(width, cells.length);
  }
  return width;
}

/** Every column has a name of its own: blanks become column_2, a second "a" becomes a_2. */
function columnNames(named: readonly string[], width: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const given = named[i]?.trim() ?? "";
    if (given === "__proto__")
      throw new Error("A column cannot be called __proto__. Pass header: a list of other names.");
    const wanted = given === "" ? `column_${i + 1}` : given;
    let name = wanted;
    for (let n = 2; taken.has(name) || (name !== wanted && named.includes(name)); n++) name = `${wanted}_${n}`;
    taken.add(name);
    return name;
  });
}

function typesOf(args: Args, columns: readonly string[], records: readonly CsvRecord[]): readonly ColumnType[] {
  const given = args.types ?? "infer";
  if (given === "text") return columns.map(() => "text");
  if (typeof given === "string" && given !== "infer")
    throw new Error(`types must be "infer", "text" or a map of columns, not ${JSON.stringify(given)}.`);
  const said = typeof given === "string" ? {} : given;
  for (const [column, type] of Object.entries(said)) {
    if (!columns.includes(column))
      throw new Error(`types names ${JSON.stringify(column)}, but the columns are ${columns.join(", ")}.`);
    if (!columnTypes.some((known) => known === type))
      throw new Error(`The type of ${column} must be one of ${columnTypes.join(", ")}, not ${JSON.stringify(type)}.`);
  }
  const nulls = new Set(args.nulls ?? []);
  return columns.map((column, i) => {
    const type = Object.hasOwn(said, column) ? columnTypes.find((known) => known === said[column]) : undefined;
    return type ?? guessType(filledCells(records, i, nulls), args.decimal ?? ".");
  });
}

function* filledCells(records: readonly CsvRecord[], column: number, nulls: ReadonlySet<string>): Iterable<string> {
  for (const { cells } of records) {
    const cell = cells[column] ?? "";
    if (cell !== "" && !nulls.has(cell)) yield cell;
  }
}

function readRow(
  { line, cells }: CsvRecord,
  columns: readonly string[],
  types: readonly ColumnType[],
  { nulls, decimal }: Args,
): readonly Cell[] {
  return columns.map((column, i) => {
    const cell = cells[i];
    const type = types[i]!;
    if (cell === undefined || nulls?.includes(cell) === true) return null;
    if (type === "text") return cell;
    if (cell.trim() === "") return null;
    const value = readCell(cell, type, decimal ?? ".");
    if (value === undefined)
      throw new Error(
        `Line ${line}, column ${column}: ${JSON.stringify(cell.slice(0, 40))} is no ${type}. Say types: {"${column}": "text"}, or list it in nulls when it means nothing.`,
      );
    return value;
  });
}

function byName(columns: readonly string[], row: readonly Cell[]): Readonly<Record<string, Cell>> {
  const named: Record<string, Cell> = {};
  for (let i = 0; i < columns.length; i++) named[columns[i]!] = row[i]!;
  return named;
}
