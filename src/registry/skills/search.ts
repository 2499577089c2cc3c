// Which skills belong into a prompt: those about a tool of the mission or with one of its tags, the best proven first. A
// skill that has shown itself ineffective, for this model where that is known, is left out; one without trials is not.

import type { SkillUnit } from "../../linker/unit.ts";
import { foldId } from "../../names/id.ts";
import type { Counters, SkillHead, SkillVersion } from "../model.ts";
import { foldTag, foldTags, modelTally, type Rate, rateOf } from "../record/statistics.ts";
import type { Reader } from "../store.ts";
import { noCounters } from "../tally.ts";

export interface SkillQuery {
  /** Tools and capabilities. */
  readonly tools?: readonly string[];
  readonly tags?: readonly string[];
  readonly model?: string | null;
  /** A skill below this rate, with a sample behind it, is left out. */
  readonly least?: number;
  readonly limit?: number;
}

export interface FoundSkill {
  readonly head: SkillHead;
  readonly skill: SkillVersion;
  /** For the model asked about where there are trials with it, else overall. */
  readonly effectiveness: Rate & { readonly model: string | null };
  readonly reasons: readonly string[];
}

/** So many trials must speak against a skill before it is left out. */
const LEAST_TRIALS = 5;

export async function searchSkills(reader: Reader, query: SkillQuery): Promise<readonly FoundSkill[]> {
  const tools = new Set((query.tools ?? []).map((id) => foldId(id) ?? id));
  const tags = new Set(foldTags(query.tags ?? []));
  if (tools.size === 0 && tags.size === 0) return [];
  const heads = await reader.skillHeads({ appliesTo: [...tools], tags: [...tags] });
  const counters = await reader.counters(
    "skill",
    heads.map((head) => head.id),
  );
  const found: FoundSkill[] = [];
  for (const head of heads) {
    const skill = await reader.skillVersion(head.id, head.current);
    if (skill === null) continue;
    const effectiveness = effectivenessOf(counters.get(head.id) ?? noCounters, query.model ?? null);
    if (isIneffective(effectiveness, query.least ?? 0.5)) continue;
    found.push({ head, skill, effectiveness, reasons: reasonsOf(skill, tools, tags) });
  }
  return found.sort(byEffectiveness).slice(0, query.limit ?? found.length);
}

/** As the linker takes it. */
export function skillUnitOf({ head, skill, effectiveness }: FoundSkill): SkillUnit {
  const { id, version, name, prompt, appliesTo, tags, contentHash } = skill;
  const { lower, trials } = effectiveness;
  const flagged = head.review !== null;
  return { id, version, name, prompt, appliesTo, tags, contentHash, flagged, effectiveness: { score: lower, trials } };
}

export function effectivenessOf(counters: Counters, model: string | null): FoundSkill["effectiveness"] {
  const own = model === null ? null : modelTally(counters, model);
  return own !== null && own.trials > 0 ? { ...rateOf(own), model } : { ...rateOf(counters.overall), model: null };
}

export function isIneffective({ rate, trials }: Rate, least: number): boolean {
  return rate !== null && trials >= LEAST_TRIALS && rate < least;
}

function byEffectiveness(a: FoundSkill, b: FoundSkill): number {
  return (
    b.effectiveness.lower - a.effectiveness.lower ||
    b.reasons.length - a.reasons.length ||
    (a.skill.id < b.skill.id ? -1 : 1)
  );
}

function reasonsOf(skill: SkillVersion, tools: ReadonlySet<string>, tags: ReadonlySet<string>): readonly string[] {
  return [
    ...skill.appliesTo.filter((id) => tools.has(id)).map((id) => `applies to ${id}`),
    ...skill.tags.filter((tag) => tags.has(foldTag(tag))).map((tag) => `tag ${tag}`),
  ];
}
