// A red tool is chosen by no link, so what was proven meanwhile was proven without it. Before its suite lifts it, it is tried
// with all that would link it again, by the gate that a registration of it would pass.

import type { RegistryContext } from "./context.ts";
import { caseTitle } from "./evidence.ts";
import { type Exam, prepareExam } from "./exam.ts";
import { dependentsPass } from "./gates/dependents.ts";
import { usersOf } from "./lineage.ts";
import type { Health, ToolVersion } from "./model.ts";
import type { Answer, RegistryProblem } from "./problem.ts";
import type { Registered } from "./proof.ts";
import { draftOf } from "./removal.ts";
import type { Reader } from "./store.ts";

export interface Lifting {
  /** What it was tried with, from one snapshot. */
  readonly exam: Exam;
  /** Why it stays red. */
  readonly against: RegistryProblem | null;
}

/** What was replaced is linked by nobody, whatever its health. */
export function isLifted({ head }: Registered, health: Health): boolean {
  return head.health === "red" && health !== "red" && head.supersededBy === null;
}

export async function tryLifting(context: RegistryContext, { version }: Registered): Promise<Answer<Lifting>> {
  const prepared = await context.store.read((reader) => prepareExam(reader, context, draftOf(version), []));
  if (!prepared.ok) return prepared;
  const exam = prepared.value;
  if (!exam.reading.ok) return exam.reading;
  if (!exam.contract.ok) return exam.contract;
  const soFar = { ran: [], dependentsRan: [], flaky: null, failed: [] };
  const { evidence } = await dependentsPass.check({ exam, context, soFar });
  const against = evidence.problem;
  const [failure] = evidence.failures;
  if (against === null || failure === undefined) return { ok: true, value: { exam, against } };
  const words = `The case ${caseTitle(failure)} of ${failure.suite} passes without it.`;
  const hint = `${words} Repair one of them; ${version.id} stays red.`;
  return { ok: true, value: { exam, against: { ...against, hint } } };
}

/** May others have served in its place, for somebody who would link it again? */
export async function hadStandIns(reader: Reader, { id, capability }: ToolVersion): Promise<boolean> {
  const { implementations } = (await reader.capability(capability)) ?? { implementations: [] };
  if (implementations.every((one) => one === id)) return false;
  return (await usersOf(reader, [id, capability], true)).dependents.length > 0;
}
