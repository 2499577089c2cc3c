// What an author hands in, and the same with everything settled that needs no look at the registry: ids folded, lists
// sorted, sizes within bounds, nothing unknown. Drafts come from files and from models, so every field is looked at.

import { canonicalJson } from "../base/canonical-json.ts";
import { suggest } from "../base/suggest.ts";
import { foldId, idRule, splitReference } from "../names/id.ts";
import type { SchemaObject } from "../names/signature/index.ts";
import { type bounds, tooLarge } from "./bounds.ts";
import type { Example, ToolBody, ToolOrigin, ToolVersion } from "./model.ts";
import type { Answer, RegistryProblem } from "./problem.ts";
import { problem } from "./reasons.ts";

export interface ToolDraft {
  /** In any spelling: read-json is read_json. */
  readonly id: string;
  /** The id itself when absent, or the capability of what is superseded. */
  readonly capability?: string;
  /** Computed from the interface when absent. */
  readonly version?: string;
  readonly title?: string;
  readonly description?: string;
  readonly signature?: string;
  /** Instead of a signature. */
  readonly inputSchema?: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly origin?: ToolOrigin;
  readonly body: ToolBody;
  readonly tags?: readonly string[];
  readonly examples?: readonly Example[];
  readonly permissions?: readonly string[];
  readonly requiredTools?: readonly string[];
  readonly requiredModels?: readonly string[];
  readonly deterministic?: boolean;
  readonly stateful?: boolean;
  readonly timeoutMs?: number;
  /** Version ranges of what the code names, by id. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Dependencies besides those found in the code; they never replace them. */
  readonly dependencies?: readonly string[];
  /** "id" or "id@version" of the tool this one replaces. */
  readonly supersedes?: string;
}

export interface Reference {
  readonly id: string;
  readonly version: string | null;
}

