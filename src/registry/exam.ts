// A candidate as it stands before the gates: what it says of itself, what it would replace, what it links to and who would
// link it, all from one snapshot of the store. The gates look at nothing else.

import { type LoadedCatalog, loadCatalog, type Overlay, requiredOne, type Wanted } from "./catalog.ts";
import { changeBetween, highest, isBelow, larger, versionAfter } from "./change.ts";
import { type Choices, choicesOf } from "./choices.ts";
import type { RegistryContext } from "./context.ts";
import type { SettledDraft } from "./draft.ts";
import { interfaceOf, type ToolInterface } from "./interface.ts";
import { lineOf } from "./lineage.ts";
import { type Linked, linkTool } from "./linking.ts";
import type { Case, Dependency, ToolHead, ToolVersion } from "./model.ts";
import type { Answer, RegistryProblem } from "./problem.ts";
import { type Reading, readBody } from "./reading.ts";
import { problem } from "./reasons.ts";
import type { Reader } from "./store.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import { makeVersion, versionName } from "./version.ts";

/** A tool that would link the candidate, with the cases it must keep passing. */
export interface Dependent {
  readonly version: ToolVersion;
  readonly isRed: boolean;
  readonly cases: readonly Case[];
}

/** A candidate whose text and interface hold together. */
export interface Subject {
  readonly version: ToolVersion;
  /** It is registered already, with this very content. */
  readonly isKnown: boolean;
  readonly catalog: LoadedCatalog;
  readonly link: Linked;
  /** What else it may be linked with. */
  readonly choices: Choices;
  /** Declared dependencies that nobody has registered, each with names that are near. */
  readonly unknown: readonly { readonly id: string; readonly near: readonly string[] }[];
  readonly dependents: readonly Dependent[];
  /** Tools that name a capability for which it may be chosen beside the default, linked as if it were. */
  readonly choosers: { readonly tools: readonly Dependent[]; readonly catalog: LoadedCatalog } | null;
}

export interface Exam {
  readonly draft: SettledDraft;
  readonly around: Surroundings;
  readonly reading: Answer<Reading>;
  readonly contract: Answer<ToolInterface>;
  /** Those that the suite does not have yet. */
  readonly newCases: readonly Case[];
  /** Null when there is nothing to look at beyond reading and contract. */
  readonly subject: Subject | null;
}

export async function prepareExam(
  reader: Reader,
  context: RegistryContext,
  draft: SettledDraft,
  cases: readonly Case[],
): Promise<Answer<Exam>> {
  const found = await surroundingsOf(reader, draft);
  if (!found.ok) return found;
  const around = found.value;
  const reading = readBody(draft, context.hostFunctions);
  const contract = interfaceOf(draft);
  const stored = new Set(around.history.filter((c) => c.toolId === draft.id).map((c) => c.contentHash));
  const newCases = cases.filter((one) => {
    const fresh = !stored.has(one.contentHash);
    stored.add(one.contentHash);
    return fresh;
  });
  const exam = { draft, around, reading, contract, newCases };
  if (!reading.ok || !contract.ok) return { ok: true, value: { ...exam, subject: null } };
  const subject = await subjectOf(reader, context, exam, reading.value, contract.value);
  return subject.ok ? { ok: true, value: { ...exam, subject: subject.value } } : subject;
}

async function subjectOf(
  reader: Reader,
  context: RegistryContext,
  { draft, around }: Pick<Exam, "draft" | "around">,
  reading: Reading,
  contract: ToolInterface,
): Promise<Answer<Subject>> {
  const named = [...reading.named.flatMap(({ ids }) => ids), ...draft.declared];
  const wanted = [
    ...named.map((id): Wanted => ({ id, range: draft.requires[id] ?? null })),
    ...draft.requiredTools.map(requiredOne),
  ];
  const present = await loadCatalog(reader, wanted);
  const dependencies = dependenciesOf(draft, reading, present);
  const top = highest(around.records.map((r) => r.version));
  const highestVersion = top === null ? null : await reader.toolVersion(draft.id, top);
  const made = versionOf(draft, around, contract, dependencies, context, highestVersion);
  if (!made.ok) return made;
  const { version, isKnown } = made.value;
  const overlay: Overlay = { version, health: "pending", answersFor: around.answersFor };
  const dependents = await loadDependents(reader, around.dependents);
  const choosers = await loadDependents(reader, around.choosers);
  const roots = dependents.map(({ version: { id } }): Wanted => ({ id, range: null }));
  // What is archived must still work when it comes back.
  const alsoArchived = new Set(roots.map(({ id }) => id));
  const catalog = await loadCatalog(reader, [...wanted, ...roots], { overlay, alsoArchived });
  const chosen = {
    overlay: { ...overlay, answersFor: new Set([...around.answersFor, around.capabilityId]) },
    alsoArchived: new Set(choosers.map((c) => c.version.id)),
  };
  const choosing = choosers.map(({ version: { id } }): Wanted => ({ id, range: null }));
  const link = linkTool(catalog, version);
  return {
    ok: true,
    value: {
      version,
      isKnown,
      choosers:
        choosers.length === 0 ? null : { tools: choosers, catalog: await loadCatalog(reader, choosing, chosen) },
      catalog,
      link,
      choices: await choicesOf(reader, catalog, version, link.ok ? link.reaches : []),
      unknown: unknownAmong(draft, catalog),
      dependents,
    },
  };
}

