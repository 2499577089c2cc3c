// All that the gates look at, read in one snapshot: the tool's versions, the line it replaces, every case of that line, and
// all that depends on it. The stamps kept with it tell, when it comes to writing, whether any of it has moved.

import { didYouMean } from "../base/suggest.ts";
import { isLinkable } from "../linker/unit.ts";
import { loadCatalog } from "./catalog.ts";
import type { SettledDraft } from "./draft.ts";
import { lineOf, successorOf, UNREGISTERED, usersOf } from "./lineage.ts";
import type { Capability, Case, ToolHead, ToolVersion } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";
import { problem } from "./reasons.ts";
import type { Reader, VersionRecord } from "./store.ts";

export interface Surroundings {
  readonly head: ToolHead | null;
  readonly current: ToolVersion | null;
  readonly records: readonly VersionRecord[];
  /** A tool of another id that is to be replaced, and which version of it. */
  readonly replaced: { readonly head: ToolHead; readonly version: string } | null;
  readonly capabilityId: string;
  readonly capability: Capability | null;
  /** Ids whose cases hold for the tool, itself first. */
  readonly line: readonly string[];
  /** Every stored case of the line. */
  readonly history: readonly Case[];
  /** Other ids by which it would be reached. */
  readonly answersFor: ReadonlySet<string>;
  /** All that would link it, now or when restored. */
  readonly dependents: readonly ToolHead[];
  /** All that would link it were it chosen for its capability, whose default is another one. */
  readonly choosers: readonly ToolHead[];
  readonly stamps: ReadonlyMap<string, number>;
}

export type Found =
  | { readonly ok: true; readonly value: Surroundings }
  | { readonly ok: false; readonly problem: RegistryProblem };

export async function surroundingsOf(reader: Reader, draft: SettledDraft): Promise<Found> {
  const { id } = draft;
  const head = await reader.toolHead(id);
  const gone = head?.archived === true ? await goneProblem(reader, head) : null;
  if (gone !== null) return { ok: false, problem: gone };
  const replaced = await replacedBy(reader, draft);
  if (!replaced.ok) return replaced;
  const capabilityId = draft.capability ?? head?.capability ?? replaced.value?.head.capability ?? id;
  const trouble = capabilityProblem(draft, capabilityId, head, replaced.value?.head ?? null);
  if (trouble !== null) return { ok: false, problem: trouble };
  const capability = await reader.capability(capabilityId);
  const line = await lineOf(reader, id, replaced.value === null ? [] : [replaced.value.head.id]);
  const ancestors = line.slice(1);
  const leads = capability?.defaultImplementation ?? id;
  const isDefault = leads === id || ancestors.includes(leads);
  // A tool is asked for before a capability of the same name, as long as it links.
  const isNamesake = capabilityId !== id && (await isServed(reader, capabilityId));
  const answersFor = new Set([...ancestors, ...(isDefault && !isNamesake ? [capabilityId] : [])]);
  answersFor.delete(id);
  // Also of a new tool: whoever named a capability of that name asks for it from now on.
  const users = await usersOf(reader, [id, ...answersFor], true);
  const { dependents } = users;
  // Which implementation serves best is asked at every link, so any of them must serve those who name the capability.
  const mayBeChosen = capability !== null && capabilityId !== id && !isNamesake && !isDefault;
  const choosing = mayBeChosen ? await usersOf(reader, [capabilityId], true) : null;
  const choosers = (choosing?.dependents ?? []).filter((d) => !line.includes(d.id));
  // Their stamps rise when somebody begins to name the capability, or a tool by a range of its versions.
  const siblings = isDefault ? [] : (capability?.implementations ?? []);
  const inRanges = [...users.byOtherVersions, ...(choosing?.byOtherVersions ?? [])];
  const stamped = [...line, ...siblings, ...inRanges, ...[...dependents, ...choosers].map((d) => d.id)];
  return {
    ok: true,
    value: {
      choosers,
      head,
      current: head === null ? null : await reader.toolVersion(id, head.current),
      records: head === null ? [] : await reader.versionsOf(id),
      replaced: replaced.value,
      capabilityId,
      capability,
      line,
      history: await reader.casesOf(line),
      answersFor,
      dependents,
      stamps: await reader.stamps([...new Set(stamped)]),
    },
  };
}

