// One line in, one line out: how tests run programs.

import { Fault } from "../../src/lisp/fault.ts";
import type { Limits } from "../../src/lisp/limits.ts";
import { type RunResult, runProgram, withLimits } from "../../src/lisp/run.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import type { Value } from "../../src/lisp/values/value.ts";

/** A fixed clock and source of randomness, so that every test is repeatable. */
export const host = { now: () => 1_700_000_000_000, random: () => 0.5 };

export function evaluate(source: string, limits: Partial<Limits> = {}): RunResult {
  return runProgram(source, { ...host, limits });
}

/** The printed value, or "error: reason". */
export function answer(source: string, limits: Partial<Limits> = {}): string {
  const r = evaluate(source, limits);
  if (!r.ok) return `error: ${r.error.reason}`;
  try {
    return printed(r.value);
  } catch (e) {
    if (e instanceof Fault) return `error: ${e.reason}`;
    throw e;
  }
}

export function printed(value: Value): string {
  return withLimits({}, () => printReadable(value));
}
