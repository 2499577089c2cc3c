// What each record of an export must look like. An export may have been edited, cut or written by something else: nothing
// of it is believed before it has this shape. A field too many is refused as well, since it would be lost.

import {
  anything,
  byKind,
  fields,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  whole,
  wrongIn,
} from "../../base/shape.ts";
import type { RegistryExport } from "../store.ts";

type Listed = { [Key in keyof RegistryExport]: RegistryExport[Key] extends readonly unknown[] ? Key : never };
/** The parts of an export that are lists. */
export type Part = Listed[keyof RegistryExport];
export type RecordOf<P extends Part> = RegistryExport[P][number];

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
  return wrongIn(record, shapes[part]);
}
