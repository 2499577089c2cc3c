// What a version, a skill or a case is, as a hash: equal hashes are the same thing, registered again. Left out is what
// cannot change what it does or promises: when, by whom, under which number and from which file.

import { type Hash, hashValue } from "../base/hash.ts";
import type { Case, SkillVersion, ToolBody, ToolVersion } from "./model.ts";

type ToolContent = Omit<
  ToolVersion,
  "uid" | "version" | "origin" | "supersedes" | "contentHash" | "schemaHash" | "createdAt"
>;

export function toolContentHash(tool: ToolContent): Hash {
  return hashValue({
    id: tool.id,
    capability: tool.capability,
    title: tool.title,
    description: tool.description,
    signature: tool.signature,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    layer: tool.layer,
    body: bodyContent(tool.body),
    tags: tool.tags,
    examples: tool.examples,
    permissions: tool.permissions,
    requiredTools: tool.requiredTools,
    requiredModels: tool.requiredModels,
    deterministic: tool.deterministic,
    stateful: tool.stateful,
    timeoutMs: tool.timeoutMs,
    dependencies: tool.dependencies,
  });
}

/** Where it came from and what it was bundled from do not matter; what runs does. */
function bodyContent(body: ToolBody): unknown {
  switch (body.kind) {
    case "lisp":
      return { kind: body.kind, code: body.code, main: body.main };
    case "module":
      return { kind: body.kind, script: body.script };
    case "host":
      return { kind: body.kind, reference: body.reference };
    default:
      return body satisfies never;
  }
}

export function schemaHash(tool: Pick<ToolVersion, "inputSchema" | "outputSchema">): Hash {
  return hashValue({ input: tool.inputSchema, output: tool.outputSchema });
}

type SkillContent = Omit<SkillVersion, "uid" | "version" | "origin" | "contentHash" | "createdAt">;

export function skillContentHash(skill: SkillContent): Hash {
  return hashValue({
    id: skill.id,
    name: skill.name,
    description: skill.description,
    prompt: skill.prompt,
    appliesTo: skill.appliesTo,
    tags: skill.tags,
    frontMatter: skill.frontMatter,
    files: skill.files,
  });
}

export function caseContentHash(one: Pick<Case, "input" | "expected" | "stubs">): Hash {
  return hashValue({ input: one.input, expected: one.expected, stubs: one.stubs });
}
