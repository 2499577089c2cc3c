// Collection: what has not been linked for many missions goes to the archive, least recently linked first. Never the last
// tool for a capability, never one that others call, never the only one to pass some case, and never a fresh one: missions
// count from a tool's birth. Candidates are found one after the other, so that all of them may go together.

import { lineOf } from "../lineage.ts";
import type { ArchiveEntry, SkillHead, SubjectKind, ToolHead } from "../model.ts";
import type { Ports } from "../ports.ts";
import { rateOf, rateWords } from "../record/statistics.ts";
import type { Reader, Writer } from "../store.ts";
import { noCounters } from "../tally.ts";
import { setAside, siblingsOf, whyNeeded } from "./archive.ts";

export interface CollectOptions {
  /** Missions since the last link. */
  readonly missions?: number;
  /** A skill whose rate is below this in at least `trials` trials goes too, once it is not fresh. */
  readonly rate?: number;
  readonly trials?: number;
}

export interface ArchiveCandidate {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly missionsSinceLink: number;
  readonly reason: string;
}

const PAGE = 500;

export async function archiveCandidates(
  reader: Reader,
  options: CollectOptions = {},
): Promise<readonly ArchiveCandidate[]> {
  const limits = { missions: 1_000, rate: 0.3, trials: 10, ...options };
  const missions = await reader.missions();
  // No tool can be older than the registry: nothing to look at yet.
  if (missions <= limits.missions) return [];
  return [...(await staleTools(reader, missions, limits.missions)), ...(await staleSkills(reader, missions, limits))];
}

export interface Collected {
  readonly candidates: readonly ArchiveCandidate[];
  /** Empty in a preview. */
  readonly archived: readonly ArchiveEntry[];
}

/** A preview shows what would go and changes nothing. */
export async function collect(
  writer: Writer,
  ports: Ports,
  options: CollectOptions & { readonly preview: boolean },
): Promise<Collected> {
  const { preview, ...limits } = options;
  const candidates = await archiveCandidates(writer, limits);
  if (preview) return { candidates, archived: [] };
  const archived: ArchiveEntry[] = [];
  for (const { kind, id, reason } of candidates) archived.push(await setAside(writer, ports, kind, id, reason));
  return { candidates, archived };
}

async function staleTools(reader: Reader, missions: number, threshold: number): Promise<readonly ArchiveCandidate[]> {
  const stale: ToolHead[] = [];
  for await (const head of paged((page) => reader.toolHeads(page)))
    if (since(head, missions) > threshold) stale.push(head);
  const going = new Set<string>();
  const found: ArchiveCandidate[] = [];
  for (const head of stale.sort(leastRecentlyLinked)) {
    if ((await whyNeeded(reader, head, going)) !== null || (await coversAlone(reader, head, going))) continue;
    going.add(head.id);
    found.push(candidate("tool", head, missions, unlinked(head, missions)));
  }
  return found;
}

/** Does it pass a case that no sibling passes? Cases of different suites are the same when their content is. */
async function coversAlone(reader: Reader, head: ToolHead, going: ReadonlySet<string>): Promise<boolean> {
  const own = await passedBy(reader, head);
  if (own.size === 0) return false;
  const successor = head.supersededBy?.split("@")[0];
  const others = await siblingsOf(reader, head, going);
  const heirs = successor === undefined ? [] : await reader.toolHeadsOf([successor]);
  for (const sibling of [...others, ...heirs]) {
    for (const hash of await passedBy(reader, sibling)) own.delete(hash);
    if (own.size === 0) return false;
  }
  return true;
}

async function passedBy(reader: Reader, head: ToolHead): Promise<Set<string>> {
  const passed = new Set((await reader.lastRuns(head.id, head.current)).filter((r) => r.passed).map((r) => r.caseUid));
  if (passed.size === 0) return new Set();
  const hashes = new Set<string>();
  for (const one of await reader.casesOf(await lineOf(reader, head.id)))
    if (passed.has(one.uid)) hashes.add(one.contentHash);
  return hashes;
}

async function staleSkills(
  reader: Reader,
  missions: number,
  limits: Required<CollectOptions>,
): Promise<readonly ArchiveCandidate[]> {
  const found: ArchiveCandidate[] = [];
  const heads: SkillHead[] = [];
  for await (const head of paged((page) => reader.skillHeads(page)))
    if (missions - head.missionsAtBirth > limits.missions) heads.push(head);
  const counters = await reader.counters(
    "skill",
    heads.map((head) => head.id),
  );
  for (const head of heads.sort(leastRecentlyLinked)) {
    const record = rateOf((counters.get(head.id) ?? noCounters).overall);
    if (since(head, missions) > limits.missions)
      found.push(candidate("skill", head, missions, unlinked(head, missions)));
    else if (record.rate !== null && record.trials >= limits.trials && record.rate < limits.rate)
      found.push(candidate("skill", head, missions, `succeeds in ${rateWords(record)}`));
  }
  return found;
}

type Linkable = Pick<ToolHead, "id" | "missionsAtLastLink" | "missionsAtBirth">;

function since(head: Linkable, missions: number): number {
  return missions - (head.missionsAtLastLink ?? head.missionsAtBirth);
}

function leastRecentlyLinked(a: Linkable, b: Linkable): number {
  return since(b, 0) - since(a, 0) || (a.id < b.id ? -1 : 1);
}

function unlinked(head: Linkable, missions: number): string {
  const count = since(head, missions);
  return head.missionsAtLastLink === null
    ? `never linked in the ${count} missions since it was registered`
    : `not linked in the last ${count} missions`;
}

function candidate(kind: SubjectKind, head: Linkable, missions: number, reason: string): ArchiveCandidate {
  return { kind, id: head.id, missionsSinceLink: since(head, missions), reason };
}

async function* paged<T extends { readonly id: string }>(
  read: (page: { readonly limit: number; readonly after?: string }) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after: string | undefined;
  while (true) {
    const page = await read({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
