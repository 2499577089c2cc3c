// The one active run as builtins may see it: where prints go, what the host injected. Set by `run`, never by programs.

import type { Value } from "./values/value.ts";

export interface RunContext {
  /** Appends one line to the run's bounded print log. */
  print(text: string): void;
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
