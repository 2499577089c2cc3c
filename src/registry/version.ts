// A version of a tool from its settled draft: the record that is written once.

import { schemaHash, toolContentHash } from "./content-hash.ts";
import type { SettledDraft } from "./draft.ts";
import type { ToolInterface } from "./interface.ts";
import type { Dependency, ToolVersion } from "./model.ts";

export interface Making {
  readonly draft: SettledDraft;
  readonly contract: ToolInterface;
  readonly dependencies: readonly Dependency[];
  readonly capability: string;
  readonly version: string;
  readonly supersedes: string | null;
  readonly uid: string;
  readonly at: string;
}

export function makeVersion(making: Making): ToolVersion {
  const { draft, contract, dependencies, capability, version, supersedes, uid, at } = making;
  const { id, body } = draft;
  const content = {
    id,
    capability,
    title: draft.title === "" ? id : draft.title,
    description: draft.description,
    signature: contract.signature,
    inputSchema: contract.inputSchema,
    outputSchema: contract.outputSchema,
    body,
    layer: body.kind === "lisp" ? ("composed" as const) : ("base" as const),
    tags: draft.tags,
    examples: draft.examples,
    permissions: draft.permissions,
    requiredTools: draft.requiredTools,
    requiredModels: draft.requiredModels,
    deterministic: draft.deterministic,
    stateful: draft.stateful,
    timeoutMs: draft.timeoutMs,
    dependencies,
  };
  return {
    ...content,
    uid,
    version,
    origin: draft.origin,
    supersedes,
    contentHash: toolContentHash(content),
    schemaHash: schemaHash(contract),
    createdAt: at,
  };
}

export function versionName(version: { readonly id: string; readonly version: string }): string {
  return `${version.id}@${version.version}`;
}
