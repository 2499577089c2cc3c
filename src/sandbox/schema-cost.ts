// Whether a tool's own schema may be checked in the host. A schema is a little program that a stranger wrote, and the host
// runs it on its own thread where nothing can stop it: patterns that backtrack, references that double the work at every
// level, lists compared each with each. What cannot be shown to be cheap is refused when the tool is loaded.

import { evaluate, planFind } from "../lisp/regex/cost.ts";
import { parseRegex } from "../lisp/regex/parse.ts";
import type { SchemaObject } from "../names/signature/index.ts";

/** Checks of one value, those of the schemas it refers to included. */
const MOST_CHECKS = 1_000;
/** Checks of one value and one value in each level inside it, this many levels deep. */
const LEVELS = 64;
const MOST_CHECKS_DOWN = 20_000;
/** Schemas in the schema: making code of a thousand takes the checker seconds, of five hundred a quarter of one. */
const MOST_PARTS = 500;
const LONGEST_PATTERN = 500;
/** A pattern may take this many steps for each character of a long text. */
const MOST_STEPS = 64;
const LONG_TEXT = 1_000_000;

/** Keywords that name values rather than hold schemas. */
const data: ReadonlySet<string> = new Set(["const", "default", "enum", "examples", "required", "dependentRequired"]);
/** Keywords whose schemas are for the same value. */
const inPlace: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);
/** Keywords whose schemas are for each of the values inside. */
const inside: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
/** Keywords whose content has schemas under names of its own. */
const named: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const refused: ReadonlySet<string> = new Set([
  "$async",
  "$id",
  "$anchor",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
  "dependencies",
]);
/**
 * References within a schema, written so that they have one reading: nothing is percent-encoded, no step is empty. The
 * checker decodes before it takes a path apart and drops an ending "/", so that it might end up elsewhere than we.
 */
const plainPath = /^#(?:\/(?:[\p{L}\p{N}_$.:@!*+,;='()-]|~[01])+)*$/u;
const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

class TooCostly extends Error {}

/** What makes the schema too costly ("uses …"), or null. */
export function schemaCostProblem(schema: unknown): string | null {
  try {
    const judged = new Set<unknown>();
    refuseWithin(schema, judged);
    new Estimate(schema, judged).check();
    if (judged.size > MOST_PARTS) throw new TooCostly(`has more than ${MOST_PARTS} parts`);
    return null;
  } catch (e) {
    if (e instanceof TooCostly) return e.message;
    if (e instanceof RangeError) return "is nested too deeply";
    throw e;
  }
}

class Estimate {
  private readonly known = new Map<unknown, (number | undefined)[]>();
  private readonly open = new Set<unknown>();

  constructor(
    private readonly root: unknown,
    private readonly judged: Set<unknown>,
  ) {}

  check(): void {
    for (let level = 0; level <= LEVELS; level++) {
      if (this.checks(this.root, level) > MOST_CHECKS_DOWN)
        throw new TooCostly("checks the same values again and again through its references");
    }
  }

  /** Checks of one value and of one value in each of the levels inside it. */
  private checks(schema: unknown, levels: number): number {
    if (!isObject(schema)) return 1;
    const known = this.known.get(schema) ?? [];
    this.known.set(schema, known);
    const before = known[levels];
    if (before !== undefined) return before;
    if (this.open.has(schema) && levels === 0) throw new TooCostly("refers to itself for the same value");
    this.open.add(schema);
    const here = this.here(schema, levels);
    if (levels === 0 && here > MOST_CHECKS) throw new TooCostly(`makes more than ${MOST_CHECKS} checks of one value`);
    const total = levels === 0 ? here : here + this.below(schema, levels - 1);
    this.open.delete(schema);
    known[levels] = total;
    return total;
  }

