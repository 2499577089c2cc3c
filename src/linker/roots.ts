// What a link starts from, out of the three ways to say it: names, a program, or a plan of agents that name tools. In the
// order of names, so that how a request is written down does not show in the image.

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

export function readRoots(input: LinkInput): WantedRoots {
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

/** Plans are data from outside: their shape is looked at, not believed. */
function planRoots(plan: unknown): WantedRoots {
  const wrong = (where: string, why: string): WantedRoots => ({
    roots: [],
    faults: [{ code: "invalid_plan", where, why }],
  });
  const agents = isMap(plan) ? plan.agents : undefined;
  if (!isMap(agents)) return wrong("agents", "must be a map of agents by name");
  const roots: Root[] = [];
  const faults: LinkFault[] = [];
  for (const name of Object.keys(agents).sort(byText)) {
    const agent = agents[name];
    const tools = isMap(agent) ? (agent.tools ?? []) : null;
    if (!Array.isArray(tools) || !tools.every((t) => typeof t === "string"))
      faults.push({ code: "invalid_plan", where: `agent ${name}`, why: "must be a map with a list of tools" });
    else for (const ref of tools) roots.push({ ref, from: `agent ${name}` });
  }
  const tasks = isMap(plan) ? (plan.tasks ?? []) : [];
  if (!Array.isArray(tasks)) return wrong("tasks", "must be a list");
  for (const [i, task] of tasks.entries()) {
    const agent = isMap(task) ? task.agent : undefined;
    if (typeof agent !== "string")
      faults.push({ code: "invalid_plan", where: `task ${i + 1}`, why: "must name an agent" });
    else if (!Object.hasOwn(agents, agent))
      faults.push({
        code: "invalid_plan",
        where: `task ${i + 1}`,
        why: `names the agent ${agent}, which the plan does not have`,
      });
  }
  return faults.length > 0 ? { roots: [], faults } : { roots, faults };
}
