// An open registry in memory with tools that are registered as the gates would, and a clock and ids that count.

import { onTestFinished } from "vitest";
import type { Health, ToolVersion } from "../../src/registry/model.ts";
import type { Ports } from "../../src/registry/ports.ts";
import type { Answer, RegistryProblem } from "../../src/registry/problem.ts";
import { type NewTrial, type RecordedTrials, recordTrials } from "../../src/registry/record/trials.ts";
import type { SkillDraft } from "../../src/registry/skills/draft.ts";
import { registerSkill } from "../../src/registry/skills/skills.ts";
import type { Store } from "../../src/registry/store.ts";
import { openSqliteStore } from "../../src/store/open.ts";
import { nextUid, register, testCase, toolVersion } from "../store/samples.ts";

let seconds = 0;
export const ports: Ports = {
  now: () => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds++).toISOString(),
  newId: nextUid,
};

export async function openStore(): Promise<Store> {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  return store;
}

export interface ToolSketch extends Partial<ToolVersion> {
  readonly health?: Health;
  /** Without cases, as a pending tool is. */
  readonly caseless?: boolean;
}

export async function addTool(store: Store, id: string, sketch: ToolSketch = {}): Promise<ToolVersion> {
  const { health = "green", caseless = false, ...changes } = sketch;
  const tool = toolVersion(id, changes);
  await store.write(async (writer) => {
    await register(writer, tool, caseless ? [] : [testCase(id)]);
    if (health !== "green") await writer.setHealth(id, tool.version, health, `made ${health}`);
  });
  return tool;
}

export async function addSkill(store: Store, id: string, draft: Partial<SkillDraft> = {}): Promise<void> {
  const whole = { name: id, description: `How to ${id}.`, prompt: "Look twice.", ...draft };
  must(await store.write((writer) => registerSkill(writer, ports, whole)));
}

/** `successes` of `trials`, in turn, the failures first: nothing is degraded by its last ones. */
export async function addTrials(
  store: Store,
  id: string,
  [successes, trials]: readonly [number, number],
  more: Partial<NewTrial> = {},
): Promise<RecordedTrials> {
  const given = Array.from(
    { length: trials },
    (_, i): NewTrial => ({
      kind: "tool",
      id,
      success: i >= trials - successes,
      ...more,
    }),
  );
  return must(await store.write((writer) => recordTrials(writer, ports, given)));
}

export function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.problem.reason}: ${answer.problem.message}`);
  return answer.value;
}

export function mustNot(answer: { readonly ok: boolean; readonly problem?: RegistryProblem }): RegistryProblem {
  if (answer.ok || answer.problem === undefined) throw new Error("This should have been refused.");
  return answer.problem;
}
