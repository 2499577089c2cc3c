// What a repair has to mend: the cases that a tool failed when they were last run, with what came out. The linker knows that a
// tool is red; why is in the registry's suites.

import { canonicalJson } from "../base/canonical-json.ts";
import { decide, type FailingCase, type LinkDecision, type LinkTrace } from "../linker/index.ts";
import { expectedWords } from "../registry/evidence.ts";
import { lineOf } from "../registry/lineage.ts";
import type { CaseOutcome, CaseRun, Expectation } from "../registry/model.ts";
import type { Reader, Store } from "../registry/store.ts";

/** What to smith, repair or mend, the red tools with their failing cases. */
export async function decideFromRegistry(
  { store }: { readonly store: Store },
  trace: LinkTrace,
): Promise<LinkDecision> {
  const failing = new Map<string, readonly FailingCase[]>();
  await store.read(async (reader) => {
    for (const fault of trace.faults)
      if (fault.code === "quarantined") failing.set(fault.id, await failingCases(reader, fault.id, fault.version));
  });
  return decide(trace, (id) => failing.get(id) ?? []);
}

async function failingCases(reader: Reader, id: string, version: string): Promise<readonly FailingCase[]> {
  const failed = new Map<string, CaseRun>();
  for (const run of await reader.lastRuns(id, version)) if (!run.passed) failed.set(run.caseUid, run);
  if (failed.size === 0) return [];
  return (await reader.casesOf(await lineOf(reader, id))).flatMap((one) => {
    const run = failed.get(one.uid);
    if (run === undefined) return [];
    const { description, input } = one;
    return [{ description, input, expected: expectedText(one.expected), actual: actualText(run) }];
  });
}

function expectedText(expected: Expectation): string {
  return expected.kind === "value" ? canonicalJson(expected.value) : expectedWords(expected);
}

function actualText({ outcome }: CaseRun): string {
  let ended: CaseOutcome;
  try {
    ended = JSON.parse(outcome) as CaseOutcome;
  } catch {
    // A long outcome was cut when it was kept.
    return outcome;
  }
  if (ended.ok || ended.error === undefined) return canonicalJson(ended.actual ?? null);
  return `error[${ended.error.reason}] ${ended.error.message}`;
}
