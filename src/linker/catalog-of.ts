// Catalogues without a registry: one over units at hand, and one laid over another, for a candidate that is not registered
// yet or a file that is being worked on.

import { rcompare } from "semver";
import { suggest } from "../base/suggest.ts";
import type { Candidate, Catalog, Entry } from "./catalog.ts";
import { byText } from "./image.ts";
import type { SkillUnit, Unit } from "./unit.ts";

export interface CatalogContents {
  readonly units: readonly Unit[];
  readonly skills?: readonly SkillUnit[];
  /** Ids of replaced tools and what replaced them. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/** The highest version of a tool is its current one; implementations of a capability are healthy first, then by id. */
export function catalogOf({ units, skills = [], replaced = {} }: CatalogContents): Catalog {
  const tools = new Map<string, Candidate[]>();
  const capabilities = new Map<string, Candidate[]>();
  const sorted = [...units].sort((a, b) => byText(a.id, b.id) || rcompare(a.version, b.version));
  for (const unit of sorted) {
    const candidate: Candidate = { unit, score: 0, reasons: [] };
    const versions = tools.get(unit.id) ?? [];
    versions.push(candidate);
    tools.set(unit.id, versions);
    if (versions.length > 1) continue;
    capabilities.set(unit.capability, [...(capabilities.get(unit.capability) ?? []), candidate]);
  }
  for (const list of capabilities.values())
    list.sort((a, b) => rank(a.unit) - rank(b.unit) || byText(a.unit.id, b.unit.id));
  const find = (id: string): Entry | null => {
    const versions = tools.get(id);
    const served = capabilities.get(id);
    const isSound = versions !== undefined && replaced[id] === undefined && rank(versions[0]!.unit) < 3;
    const other = served?.filter((c) => c.unit.id !== id && replaced[c.unit.id] === undefined) ?? [];
    if (versions !== undefined && (isSound || other.length === 0))
      return { kind: "tool", id, candidates: versions, replaced: replaced[id] ?? null };
    if (served !== undefined) return { kind: "capability", id, candidates: other.length > 0 ? other : served };
    return replaced[id] === undefined ? null : { kind: "tool", id, candidates: [], replaced: replaced[id] };
  };
  const names = () => [...tools.keys(), ...capabilities.keys()];
  return { find, near: (id) => suggest(id, names()), skills: () => skills };
}

const ranks = { green: 0, pending: 1, flaky: 2, degraded: 3, red: 3 } as const;

function rank(unit: Unit): number {
  return ranks[unit.health];
}

/** These units before all others of their ids; everything else as the catalogue says. */
export function overlay(catalog: Catalog, units: readonly Unit[]): Catalog {
  const own = new Map<string, Unit>(units.map((unit) => [unit.id, unit]));
  return {
    ...catalog,
    find: (id) => {
      const unit = own.get(id);
      const entry = catalog.find(id);
      if (unit === undefined) return entry;
      const first: Candidate = { unit, score: 0, reasons: ["given with the link"] };
      const others = entry?.kind === "tool" && entry.replaced === null ? entry.candidates : [];
      return { kind: "tool", id, candidates: [first, ...others], replaced: null };
    },
    near: (id) => [...new Set([...suggest(id, own.keys()), ...catalog.near(id)])],
    skills: () => catalog.skills(),
  };
}
