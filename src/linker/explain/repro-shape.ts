// What a record of a link must look like before anything of it is linked: it comes from elsewhere, and people cut it down to what
// still fails.

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
} from "../../base/shape.ts";
import { lockShape } from "../lock.ts";

const texts = listOf(text);
const count: Shape = (value) => (Number.isFinite(value) ? null : "a number");

const head = {
  layer: oneOf("base", "composed"),
  id: text,
  version: text,
  capability: text,
  description: text,
  signature: orNull(text),
  inputSchema: orNull(object),
  outputSchema: orNull(object),
  tags: texts,
  health: oneOf("pending", "green", "red", "flaky", "degraded"),
  permissions: texts,
  requiredTools: texts,
  requiredModels: texts,
  deterministic: flag,
  stateful: flag,
  contentHash: text,
  schemaHash: text,
};
const source = fields({ file: text, text });
const composed = fields({ ...head, source, main: text, requires: mapOf(text), dependencies: optional(texts) });
const body = byKind({ module: { hash: text }, host: { reference: text } });
const base = fields({ ...head, body, timeoutMs: orNull(count), retries: whole });
const unit: Shape = (value) =>
  (value as { readonly layer?: unknown } | null)?.layer === "base" ? base(value) : composed(value);

const candidates = listOf(fields({ unit, score: count, reasons: texts }));
const entry = byKind({
  tool: { id: text, candidates, replaced: orNull(text) },
  capability: { id: text, candidates },
});

const root: Shape = (value) =>
  typeof value === "string" ? null : fields({ ref: text, as: optional(text), from: optional(text) })(value);
const input = fields({
  roots: optional(listOf(root)),
  entry: optional(source),
  // The link says itself what is wrong with a plan.
  plan: anything,
  tags: optional(texts),
  model: optional(text),
  budget: optional(whole),
  policy: optional(fields({ allow: texts, deny: optional(texts), denied: optional(texts) })),
  lock: optional(lockShape),
  locked: optional(flag),
  force: optional(texts),
  skills: optional(flag),
  preflight: optional(listOf(fields({ tool: text, version: text, passed: whole, failed: whole }))),
});

export const reproShape = fields({
  format: oneOf("ptc-repro"),
  version: whole,
  input,
  counter: orNull(text),
  entries: mapOf(orNull(entry)),
  near: mapOf(texts),
  archived: optional(texts),
  skills: listOf(
    fields({
      id: text,
      version: text,
      name: text,
      prompt: text,
      appliesTo: texts,
      tags: texts,
      effectiveness: fields({ score: count, trials: whole }),
      flagged: flag,
      contentHash: text,
    }),
  ),
  modules: mapOf(fields({ file: text, script: text, map: orNull(text) })),
});
