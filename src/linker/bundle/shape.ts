// What a bundle must look like before anything of it is used: docs/schema/bundle-1.json as a table. A digest proves that a bundle
// is as it was sealed, not that the linker sealed it.

import { byKind, fields, flag, listOf, mapOf, object, oneOf, optional, orNull, text, whole } from "../../base/shape.ts";
import { lockShape } from "../lock.ts";

const texts = listOf(text);
const layer = oneOf("base", "composed");
const contract = {
  description: text,
  signature: orNull(text),
  inputSchema: orNull(object),
  outputSchema: orNull(object),
};
const part = fields({
  name: text,
  line: whole,
  lines: whole,
  file: text,
  sourceLine: whole,
  sourceColumn: whole,
  edits: listOf(fields({ line: whole, column: whole, was: text, now: text })),
});

export const bundleShape = fields({
  format: oneOf("ptc-bundle"),
  version: whole,
  digest: text,
  roots: listOf(fields({ ref: text, id: text, from: orNull(text) })),
  context: fields({ tags: texts, model: orNull(text) }),
  visible: listOf(
    fields({
      id: text,
      version: text,
      layer,
      call: fields({ by: oneOf("place", "map"), name: text, params: texts }),
      ...contract,
    }),
  ),
  hidden: listOf(fields({ id: text, version: text, layer, name: text })),
  prelude: text,
  sourceMap: listOf(part),
  entry: orNull(fields({ text, map: listOf(part) })),
  baseTools: listOf(
    fields({
      id: text,
      version: text,
      name: text,
      body: byKind({ module: { hash: text }, host: { reference: text } }),
      ...contract,
      permissions: texts,
      deterministic: flag,
      stateful: flag,
      timeoutMs: orNull(whole),
      retries: whole,
      calls: optional(mapOf(text)),
    }),
  ),
  modules: mapOf(fields({ file: text, script: text, map: orNull(text) })),
  grants: texts,
  effects: fields({ deterministic: flag, stateful: flag }),
  skills: listOf(fields({ id: text, version: text, name: text, why: text })),
  prompt: text,
  tokens: fields({ counter: text, budget: orNull(whole), tools: whole, skills: whole, total: whole }),
  preflight: listOf(fields({ tool: text, version: text, passed: whole, failed: whole })),
  lock: lockShape,
  warnings: listOf(fields({ reason: text, message: text })),
});