/** Is there a tool of this id that links, or one that replaced it? */
async function isServed(reader: Reader, id: string): Promise<boolean> {
  const head = await reader.toolHead(id);
  if (head === null) return false;
  const { archived, supersededBy, health } = await successorOf(reader, head);
  return !archived && supersededBy === null && isLinkable(health);
}

async function goneProblem(reader: Reader, head: ToolHead): Promise<RegistryProblem> {
  const entry = await reader.archived("tool", head.id);
  const gone = entry?.reason === UNREGISTERED;
  return problem(
    "duplicate_id",
    gone ? `${head.id} was unregistered; ids are never reused.` : `${head.id} is in the archive.`,
    gone ? "Choose another id." : `Restore it first: ptc restore ${head.id}.`,
  );
}

async function replacedBy(
  reader: Reader,
  draft: SettledDraft,
): Promise<
  | { readonly ok: true; readonly value: Surroundings["replaced"] }
  | { readonly ok: false; readonly problem: RegistryProblem }
> {
  const { id, supersedes } = draft;
  if (supersedes === null || (supersedes.id === id && supersedes.version === null)) return { ok: true, value: null };
  const head = await reader.toolHead(supersedes.id);
  const version = supersedes.version ?? head?.current ?? "";
  if (head === null || (await reader.toolVersion(supersedes.id, version)) === null) {
    const near = head === null ? await nearTo(reader, supersedes.id) : [];
    const written = supersedes.version === null ? supersedes.id : `${supersedes.id}@${supersedes.version}`;
    const hint = near.length > 0 ? didYouMean(near) : "Register it as a new tool instead.";
    const said = problem("unknown_superseded", `${id} is to replace ${written}, which is not registered.`, hint);
    return { ok: false, problem: said };
  }
  if (supersedes.id === id) return { ok: true, value: null };
  const ancestors = await lineOf(reader, supersedes.id);
  if (ancestors.includes(id)) {
    const words = `${id} cannot replace ${supersedes.id}, which itself replaced ${id}.`;
    const said = problem("cyclic_supersedes", words, `Register a new id that supersedes ${supersedes.id}.`);
    return { ok: false, problem: said };
  }
  const by = head.supersededBy;
  if (by !== null && by.slice(0, by.lastIndexOf("@")) !== id) {
    const words = `${supersedes.id} was replaced by ${by} before.`;
    const said = problem("already_superseded", words, `Supersede ${by.slice(0, by.lastIndexOf("@"))} instead.`);
    return { ok: false, problem: said };
  }
  return { ok: true, value: { head, version } };
}

function capabilityProblem(
  draft: SettledDraft,
  capability: string,
  head: ToolHead | null,
  replaced: ToolHead | null,
): RegistryProblem | null {
  if (head !== null && head.capability !== capability)
    return problem(
      "duplicate_id",
      `${draft.id} is registered as a tool of ${head.capability}, not of ${capability}.`,
      "Choose another id, or leave the capability out.",
    );
  if (replaced !== null && replaced.capability !== capability)
    return problem(
      "other_capability",
      `${draft.id} is of ${capability}, but ${replaced.id}, which it is to replace, is of ${replaced.capability}.`,
      "Leave the capability out: it is taken from what is replaced.",
    );
  return null;
}

/** Ids that may have been meant by one that is not there. */
export async function nearTo(reader: Reader, id: string): Promise<readonly string[]> {
  return (await loadCatalog(reader, [{ id, range: null }])).near(id);
}
