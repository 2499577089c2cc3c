// Which version or implementation a name comes to: what the lock says, else the first candidate of the catalogue that fits
// every range asked for and is healthy. Nothing is ranked here; the catalogue did that.

import { satisfies, validRange } from "semver";
import { splitReference } from "../names/id.ts";
import type { Candidate, Catalog, Entry } from "./catalog.ts";
import { isLinkable, type Unit, type UnitHealth } from "./unit.ts";

export interface Choosing {
  readonly catalog: Catalog;
  readonly locked: Readonly<Record<string, string>>;
  readonly force: ReadonlySet<string>;
  /** The model of this link, where one is named. */
  readonly model: string | null;
}

export type Choice =
  | {
      readonly ok: true;
      readonly candidate: Candidate;
      /** What stood in the way of better ones, or of the name itself. */
      readonly replacedBy: string | null;
      readonly forced: boolean;
      readonly staleLock: string | null;
    }
  | { readonly ok: false; readonly why: "unknown" }
  | { readonly ok: false; readonly why: "no version"; readonly available: readonly string[] }
  | {
      readonly ok: false;
      readonly why: "unhealthy";
      readonly id: string;
      readonly version: string;
      readonly health: UnitHealth;
      readonly healthy: string | null;
    };

export function isRange(text: string): boolean {
  return text === "latest" || validRange(text) !== null;
}

/** A version before a release, such as 2.0.0-beta.1, fits a range only when the range names one, or names nothing at all. */
export function fitsRange(version: string, range: string): boolean {
  return range === "latest" || range === "*" || satisfies(version, range);
}

function fits(version: string, ranges: readonly string[]): boolean {
  return ranges.every((range) => fitsRange(version, range));
}

export function suitsModel({ requiredModels }: Unit, model: string | null): boolean {
  return model === null || requiredModels.length === 0 || requiredModels.includes(model);
}

function isHealthy(candidate: Candidate, force: ReadonlySet<string>): boolean {
  const { health, id } = candidate.unit;
  return isLinkable(health) || force.has(id);
}

export function choose(id: string, ranges: readonly string[], { catalog, locked, force, model }: Choosing): Choice {
  const found = follow(id, catalog);
  if (found === null) return { ok: false, why: "unknown" };
  const { entry, replacedBy } = found;
  const { candidates } = entry;
  const wanted = replacedBy === null ? ranges : [];
  const lockedTo = locked[id];
  const kept = lockedTo === undefined ? undefined : lockedOne(lockedTo, id, entry, catalog);
  const staleLock = lockedTo !== undefined && kept === undefined ? lockedTo : null;
  // Another version of a tool than its current one is taken only when it is asked for.
  const considered =
    kept !== undefined && fits(kept.unit.version, wanted)
      ? [kept]
      : entry.kind === "tool" && wanted.length === 0
        ? candidates.slice(0, 1)
        : candidates.filter((c) => fits(c.unit.version, wanted));
  const best = considered[0];
  if (best === undefined)
    return { ok: false, why: "no version", available: candidates.map((c) => `${c.unit.id}@${c.unit.version}`) };
  const sound = considered.filter((c) => isHealthy(c, force));
  const healthy = (entry.kind === "tool" ? null : sound.find((c) => suitsModel(c.unit, model))) ?? sound[0];
  if (healthy === undefined) {
    const { id: unit, version, health } = best.unit;
    const other = candidates.find((c) => isHealthy(c, force))?.unit;
    const named = other === undefined ? null : `${other.id}@${other.version}`;
    return { ok: false, why: "unhealthy", id: unit, version, health, healthy: named };
  }
  const forced = !isHealthy(healthy, new Set());
  return { ok: true, candidate: healthy, replacedBy, forced, staleLock };
}

/** The version that a lock names. Of a capability's implementations only current versions are candidates; older ones are the tool's. */
function lockedOne(lockedTo: string, id: string, entry: Entry, catalog: Catalog): Candidate | undefined {
  const isIt = ({ unit }: Candidate): boolean => `${unit.id}@${unit.version}` === lockedTo;
  const here = entry.candidates.find(isIt);
  if (here !== undefined || entry.kind === "tool") return here;
  const own = catalog.find(splitReference(lockedTo).name);
  return own?.kind === "tool" ? own.candidates.find((c) => isIt(c) && c.unit.capability === id) : undefined;
}

/** A replaced tool leads to what replaced it, through any number of repairs. */
function follow(id: string, catalog: Catalog): { readonly entry: Entry; readonly replacedBy: string | null } | null {
  let entry = catalog.find(id);
  if (entry === null) return null;
  const seen = new Set<string>();
  let replacedBy: string | null = null;
  while (entry.kind === "tool" && entry.replaced !== null && !seen.has(entry.id)) {
    seen.add(entry.id);
    const { name } = splitReference(entry.replaced);
    replacedBy = name;
    const first: Candidate | undefined = entry.candidates[0];
    // The catalogue may have followed already.
    if (first !== undefined && first.unit.id !== entry.id) return { entry, replacedBy: first.unit.id };
    const next = catalog.find(name);
    if (next === null) return { entry, replacedBy: null };
    entry = next;
  }
  return { entry, replacedBy };
}
