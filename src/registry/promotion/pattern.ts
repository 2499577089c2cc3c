// The shape of a plan as a hash: which tools are called in which order of dependence, and what the plan takes. Names of tasks,
// their order in the list and all inputs are left out, so that "Q1 report" and "Q2 report" are one pattern, while a chain, a
// fork and the same tools the other way round are three.

import { hashValue } from "../../base/hash.ts";
import { foldId } from "../../names/id.ts";
import type { SchemaObject } from "../../names/signature/index.ts";
import { type Answer, no, yes } from "../problem.ts";

export interface PatternTask {
  readonly id: string;
  /** What sort of task it is, such as "call" or "synthesis"; "task" unless given. */
  readonly kind?: string;
  readonly tools: readonly string[];
  readonly dependsOn?: readonly string[];
  /** It computes something itself, more than one call. */
  readonly logic?: boolean;
}

export interface PatternPlan {
  readonly tasks: readonly PatternTask[];
  /** What the plan takes, with its literals lifted out. */
  readonly parameters?: SchemaObject | null;
}

const MOST_TASKS = 500;

/**
 * Tasks are coloured by what they do, then again and again by the colours around them, before and after apart, until no
 * colour splits any more (Weisfeiler and Leman). What is hashed is all colours and the dependencies between them.
 */
export function patternHash(plan: PatternPlan): Answer<string> {
  const { tasks } = plan;
  if (tasks.length === 0 || tasks.length > MOST_TASKS)
    return no(
      "bad_plan",
      `A plan has 1 to ${MOST_TASKS} tasks, this one ${tasks.length}.`,
      "Track what was really run.",
    );
  const place = new Map(tasks.map((task, index) => [task.id, index]));
  if (place.size < tasks.length) return no("bad_plan", "Two tasks have the same id.", "Give each its own.");
  const before: number[][] = [];
  const after: number[][] = tasks.map(() => []);
  for (const [index, task] of tasks.entries()) {
    const needed = new Set(task.dependsOn ?? []);
    const lost = [...needed].find((id) => !place.has(id));
    if (lost !== undefined)
      return no("bad_plan", `The task ${task.id} depends on ${lost}, which is no task.`, "Name a task of the plan.");
    before.push([...needed].map((id) => place.get(id)!));
    for (const id of needed) after[place.get(id)!]!.push(index);
  }
  let colours: readonly string[] = tasks.map((task) => hashValue(labelOf(task)));
  for (let count = 0; new Set(colours).size > count; ) {
    count = new Set(colours).size;
    const old = colours;
    const around = (indices: readonly number[]) => indices.map((i) => old[i]!).sort();
    colours = old.map((own, i) => hashValue([own, around(before[i]!), around(after[i]!)]));
  }
  const edges = before.flatMap((needed, i) => needed.map((j) => `${colours[j]} ${colours[i]}`)).sort();
  return yes(hashValue({ tasks: [...colours].sort(), edges, parameters: plan.parameters ?? null }));
}

function labelOf(task: PatternTask): unknown {
  return {
    kind: task.kind ?? "task",
    tools: task.tools.map((tool) => foldId(tool) ?? tool).sort(),
    logic: task.logic ?? false,
  };
}

/** One call is a tool already: a pattern bundles at least two, or adds logic of its own. */
export function isWorthKeeping({ tasks }: PatternPlan): boolean {
  const calls = tasks.reduce((sum, task) => sum + task.tools.length, 0);
  return calls >= 2 || tasks.some((task) => task.logic === true);
}

/** "3 tasks with read_file, parse_csv, total". */
export function patternWords({ tasks }: PatternPlan): string {
  const tools = [...new Set(tasks.flatMap((task) => task.tools.map((tool) => foldId(tool) ?? tool)))];
  return `${tasks.length} task${tasks.length === 1 ? "" : "s"} with ${tools.join(", ") || "no tools"}`;
}
