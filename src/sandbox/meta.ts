// Reads `export const meta`, which is whatever a stranger wrote: everything is checked, problems are told together, and
// nothing unknown is let through, since a misspelt "permissions" would be a tool that claims to need none.

import { suggest } from "../base/suggest.ts";
import { checkFor, schemaProblem } from "../names/schema.ts";
import {
  parseSignature,
  printSignature,
  type SchemaObject,
  signatureFromSchemas,
  signatureToSchemas,
} from "../names/signature/index.ts";
import { isToolName, toolNameRule } from "../names/tool-name.ts";
import { type Permission, parsePermissions } from "./permission.ts";
import { schemaCostProblem } from "./schema-cost.ts";
import type { ToolExample, ToolMeta } from "./tool-module.ts";

export interface MetaProblem {
  /** Where in the module: "meta.permissions[1]". */
  readonly at: string;
  readonly message: string;
  readonly hint: string;
}

export type CheckedMeta =
  | { readonly ok: true; readonly meta: ToolMeta; readonly declared: readonly Permission[] }
  | { readonly ok: false; readonly problems: readonly MetaProblem[] };

const fields = [
  "name",
  "description",
  "signature",
  "inputSchema",
  "outputSchema",
  "permissions",
  "deterministic",
  "stateful",
  "timeoutMs",
  "tags",
  "examples",
] as const;

/** One look is not helped by more, and each is words, a place and lines of source. */
const MOST_PROBLEMS = 20;
const LONGEST_SHOWN = 80;
const MOST_PERMISSIONS = 100;
/**
 * States of all patterns of a tool's permissions: each is walked for each character of a path, for every file the tool asks
 * for, on the host's thread. A pattern like data/*.{csv,json} has thirty.
 */
const MOST_PATTERN_STATES = 1_024;

/** Permissions through which the same arguments may give another answer. */
const unsteady: ReadonlySet<Permission["kind"]> = new Set(["clock", "random", "http", "kv", "secret"]);

export function checkMeta(given: unknown): CheckedMeta {
  const problems: MetaProblem[] = [];
  const wrong = (at: string, message: string, hint: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push({ at, message, hint });
  };
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    wrong(
      "meta",
      "meta must be an object.",
      'Write export const meta = { name: "…", description: "…", signature: "…" }.',
    );
    return { ok: false, problems };
  }
  const meta = given as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(meta)) {
    if ((fields as readonly string[]).includes(key)) continue;
    const [near] = suggest(key, fields);
    const shown = key.slice(0, LONGEST_SHOWN);
    wrong(
      `meta.${shown}`,
      `There is no field "${shown}".`,
      near === undefined ? `Known: ${fields.join(", ")}.` : `Did you mean "${near}"?`,
    );
  }
  const text = (key: string, hint: string): string => {
    const value = meta[key];
    if (typeof value === "string" && value.trim() !== "") return value;
    wrong(`meta.${key}`, value === undefined ? `${key} is missing.` : `${key} must be a text.`, hint);
    return "";
  };
  const flag = (key: string): boolean => {
    const value = meta[key] ?? false;
    if (typeof value !== "boolean") wrong(`meta.${key}`, `${key} must be true or false.`, "Leave it out for false.");
    return value === true;
  };
  const list = (key: string): readonly unknown[] => {
    const value = meta[key] ?? [];
    if (Array.isArray(value)) return value;
    wrong(`meta.${key}`, `${key} must be a list.`, `Write ${key}: [ … ].`);
    return [];
  };

  const name = text("name", 'Give the name programs call it by: name: "csv-parse".');
  if (name !== "" && !isToolName(name))
    wrong("meta.name", `"${name.slice(0, 80)}" does not fit a name.`, `A name has ${toolNameRule}`);
  const description = text("description", "Say in one sentence what it does: models choose tools by it.");
  const contract = contractOf(meta, wrong);
  const permissions = list("permissions");
  if (permissions.length > MOST_PERMISSIONS)
    wrong(
      "meta.permissions",
      `There are ${permissions.length} permissions; ${MOST_PERMISSIONS} are the most.`,
      "Declare wider ones, such as filesystem:read:data/**.",
    );
  const readable = permissions.slice(0, MOST_PERMISSIONS);
  const { permissions: declared, problems: unreadable } = parsePermissions(readable, "meta.permissions");
  for (const { at, message, hint } of unreadable) wrong(at, message, hint);
  if (statesOf(declared) > MOST_PATTERN_STATES)
    wrong(
      "meta.permissions",
      "The patterns of the permissions stand for too many alternatives.",
      "Declare fewer, or with fewer braces: data/** covers what is in the folder.",
    );
  const deterministic = flag("deterministic");
  const stateful = flag("stateful");
  if (deterministic && stateful)
    wrong("meta.stateful", "A tool cannot be deterministic and keep state.", "Drop one of the two.");
  declared.forEach((permission) => {
    if (deterministic && unsteady.has(permission.kind))
      wrong(
        "meta.permissions",
        `A deterministic tool cannot have ${permission.text}.`,
        "Drop the permission, or deterministic: true.",
      );
    if (!stateful && permission.kind === "kv")
      wrong(
        "meta.permissions",
        `${permission.text} needs stateful: true.`,
        "Add stateful: true: callers should know that it remembers.",
      );
  });
  const timeoutMs = meta.timeoutMs ?? null;
  if (timeoutMs !== null && (!Number.isSafeInteger(timeoutMs) || (timeoutMs as number) < 1))
    wrong("meta.timeoutMs", "timeoutMs must be a whole number of milliseconds.", "Write timeoutMs: 2000.");
  const tags = list("tags");
  tags.forEach((tag, i) => {
    if (typeof tag !== "string") wrong(`meta.tags[${i}]`, "A tag must be a text.", "Write it in quotes.");
  });
  const examples = list("examples").flatMap((example, i) =>
    exampleOf(example, i, contract?.inputSchema ?? null, wrong),
  );

  if (problems.length > 0 || contract === null) return { ok: false, problems };
  const checked: ToolMeta = {
    name,
    description,
    ...contract,
    permissions: declared.map((p) => p.text),
    deterministic,
    stateful,
    timeoutMs: timeoutMs as number | null,
    tags: tags as readonly string[],
    examples,
  };
  return { ok: true, meta: checked, declared };
}

