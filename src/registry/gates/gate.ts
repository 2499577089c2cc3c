// A gate: one question asked of every candidate, answered with evidence. Gates change nothing; what they ran and learned on
// the way is handed on to those after them and, when all have passed, to whoever writes.

import type { RegistryContext } from "../context.ts";
import type { Evidence } from "../evidence.ts";
import type { Dependent, Exam, Subject } from "../exam.ts";
import type { RunnableTool } from "../runner.ts";
import type { Ran } from "../verify.ts";

export interface DependentRan {
  readonly dependent: Dependent;
  readonly ran: readonly Ran[];
  /** It links without force, now that the candidate is there: else something else that it needs is unwell. */
  readonly links: boolean;
}

/** What the gates before have found out. */
export interface SoFar {
  /** Cases the candidate has run, examples not among them. */
  readonly ran: readonly Ran[];
  readonly dependentsRan: readonly DependentRan[];
  /** Why it is flaky, when it is. */
  readonly flaky: string | null;
  /** Names of the gates that said no. */
  readonly failed: readonly string[];
}

export interface Asked {
  readonly exam: Exam;
  readonly context: RegistryContext;
  readonly soFar: SoFar;
}

export interface Verdict extends Partial<SoFar> {
  readonly evidence: Evidence;
}

export interface Gate {
  readonly name: string;
  /** The question, for people. */
  readonly asks: string;
  /** Gates that must have passed for this one to make sense. */
  readonly needs: readonly string[];
  readonly check: (asked: Asked) => Promise<Verdict> | Verdict;
}

/** Outcomes that say nothing of the tool: here it is granted only what is pure. */
export const ungranted: ReadonlySet<string> = new Set(["permission_denied", "approval_required"]);

/** What gates after "contract" can count on. */
export function subjectOf({ exam }: Asked): Subject {
  if (exam.subject === null) throw new Error("This gate needs parses and contract.");
  return exam.subject;
}

/** What gates after "links" can count on. */
export function targetOf(asked: Asked): RunnableTool {
  const { link } = subjectOf(asked);
  if (!link.ok) throw new Error("This gate needs links.");
  return link.target;
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
