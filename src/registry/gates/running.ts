// Gates that run the candidate, really linked: its examples, the cases that come with it, every case of the line it
// continues, and whether two runs agree when it says they do.

import { firstDifference } from "../../sandbox/json-difference.ts";
import { gateBounds } from "../bounds.ts";
import { failed, notApplicable, notReached, passed, sentence, shown } from "../evidence.ts";
import type { Case, Example } from "../model.ts";
import { problem } from "../reasons.ts";
import { failureOf, type Ran, runCase, runCases, sameOutcome } from "../verify.ts";
import { type Asked, counted, type Gate, subjectOf, targetOf, ungranted, type Verdict } from "./gate.ts";
import { failuresOtherwise } from "./otherwise.ts";

export const examplesPass: Gate = {
  name: "examples",
  asks: "Does each example give what it says?",
  needs: ["links"],
  check: async (asked) => {
    const { examples } = asked.exam.draft;
    if (examples.length === 0) return { evidence: notApplicable("examples", "there are none") };
    const ran: Ran[] = [];
    for (const example of examples)
      ran.push(await runCase(asked.context.runner, targetOf(asked), caseOf(example, asked)));
    const held = ran.filter((r) => !r.outcome.ok && ungranted.has(r.outcome.error?.reason ?? ""));
    const failures = ran.filter((r) => !r.passed && !held.includes(r));
    const details = held.map((r) => `${shown(r.one.input)} was not judged: ${r.words}`);
    const [first] = failures;
    if (first === undefined) {
      const words = `${counted(ran.length - held.length, "example gives", "examples give")} what ${ran.length - held.length === 1 ? "it says" : "they say"}`;
      return { evidence: passed("examples", words, details) };
    }
    const { version } = subjectOf(asked);
    const words = `${counted(failures.length, "example")} of ${version.id} ${failures.length === 1 ? "does" : "do"} not give what it says: ${sentence(first.words)}`;
    return {
      evidence: failed("examples", problem("example_failed", words, "Correct the example's result, or the tool."), {
        details,
        failures: failures.map((r) => failureOf(r, version, false)),
      }),
    };
  },
};

/** An example as a case that is never stored: those with a result have a stored twin among the new cases. */
function caseOf(example: Example, { exam }: Asked): Case {
  const expected =
    "result" in example ? ({ kind: "value", value: example.result } as const) : ({ kind: "no_crash" } as const);
  const about = { tags: ["example"], description: "", reason: "", origin: { kind: "example" } as const };
  const { id } = exam.draft;
  return { uid: "", toolId: id, input: example.args, expected, stubs: {}, ...about, contentHash: "", createdAt: "" };
}

export const suitePasses: Gate = {
  name: "suite",
  asks: "Do the cases that come with it pass?",
  needs: ["links"],
  check: async (asked) => {
    const { newCases, around } = asked.exam;
    if (newCases.length === 0) {
      const proven = around.history.length > 0;
      return { evidence: notApplicable("suite", proven ? "no new case" : "no case yet: it stays pending") };
    }
    const { runner } = asked.context;
    const ran = await runCases(runner, targetOf(asked), newCases);
    const failures = ran.filter((r) => !r.passed);
    const varying = await thoseThatVary(asked, failures);
    const steady = failures.filter((r) => !varying.has(r));
    if (steady.length === 0) steady.push(...(await failuresOtherwise(asked, newCases)));
    if (steady.length === 0) {
      const words = counted(ran.length - varying.size, "case passes", "cases pass");
      const [shaky] = varying.keys();
      if (shaky === undefined) return { evidence: passed("suite", words), ran };
      const flaky = `${counted(varying.size, "case")} passed in some of ${gateBounds.flakyRuns} runs: ${shaky.words}`;
      // Both outcomes of such a case are kept, the failure as the last one.
      return { evidence: passed("suite", `${words}, ${flaky}`), ran: [...varying.values(), ...ran], flaky };
    }
    return { evidence: failedCases("suite", "suite_failed", steady, ran.length, asked, false) };
  },
};

