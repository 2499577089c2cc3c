// What a link starts from, out of the three ways to say it: names, a program, or a plan of agents that name tools. In the
// order of names, so that how a request is written down does not show in the image.

import { suggest } from "../base/suggest.ts";
import type { LinkFault } from "./faults.ts";
import { byText } from "./image.ts";
import type { LinkInput, Root } from "./input.ts";

/** The part of a plan that linking needs; docs/schema/plan-1.json has all of it. */
export interface Plan {
  readonly mission?: string;
  readonly agents: Readonly<Record<string, { readonly prompt?: string; readonly tools?: readonly string[] }>>;
  readonly tasks?: readonly { readonly id: string; readonly agent: string }[];
}

export interface WantedRoots {
  readonly roots: readonly Root[];
  readonly faults: readonly LinkFault[];
}

export function readRoots(input: Pick<LinkInput, "roots" | "plan" | "entry">): WantedRoots {
  const named = (input.roots ?? []).map((root) => (typeof root === "string" ? { ref: root } : root));
  const plan = input.plan === undefined ? { roots: [], faults: [] } : planRoots(input.plan);
  const roots = distinct([...named, ...plan.roots]);
  const isEmpty = roots.length === 0 && input.entry === undefined && plan.faults.length === 0;
  return { roots, faults: isEmpty ? [{ code: "nothing_to_link" }] : plan.faults };
}

/** Who asks first, by name, is who is shown. */
function distinct(roots: readonly Root[]): readonly Root[] {
  const sorted = [...roots].sort(
    (a, b) => byText(a.ref, b.ref) || byText(a.as ?? "", b.as ?? "") || byText(a.from ?? "", b.from ?? ""),
  );
  return sorted.filter((root, i) => root.ref !== sorted[i - 1]?.ref || root.as !== sorted[i - 1]?.as);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Plans are data from outside: their shape is looked at, not believed. What docs/schema/plan-1.json refuses is refused. */
function planRoots(plan: unknown): WantedRoots {
  const faults: LinkFault[] = [];
  const wrong = (where: string, why: string) => faults.push({ code: "invalid_plan", where, why });
  if (!isMap(plan)) wrong("text", "must be a JSON object with agents");
  else {
    if (!isText(plan.mission)) wrong("mission", "must be text");
    if (!isMap(plan.agents)) wrong("agents", "must be a map of agents by name");
    else for (const [name, agent] of Object.entries(plan.agents)) checkAgent(`agent ${name}`, agent, wrong);
    const { tasks = [], agents } = plan;
    if (!Array.isArray(tasks)) wrong("tasks", "must be a list");
    else for (const [i, task] of tasks.entries()) checkTask(`task ${i + 1}`, task, isMap(agents) ? agents : {}, wrong);
  }
  if (faults.length > 0) return { roots: [], faults };
  const { agents } = plan as Plan;
  const names = Object.keys(agents).sort(byText);
  const roots = names.flatMap((name) => (agents[name]!.tools ?? []).map((ref) => ({ ref, from: `agent ${name}` })));
  return { roots, faults };
}

type Wrong = (where: string, why: string) => void;

function checkAgent(where: string, agent: unknown, wrong: Wrong): void {
  const tools = !isMap(agent) ? null : agent.tools === undefined ? [] : agent.tools;
  if (!isMap(agent) || !Array.isArray(tools) || !tools.every((t) => typeof t === "string"))
    wrong(where, "must be a map with a list of tools");
  else if (!isText(agent.prompt)) wrong(where, "must have text as its prompt");
}

function checkTask(where: string, task: unknown, agents: Readonly<Record<string, unknown>>, wrong: Wrong): void {
  if (!isMap(task) || typeof task.id !== "string") wrong(where, "must have an id");
  else if (typeof task.agent !== "string") wrong(where, "must name an agent");
  else if (!Object.hasOwn(agents, task.agent)) {
    const near = suggest(task.agent, Object.keys(agents), 1);
    const meant = near.length === 0 ? "" : `; is ${near[0]} meant?`;
    wrong(where, `names the agent ${task.agent}, which the plan does not have${meant}`);
  }
}

/** Or left out. */
function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
