// The tools of a Lisp file as drafts: what a definition says in its options is what is registered.

import type { ToolFile, ToolInFile } from "../linker/text/tool-file.ts";
import type { ToolDraft } from "./draft.ts";

/** Check `problems` of the file first; a tool with a problem may be missing here. */
export function draftsOf(file: ToolFile): readonly ToolDraft[] {
  return file.tools.map((tool) => draftOf(file, tool));
}

function draftOf({ file, text }: ToolFile, tool: ToolInFile): ToolDraft {
  const { id, main, capability, version, supersedes, timeoutMs, models } = tool;
  return {
    id,
    // Left out, it is that of what the tool replaces.
    ...(capability === id ? {} : { capability }),
    ...(version === null ? {} : { version }),
    ...(supersedes === null ? {} : { supersedes }),
    ...(timeoutMs === null ? {} : { timeoutMs }),
    description: tool.description,
    signature: tool.signature,
    body: { kind: "lisp", code: text, main, file },
    tags: tool.tags,
    examples: tool.examples,
    permissions: tool.permissions,
    requiredTools: tool.requiredTools,
    requiredModels: models,
    deterministic: tool.deterministic,
    stateful: tool.stateful,
    requires: tool.requires,
  };
}
