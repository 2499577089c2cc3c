// What else a link may choose. Which implementation serves a capability is asked anew at every link, by the record there is
// then, and what is archived may come back: so a candidate must do its work with each of them, one exchanged at a time.

import { isLinkable } from "../linker/unit.ts";
import {
  fingerprint,
  inDefaultOrder,
  type LoadedCatalog,
  loadCatalog,
  type Overlay,
  type Rank,
  type Wanted,
} from "./catalog.ts";
import { isTombstone, needsOf } from "./lineage.ts";
import { linkTool } from "./linking.ts";
import type { Capability, ToolHead, ToolVersion } from "./model.ts";
import type { RunnableTool } from "./runner.ts";
import type { Reader } from "./store.ts";

/** A tool linked with another implementation of a capability that it reaches than it is linked with otherwise. */
export interface OtherChoice {
  readonly capability: string;
  /** The implementation, and the one it stands for here. */
  readonly id: string;
  readonly insteadOf: string | null;
  readonly target: RunnableTool;
  readonly catalog: LoadedCatalog;
}

export interface Choices {
  readonly others: readonly OtherChoice[];
  /** Of the capabilities it reaches: their implementations, which others may join at any time. */
  readonly implementations: ReadonlyMap<string, string>;
}

/** What a proof rested on besides the tool itself: of what was linked the fingerprints, of capabilities who implements them. */
export interface Seen {
  readonly looked: ReadonlyMap<string, string>;
  readonly implementations: ReadonlyMap<string, string>;
}

export function seenIn(catalogs: readonly LoadedCatalog[], { others, implementations }: Choices): Seen {
  const all = [...others.map((other) => other.catalog), ...catalogs];
  return { looked: new Map(all.flatMap((catalog) => [...catalog.looked])), implementations };
}

/** Others may begin to depend on what was linked at any time: only its content and health count. */
export async function isStillSo(reader: Reader, { looked, implementations }: Seen): Promise<boolean> {
  const heads = new Map((await reader.toolHeadsOf([...looked.keys()])).map((h) => [h.id, h]));
  for (const [id, seen] of looked) if (fingerprint(heads.get(id)) !== seen) return false;
  for (const [id, seen] of implementations) if (implementationsOf(await reader.capability(id)) !== seen) return false;
  return true;
}

/** `reached` is all that the tool is linked with; what it fails to link with is no choice. */
export async function choicesOf(
  reader: Reader,
  catalog: LoadedCatalog,
  version: ToolVersion,
  reached: readonly ToolVersion[],
): Promise<Choices> {
  const others: OtherChoice[] = [];
  const implementations = new Map<string, string>();
  for (const name of new Set([version, ...reached].flatMap(needsOf))) {
    const entry = catalog.find(name);
    const capability = entry?.kind === "tool" ? null : await reader.capability(name);
    if (entry === null || capability === null) continue;
    implementations.set(name, implementationsOf(capability));
    const chosen = entry.candidates.find(({ unit }) => isLinkable(unit.health))?.unit.id ?? null;
    for (const head of await reader.toolHeadsOf(capability.implementations)) {
      if (head.id === chosen || !(await mayServe(reader, head))) continue;
      const other = await linkedWith(reader, version, name, head.id);
      if (other !== null) others.push({ ...other, insteadOf: chosen });
    }
  }
  return { others, implementations };
}

function implementationsOf(capability: Capability | null): string {
  return (capability?.implementations ?? []).join(" ");
}

/** This version with that implementation of a capability; null when it does not link so. */
export async function linkedWith(
  reader: Reader,
  version: ToolVersion,
  capability: string,
  id: string,
): Promise<Omit<OtherChoice, "insteadOf"> | null> {
  const overlay: Overlay = { version, health: "pending", answersFor: new Set() };
  const wanted: readonly Wanted[] = [{ id: version.id, range: null }];
  const rank = preferring(capability, id);
  const catalog = await loadCatalog(reader, wanted, { overlay, rank, alsoArchived: new Set([id]) });
  const link = linkTool(catalog, version, [id]);
  return link.ok ? { capability, id, target: link.target, catalog } : null;
}

function preferring(capability: string, id: string): Rank {
  return async (asked, heads) => {
    const order = inDefaultOrder(asked, heads);
    if (asked.id !== capability) return order;
    return [...order].sort((a, b) => Number(b.id === id) - Number(a.id === id));
  };
}

/** Now or later: a degraded tool may recover and an archived one be restored. Red is mended only through the gates. */
async function mayServe(reader: Reader, { id, health, archived, supersededBy }: ToolHead): Promise<boolean> {
  if (supersededBy !== null || health === "red" || health === "rejected") return false;
  return !archived || !(await isTombstone(reader, id));
}
