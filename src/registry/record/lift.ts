// Does a skill help? Its lift is the success rate of runs that had it in the prompt less that of comparable runs that had
// not, with the chance that this is chance. Runs are what is counted, not calls: ten calls of one run are one experience.

import { foldId } from "../../names/id.ts";
import type { SkillVersion, Trial } from "../model.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Reader } from "../store.ts";
import { type Rate, rateOf, tallyOf } from "./statistics.ts";
import { type Comparison, compareProportions } from "./two-proportions.ts";

export interface Lift extends Comparison {
  readonly skill: string;
  readonly with: Rate;
  readonly without: Rate;
  /** Null while one side has no runs. */
  readonly lift: number | null;
  readonly significant: boolean;
  readonly verdict: "helps" | "hurts" | "no difference shown";
  readonly message: string;
}

export interface LiftOptions {
  /** Only runs with this model. */
  readonly model?: string;
  /** Only runs with this tag. */
  readonly tag?: string;
  /** How small p must be; 0.05 unless given. */
  readonly level?: number;
}

/** Of each tool the skill is about. */
const NEWEST = 5_000;
const MOST_TOOLS = 100;

export async function skillLift(reader: Reader, written: string, options: LiftOptions = {}): Promise<Answer<Lift>> {
  const id = foldId(written);
  const head = id === null ? null : await reader.skillHead(id);
  const version = head === null ? null : await reader.skillVersion(head.id, head.current);
  if (version === null) return no("unknown_skill", `There is no skill "${written}".`, "Register the skill first.");
  const trials: Trial[] = [];
  for (const tool of await toolsOf(reader, version)) trials.push(...(await reader.trials("tool", tool, NEWEST)));
  const comparable = trials.filter(
    (t) =>
      (options.model === undefined || t.model === options.model) &&
      (options.tag === undefined || t.tags.includes(options.tag.toLowerCase())),
  );
  return yes(liftFrom(version.id, comparable, options.level));
}

/** Those it applies to, capabilities by their implementations; a skill about no tool in particular is judged by its tags. */
async function toolsOf(reader: Reader, skill: SkillVersion): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const id of skill.appliesTo) {
    if ((await reader.toolHead(id)) !== null) found.add(id);
    for (const implementation of (await reader.capability(id))?.implementations ?? []) found.add(implementation);
  }
  if (skill.appliesTo.length === 0)
    for (const tag of skill.tags)
      for (const head of await reader.toolHeads({ tags: [tag], limit: MOST_TOOLS })) found.add(head.id);
  return [...found].sort().slice(0, MOST_TOOLS);
}

export function liftFrom(skill: string, trials: readonly Trial[], level = 0.05): Lift {
  const runs = runsOf(trials);
  const having = runs.filter((run) => run.skills.has(skill));
  const lacking = runs.filter((run) => !run.skills.has(skill));
  return {
    skill,
    ...liftBetween(
      rateOf(tallyOf(having.map((r) => r.success))),
      rateOf(tallyOf(lacking.map((r) => r.success))),
      level,
    ),
  };
}

export function liftBetween(withSkill: Rate, without: Rate, level = 0.05): Omit<Lift, "skill"> {
  const comparison = compareProportions(withSkill, without);
  const lift = withSkill.rate === null || without.rate === null ? null : withSkill.rate - without.rate;
  const significant = lift !== null && lift !== 0 && comparison.p < level;
  const verdict = !significant ? "no difference shown" : lift > 0 ? "helps" : "hurts";
  return {
    with: withSkill,
    without,
    lift,
    ...comparison,
    significant,
    verdict,
    message: words(withSkill, without, lift, comparison, verdict),
  };
}

function words(
  withSkill: Rate,
  without: Rate,
  lift: number | null,
  { test, p }: Comparison,
  verdict: Lift["verdict"],
): string {
  if (lift === null) return `No comparison yet: ${withSkill.trials} runs with the skill, ${without.trials} without it.`;
  const points = `${lift >= 0 ? "+" : "-"}${Math.round(Math.abs(lift) * 1000) / 10} points`;
  const sample = `${withSkill.successes} of ${withSkill.trials} runs with it, ${without.successes} of ${without.trials} without`;
  const chance = p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
  return `${verdict}: ${points} (${sample}; ${test} test, ${chance}).`;
}

interface Run {
  readonly skills: ReadonlySet<string>;
  readonly success: boolean;
}

/** Trials of one run go together; a trial without a run is one by itself. A run succeeded when all of it did. */
function runsOf(trials: readonly Trial[]): readonly Run[] {
  const byRun = new Map<string, Trial[]>();
  for (const trial of trials) {
    const key = trial.runId ?? trial.uid;
    const run = byRun.get(key);
    if (run === undefined) byRun.set(key, [trial]);
    else run.push(trial);
  }
  return [...byRun.values()].map((run) => ({
    skills: new Set(run.flatMap((trial) => trial.skills)),
    success: run.every((trial) => trial.success),
  }));
}
