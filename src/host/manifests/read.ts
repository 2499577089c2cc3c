// One CAPABILITY.yaml as a capability, or what is wrong with it and where. Text comes in; files beside the manifest are
// asked for by name.

import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { suggest } from "../../base/suggest.ts";
import {
  type Capability,
  type CapabilityInput,
  describeCapability,
  isRecord,
  mostSchemaLevels,
  nestsDeeper,
} from "../../discovery/descriptor.ts";
import { checkFor, type Mismatch } from "../../names/schema.ts";
import { manifestSchema } from "./manifest-schema.ts";

export interface ManifestProblem {
  readonly reason: "bad_manifest" | "unreadable" | "duplicate_manifest";
  readonly message: string;
  readonly hint: string;
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
}

export type ReadManifest =
  | { readonly ok: true; readonly capability: Capability }
  | { readonly ok: false; readonly problem: ManifestProblem };

/** What lies beside a manifest. */
export interface Beside {
  /** The parsed schema.json; undefined when there is none, or what is wrong with it. */
  schema(): { readonly value: unknown } | { readonly wrong: string } | undefined;
  /** Reads a text of the folder when it is shown; undefined when there is no such file, or why it may not be read. */
  content(name: string): (() => string) | { readonly wrong: string } | undefined;
}

interface Written extends Omit<CapabilityInput, "schema" | "content" | "sideEffects"> {
  readonly $schema?: string;
  readonly hasSideEffects?: boolean;
  readonly inputSchema?: unknown;
  readonly skillContent?: string;
}

const check = checkFor(manifestSchema);
const keys = Object.keys(manifestSchema.properties as object);

export function readManifest(text: string, file: string, beside: Beside): ReadManifest {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core", uniqueKeys: true });
  const no = (message: string, hint: string, offset: number): ReadManifest => {
    const { line, col } = lines.linePos(Math.max(0, Math.min(offset, text.trimEnd().length)));
    return { ok: false, problem: { reason: "bad_manifest", message, hint, at: { file, line, column: col } } };
  };
  const [error] = document.errors;
  if (error !== undefined)
    return no(`It is not YAML: ${error.message.replace(/\.$/, "")}.`, "Mend this line.", error.pos[0]);
  const root = document.contents;
  if (!isMap(root)) return no("It must be a map of keys.", "Write name, kind and description.", 0);
  const offsetOf = (key: string): number => {
    const pair = root.items.find((item) => isScalar(item.key) && item.key.value === key);
    return isScalar(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
  };
  let fields: unknown;
  try {
    // An alias of an alias of an alias is how a small file becomes a large one.
    fields = document.toJS({ maxAliasCount: 0 });
  } catch {
    return no("It uses YAML aliases.", "Write the values out.", 0);
  }
  // A misspelt key is why another one is missing.
  const wrong = check(fields);
  const mismatch = wrong.find(({ message }) => strayIn(message) !== undefined) ?? wrong[0];
  if (mismatch !== undefined) return no(wordsFor(mismatch), hintFor(mismatch), offsetOf(keyOf(mismatch)));

  const { $schema: _, hasSideEffects, inputSchema, skillContent, ...written } = fields as Written;
  const schema = inputSchema === undefined ? beside.schema() : { value: inputSchema };
  if (schema !== undefined && "wrong" in schema) return no(schema.wrong, "Mend schema.json, or take it away.", 0);
  const unfit = schema === undefined ? null : unfitSchema(schema.value);
  if (unfit !== null)
    return no(
      `${inputSchema === undefined ? "schema.json" : "inputSchema"} ${unfit}.`,
      "Write a JSON Schema of its arguments.",
      offsetOf("inputSchema"),
    );
  const content = beside.content(skillContent ?? "SKILL.md");
  if (content === undefined && skillContent !== undefined)
    return no(`There is no file ${skillContent} in its folder.`, "Check the name.", offsetOf("skillContent"));
  if (content !== undefined && typeof content !== "function")
    return no(content.wrong, "Keep its text in its own folder.", offsetOf("skillContent"));
  const capability = describeCapability({
    ...written,
    ...(hasSideEffects === undefined ? {} : { sideEffects: hasSideEffects }),
    ...(schema === undefined ? {} : { schema: schema.value }),
    ...(content === undefined ? {} : { content }),
    source: { from: "manifest", ref: file },
  });
  return { ok: true, capability };
}

function unfitSchema(schema: unknown): string | null {
  if (!isRecord(schema)) return "must be an object";
  return nestsDeeper(schema) ? `is nested deeper than ${mostSchemaLevels} levels` : null;
}

/** The key of the manifest that is wrong; for one that should not be there, that one. */
function keyOf({ at, message }: Mismatch): string {
  return strayIn(message) ?? at.split(/[.[]/)[0] ?? "";
}

function strayIn(message: string): string | undefined {
  return /^has no place for "(.*)"$/s.exec(message)?.[1];
}

function wordsFor({ at, message }: Mismatch): string {
  return `${at === "" ? "The manifest" : at} ${message.replace(/^must match pattern .*/s, "must not be empty or hold spaces only")}.`;
}

function hintFor({ message }: Mismatch): string {
  const stray = strayIn(message);
  if (stray === undefined) return "docs/schema/capability-1.json says what a manifest may hold.";
  const [near] = suggest(stray, keys);
  return near === undefined
    ? `It may have ${keys.filter((key) => key !== "$schema").join(", ")}.`
    : `Did you mean ${near}?`;
}
