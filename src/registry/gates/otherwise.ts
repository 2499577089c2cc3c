// The cases of a candidate, run with every other implementation that a link may choose for a capability it reaches. What its
// present version fails with one of them as well is not the candidate's doing.

import { foldId } from "../../names/id.ts";
import { gateBounds } from "../bounds.ts";
import { linkedWith, type OtherChoice } from "../choices.ts";
import type { Case, ToolVersion } from "../model.ts";
import { type Ran, runCase, runCases } from "../verify.ts";
import { type Asked, subjectOf, ungranted } from "./gate.ts";

export async function failuresOtherwise(asked: Asked, cases: readonly Case[]): Promise<readonly Ran[]> {
  const failures: Ran[] = [];
  for (const other of subjectOf(asked).choices.others) {
    const failing: Ran[] = [];
    for (const one of cases) {
      const ran = await steadily(asked, other, stubbedFor(other, one));
      if (!ran.passed && (ran.outcome.ok || !ungranted.has(ran.outcome.error?.reason ?? ""))) failing.push(ran);
    }
    const words = `with ${other.id} for ${other.capability}, `;
    for (const ran of await notBefore(asked, other, failing)) failures.push({ ...ran, words: words + ran.words });
  }
  return failures;
}

/** What a case says that a tool answers, whatever does its work answers. */
function stubbedFor({ capability, id, insteadOf }: OtherChoice, one: Case): Case {
  const meant = Object.entries(one.stubs).find(([name]) => [capability, insteadOf].includes(foldId(name)));
  return meant === undefined ? one : { ...one, stubs: { [id]: meant[1], ...one.stubs } };
}

/** A flaky implementation may fail by chance. */
async function steadily({ context: { runner } }: Asked, { target }: OtherChoice, one: Case): Promise<Ran> {
  let ran = await runCase(runner, target, one);
  for (let run = 1; !ran.passed && run < gateBounds.flakyRuns; run++) ran = await runCase(runner, target, one);
  return ran;
}

async function notBefore(
  asked: Asked,
  { capability, id }: OtherChoice,
  failing: readonly Ran[],
): Promise<readonly Ran[]> {
  if (failing.length === 0) return failing;
  const { store, runner } = asked.context;
  const before = await store.read(async (reader) => {
    const { current, replaced } = asked.exam.around;
    const version: ToolVersion | null =
      current ?? (replaced === null ? null : await reader.toolVersion(replaced.head.id, replaced.version));
    return version === null ? null : linkedWith(reader, version, capability, id);
  });
  if (before === null) return failing;
  const then = await runCases(
    runner,
    before.target,
    failing.map((ran) => ran.one),
  );
  return failing.filter((_, at) => then[at]!.passed);
}
