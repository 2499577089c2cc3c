// Is the difference between two success rates more than chance? With enough of each outcome on both sides this is the pooled
// two-proportion z-test, otherwise Fisher's exact test, which holds for any sample. The answer says which one spoke.

import type { Tally } from "../model.ts";

export interface Comparison {
  readonly test: "two-proportion z" | "Fisher exact" | "none";
  /** Two-sided: how often chance alone would differ this much. 1 when one side has no trials. */
  readonly p: number;
}

/** Below this many expected in a cell the normal curve is no good guide. */
const LEAST_EXPECTED = 5;

export function compareProportions(a: Tally, b: Tally): Comparison {
  if (a.trials === 0 || b.trials === 0) return { test: "none", p: 1 };
  const all = a.trials + b.trials;
  const successes = a.successes + b.successes;
  const smallest = (Math.min(a.trials, b.trials) * Math.min(successes, all - successes)) / all;
  if (smallest < LEAST_EXPECTED) return { test: "Fisher exact", p: fisher(a, b) };
  const pooled = successes / all;
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials));
  const z = Math.abs(a.successes / a.trials - b.successes / b.trials) / spread;
  return { test: "two-proportion z", p: erfc(z / Math.SQRT2) };
}

/** Sums the tables with the same margins that are no likelier than the one seen. */
function fisher(a: Tally, b: Tally): number {
  const all = a.trials + b.trials;
  const successes = a.successes + b.successes;
  const logs = logFactorials(all);
  const choose = (n: number, k: number) => logs[n]! - logs[k]! - logs[n - k]!;
  const total = choose(all, successes);
  const logOf = (inA: number) => choose(a.trials, inA) + choose(b.trials, successes - inA) - total;
  const seen = logOf(a.successes);
  let p = 0;
  const last = Math.min(a.trials, successes);
  for (let inA = Math.max(0, successes - b.trials); inA <= last; inA++) {
    const log = logOf(inA);
    // As likely counts too; sums of logarithms differ in their last digits.
    if (log <= seen + 1e-9) p += Math.exp(log);
  }
  return Math.min(1, p);
}

function logFactorials(upTo: number): Float64Array {
  const logs = new Float64Array(upTo + 1);
  for (let n = 2; n <= upTo; n++) logs[n] = logs[n - 1]! + Math.log(n);
  return logs;
}

/** For x >= 0, by a continued fraction where the tail is thin and the series of erf elsewhere: good to about 1e-12. */
function erfc(x: number): number {
  if (x < 2.5) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
      term *= (-x * x) / n;
      sum += term / (2 * n + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = x;
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}
