// Running cases and judging what came out. Values are compared as JSON, exactly: numbers by what they are worth, so that 1 is
// 1.0, objects whatever the order of their keys. Who wants a tolerance says so in a predicate.

import { canonicalJson } from "../base/canonical-json.ts";
import { firstDifference } from "../sandbox/json-difference.ts";
import { gateBounds } from "./bounds.ts";
import { type CaseFailure, expectedWords, outcomeWords, shown } from "./evidence.ts";
import { misfit } from "./interface.ts";
import type { Case, CaseOutcome, CaseRun, ToolVersion } from "./model.ts";
import type { Ports } from "./ports.ts";
import type { RunnableTool, ToolRunner } from "./runner.ts";

export interface Ran {
  readonly one: Case;
  readonly passed: boolean;
  readonly outcome: CaseOutcome;
  /** What differs, in a line; "" when it passed. */
  readonly words: string;
}

export async function runCase(runner: ToolRunner, target: RunnableTool, one: Case): Promise<Ran> {
  const outcome = await checkedOutcome(runner, target, one);
  const words = await difference(runner, one, outcome);
  return { one, passed: words === null, outcome, words: words ?? "" };
}

/** The contract holds both ways, whoever runs the tool: an answer that breaks its own promise is a failure. */
async function checkedOutcome(runner: ToolRunner, target: RunnableTool, one: Case): Promise<CaseOutcome> {
  const { inputSchema, outputSchema, id } = target.tool;
  const unfit = misfit(inputSchema, one.input);
  if (unfit !== null) return broken("bad_arguments", `${id} does not take this input: ${unfit}.`);
  const outcome = jsonOutcome(await runner.run(target, one.input, { stubs: one.stubs }));
  if (!outcome.ok) return outcome;
  const other = misfit(outputSchema, outcome.actual);
  if (other === null) return outcome;
  return { ...broken("bad_result", `${id} promises something else: ${other}.`), actual: outcome.actual };
}

function broken(reason: string, message: string): Extract<CaseOutcome, { ok: false }> {
  return { ok: false, error: { reason, message } };
}

/** One after the other: suites are small, and a runner may have one engine. */
export async function runCases(
  runner: ToolRunner,
  target: RunnableTool,
  cases: readonly Case[],
): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  for (const one of cases) ran.push(await runCase(runner, target, one));
  return ran;
}

/** Null when the outcome is what the case expects. */
async function difference(runner: ToolRunner, one: Case, outcome: CaseOutcome): Promise<string | null> {
  const { expected, input } = one;
  if (!outcome.ok) return `expected ${expectedWords(expected)}, got ${outcomeWords(outcome)}`;
  switch (expected.kind) {
    case "no_crash":
      return null;
    case "value": {
      const found = firstDifference(expected.value, outcome.actual);
      if (found === null) return null;
      const at = found.at === "" ? "" : `at ${found.at}: `;
      return `${at}expected ${cut(found.expected)}, got ${cut(found.got)}`;
    }
    case "predicate": {
      const answer = await runner.holds(expected.code, outcome.actual, input);
      if (!answer.ok) return `the predicate ${expected.code} failed: ${answer.message}`;
      return answer.holds ? null : `${shown(outcome.actual)} is not ${expectedWords(expected)}`;
    }
    default:
      return expected satisfies never;
  }
}

function cut(json: string | undefined): string {
  if (json === undefined) return "nothing";
  return json.length > gateBounds.shown ? `${json.slice(0, gateBounds.shown - 1)}…` : json;
}

/** What is not JSON cannot be compared, stored or shown: it is an answer that broke its promise. */
function jsonOutcome(outcome: CaseOutcome): CaseOutcome {
  if (!outcome.ok) return outcome;
  try {
    canonicalJson(outcome.actual ?? null);
    return { ok: true, actual: outcome.actual ?? null };
  } catch (e) {
    const message = e instanceof Error ? e.message : "It is not JSON.";
    return broken("bad_result", `The answer is not JSON. ${message}`);
  }
}

export function sameOutcome(a: CaseOutcome, b: CaseOutcome): boolean {
  if (a.ok !== b.ok) return false;
  if (a.ok && b.ok) return firstDifference(a.actual, b.actual) === null;
  return true;
}

export function failureOf(ran: Ran, tool: ToolVersion, isStored: boolean): CaseFailure {
  const { one, outcome, words } = ran;
  return {
    caseUid: isStored ? one.uid : null,
    tool: `${tool.id}@${tool.version}`,
    suite: one.toolId,
    description: one.description,
    input: one.input,
    expected: one.expected,
    outcome,
    words,
  };
}

/** A run as it is kept. */
export function caseRunOf(ran: Ran, tool: Pick<ToolVersion, "id" | "version">, ports: Ports): CaseRun {
  const outcome = canonicalJson(ran.outcome);
  return {
    uid: ports.newId(),
    caseUid: ran.one.uid,
    toolId: tool.id,
    version: tool.version,
    passed: ran.passed,
    outcome: outcome.length > gateBounds.outcome ? `${outcome.slice(0, gateBounds.outcome - 1)}…` : outcome,
    at: ports.now(),
  };
}