export interface SettledDraft {
  readonly id: string;
  readonly capability: string | null;
  readonly version: string | null;
  readonly title: string;
  readonly description: string;
  readonly signature: string | null;
  readonly inputSchema: SchemaObject | null;
  readonly outputSchema: SchemaObject | null;
  readonly origin: ToolOrigin;
  readonly body: ToolBody;
  readonly tags: readonly string[];
  readonly examples: readonly Example[];
  readonly permissions: readonly string[];
  readonly requiredTools: readonly string[];
  readonly requiredModels: readonly string[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  readonly timeoutMs: number | null;
  readonly requires: Readonly<Record<string, string>>;
  readonly declared: readonly string[];
  readonly supersedes: Reference | null;
  /** A version that is registered already and is to be current again. */
  readonly exactly: ToolVersion | null;
}

const fields = [
  ...[
    "id",
    "capability",
    "version",
    "title",
    "description",
    "signature",
    "inputSchema",
    "outputSchema",
    "origin",
    "body",
  ],
  ...["tags", "examples", "permissions", "requiredTools", "requiredModels", "deterministic", "stateful", "timeoutMs"],
  ...["requires", "dependencies", "supersedes"],
] as const;

const origins: readonly ToolOrigin[] = ["developer", "smithed", "imported"];
// https://semver.org, without build metadata: two builds of one version would be two contents under one name.
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** The first thing wrong, thrown while a draft is read and answered at its door. */
class Wrong extends Error {
  constructor(readonly problem: RegistryProblem) {
    super(problem.message);
  }
}

/** Runs a reader of foreign data: what it finds wrong is answered, everything else is our bug and goes on. */
export function readForeign<T>(read: () => T): Answer<T> {
  try {
    return { ok: true, value: read() };
  } catch (e) {
    if (e instanceof Wrong) return { ok: false, problem: e.problem };
    throw e;
  }
}

export function wrong(message: string, hint: string): never {
  throw new Wrong(problem("bad_draft", message, hint));
}

export function within(what: string, size: number, bound: keyof typeof bounds): void {
  const large = tooLarge(what, size, bound);
  if (large !== null) throw new Wrong(large);
}

export function settleDraft(draft: ToolDraft): Answer<SettledDraft> {
  return readForeign(() => {
    const given = draft as unknown;
    if (typeof given !== "object" || given === null || Array.isArray(given))
      wrong("A tool must be an object.", "Give at least id, signature and body.");
    const known: Readonly<Record<string, unknown>> = { ...given };
    for (const key of Object.keys(known)) {
      if ((fields as readonly string[]).includes(key)) continue;
      const [near] = suggest(key, fields);
      wrong(
        `A tool has no field "${key.slice(0, 80)}".`,
        near === undefined ? `Known: ${fields.join(", ")}.` : `Did you mean "${near}"?`,
      );
    }
    const id = idOf(known.id, "id");
    const of = (what: string): string => `${what} of ${id}`;
    return {
      id,
      capability: known.capability === undefined ? null : idOf(known.capability, of("capability")),
      version: known.version === undefined ? null : versionOf(known.version, of("version")),
      title: text(known.title ?? "", of("title"), "title"),
      description: text(known.description ?? "", of("description"), "description"),
      signature: known.signature === undefined ? null : text(known.signature, of("signature"), "signature"),
      inputSchema: known.inputSchema === undefined ? null : schema(known.inputSchema, of("inputSchema")),
      outputSchema: known.outputSchema === undefined ? null : schema(known.outputSchema, of("outputSchema")),
      origin: originOf(known.origin ?? "developer", of("origin")),
      body: bodyOf(known.body, id),
      tags: texts(known.tags, of("tags"), "tags", "tag"),
      examples: examplesOf(known.examples ?? [], id),
      permissions: texts(known.permissions, of("permissions"), "list", "entry"),
      requiredTools: references(known.requiredTools, of("requiredTools")),
      requiredModels: texts(known.requiredModels, of("requiredModels"), "list", "entry"),
      deterministic: flag(known.deterministic, of("deterministic")),
      stateful: flag(known.stateful, of("stateful")),
      timeoutMs: known.timeoutMs === undefined ? null : wholeNumber(known.timeoutMs, of("timeoutMs")),
      requires: rangesOf(known.requires ?? {}, of("requires")),
      declared: ids(known.dependencies, of("dependencies")),
      supersedes: known.supersedes === undefined ? null : referenceOf(known.supersedes, of("supersedes")),
      exactly: null,
    };
  });
}

export function idOf(given: unknown, what: string): string {
  const folded = typeof given === "string" ? foldId(given) : null;
  if (folded === null) {
    const shown = typeof given === "string" ? `"${given.slice(0, 80)}"` : typeof given;
    throw new Wrong(problem("bad_id", `The ${what} ${shown} is not one.`, `An id has ${idRule}`));
  }
  return folded;
}

/** "id" or "id@version", folded. */
export function referenceOf(given: unknown, what: string): Reference {
  if (typeof given !== "string") wrong(`${what} must be a text.`, 'Write it like "total" or "total@1.0.0".');
  const { name, version } = splitReference(given as string);
  return { id: idOf(name, what), version: version === null ? null : versionOf(version, what) };
}

function versionOf(given: unknown, what: string): string {
  if (typeof given === "string" && given.length <= 100 && SEMVER.test(given)) return given;
  return wrong(`${what} is not a semantic version.`, 'Write it like "1.2.0", or leave it out.');
}

export function text(given: unknown, what: string, bound: keyof typeof bounds): string {
  if (typeof given !== "string") return wrong(`${what} must be a text.`, "Write it in quotes.");
  within(what, given.length, bound);
  return given;
}

function flag(given: unknown, what: string): boolean {
  if (given === undefined || typeof given === "boolean") return given ?? false;
  return wrong(`${what} must be true or false.`, "Leave it out for false.");
}

function wholeNumber(given: unknown, what: string): number {
  if (typeof given === "number" && Number.isSafeInteger(given) && given > 0) return given;
  return wrong(`${what} must be a whole number of milliseconds.`, "Write it like 2000.");
}

export function listOf(given: unknown, what: string, bound: keyof typeof bounds): readonly unknown[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return wrong(`${what} must be a list.`, "Write [ … ].");
  within(what, given.length, bound);
  return given;
}

/** Each once, sorted: the order in which somebody wrote tags down means nothing. */
export function texts(
  given: unknown,
  what: string,
  bound: keyof typeof bounds,
  each: keyof typeof bounds,
): readonly string[] {
  return sorted(listOf(given, what, bound).map((one, i) => text(one, `${what}[${i}]`, each)));
}

function ids(given: unknown, what: string): readonly string[] {
  return sorted(listOf(given, what, "list").map((one, i) => idOf(one, `${what}[${i}]`)));
}

/** Ids with a range where one is given: "mailer", "mailer@^1.2". */
function references(given: unknown, what: string): readonly string[] {
  const list = listOf(given, what, "list").map((one, i) => {
    const { name, version } = splitReference(text(one, `${what}[${i}]`, "entry"));
    return version === null ? idOf(name, `${what}[${i}]`) : `${idOf(name, `${what}[${i}]`)}@${version}`;
  });
  return sorted(list);
}

function sorted(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort();
}

function originOf(given: unknown, what: string): ToolOrigin {
  const found = origins.find((origin) => origin === given);
  return found ?? wrong(`${what} must be one of ${origins.join(", ")}.`, "Leave it out for developer.");
}

/** Plain JSON, copied: nobody can change it afterwards, and what JSON has not is refused here. */
export function json(given: unknown, what: string): unknown {
  let lost: string | null = null;
  const written = JSON.stringify(given, (_key, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) lost ??= "a number that is not finite";
    if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint")
      lost ??= `a ${typeof value}`;
    return typeof value === "bigint" ? null : value;
  });
  if (written === undefined || lost !== null)
    return wrong(`${what} is not JSON: it has ${lost ?? "nothing"}.`, "Give plain JSON.");
  return JSON.parse(written) as unknown;
}

