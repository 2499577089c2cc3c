// What base tools may call by way of their host: what they declare, and nothing else that happens to be linked. Their
// permissions must allow the call as well; a pattern such as tool:* allows much and declares nothing.

import { foldId } from "../../names/id.ts";
import type { ToolVersion } from "../model.ts";
import { contractOf } from "./contract.ts";

/** By the id of the caller, then by the folded name it calls: the tool that answers, null when none is linked. */
export type NestedCalls = ReadonlyMap<string, ReadonlyMap<string, ToolVersion | null>>;

/** Of these tools and all that they may call; `answers` is what an id means in this link. */
export function nestedCalls(
  tools: Iterable<ToolVersion>,
  answers: (id: string) => ToolVersion | undefined,
): NestedCalls {
  const calls = new Map<string, ReadonlyMap<string, ToolVersion | null>>();
  const waiting = [...tools];
  for (const caller of waiting) {
    if (caller.layer !== "base" || calls.has(caller.id)) continue;
    const own = new Map<string, ToolVersion | null>();
    for (const id of declaredBy(caller)) {
      const found = answers(id);
      const isBase = found !== undefined && found.layer === "base";
      own.set(id, isBase ? found : null);
      if (isBase) waiting.push(found);
    }
    calls.set(caller.id, own);
  }
  return calls;
}

/** Ids of the tools that it requires or that its permissions name. */
function declaredBy(tool: ToolVersion): readonly string[] {
  const required = contractOf(tool).requiredTools.map((reference) => reference.split("@")[0]!);
  const permitted = tool.permissions.flatMap((text) => (text.startsWith("tool:") ? (foldId(text.slice(5)) ?? []) : []));
  return [...new Set([...required, ...permitted])];
}
