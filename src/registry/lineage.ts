// Who replaced whom. A tool answers for its own id and for every id that any of its versions, or theirs, superseded: all the
// cases of all of them hold for it, and all that depend on any of them link it.

import { splitReference } from "../names/id.ts";
import type { ToolHead, ToolVersion } from "./model.ts";
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

/** Ids of tools and capabilities that a version cannot be linked without, each once. */
export function needsOf({ dependencies, requiredTools }: ToolVersion): readonly string[] {
  return [...new Set([...dependencies.map(({ id }) => id), ...requiredTools.map((one) => splitReference(one).name)])];
}

/** Every tool that would link these ids, directly or through others: breadth first, each once. */
export async function dependentsOf(reader: Reader, ids: readonly string[]): Promise<readonly ToolHead[]> {
  return (await usersOf(reader, ids)).dependents;
}

export interface Users {
  readonly dependents: readonly ToolHead[];
  /** Tools of which a version that is not the current one is among the users, and may be asked for by a range at any time. */
  readonly byOtherVersions: readonly string[];
}

/**
 * What was replaced is not linked, its replacement is. What is archived may come back and is asked for by those who must not
 * break it. A version that is not the current one is linked by those who ask for a range of versions.
 */
export async function usersOf(reader: Reader, ids: readonly string[], alsoArchived = false): Promise<Users> {
  const asked = new Set<string>();
  const waiting: { readonly id: string; readonly byRange: boolean }[] = [];
  const ask = (id: string, byRange: boolean): void => {
    const key = `${byRange ? "a range of" : "all of"} ${id}`;
    if (!asked.has(key)) waiting.push({ id, byRange });
    asked.add(key);
  };
  for (const id of ids) ask(id, false);
  const found = new Map<string, ToolHead>();
  const byOtherVersions = new Set<string>();
  for (const { id, byRange } of waiting) {
    for (const head of byRange ? await usersOfRange(reader, id) : await reader.dependentsOf(id)) {
      const isGone = head.archived && (!alsoArchived || (await isTombstone(reader, head.id)));
      if (isGone || head.supersededBy !== null || found.has(head.id) || ids.includes(head.id)) continue;
      found.set(head.id, head);
      for (const name of [head.id, ...(await aliasesOf(reader, head))]) ask(name, false);
    }
    for (const head of await reader.dependentsByOtherVersions(id)) {
      byOtherVersions.add(head.id);
      ask(head.id, true);
    }
  }
  return { dependents: [...found.values()], byOtherVersions: [...byOtherVersions] };
}

/** Those who ask for some versions of a tool only. */
async function usersOfRange(reader: Reader, id: string): Promise<readonly ToolHead[]> {
  const heads = await reader.dependentsOf(id);
  const versions = await reader.currentVersions(heads.map((head) => head.id));
  const holding = new Set(versions.filter((version) => asksForRange(version, id)).map((version) => version.id));
  return heads.filter((head) => holding.has(head.id));
}

function asksForRange({ dependencies, requiredTools }: ToolVersion, id: string): boolean {
  return (
    dependencies.some((one) => one.id === id && one.range !== undefined) ||
    requiredTools.some((one) => splitReference(one).name === id && splitReference(one).version !== null)
  );
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
