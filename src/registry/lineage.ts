// Who replaced whom. A tool answers for its own id and for every id that any of its versions, or theirs, superseded: all the
// cases of all of them hold for it, and all that depend on any of them link it.

import { splitReference } from "../names/id.ts";
import type { ToolHead } from "./model.ts";
import type { Reader } from "./store.ts";

/** Ids of the line, the tool itself first, then nearest ancestors first. */
export async function lineOf(
  reader: Reader,
  id: string,
  alsoSupersedes: readonly string[] = [],
): Promise<readonly string[]> {
  const line = new Set([id, ...alsoSupersedes]);
  for (const one of line) {
    const records = await reader.versionsOf(one);
    // Newest first: what replaced last is nearest. A set may grow while it is walked.
    for (const { supersedes } of [...records].reverse())
      if (supersedes !== null) line.add(splitReference(supersedes).name);
  }
  return [...line];
}

/** Where references to a tool lead: itself, or whatever replaced it in the end, archived or not. */
export async function successorOf(reader: Reader, head: ToolHead): Promise<ToolHead> {
  const seen = new Set<string>();
  let at = head;
  while (at.supersededBy !== null && !seen.has(at.id)) {
    seen.add(at.id);
    const next = await reader.toolHead(splitReference(at.supersededBy).name);
    if (next === null) return at;
    at = next;
  }
  return at;
}

/**
 * Every tool that would link these ids, directly or through others: breadth first, each once. What was replaced is not
 * linked, its replacement is. What is archived may come back and is asked for by those who must not break it.
 */
export async function dependentsOf(
  reader: Reader,
  ids: readonly string[],
  alsoArchived = false,
): Promise<readonly ToolHead[]> {
  const asked = new Set(ids);
  const found = new Map<string, ToolHead>();
  for (const id of asked) {
    for (const head of await reader.dependentsOf(id)) {
      const isGone = head.archived && (!alsoArchived || (await isTombstone(reader, head.id)));
      if (isGone || head.supersededBy !== null || found.has(head.id) || ids.includes(head.id)) continue;
      found.set(head.id, head);
      asked.add(head.id);
      for (const alias of await aliasesOf(reader, head)) asked.add(alias);
    }
  }
  return [...found.values()];
}

/** The reason that an archive entry has as a tombstone: what is unregistered does not come back by itself. */
export const UNREGISTERED = "unregistered";

export async function isTombstone(reader: Reader, id: string): Promise<boolean> {
  return (await reader.archived("tool", id))?.reason === UNREGISTERED;
}

/** Other ids by which a tool is reached: those it replaced, and its capability while it is the default there. */
export async function aliasesOf(reader: Reader, head: ToolHead): Promise<readonly string[]> {
  const [, ...replaced] = await lineOf(reader, head.id);
  const capability = await reader.capability(head.capability);
  return capability?.defaultImplementation === head.id ? [...replaced, head.capability] : replaced;
}