function statesOf(permissions: readonly Permission[]): number {
  return permissions.reduce((sum, permission) => sum + ("glob" in permission ? permission.glob.codes.length : 0), 0);
}

type Wrong = (at: string, message: string, hint: string) => void;

function contractOf(
  meta: Readonly<Record<string, unknown>>,
  wrong: Wrong,
): Pick<ToolMeta, "signature" | "inputSchema" | "outputSchema"> | null {
  const { signature, inputSchema, outputSchema } = meta;
  if (signature !== undefined) {
    if (inputSchema !== undefined || outputSchema !== undefined) {
      wrong("meta.signature", "There are a signature and schemas.", "Give one of them.");
      return null;
    }
    const parsed = typeof signature === "string" ? parseSignature(signature) : null;
    if (parsed === null || !parsed.ok) {
      wrong(
        "meta.signature",
        parsed === null ? "signature must be a text." : parsed.problem.message,
        'Write it like "(text :string, limit :int?) -> [:string]".',
      );
      return null;
    }
    const { params, result } = signatureToSchemas(parsed.value);
    const costly = schemaCostProblem(params) ?? schemaCostProblem(result);
    if (costly !== null) {
      wrong("meta.signature", `signature ${costly}.`, "Write a smaller one; any map is :map, anything is :any.");
      return null;
    }
    return { signature: printSignature(parsed.value), inputSchema: params, outputSchema: result };
  }
  if (inputSchema === undefined) {
    wrong(
      "meta.signature",
      "signature is missing.",
      'Say what it takes and gives: signature: "(text :string) -> :int", or inputSchema and outputSchema.',
    );
    return null;
  }
  let fits = true;
  for (const [key, schema] of [
    ["inputSchema", inputSchema],
    ["outputSchema", outputSchema ?? {}],
  ] as const) {
    const costly = schemaCostProblem(schema);
    const problem = costly === null ? schemaProblem(schema) : `${costly}.`;
    if (problem === null) continue;
    wrong(`meta.${key}`, `${key} ${problem}`, "Write a JSON Schema (2020-12).");
    fits = false;
  }
  if (!fits) return null;
  const input = inputSchema as SchemaObject;
  const output = (outputSchema ?? {}) as SchemaObject;
  return {
    signature: printSignature(signatureFromSchemas(input, output).value),
    inputSchema: input,
    outputSchema: output,
  };
}

function exampleOf(given: unknown, i: number, schema: SchemaObject | null, wrong: Wrong): ToolExample[] {
  const at = `meta.examples[${i}]`;
  const example = given as Partial<ToolExample> | null;
  if (typeof example !== "object" || example === null || typeof example.args !== "object" || example.args === null) {
    wrong(at, "An example must be an object with args.", "Write { args: { … }, result: … }.");
    return [];
  }
  for (const key of Object.keys(example))
    if (key !== "args" && key !== "result")
      wrong(`${at}.${key}`, `An example has no "${key}".`, "Its fields are args and result.");
  const [mismatch] = schema === null ? [] : checkFor(schema)(example.args);
  if (mismatch !== undefined)
    wrong(
      `${at}.args`,
      `${mismatch.at === "" ? "args" : mismatch.at} ${mismatch.message}.`,
      "Examples must fit the tool's own signature.",
    );
  return ["result" in example ? { args: example.args, result: example.result } : { args: example.args }];
}
