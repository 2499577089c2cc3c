// The gates, in order, and the walk through them. Each is asked once; one whose question makes no sense after an earlier
// failure is not reached. All others are asked, so that one look shows everything that is wrong.

import type { RegistryContext } from "../context.ts";
import { type Evidence, notReached } from "../evidence.ts";
import type { Exam } from "../exam.ts";
import { dependentsPass } from "./dependents.ts";
import type { Gate, SoFar } from "./gate.ts";
import { examplesPass, historyPasses, isDeterministic, suitePasses } from "./running.ts";
import { contract, links, parses, permitted, requirements } from "./static.ts";

export const gates: readonly Gate[] = [
  parses,
  contract,
  links,
  permitted,
  requirements,
  examplesPass,
  suitePasses,
  historyPasses,
  dependentsPass,
  isDeterministic,
];

export interface Judged extends SoFar {
  readonly evidence: readonly Evidence[];
}

export async function passGates(exam: Exam, context: RegistryContext): Promise<Judged> {
  const evidence: Evidence[] = [];
  let soFar: SoFar = { ran: [], dependentsRan: [], flaky: null, failed: [] };
  for (const gate of gates) {
    const missing = gate.needs.find((name) => !evidence.some((e) => e.gate === name && e.status === "passed"));
    if (missing !== undefined) {
      evidence.push(notReached(gate.name, missing));
      continue;
    }
    const { evidence: found, ...learned } = await gate.check({ exam, context, soFar });
    evidence.push(found);
    const failed = found.status === "failed" ? [...soFar.failed, gate.name] : soFar.failed;
    soFar = { ...soFar, ...learned, failed };
  }
  return { ...soFar, evidence };
}
