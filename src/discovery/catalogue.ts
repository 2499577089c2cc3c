// A catalogue as text: one JSON object per line, `{id, name, description, category?, tags?, params?, schema?, …}`. Every
// line is checked, and what is wrong is said with its line number.

import { OptionsError } from "../base/options-error.ts";
import {
  type Capability,
  type CapabilityInput,
  capabilityKinds,
  describeCapability,
  isRecord,
  mostSchemaLevels,
  nestsDeeper,
} from "./descriptor.ts";

/** `name` is what problems call the text. */
export function parseCatalogue(text: string, name: string): readonly Capability[] {
  const capabilities: Capability[] = [];
  const seen = new Map<string, number>();
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .forEach((line, index) => {
      if (line.trim() === "") return;
      const refuse = (why: string): never => {
        throw new OptionsError(`${name}, line ${index + 1}: ${why}`);
      };
      const capability = describeCapability(checked(parsed(line, refuse), refuse));
      const before = seen.get(capability.id);
      if (before !== undefined)
        refuse(`the id ${JSON.stringify(capability.id)} is already on line ${before}; every id must be unique.`);
      seen.set(capability.id, index + 1);
      capabilities.push(capability);
    });
  return capabilities;
}

type Refuse = (why: string) => never;

function parsed(line: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(line);
  } catch (e) {
    return refuse(`it is not JSON: ${(e as Error).message}.`);
  }
}

function checked(value: unknown, refuse: Refuse): CapabilityInput {
  if (!isRecord(value)) return refuse('it must be a JSON object: {"id": …, "name": …, "description": …}.');
  // Where a catalogue says that it comes from is its own affair.
  const { source: _, ...stated } = value;
  const given = Object.fromEntries(Object.entries(stated).filter(([, v]) => v !== null && v !== undefined));
  const { id, name = id, kind, visibility, params, schema } = given;
  if (typeof id !== "string" && typeof name !== "string") return refuse('"name" must be a text.');
  for (const [key, one] of entriesOf({ ...given, name }, "id", "name", "visibility", ...textKeys))
    if (typeof one !== "string") refuse(`"${key}" must be a text.`);
  if (kind !== undefined && !capabilityKinds.includes(kind as never))
    refuse(`"kind" must be one of ${capabilityKinds.join(", ")}.`);
  if (visibility !== undefined && visibility !== "public" && visibility !== "hidden")
    refuse('"visibility" must be public or hidden.');
  for (const [key, one] of entriesOf(given, ...listKeys)) if (!isTexts(one)) refuse(`"${key}" must list texts.`);
  for (const [key, one] of entriesOf(given, ...flagKeys))
    if (typeof one !== "boolean") refuse(`"${key}" must be true or false.`);
  const wrong = Array.isArray(params) ? !params.every(isParam) : params !== undefined && typeof params !== "object";
  if (wrong) refuse('"params" must list names, or be an object of descriptions by name.');
  if (nestsDeeper(schema)) refuse(`"schema" is nested deeper than ${mostSchemaLevels} levels.`);
  if (String(name).trim() === "") refuse("a capability needs a name.");
  return { ...given, name } as unknown as CapabilityInput;
}

const textKeys = ["displayName", "description", "category", "content"] as const;
const listKeys = ["tags", "requiredTools", "requiredSecrets", "permissions", "models", "provides"] as const;
const flagKeys = ["available", "sideEffects"] as const;

function entriesOf(given: Readonly<Record<string, unknown>>, ...keys: readonly string[]): [string, unknown][] {
  return keys.flatMap((key): [string, unknown][] => (given[key] === undefined ? [] : [[key, given[key]]]));
}

/** A name, or an object that has one. */
function isParam(value: unknown): boolean {
  if (!isRecord(value)) return typeof value === "string";
  const { name, description } = value;
  return (
    typeof name === "string" && (description === undefined || description === null || typeof description === "string")
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