export function record(given: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return wrong(`${what} must be an object.`, "Write { … }.");
  return json(given, what) as Readonly<Record<string, unknown>>;
}

/** With keys in the order in which stores keep them: what a tool is judged by now is what it is judged by ever after. */
export function asStored<T>(value: T): T {
  return JSON.parse(canonicalJson(value)) as T;
}

function schema(given: unknown, what: string): SchemaObject {
  const value = record(given, what);
  within(what, JSON.stringify(value).length, "schema");
  return value;
}

function rangesOf(given: unknown, what: string): Readonly<Record<string, string>> {
  const value = record(given, what);
  within(what, Object.keys(value).length, "list");
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, range]) => [idOf(key, what), text(range, `${what}.${key.slice(0, 80)}`, "entry")] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function examplesOf(given: unknown, id: string): readonly Example[] {
  return listOf(given, `examples of ${id}`, "examples").map((one, i) => {
    const what = `examples[${i}] of ${id}`;
    const example = record(one, what);
    within(what, JSON.stringify(example).length, "case");
    for (const key of Object.keys(example))
      if (key !== "args" && key !== "result") wrong(`${what} has no "${key.slice(0, 80)}".`, "It has args and result.");
    const args = asStored(record(example.args, `args of ${what}`));
    return "result" in example ? { args, result: example.result } : { args };
  });
}

function bodyOf(given: unknown, id: string): ToolBody {
  const body = record(given, `body of ${id}`);
  const field = (key: string, bound: keyof typeof bounds): string => text(body[key], `body.${key} of ${id}`, bound);
  const optional = (key: string): string | null => ((body[key] ?? null) === null ? null : field(key, "script"));
  switch (body.kind) {
    case "lisp":
      return { kind: "lisp", code: field("code", "code"), main: field("main", "title"), file: field("file", "entry") };
    case "module":
      return {
        kind: "module",
        file: field("file", "entry"),
        source: optional("source"),
        script: field("script", "script"),
        map: optional("map"),
        hash: field("hash", "title"),
      };
    case "host":
      return { kind: "host", reference: field("reference", "title") };
    default:
      return wrong(`body.kind of ${id} must be lisp, module or host.`, "Give code, a bundled module, or a reference.");
  }
}
