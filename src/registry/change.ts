// How far an interface has moved, and so what the next version is called. Nobody may claim a patch: the same schemas are one,
// what old callers and old readers can live with is a minor, and anything else, or anything we cannot prove, is a major.

import semver from "semver";
import { canonicalJson } from "../base/canonical-json.ts";
import { type SchemaObject, type SignatureType, typeFromSchema } from "../names/signature/index.ts";

export interface Interface {
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
}

export type Change = "patch" | "minor" | "major";

export function changeBetween(before: Interface, after: Interface): Change {
  const same = (a: SchemaObject, b: SchemaObject): boolean => canonicalJson(a) === canonicalJson(b);
  if (same(before.inputSchema, after.inputSchema) && same(before.outputSchema, after.outputSchema)) return "patch";
  const takes = within(before.inputSchema, after.inputSchema);
  const gives = within(after.outputSchema, before.outputSchema);
  return takes && gives ? "minor" : "major";
}

const sizes: readonly Change[] = ["patch", "minor", "major"];

export function larger(one: Change, other: Change): Change {
  return sizes.indexOf(one) < sizes.indexOf(other) ? other : one;
}

/** The version after `before`; what an author names must not be lower. */
export function versionAfter(before: string, change: Change): string {
  return semver.inc(before, change) ?? `${semver.major(before) + 1}.0.0`;
}

export function isBelow(version: string, other: string): boolean {
  return semver.lt(version, other);
}

/** The highest of them; null when there is none. */
export function highest(versions: readonly string[]): string | null {
  return versions.reduce<string | null>((best, v) => (best === null || semver.gt(v, best) ? v : best), null);
}

/** Is every value of the first schema one of the second? False when that cannot be told. */
function within(narrow: SchemaObject, wide: SchemaObject): boolean {
  if (canonicalJson(narrow) === canonicalJson(wide)) return true;
  const a = typeFromSchema(narrow);
  const b = typeFromSchema(wide);
  // What is "checked" but cannot be said in text is still in the type.
  const isWhole = [...a.lost, ...b.lost].every((l) => l.note.startsWith("checked"));
  return isWhole && fits(a.value, b.value);
}

function fits(a: SignatureType, b: SignatureType): boolean {
  if (b.kind === "primitive" && b.name === "any") return true;
  if (a.optional && !b.optional) return false;
  if (a.kind === "list") return b.kind === "list" && fits(a.item, b.item);
  if (a.kind === "map") {
    if (b.kind === "primitive") return b.name === "map";
    if (b.kind !== "map") return false;
    const inA = new Map(a.fields.map((f) => [f.name, f.type]));
    const inB = new Set(b.fields.map((f) => f.name));
    if (b.closed && a.fields.some((f) => !inB.has(f.name))) return false;
    return b.fields.every(({ name, type }) => {
      const given = inA.get(name);
      return given === undefined ? type.optional : fits(given, type);
    });
  }
  if (b.kind !== "primitive") return false;
  return a.name === b.name || (a.name === "int" && b.name === "float") || (isText(a.name) && b.name === "string");
}

/** In JSON both are texts. */
function isText(name: string): boolean {
  return name === "keyword" || name === "datetime";
}
