// A catalogue as text: one JSON object per line, `{id, name, description, category?, tags?, params?, schema?, …}`. Every
// line is checked, and what is wrong is said with its line number.

import { OptionsError } from "../base/options-error.ts";
import { type Capability, type CapabilityInput, capabilityKinds, describeCapability, isRecord } from "./descriptor.ts";

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
  const { id, name, kind, visibility, params, ...rest } = value;
  if (typeof id !== "string" && typeof name !== "string") return refuse('"name" must be a text.');
  for (const [key, given] of Object.entries({ id, name, visibility, ...texts(rest) }))
    if (given !== undefined && given !== null && typeof given !== "string") refuse(`"${key}" must be a text.`);
  if (kind !== undefined && !capabilityKinds.includes(kind as never))
    refuse(`"kind" must be one of ${capabilityKinds.join(", ")}.`);
  if (visibility !== undefined && visibility !== null && visibility !== "public" && visibility !== "hidden")
    refuse('"visibility" must be public or hidden.');
  for (const key of ["tags", "requiredTools", "requiredSecrets"] as const)
    if (value[key] !== undefined && value[key] !== null && !isTexts(value[key])) refuse(`"${key}" must list texts.`);
  const wrong = Array.isArray(params) ? !params.every(isParam) : params !== undefined && typeof params !== "object";
  if (wrong) refuse('"params" must list names, or be an object of descriptions by name.');
  if (String(name ?? id).trim() === "") refuse("a capability needs a name.");
  const given = Object.fromEntries(
    Object.entries({ ...value, name: name ?? id }).filter(([, v]) => v !== null && v !== undefined),
  );
  return given as unknown as CapabilityInput;
}

function texts({ displayName, description, category }: Readonly<Record<string, unknown>>): object {
  return { displayName, description, category };
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
