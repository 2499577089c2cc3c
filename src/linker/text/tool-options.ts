// The options map of a tool's definition: one row per key, with how its value is read. What is misspelt or of the wrong
// kind is a problem at its place.

import type { Problem } from "../../base/problem.ts";
import { didYouMean, suggest } from "../../base/suggest.ts";
import type { Form, FormOf } from "../../lisp/read/form.ts";
import { foldId, idRule, splitReference } from "../../names/id.ts";
import { isRange } from "../choose.ts";
import { literalOf } from "./literal.ts";

export interface ToolExample {
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

export interface ToolOptions {
  readonly signature?: string;
  readonly doc?: string;
  readonly capability?: string;
  readonly version?: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly ToolExample[];
  readonly deterministic?: boolean;
  readonly stateful?: boolean;
  /** Ranges by folded id. */
  readonly requires?: Readonly<Record<string, string>>;
  readonly supersedes?: string;
  readonly permissions?: readonly string[];
  readonly models?: readonly string[];
  readonly timeoutMs?: number;
}

interface Row {
  readonly field: keyof ToolOptions;
  /** Ends "must be …". */
  readonly wants: string;
  readonly example: string;
  /** Undefined when the value does not do. */
  readonly read: (value: unknown) => unknown;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const flag = (value: unknown) => (typeof value === "boolean" ? value : undefined);
const texts = (value: unknown) =>
  Array.isArray(value) && value.every((v) => typeof v === "string" && v !== "") ? value : undefined;

export const optionRows: Readonly<Record<string, Row>> = {
  signature: { field: "signature", wants: "a string", example: '"(text :string) -> [:map]"', read: text },
  doc: { field: "doc", wants: "a string", example: '"Reads a table."', read: text },
  capability: {
    field: "capability",
    wants: "an id",
    example: '"csv_parsing"',
    read: (value) => (typeof value === "string" ? (foldId(value) ?? undefined) : undefined),
  },
  version: {
    field: "version",
    wants: "a version of three numbers",
    example: '"1.2.0"',
    read: (value) => (typeof value === "string" && /^\d+\.\d+\.\d+(?:[-+].+)?$/.test(value) ? value : undefined),
  },
  tags: { field: "tags", wants: "a vector of words", example: '["csv" "europe"]', read: texts },
  examples: {
    field: "examples",
    wants: "a vector of maps with :args and :result",
    example: '[{:args {:text "a"} :result []}]',
    read: examples,
  },
  deterministic: { field: "deterministic", wants: "true or false", example: "true", read: flag },
  stateful: { field: "stateful", wants: "true or false", example: "false", read: flag },
  requires: {
    field: "requires",
    wants: "a map of tools to version ranges",
    example: '{:parse-csv "^1.2"}',
    read: requirements,
  },
  supersedes: {
    field: "supersedes",
    wants: "the tool it replaces",
    example: '"parse_csv@1.0.0"',
    read: (value) => (typeof value === "string" && foldId(splitReference(value).name) !== null ? value : undefined),
  },
  permissions: {
    field: "permissions",
    wants: "a vector of permissions",
    example: '["filesystem:read:data/**"]',
    read: texts,
  },
  models: { field: "models", wants: "a vector of model ids", example: '["claude-sonnet-4"]', read: texts },
  "timeout-ms": {
    field: "timeoutMs",
    wants: "a whole number of milliseconds",
    example: "5000",
    read: (value) => (typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined),
  },
};

function examples(value: unknown): readonly ToolExample[] | undefined {
  const isMap = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
  const isExample = (v: unknown): v is ToolExample =>
    isMap(v) && isMap(v.args) && Object.keys(v).every((key) => key === "args" || key === "result");
  return Array.isArray(value) && value.every(isExample) ? value : undefined;
}

function requirements(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const pairs = Array.isArray(value)
    ? value.map((v) =>
        typeof v === "string" ? [splitReference(v).name, splitReference(v).version ?? "*"] : [null, ""],
      )
    : Object.entries(value);
  const out: [string, string][] = [];
  for (const [name, range] of pairs) {
    const id = typeof name === "string" ? foldId(name) : null;
    if (id === null || typeof range !== "string" || !isRange(range)) return undefined;
    out.push([id, range]);
  }
  return Object.fromEntries(out);
}

export function readOptions(map: FormOf<"map">): {
  readonly options: ToolOptions;
  readonly problems: readonly Problem[];
} {
  const options: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const tell = (form: Form, message: string, hint: string) =>
    problems.push({ reason: "invalid_options", severity: "error", message, span: form.span, hint });
  for (let i = 0; i + 1 < map.items.length; i += 2) {
    const key = map.items[i]!;
    const form = map.items[i + 1]!;
    const name = key.kind === "keyword" || key.kind === "string" ? (key.kind === "string" ? key.value : key.name) : "";
    const row = Object.hasOwn(optionRows, name) ? optionRows[name] : undefined;
    if (row === undefined) {
      const near = suggest(name, Object.keys(optionRows), 1);
      const known = Object.keys(optionRows).map((k) => `:${k}`);
      tell(
        key,
        `There is no option :${name} of a tool.`,
        near.length > 0 ? didYouMean(near.map((n) => `:${n}`)) : `The options are ${known.join(", ")}.`,
      );
      continue;
    }
    const literal = literalOf(form);
    const value = literal.ok ? row.read(literal.value) : undefined;
    if (value === undefined)
      tell(
        literal.ok ? form : literal.form,
        literal.ok
          ? `:${name} must be ${row.wants}.`
          : `:${name} must be written out: nothing is evaluated in options.`,
        row.field === "capability" ? `An id is made of ${idRule}` : `For example :${name} ${row.example}.`,
      );
    else options[row.field] = value;
  }
  return { options: options as ToolOptions, problems };
}
