// Which skills go with the tools of an image: those about one of its tools or capabilities, and those that share a tag with
// the mission, unless they are about tools that are not there: the worker would be told to call what it does not have. What
// has been tried often enough for this model and did not help is left out; what does not fit the budget is left out and
// said so.

import type { LinkWarning } from "./faults.ts";
import { byText, type Closure } from "./image.ts";
import type { LinkInput } from "./input.ts";
import type { SkillUnit, Unit } from "./unit.ts";

export interface ChosenSkill {
  readonly skill: SkillUnit;
  /** "applies to parse_csv", "tag EU". */
  readonly why: string;
}

export interface LeftOutSkill {
  readonly id: string;
  readonly why: string;
}

export interface ChosenSkills {
  readonly chosen: readonly ChosenSkill[];
  readonly leftOut: readonly LeftOutSkill[];
  readonly warnings: readonly LinkWarning[];
}

/** A skill is judged only after this many trials: a lower bound over fewer says little. */
const ENOUGH_TRIALS = 10;
const EFFECTIVE = 0.5;

/** `fits` says whether these skills together are within the budget. */
export function chooseSkills(
  closure: Closure,
  input: LinkInput,
  fits: (skills: readonly SkillUnit[]) => boolean,
): ChosenSkills {
  if (input.skills === false) return { chosen: [], leftOut: [], warnings: [] };
  const about = subjectsOf(closure);
  const tags = new Map((input.tags ?? []).map((tag) => [tag.toLowerCase(), tag]));
  const leftOut: LeftOutSkill[] = [];
  const warnings: LinkWarning[] = [];
  const fitting: (ChosenSkill & { readonly direct: boolean })[] = [];
  for (const skill of input.catalog.skills()) {
    const subject = [...skill.appliesTo].sort(byText).find((id) => about.has(id));
    const tag = [...skill.tags].sort(byText).find((t) => tags.has(t.toLowerCase()));
    if (subject === undefined && tag === undefined) continue;
    const { score, trials } = skill.effectiveness;
    if (trials >= ENOUGH_TRIALS && score < EFFECTIVE) {
      leftOut.push({
        id: skill.id,
        why: `it helped in less than half of ${trials} trials (bound ${score.toFixed(2)})`,
      });
      continue;
    }
    if (subject === undefined && skill.appliesTo.length > 0) {
      leftOut.push({ id: skill.id, why: "none of its tools is in the image" });
      warnings.push({
        code: "skill_without_tools",
        id: skill.id,
        tag: tag!,
        tools: [...new Set(skill.appliesTo)].sort(byText),
      });
      continue;
    }
    const why = subject === undefined ? `tag ${tag}` : `applies to ${subject}`;
    fitting.push({ skill, why, direct: subject !== undefined });
  }
  fitting.sort(
    (a, b) =>
      Number(b.direct) - Number(a.direct) ||
      b.skill.effectiveness.score - a.skill.effectiveness.score ||
      byText(a.skill.id, b.skill.id),
  );
  const chosen: ChosenSkill[] = [];
  for (const { skill, why } of fitting) {
    if (!fits([...chosen.map((c) => c.skill), skill])) {
      leftOut.push({ id: skill.id, why: "it does not fit the budget" });
      warnings.push({ code: "skill_left_out", id: skill.id, why: "it does not fit the budget" });
      continue;
    }
    chosen.push({ skill, why });
    if (skill.flagged) warnings.push({ code: "flagged_skill", id: skill.id });
  }
  return { chosen, leftOut: leftOut.sort((a, b) => byText(a.id, b.id)), warnings };
}

/** Ids and capabilities of all tools in the image, visible or not. */
function subjectsOf(closure: Closure): ReadonlySet<string> {
  return new Set(unitsIn(closure).flatMap((unit) => [unit.id, unit.capability]));
}

export function unitsIn(closure: Closure): readonly Unit[] {
  const units = new Map<string, Unit>();
  for (const node of closure.nodes.values())
    if ((node.kind === "base" || node.kind === "definition") && node.unit !== null) units.set(node.unit.id, node.unit);
  return [...units.values()].sort((a, b) => byText(a.id, b.id));
}
