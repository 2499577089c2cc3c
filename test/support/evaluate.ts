// One line in, one line out: how tests run programs.

import { runProgram, type RunResult, withLimits } from "../../src/lisp/run.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import type { Limits } from "../../src/lisp/limits.ts";
import type { Value } from "../../src/lisp/values/value.ts";

/** A fixed clock and source of randomness, so that every test is repeatable. */
export const host = { now: () => 1_700_000_000_000, random: () => 0.5 };

export function evaluate(source: string, limits: Partial<Limits> = {}): RunResult {
  return runProgram(source, { ...host, limits });
}

/** The printed value, or "error: reason". */
export function answer(source: string, limits: Partial<Limits> = {}): string {
  const r = evaluate(source, limits);
  return r.ok ? withLimits({}, () => printReadable(r.value)) : `error: ${r.error.reason}`;
}

export function printed(value: Value): string {
  return withLimits({}, () => printReadable(value));
}
