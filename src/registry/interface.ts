// What a tool takes and gives, from its signature or its schemas: one of the two is written, the other follows.

import { checkFor, mismatchWords, schemaProblem } from "../names/schema.ts";
import {
  parseSignature,
  printSignature,
  type SchemaObject,
  type Signature,
  signatureFromSchemas,
  signatureToSchemas,
} from "../names/signature/index.ts";
import { schemaCostProblem } from "../sandbox/schema-cost.ts";
import type { SettledDraft } from "./draft.ts";
import type { ToolVersion } from "./model.ts";
import type { Answer } from "./problem.ts";
import { refusal } from "./reasons.ts";

export interface ToolInterface {
  /** In its one canonical layout. */
  readonly signature: string;
  readonly parsed: Signature;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
}

const HINT = 'Write it like "(text :string, limit :int?) -> [:string]".';

export function interfaceOf(draft: SettledDraft): Answer<ToolInterface> {
  const { id, signature, inputSchema, outputSchema, exactly } = draft;
  if (exactly !== null) return settledInterface(exactly);
  if (signature !== null) return fromSignature(id, signature, inputSchema, outputSchema);
  if (inputSchema === null)
    return refusal("bad_signature", `${id} does not say what it takes and gives.`, "Give a signature, or inputSchema.");
  const output = outputSchema ?? {};
  for (const [name, schema] of [
    ["inputSchema", inputSchema],
    ["outputSchema", output],
  ] as const) {
    const trouble = troubleOf(schema);
    if (trouble !== null)
      return refusal("bad_signature", `${name} of ${id} ${trouble}`, "Write a JSON Schema (2020-12), or a signature.");
  }
  const parsed = signatureFromSchemas(inputSchema, output).value;
  return { ok: true, value: { signature: printSignature(parsed), parsed, inputSchema, outputSchema: output } };
}

/** Of a registered version: it was looked at when it came. */
function settledInterface({ signature, inputSchema, outputSchema }: ToolVersion): Answer<ToolInterface> {
  const parsed = parseSignature(signature);
  const value = parsed.ok ? parsed.value : signatureFromSchemas(inputSchema, outputSchema).value;
  return { ok: true, value: { signature, parsed: value, inputSchema, outputSchema } };
}

function fromSignature(
  id: string,
  signature: string,
  inputSchema: SchemaObject | null,
  outputSchema: SchemaObject | null,
): Answer<ToolInterface> {
  if (inputSchema !== null || outputSchema !== null)
    return refusal("bad_signature", `${id} has a signature and schemas.`, "Give one of them.");
  const read = parseSignature(signature);
  if (!read.ok)
    return refusal("bad_signature", `The signature of ${id} is wrong: ${read.problem.message}`, read.problem.hint);
  const { params, result } = signatureToSchemas(read.value);
  const trouble = troubleOf(params) ?? troubleOf(result);
  if (trouble !== null) return refusal("bad_signature", `The signature of ${id} ${trouble}`, HINT);
  return {
    ok: true,
    value: { signature: printSignature(read.value), parsed: read.value, inputSchema: params, outputSchema: result },
  };
}

/** A check must not cost more than the call it guards. */
function troubleOf(schema: SchemaObject): string | null {
  const costly = schemaCostProblem(schema);
  return costly === null ? schemaProblem(schema) : `${costly}.`;
}

/** What keeps this from being the input of a tool, in words; null when it fits. */
export function misfit(inputSchema: SchemaObject, input: unknown): string | null {
  const mismatches = checkFor(inputSchema)(input);
  return mismatches.length === 0 ? null : mismatchWords(mismatches);
}
