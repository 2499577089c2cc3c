// For tests that call runtime functions without running a program: makes a fresh meter active around the work.

import { Fault } from "../../src/lisp/fault.ts";

import { type Limits, withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";

export function metered<T>(work: () => T, limits: Partial<Limits> = {}): T {
  const previous = swapMeter(newMeter(withDefaults(limits)));
  try {
    return work();
  } finally {
    swapMeter(previous);
  }
}

/** The fault the work ends in, as "reason: message", or "none". */
export function faultOf(work: () => unknown, limits: Partial<Limits> = {}): string {
  try {
    metered(work, limits);
    return "none";
  } catch (e) {
    if (e instanceof Fault) return `${e.reason}: ${e.message}`;
    throw e;
  }
}
