// The one active run as builtins may see it: where prints go, what the host injected. Set by `run`, never by programs.

import type { Cancellation } from "./activity.ts";
import type { PrintLog } from "./prints.ts";
import type { Value } from "./values/value.ts";

/** One line of evaluation: the turn itself or a branch of pmap. Numbers calls so that a log of them does not depend on timing. */
export interface Branch {
  /** Prefix of the ids of calls made here: "" or "p1[3].". */
  readonly path: string;
  /** Tool calls made so far. */
  calls: number;
  /** Parallel calls made so far. */
  forks: number;
  readonly prints: PrintLog;
}

export interface RunContext {
  readonly branch: Branch;
  readonly cancellation: Cancellation;
  /** Told of each line as it is printed, for hosts that watch. */
  readonly printed: ((text: string, path: string) => void) | null;
  /** Milliseconds since 1970, when the host injected a clock. */
  readonly now: (() => number) | null;
  /** A float in [0, 1), when the host injected a source of randomness. */
  readonly random: (() => number) | null;
  /** Definitions of the session by name, for `doc`, `source` and their kin. */
  definition(name: string): Value | undefined;
}

let active: RunContext | null = null;

export function setContext(next: RunContext | null): RunContext | null {
  const previous = active;
  active = next;
  return previous;
}

export function context(): RunContext {
  if (active === null) throw new Error("no run is active");
  return active;
}

/** Appends one line to the run's bounded print log. */
export function print(text: string): void {
  const { branch, printed } = context();
  branch.prints.add(text);
  printed?.(text, branch.path);
}

/** A context of its own for one turn, with whatever the host injected. */
export function newContext(
  prints: PrintLog,
  injected: Partial<Omit<RunContext, "branch">>,
  cancellation: Cancellation,
): RunContext {
  return {
    branch: { path: "", calls: 0, forks: 0, prints },
    cancellation,
    printed: injected.printed ?? null,
    now: injected.now ?? null,
    random: injected.random ?? null,
    definition: injected.definition ?? (() => undefined),
  };
}
