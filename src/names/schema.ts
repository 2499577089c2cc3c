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

let ajv: Ajv2020 | null = null;

function engine(): Ajv2020 {
  // Formats are annotations in 2020-12; unknown keywords are allowed because schemas come from many sources.
  ajv ??= new Ajv2020({ allErrors: true, strict: false, validateFormats: false, allowUnionTypes: true });
  return ajv;
}

export function checkFor(schema: SchemaObject): Check {
  let compiled: ReturnType<Ajv2020["compile"]> | null = null;
  return (data) => {
    compiled ??= engine().compile(schema);
    if (compiled(data)) return [];
    return (compiled.errors ?? []).slice(0, SHOWN).map((e) => ({ at: placeIn(e.instancePath), message: words(e) }));
  };
}

/** Refuses a schema that is none. `what` names it: "inputSchema of tool search". */
export function wantSchema(schema: unknown, what: string): asserts schema is SchemaObject {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    refuse(`${what} must be a JSON Schema object.`);
  const meta = engine();
  if (meta.validateSchema(schema) === true) return;
  const first = meta.errors?.[0];
  refuse(
    `${what} is not a valid JSON Schema: ${placeIn(first?.instancePath ?? "") || "it"} ${first?.message ?? "is wrong"}.`,
  );
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