export const historyPasses: Gate = {
  name: "history",
  asks: "Do all cases of the tool and of all it replaces still pass?",
  needs: ["links"],
  check: async (asked) => {
    const { history, line } = asked.exam.around;
    if (history.length === 0) return { evidence: notApplicable("history", "there is no case from before") };
    const ran = await runCases(asked.context.runner, targetOf(asked), history);
    const failures = ran.filter((r) => !r.passed);
    if (failures.length === 0) failures.push(...(await failuresOtherwise(asked, history)));
    if (failures.length > 0)
      return { evidence: failedCases("history", "regression", failures, ran.length, asked, true) };
    const of = line.length === 1 ? "" : ` of ${line.join(", ")}`;
    const words = `${counted(ran.length, "case")}${of} still ${ran.length === 1 ? "passes" : "pass"}`;
    return { evidence: passed("history", words), ran: [...asked.soFar.ran, ...ran] };
  },
};

function failedCases(
  gate: "suite" | "history",
  reason: "suite_failed" | "regression",
  failures: readonly Ran[],
  of: number,
  asked: Asked,
  isStored: boolean,
): Verdict["evidence"] {
  const { version } = subjectOf(asked);
  const words = `${version.id} fails ${failures.length} of ${counted(of, "case")}${isStored ? " from before" : ""}: ${sentence(failures[0]!.words)}`;
  const hint = isStored
    ? "Keep what worked; each case shows what it must still do."
    : "Mend the tool, or the case that came with it.";
  return failed(gate, problem(reason, words, hint), {
    failures: failures.map((r) => failureOf(r, version, isStored)),
  });
}

/** Failures of cases that pass when they are run again, each with the run that passed. A new tool that sometimes passes is flaky, not wrong. One that promises to be deterministic has no such excuse. */
async function thoseThatVary(asked: Asked, failures: readonly Ran[]): Promise<ReadonlyMap<Ran, Ran>> {
  const varying = new Map<Ran, Ran>();
  if (subjectOf(asked).version.deterministic) return varying;
  for (const failure of failures) {
    for (let again = 1; again < gateBounds.flakyRuns; again++) {
      const ran = await runCase(asked.context.runner, targetOf(asked), failure.one);
      if (!ran.passed) continue;
      varying.set(failure, ran);
      break;
    }
  }
  return varying;
}

export const isDeterministic: Gate = {
  name: "deterministic",
  asks: "Does it answer the same twice, when it says so?",
  needs: ["links"],
  check: async (asked) => {
    const { version } = subjectOf(asked);
    // Running what fails a second time would tell nobody anything.
    if (asked.soFar.failed.length > 0) return { evidence: notReached("deterministic", asked.soFar.failed[0]!) };
    if (!version.deterministic) return { evidence: notApplicable("deterministic", "it does not promise that") };
    const examples = asked.exam.draft.examples.map((e) => caseOf(e, asked));
    const cases = [...asked.exam.newCases, ...asked.exam.around.history, ...examples].slice(0, gateBounds.repeated);
    if (cases.length === 0) return { evidence: notApplicable("deterministic", "there is nothing to run") };
    const { runner } = asked.context;
    const target = targetOf(asked);
    const before = new Map(asked.soFar.ran.map((r) => [r.one.uid, r.outcome]));
    for (const one of cases) {
      const first = before.get(one.uid) ?? (await runCase(runner, target, one)).outcome;
      const second = await runCase(runner, target, one);
      if (sameOutcome(first, second.outcome)) continue;
      const found = first.ok && second.outcome.ok ? firstDifference(first.actual, second.outcome.actual) : null;
      const words = found === null ? "one run failed, the other did not" : `${found.expected}, then ${found.got}`;
      const said = `${version.id} says that it is deterministic, but two runs differ: ${sentence(words)}`;
      const hint = "Remove what changes between runs, or drop deterministic.";
      const failure = failureOf({ ...second, words }, version, false);
      return { evidence: failed("deterministic", problem("not_deterministic", said, hint), { failures: [failure] }) };
    }
    return { evidence: passed("deterministic", `${counted(cases.length, "input")} run twice, the same each time`) };
  },
};
