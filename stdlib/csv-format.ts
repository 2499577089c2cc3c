// Rows to CSV text that csv-parse and spreadsheets read back: cells are quoted where they must be, every record ends with a
// newline, and columns keep the order in which rows first name them.

import type { BaseToolMeta } from "./host.d.ts";

export const meta = {
  name: "csv-format",
  description:
    "Writes rows (maps or lists) as CSV text. Quotes cells where needed, writes a header for maps, null as an empty cell, and maps or lists inside a row as JSON.",
  inputSchema: {
    type: "object",
    properties: {
      rows: { type: "array", items: { type: ["object", "array"] }, description: "All maps or all lists." },
      columns: {
        type: ["array", "null"],
        items: { type: "string" },
        description: "For maps, the columns to write and their order (all when missing); for lists, the header line.",
      },
      header: { type: ["boolean", "null"], description: "false leaves out the header line." },
      delimiter: { type: ["string", "null"], minLength: 1, maxLength: 1, description: '"," when missing.' },
      quote: { enum: ["needed", "all", null], description: 'Which cells are quoted: "needed" (default) or "all".' },
      newline: { enum: ["\n", "\r\n", null], description: 'What ends a record, "\\n" when missing.' },
      decimal: { enum: [".", ",", null], description: 'The decimal sign of numbers, "." when missing.' },
      null_text: { type: ["string", "null"], description: "Written for null, nothing when missing." },
      guard_formulas: {
        type: ["boolean", "null"],
        description: "Puts ' before texts a spreadsheet would run as a formula (= + - @): for text from strangers.",
      },
    },
    required: ["rows"],
    additionalProperties: false,
  },
  outputSchema: { type: "string" },
  permissions: [],
  deterministic: true,
  tags: ["csv", "format", "table", "data"],
  examples: [
    {
      args: {
        rows: [
          { name: "Ann", note: 'said "hi", left' },
          { name: "Bo", age: 7 },
        ],
      },
      result: 'name,note,age\nAnn,"said ""hi"", left",\nBo,,7\n',
    },
    {
      args: {
        rows: [
          ["a", 1.5],
          ["b", null],
        ],
        columns: ["key", "value"],
        delimiter: ";",
        decimal: ",",
      },
      result: "key;value\na;1,5\nb;\n",
    },
    {
      args: { rows: [{ cell: "=1+1", tags: ["x", "y"] }], guard_formulas: true, header: false },
      result: '\'=1+1,"[""x"",""y""]"\n',
    },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly rows: readonly (Readonly<Record<string, unknown>> | readonly unknown[])[];
  readonly columns?: readonly string[] | null;
  readonly header?: boolean | null;
  readonly delimiter?: string | null;
  readonly quote?: "needed" | "all" | null;
  readonly newline?: "\n" | "\r\n" | null;
  readonly decimal?: "." | "," | null;
  readonly null_text?: string | null;
  readonly guard_formulas?: boolean | null;
}

export default function formatCsv(args: Args): string {
  const delimiter = args.delimiter ?? ",";
  if (/["\r\n]/.test(delimiter)) throw new Error("The delimiter must be neither a quote nor a line break.");
  const table = tableOf(args);
  const newline = args.newline ?? "\n";
  const write = (cells: readonly unknown[]) => writeRecord(cells, delimiter, args) + newline;
  const withHeader = table.columns !== null && table.columns.length > 0 && args.header !== false;
  return (withHeader ? write(table.columns ?? []) : "") + table.records.map(write).join("");
}

interface Table {
  readonly columns: readonly string[] | null;
  readonly records: readonly (readonly unknown[])[];
}

function tableOf({ rows, columns }: Args): Table {
  if (rows.every(isList)) {
    const width = columns?.length ?? null;
    rows.forEach((row, i) => {
      if (width !== null && row.length !== width)
        throw new Error(`rows[${i}] has ${row.length} cells, but there are ${width} columns.`);
    });
    return { columns: columns ?? null, records: rows };
  }
  const names = columns ?? namesIn(rows);
  const records = rows.map((row, i) => {
    if (isList(row)) throw new Error(`rows[${i}] is a list, but other rows are maps. Make them all the same.`);
    return names.map((name) => (Object.hasOwn(row, name) ? row[name] : null));
  });
  const unknown = names.find((name) => !rows.some((row) => Object.hasOwn(row, name)));
  if (unknown !== undefined)
    throw new Error(`No row has the column ${JSON.stringify(unknown)}; there are ${namesIn(rows).join(", ")}.`);
  return { columns: names, records };
}

function isList(row: Args["rows"][number]): row is readonly unknown[] {
  return Array.isArray(row);
}

function namesIn(rows: Args["rows"]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

function writeRecord(cells: readonly unknown[], delimiter: string, args: Args): string {
  const texts = cells.map((cell) => {
    const text = textOf(cell, args);
    const guarded = args.guard_formulas === true && typeof cell === "string" && /^[=+\-@\t\r]/.test(text);
    return quoted(guarded ? `'${text}` : text, delimiter, args.quote === "all");
  });
  // One empty cell alone would be a blank line, which readers skip.
  return texts.length === 1 && texts[0] === "" ? '""' : texts.join(delimiter);
}

function textOf(cell: unknown, { decimal, null_text }: Args): string {
  if (cell === null) return null_text ?? "";
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return decimal === "," ? String(cell).replace(".", ",") : String(cell);
  return typeof cell === "boolean" ? String(cell) : JSON.stringify(cell);
}

function quoted(text: string, delimiter: string, always: boolean): string {
  const must = always || text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return must ? `"${text.replaceAll('"', '""')}"` : text;
}
