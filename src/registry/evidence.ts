// What a gate found, as data that a person is shown: passed or not, in words, and for each failing case what went in, what
// was to come out and what did.

import { gateBounds } from "./bounds.ts";
import type { Case, CaseOutcome, Expectation } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";

export interface CaseFailure {
  /** Null for an example, and for a case that is not stored yet. */
  readonly caseUid: string | null;
  /** The tool that was run, and whose suite the case is of. */
  readonly tool: string;
  readonly suite: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Expectation;
  readonly outcome: CaseOutcome;
  /** One line: what differs. */
  readonly words: string;
}

export type GateStatus =
  | "passed"
  | "failed"
  /** There is nothing for this gate to look at. */
  | "not_applicable"
  /** A gate before it failed, without which this one cannot be asked. */
  | "not_reached";

export interface Evidence {
  readonly gate: string;
  readonly status: GateStatus;
  /** "6 of 6 cases pass", "calls total, read_file". */
  readonly words: string;
  readonly details: readonly string[];
  readonly failures: readonly CaseFailure[];
  /** Why it failed. */
  readonly problem: RegistryProblem | null;
}

const nothing = { details: [], failures: [], problem: null } as const;

export function passed(gate: string, words: string, details: readonly string[] = []): Evidence {
  return { ...nothing, gate, status: "passed", words, details };
}

export function notApplicable(gate: string, words: string): Evidence {
  return { ...nothing, gate, status: "not_applicable", words };
}

export function notReached(gate: string, needs: string): Evidence {
  return { ...nothing, gate, status: "not_reached", words: `not looked at: ${needs} failed` };
}

export function failed(
  gate: string,
  problem: RegistryProblem,
  more: {
    readonly details?: readonly string[];
    readonly failures?: readonly CaseFailure[];
    readonly words?: string;
  } = {},
): Evidence {
  const { details = [], failures = [], words = problem.message } = more;
  return { gate, status: "failed", words, details, failures, problem };
}

/** A value in a line of text. */
export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > gateBounds.shown ? `${text.slice(0, gateBounds.shown - 1)}…` : text;
}

export function expectedWords(expected: Expectation): string {
  switch (expected.kind) {
    case "value":
      return shown(expected.value);
    case "predicate":
      return `a result for which ${expected.code} holds`;
    case "no_crash":
      return "any answer but an error";
    default:
      return expected satisfies never;
  }
}

export function outcomeWords(outcome: CaseOutcome): string {
  if (outcome.ok) return shown(outcome.actual);
  const { error } = outcome;
  return error === undefined ? shown(outcome.actual) : `error[${error.reason}] ${error.message}`;
}

export function caseTitle(one: Pick<Case, "description" | "input">): string {
  return one.description === "" ? shown(one.input) : one.description;
}

/** Words of a problem end in a full stop already, words about values do not. */
export function sentence(words: string): string {
  return words.endsWith(".") ? words : `${words}.`;
}