/** What the code names, as far as it is registered; what is declared comes on top and never instead. */
function dependenciesOf(draft: SettledDraft, reading: Reading, catalog: LoadedCatalog): readonly Dependency[] {
  const found = new Map<string, Dependency["by"]>();
  for (const { ids, by, own } of reading.named) {
    const id = ids.find((one) => catalog.find(one) !== null) ?? (own ? undefined : ids[0]);
    if (id !== undefined && id !== draft.id && found.get(id) !== "call") found.set(id, by);
  }
  for (const id of draft.declared) if (!found.has(id) && id !== draft.id) found.set(id, "tool");
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, by]) => {
      const range = draft.requires[id];
      return range === undefined ? { id, by } : { id, by, range };
    });
}

function unknownAmong(draft: SettledDraft, catalog: LoadedCatalog): Subject["unknown"] {
  const named = [...draft.declared, ...Object.keys(draft.requires)];
  return [...new Set(named)].filter((id) => catalog.find(id) === null).map((id) => ({ id, near: catalog.near(id) }));
}

interface Made {
  readonly version: ToolVersion;
  readonly isKnown: boolean;
}

function versionOf(
  draft: SettledDraft,
  around: Surroundings,
  contract: ToolInterface,
  dependencies: readonly Dependency[],
  context: RegistryContext,
  /** After a rollback it is not the current one, and callers may rely on what it promised. */
  top: ToolVersion | null,
): Answer<Made> {
  const { current, records, capabilityId } = around;
  if (draft.exactly !== null) return { ok: true, value: { version: draft.exactly, isKnown: true } };
  const next =
    current === null || top === null
      ? "1.0.0"
      : versionAfter(top.version, larger(changeBetween(current, contract), changeBetween(top, contract)));
  const make = (version: string): ToolVersion =>
    makeVersion({
      draft,
      contract,
      dependencies,
      capability: capabilityId,
      version,
      supersedes: supersededBy(draft.id, around),
      uid: context.newId(),
      at: context.now(),
    });
  const version = make(draft.version ?? next);
  // What a tool replaces is no part of its content: saying so for the first time takes a version of its own.
  const replacesMore = around.replaced !== null && around.replaced.head.supersededBy === null;
  const same = replacesMore ? undefined : records.find((r) => r.contentHash === version.contentHash);
  if (draft.version === null) {
    return {
      ok: true,
      value: { version: same === undefined ? version : make(same.version), isKnown: same !== undefined },
    };
  }
  const used = records.find((r) => r.version === draft.version);
  if (used !== undefined && used.contentHash === version.contentHash)
    return { ok: true, value: { version, isKnown: true } };
  if (used !== undefined) return { ok: false, problem: immutable(versionName(version), next) };
  if (top !== null && isBelow(draft.version, next))
    return { ok: false, problem: tooLow(draft.version, next, draft.id) };
  return { ok: true, value: { version, isKnown: false } };
}

function supersededBy(id: string, { head, replaced }: Surroundings): string | null {
  const isFirst = replaced !== null && replaced.head.supersededBy === null;
  if (replaced !== null && (isFirst || head === null)) return `${replaced.head.id}@${replaced.version}`;
  return head === null ? null : `${id}@${head.current}`;
}

function immutable(name: string, next: string): RegistryProblem {
  return problem(
    "version_immutable",
    `${name} is registered with other content, and a version never changes.`,
    `Leave the version out, and this becomes ${next}.`,
  );
}

function tooLow(version: string, next: string, id: string): RegistryProblem {
  return problem(
    "version_too_low",
    `${version} is too low for what changed in ${id}: it must be at least ${next}.`,
    `Name ${next} or a higher one, or leave the version out.`,
  );
}

async function loadDependents(reader: Reader, heads: readonly ToolHead[]): Promise<readonly Dependent[]> {
  const versions = await reader.currentVersions(heads.map((d) => d.id));
  const byId = new Map(versions.map((v) => [v.id, v]));
  const dependents: Dependent[] = [];
  for (const head of heads) {
    const version = byId.get(head.id);
    if (version === undefined) continue;
    const cases = await reader.casesOf(await lineOf(reader, head.id));
    dependents.push({ version, isRed: head.health === "red", cases });
  }
  return dependents;
}
