// What each record of an export must look like. An export may have been edited, cut or written by something else: nothing
// of it is believed before it has this shape. A field too many is refused as well, since it would be lost.

import type { RegistryExport } from "../store.ts";

type Listed = { [Key in keyof RegistryExport]: RegistryExport[Key] extends readonly unknown[] ? Key : never };
/** The parts of an export that are lists. */
export type Part = Listed[keyof RegistryExport];
export type RecordOf<P extends Part> = RegistryExport[P][number];

/** Null when the value is right, else what it should be. */
type Shape = (value: unknown) => string | null;

const text: Shape = (value) => (typeof value === "string" ? null : "a text");
const flag: Shape = (value) => (typeof value === "boolean" ? null : "true or false");
const whole: Shape = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? null : "a whole number");
const anything: Shape = () => null;
const object: Shape = (value) => (isObject(value) ? null : "an object");
const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : also("null", shape(value));
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined ? null : shape(value);
const oneOf =
  (...words: readonly string[]): Shape =>
  (value) =>
    words.includes(value as string) ? null : words.join(" or ");
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? first(value.map((item, at) => inside(`[${at}]`, shape(item)))) : "a list";
const mapOf =
  (shape: Shape): Shape =>
  (value) =>
    isObject(value) ? first(Object.entries(value).map(([key, item]) => inside(`.${key}`, shape(item)))) : "an object";

function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return "an object";
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(shapes, key));
    if (unknown !== undefined) return `.${unknown}: nothing, for there is no such field`;
    return first(Object.entries(shapes).map(([key, shape]) => inside(`.${key}`, shape(value[key]))));
  };
}

/** The field `kind` says which. */
function byKind(kinds: Readonly<Record<string, Readonly<Record<string, Shape>>>>): Shape {
  return (value) => {
    const kind = isObject(value) ? value.kind : undefined;
    if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) return `.kind: ${Object.keys(kinds).join(" or ")}`;
    return fields({ kind: text, ...kinds[kind] })(value);
  };
}

const texts = listOf(text);
const health = oneOf("pending", "green", "red", "flaky", "rejected", "degraded");
const layer = oneOf("base", "composed");
const toolOrigin = oneOf("developer", "smithed", "imported");
const subject = oneOf("tool", "skill");
const tally = fields({ successes: whole, trials: whole });

const linked = {
  linkCount: whole,
  lastLinkedAt: orNull(text),
  missionsAtLastLink: orNull(whole),
  missionsAtBirth: whole,
  archived: flag,
  stamp: whole,
  createdAt: text,
};

const shapes: Readonly<Record<Part, Shape>> = {
  capabilities: fields({
    id: text,
    description: text,
    canonicalSignature: orNull(text),
    implementations: texts,
    defaultImplementation: orNull(text),
    createdAt: text,
  }),
  tools: fields({
    id: text,
    capability: text,
    current: text,
    health,
    healthReason: orNull(text),
    layer,
    origin: toolOrigin,
    tags: texts,
    supersededBy: orNull(text),
    consecutiveFailures: whole,
    ...linked,
  }),
  toolVersions: fields({
    uid: text,
    id: text,
    version: text,
    capability: text,
    title: text,
    description: text,
    signature: text,
    inputSchema: object,
    outputSchema: object,
    layer,
    origin: toolOrigin,
    body: byKind({
      lisp: { code: text, main: text, file: text },
      module: { file: text, source: orNull(text), script: text, map: orNull(text), hash: text },
      host: { reference: text },
    }),
    tags: texts,
    examples: listOf(fields({ args: object, result: anything })),
    permissions: texts,
    requiredTools: texts,
    requiredModels: texts,
    deterministic: flag,
    stateful: flag,
    timeoutMs: orNull(whole),
    dependencies: listOf(fields({ id: text, by: oneOf("call", "tool"), range: optional(text) })),
    supersedes: orNull(text),
    contentHash: text,
    schemaHash: text,
    createdAt: text,
    health,
    healthReason: orNull(text),
  }),
  skills: fields({
    id: text,
    current: text,
    review: orNull(
      fields({
        status: oneOf("flagged_for_review", "under_review"),
        reason: text,
        before: orNull(text),
        after: orNull(text),
        since: text,
      }),
    ),
    ...linked,
  }),
  skillVersions: fields({
    uid: text,
    id: text,
    version: text,
    name: text,
    description: text,
    prompt: text,
    appliesTo: texts,
    tags: texts,
    origin: oneOf("developer", "learned", "imported"),
    frontMatter: object,
    files: mapOf(text),
    contentHash: text,
    createdAt: text,
  }),
  cases: fields({
    uid: text,
    toolId: text,
    input: object,
    expected: byKind({ value: { value: anything }, predicate: { code: text }, no_crash: {} }),
    stubs: mapOf(listOf(object)),
    tags: texts,
    description: text,
    reason: text,
    origin: fields({
      kind: oneOf("developer", "example", "production", "repair", "imported"),
      runId: optional(text),
    }),
    contentHash: text,
    createdAt: text,
  }),
  caseRuns: fields({
    uid: text,
    caseUid: text,
    toolId: text,
    version: text,
    passed: flag,
    outcome: text,
    at: text,
  }),
  trials: fields({
    uid: text,
    kind: subject,
    id: text,
    version: text,
    success: flag,
    tags: texts,
    model: orNull(text),
    mission: orNull(text),
    runId: orNull(text),
    inputHash: orNull(text),
    diagnosis: orNull(text),
    skills: texts,
    at: text,
  }),
  counters: fields({
    kind: subject,
    id: text,
    counters: fields({ overall: tally, byTag: mapOf(tally), byModel: mapOf(tally) }),
  }),
  archive: fields({ kind: subject, id: text, reason: text, at: text }),
  candidates: fields({
    patternHash: text,
    capabilitySignature: orNull(text),
    description: text,
    status: oneOf("candidate", "flagged", "promoted", "rejected"),
    rejectionReason: orNull(text),
    promotedTo: orNull(text),
    successes: whole,
    failures: whole,
    occurrences: listOf(fields({ mission: text, success: flag, at: text })),
  }),
  audit: fields({ uid: text, at: text, action: text, subject: text, accepted: flag, details: anything }),
};

/** In the order in which they are to be verified: what is referred to comes first, where that can be. */
export const parts = Object.keys(shapes) as readonly Part[];

/** What is wrong with the form of a record, or null. */
export function shapeProblem(part: Part, record: unknown): string | null {
  const wrong = shapes[part](record);
  if (wrong === null) return null;
  const [, path, wanted] = /^([^:]*): (.*)$/.exec(wrong) ?? [null, "", wrong];
  return path === "" ? `should be ${wanted}` : `${path?.replace(/^\./, "")} should be ${wanted}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inside(path: string, wrong: string | null): string | null {
  if (wrong === null) return null;
  return /^[.[]/.test(wrong) ? path + wrong : `${path}: ${wrong}`;
}

function also(word: string, wrong: string | null): string | null {
  return wrong === null || /^[.[]/.test(wrong) ? wrong : `${wrong} or ${word}`;
}

function first(all: readonly (string | null)[]): string | null {
  return all.find((wrong) => wrong !== null) ?? null;
}
