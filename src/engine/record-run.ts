// A run of an image as trials and link counts of the registry it came from. The image may be older than the registry, or of
// another one: only tools that are there with the same content are recorded.

import type { Bundle } from "../linker/index.ts";
import type { RegistryProblem } from "../registry/problem.ts";
import type { HealthChange, NewTrial } from "../registry/record/trials.ts";
import type { Registry } from "../registry/registry.ts";
import type { Store } from "../registry/store.ts";
import type { BundleRun } from "./run-bundle.ts";
import type { ToolUse } from "./tool-uses.ts";

export interface RunRecord {
  readonly trials: number;
  /** Tools and skills of the image that the registry knows. */
  readonly linked: number;
  readonly changes: readonly HealthChange[];
  readonly problem: RegistryProblem | null;
}

export interface RecordedWork {
  /** The arguments of a call: the same arguments are to give the same outcome. */
  readonly input?: unknown;
  /** A model was shown the image's prompt, so its skills are on trial too. */
  readonly prompted?: boolean;
}

export async function recordRun(
  engine: { readonly store: Store; readonly registry: Registry },
  bundle: Bundle,
  run: Pick<BundleRun, "uses" | "events">,
  work: RecordedWork = {},
): Promise<RunRecord> {
  const known = await knownOf(engine.store, bundle);
  const { tags, model } = bundle.context;
  const skills = work.prompted === true ? known.skills : [];
  const shared = { tags, model, runId: run.events[0]?.run ?? null };
  // What reads files or the time may differ from run to run without being flaky.
  const repeatable = bundle.effects.deterministic && !bundle.effects.stateful && work.input !== undefined;
  const input = repeatable ? { input: work.input } : {};
  const uses = run.uses.filter((use) => known.tools.includes(use.id));
  const trials: readonly NewTrial[] = [
    ...uses.map((use): NewTrial => ({ ...shared, ...input, kind: "tool", ...use, skills: skills.map((s) => s.id) })),
    ...(uses.length === 0 ? [] : skills.map((skill) => skillTrial(skill, uses, shared))),
  ];
  const counted = { tools: known.tools, skills: known.skills.map((s) => s.id) };
  const linked = counted.tools.length + counted.skills.length;
  if (linked === 0) return { trials: 0, linked: 0, changes: [], problem: null };
  const link = await engine.registry.recordLink(counted);
  if (!link.ok) return { trials: 0, linked: 0, changes: [], problem: link.problem };
  const recorded = await engine.registry.recordTrials(trials);
  if (!recorded.ok) return { trials: 0, linked, changes: [], problem: recorded.problem };
  return { trials: trials.length, linked, changes: recorded.value.changes, problem: null };
}

type KnownSkill = { readonly id: string; readonly version: string };

function skillTrial(skill: KnownSkill, uses: readonly ToolUse[], shared: Partial<NewTrial>): NewTrial {
  const failed = uses.find((use) => !use.success);
  return { ...shared, kind: "skill", ...skill, success: failed === undefined, diagnosis: failed?.diagnosis ?? null };
}

/** What of the image this registry has, with the very content that was linked. */
function knownOf(
  store: Store,
  { lock }: Bundle,
): Promise<{ readonly tools: readonly string[]; readonly skills: readonly KnownSkill[] }> {
  return store.read(async (reader) => {
    const tools: string[] = [];
    for (const [id, { version, contentHash }] of Object.entries(lock.tools))
      if ((await reader.toolVersion(id, version))?.contentHash === contentHash) tools.push(id);
    const skills: KnownSkill[] = [];
    for (const [id, { version, contentHash }] of Object.entries(lock.skills))
      if ((await reader.skillVersion(id, version))?.contentHash === contentHash) skills.push({ id, version });
    return { tools, skills };
  });
}