  private here(schema: SchemaObject, levels: number): number {
    let total = 1;
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$ref") total += this.checks(this.target(value), levels);
      else if (inPlace.has(key))
        for (const sub of Array.isArray(value) ? value : [value]) total += this.checks(sub, levels);
      else if (key === "dependentSchemas") for (const sub of values(value)) total += this.checks(sub, levels);
      else if (data.has(key) || key === "properties" || key === "prefixItems" || key === "patternProperties")
        total += isObject(value) || Array.isArray(value) ? Object.keys(value).length : 1;
      else total += 1;
    }
    return total;
  }

  /** For one value inside: every schema that may concern it. Named fields are different values; the dearest counts. */
  private below(schema: SchemaObject, levels: number): number {
    let total = 0;
    let dearest = 0;
    for (const [key, value] of Object.entries(schema)) {
      if (inside.has(key)) for (const sub of Array.isArray(value) ? value : [value]) total += this.checks(sub, levels);
      else if (key === "patternProperties") for (const sub of values(value)) total += this.checks(sub, levels);
      else if (key === "properties" || key === "prefixItems")
        for (const sub of values(value)) dearest = Math.max(dearest, this.checks(sub, levels));
    }
    return total + dearest;
  }

  /** What a reference leads to is a schema, wherever it lies: in an example or a map of names as well. */
  private target(reference: unknown): unknown {
    const said = JSON.stringify(reference);
    if (typeof reference !== "string" || !plainPath.test(reference))
      throw new TooCostly(`refers to ${said}, which is not in it, or not written as a plain path like "#/$defs/name"`);
    let at: unknown = this.root;
    for (const step of reference.split("/").slice(1)) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      at = typeof at === "object" && at !== null && Object.hasOwn(at, key) ? at[key as keyof typeof at] : undefined;
    }
    if (at === undefined) throw new TooCostly(`refers to ${said}, which is not in it`);
    refuseWithin(at, this.judged);
    return at;
  }
}

/** Refuses, once for each part, what no part of a schema may have, in parts that nothing refers to as well: the checker reads those too. */
function refuseWithin(schema: unknown, judged: Set<unknown>): void {
  if (!isObject(schema) || judged.has(schema)) return;
  judged.add(schema);
  refuseCostly(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (data.has(key)) continue;
    for (const sub of named.has(key) || Array.isArray(value) ? values(value) : [value]) refuseWithin(sub, judged);
  }
}

/** What is refused wherever it stands. */
function refuseCostly(schema: SchemaObject): void {
  for (const key of Object.keys(schema))
    if (refused.has(key)) throw new TooCostly(`uses ${key}, which is not supported`);
  if (typeof schema.pattern === "string") refusePattern(schema.pattern);
  for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}))
    refusePattern(pattern);
  if (schema.uniqueItems !== true) return;
  const type = isObject(schema.items) ? schema.items.type : undefined;
  if (!scalars.has(type)) throw new TooCostly("uses uniqueItems for items whose type is not a scalar");
}

/** The part of the syntax that means the same to the host's engine and to the estimate. */
const common = /^(?:[ -[\]-~]|\\[dDwWsStnr.\-/\\()[\]{}*+?|^$])*$/;
const special = /\(\?(?!:)|\[[^\]]*(?:\[|&&)/;

function refusePattern(source: string): void {
  const costly = new TooCostly(
    `uses the pattern ${JSON.stringify(source.slice(0, 60))}, which may take very long; begin it with ^ and repeat no repetition`,
  );
  if (source.length > LONGEST_PATTERN || !common.test(source) || special.test(source)) throw costly;
  const pattern = parseRegex(source);
  const plan = "root" in pattern ? planFind(pattern) : null;
  if (plan === null) throw costly;
  const places = plan.anchored ? 1 : LONG_TEXT;
  const steps = places * evaluate(plan.work, new Array<number>(plan.sets.length).fill(LONG_TEXT));
  if (!(steps <= MOST_STEPS * LONG_TEXT)) throw costly;
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function values(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
