// The cases of a tool, run with another implementation that a link may choose for a capability it reaches.

import { foldId } from "../../names/id.ts";
import { gateBounds } from "../bounds.ts";
import type { OtherChoice } from "../choices.ts";
import type { Case } from "../model.ts";
import type { ToolRunner } from "../runner.ts";
import { type Ran, runCase } from "../verify.ts";
import { type Asked, subjectOf, ungranted } from "./gate.ts";

export async function failuresOtherwise(asked: Asked, cases: readonly Case[]): Promise<readonly Ran[]> {
  const failures: Ran[] = [];
  for (const other of subjectOf(asked).choices.others)
    failures.push(...(await failuresWith(asked.context.runner, other, cases)));
  return failures;
}

export async function failuresWith(
  runner: ToolRunner,
  other: OtherChoice,
  cases: readonly Case[],
): Promise<readonly Ran[]> {
  const failures: Ran[] = [];
  for (const one of cases) {
    const ran = await steadily(runner, other, stubbedFor(other, one));
    if (ran.passed || (!ran.outcome.ok && ungranted.has(ran.outcome.error?.reason ?? ""))) continue;
    failures.push({ ...ran, one, words: `with ${other.id} for ${other.capability}, ${ran.words}` });
  }
  return failures;
}

/** What a case says that a tool answers, whatever does its work answers. */
function stubbedFor({ capability, id, insteadOf }: OtherChoice, one: Case): Case {
  const meant = Object.entries(one.stubs).find(([name]) => [capability, insteadOf].includes(foldId(name)));
  return meant === undefined ? one : { ...one, stubs: { [id]: meant[1], ...one.stubs } };
}

/** A flaky implementation may fail by chance. */
async function steadily(runner: ToolRunner, { target }: OtherChoice, one: Case): Promise<Ran> {
  let ran = await runCase(runner, target, one);
  for (let run = 1; !ran.passed && run < gateBounds.flakyRuns; run++) ran = await runCase(runner, target, one);
  return ran;
}
