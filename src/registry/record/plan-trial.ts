// What a finished plan says about the tools and skills it used: one trial for each, recorded together. A tool is judged by
// the tasks that used it, a skill by the plan as a whole, since it was in every prompt.

import { foldId } from "../../names/id.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Reader, Writer } from "../store.ts";
import { type NewTrial, type RecordedTrials, recordTrials } from "./trials.ts";

export interface PlanTask {
  readonly id: string;
  /** Tools that this task called, or that its agent had. */
  readonly tools: readonly string[];
  readonly ok: boolean;
  /** What went wrong. */
  readonly diagnosis?: string;
}

export interface PlanResult {
  readonly mission?: string | null;
  readonly runId?: string | null;
  readonly tags?: readonly string[];
  readonly model?: string | null;
  /** In the prompts of this plan. */
  readonly skills?: readonly string[];
  readonly tasks?: readonly PlanTask[];
  /** Tools of the plan that no task names. */
  readonly tools?: readonly string[];
  /** Of the whole; what its tasks say unless given. */
  readonly success?: boolean;
}

export interface RecordedPlan extends RecordedTrials {
  readonly success: boolean;
  /** Used by the plan, but in no registry: nothing to record them against. */
  readonly unknown: readonly string[];
}

/** The tools of all tasks and of the plan itself, each once, in order of first use. */
export function toolsUsed(result: Pick<PlanResult, "tasks" | "tools">): readonly string[] {
  const written = [...(result.tasks ?? []).flatMap((task) => task.tools), ...(result.tools ?? [])];
  return [...new Set(written.map((tool) => foldId(tool) ?? tool))];
}

export async function recordPlanTrial(writer: Writer, ports: Ports, result: PlanResult): Promise<Answer<RecordedPlan>> {
  const tasks = result.tasks ?? [];
  if (result.success === undefined && tasks.length === 0)
    return no(
      "no_outcome",
      "The plan's result says neither whether it succeeded nor how its tasks went.",
      'Give "success", or tasks with "ok".',
    );
  const success = result.success ?? tasks.every((task) => task.ok);
  const tools = toolsUsed(result);
  const skills = [...new Set((result.skills ?? []).map((skill) => foldId(skill) ?? skill))];
  const known = await knownOf(writer, tools, skills);
  const shared = {
    tags: result.tags ?? [],
    model: result.model ?? null,
    mission: result.mission ?? null,
    runId: result.runId ?? null,
  };
  const firstFailure = tasks.find((task) => !task.ok)?.diagnosis ?? null;
  const trials: NewTrial[] = [
    ...tools
      .filter((id) => known.tools.has(id))
      .map((id): NewTrial => ({ ...shared, kind: "tool", id, skills, ...judged(id, tasks, success, firstFailure) })),
    ...skills
      .filter((id) => known.skills.has(id))
      .map((id): NewTrial => ({ ...shared, kind: "skill", id, success, diagnosis: success ? null : firstFailure })),
  ];
  const recorded = await recordTrials(writer, ports, trials);
  if (!recorded.ok) return recorded;
  const unknown = [...tools.filter((id) => !known.tools.has(id)), ...skills.filter((id) => !known.skills.has(id))];
  return yes({ ...recorded.value, success, unknown });
}

/** A tool that worked in its own tasks did not fail because another one did. */
function judged(
  id: string,
  tasks: readonly PlanTask[],
  success: boolean,
  diagnosis: string | null,
): Pick<NewTrial, "success" | "diagnosis"> {
  const own = tasks.filter((task) => task.tools.some((tool) => foldId(tool) === id));
  if (own.length === 0) return { success, diagnosis: success ? null : diagnosis };
  const failed = own.find((task) => !task.ok);
  return { success: failed === undefined, diagnosis: failed?.diagnosis ?? null };
}

async function knownOf(
  reader: Reader,
  tools: readonly string[],
  skills: readonly string[],
): Promise<{ readonly tools: ReadonlySet<string>; readonly skills: ReadonlySet<string> }> {
  const heads = await reader.toolHeadsOf(tools);
  const found = new Set<string>();
  for (const id of skills) if ((await reader.skillHead(id)) !== null) found.add(id);
  return { tools: new Set(heads.map((head) => head.id)), skills: found };
}
