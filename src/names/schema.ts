// JSON Schema 2020-12 checks with AJV. Validators are made when first used: most tools of a catalogue are never called.

import Ajv2020 from "ajv/dist/2020.js";
import { refuse } from "../base/options-error.ts";
import type { SchemaObject } from "./signature/index.ts";

export interface Mismatch {
  /** Where in the data: "limit", "items[2].name", or "" for the whole. */
  readonly at: string;
  readonly message: string;
}

/** The first few mismatches; none when the data fits. */
export type Check = (data: unknown) => readonly Mismatch[];

const SHOWN = 3;

// Formats are annotations in 2020-12; unknown keywords are allowed because schemas come from many sources.
// Nothing is remembered by its $id: schemas of different tools must not see each other.
const lenient = { strict: false, validateFormats: false, allowUnionTypes: true, addUsedSchema: false };

/** "all" finds every mismatch in data of usual size, "first" stops at one. */
type Thoroughness = "all" | "first";

/** Items and fields of data that is searched for every mismatch: what is larger may be wrong in a million places. */
const SEARCHED_WHOLE = 1_000;

let judging: Ajv2020 | null = null;
const checking = new Map<Thoroughness, Ajv2020>();

/** Knows the schema of schemas, which takes it a tenth of a second to compile: only for schemas nobody has judged yet. */
function judge(): Ajv2020 {
  judging ??= new Ajv2020({ ...lenient, allErrors: true });
  return judging;
}

type Compiled = ReturnType<Ajv2020["compile"]>;

/** Schemas come as text again and again: from the file, from the store, from an image. The newest few hundred are kept. */
const byText = new Map<string, Compiled>();
const KEPT = 256;
const LONGEST_KEPT = 20_000;

function textOf(schema: SchemaObject, mode: Thoroughness): string {
  return `${mode} ${JSON.stringify(schema)}`;
}

function keep(text: string, compiled: Compiled): Compiled {
  if (text.length > LONGEST_KEPT) return compiled;
  byText.set(text, compiled);
  if (byText.size > KEPT) byText.delete(byText.keys().next().value!);
  return compiled;
}

function compile(schema: SchemaObject, mode: Thoroughness): Compiled {
  const text = textOf(schema, mode);
  return byText.get(text) ?? keep(text, compileNew(schema, mode));
}

function compileNew(schema: SchemaObject, mode: Thoroughness): Compiled {
  const checker =
    checking.get(mode) ?? new Ajv2020({ ...lenient, allErrors: mode === "all", meta: false, validateSchema: false });
  checking.set(mode, checker);
  try {
    return compileAndForget(checker, schema);
  } catch {
    // It may refer to the schema of schemas.
    return compileAndForget(judge(), schema);
  }
}

/** AJV finds the whole of a schema that names it "#" only by an $id; nobody else can ask for this one. */
const OWN_ID = "schema://itself";
const NAMES_ITSELF = /"\$ref":"#\/?"/;

/** AJV keeps every schema it has seen; a host that loads tools all day must not. */
function compileAndForget(ajv: Ajv2020, given: SchemaObject): Compiled {
  const isNameless = given.$id === undefined && NAMES_ITSELF.test(JSON.stringify(given));
  const schema = isNameless ? { ...given, $id: OWN_ID } : given;
  const compiled = ajv.compile(schema);
  // By an $id it would forget the schema of that name, perhaps the schema of schemas.
  if (given.$id === undefined) ajv.removeSchema(schema);
  return compiled;
}

/** Checks of schemas that somebody still holds: a tool's cases all ask for the same one, and compiling takes milliseconds. */
const known = { all: new WeakMap<SchemaObject, Check>(), first: new WeakMap<SchemaObject, Check>() };

export function checkFor(schema: SchemaObject, mode: Thoroughness = "all"): Check {
  const before = known[mode].get(schema);
  if (before !== undefined) return before;
  const made: { [Mode in Thoroughness]?: Compiled } = {};
  const check: Check = (data) => {
    const fitting = mode === "all" && isWithin(data, SEARCHED_WHOLE) ? "all" : "first";
    const compiled = made[fitting] ?? compile(schema, fitting);
    made[fitting] = compiled;
    if (compiled(data)) return [];
    return (compiled.errors ?? []).slice(0, SHOWN).map((e) => ({ at: placeIn(e.instancePath), message: words(e) }));
  };
  known[mode].set(schema, check);
  return check;
}

/** Whether data has at most so many parts; looks at no more of it. */
function isWithin(data: unknown, most: number): boolean {
  let left = most;
  const rest: unknown[] = [data];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part !== "object" || part === null) continue;
    const inside = Array.isArray(part) ? part : Object.values(part);
    left -= inside.length;
    if (left < 0) return false;
    rest.push(...inside);
  }
  return true;
}

let isReady = false;

/** Compiles something small, which takes most of the time that the first schema would: for whoever has to wait anyway. */
export function readyChecks(): void {
  if (isReady) return;
  isReady = true;
  const field = { type: "array", items: { type: "object", properties: { b: { type: ["integer", "null"] } } } };
  compile({ type: "object", properties: { a: field }, required: ["a"], additionalProperties: false }, "first");
}

/** What is wrong with a schema ("must be …"), or null. */
export function schemaProblem(schema: unknown): string | null {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "must be a JSON Schema object.";
  const meta = judge();
  try {
    // It throws for a $schema that it does not know.
    if (meta.validateSchema(schema) !== true) {
      const first = meta.errors?.[0];
      const what = first === undefined ? "is wrong" : words(first);
      return `is not a valid JSON Schema: ${placeIn(first?.instancePath ?? "") || "it"} ${what}.`;
    }
    const text = textOf(schema as SchemaObject, "all");
    if (!byText.has(text)) keep(text, compileAndForget(meta, schema as SchemaObject));
    return null;
  } catch (e) {
    return `does not compile: ${e instanceof Error ? e.message : "it is wrong"}.`;
  }
}

/** Refuses a schema that is none. `what` names it: "inputSchema of tool search". */
export function wantSchema(schema: unknown, what: string): asserts schema is SchemaObject {
  const problem = schemaProblem(schema);
  if (problem !== null) refuse(`${what} ${problem}`);
}

/** Mismatches in one line: "limit must be integer; the value needs "id"". */
export function mismatchWords(mismatches: readonly Mismatch[]): string {
  return mismatches.map((m) => (m.at === "" ? `the value ${m.message}` : `${m.at} ${m.message}`)).join("; ");
}

function placeIn(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`), "");
}

interface AjvError {
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function words(e: AjvError): string {
  const p = e.params;
  switch (e.keyword) {
    case "required":
      return `needs "${String(p.missingProperty)}"`;
    case "additionalProperties":
      return `has no place for "${String(p.additionalProperty)}"`;
    case "type":
      return `must be ${[p.type].flat().join(" or ")}`;
    case "enum":
      return `must be one of ${JSON.stringify(p.allowedValues)}`;
    default:
      return e.message ?? "does not fit";
  }
}
