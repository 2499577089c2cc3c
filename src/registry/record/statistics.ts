// Rates with the sample they rest on. A bare percentage misleads: one success in one trial is not better than 84 in 100. So
// what is ranked is the lower end of Wilson's interval (95 %), which is 0 without trials and rises with evidence; what is
// shown is the rate together with its sample.

import type { Counters, Tally } from "../model.ts";

/** Two-sided 95 %. */
const Z = 1.959963984540054;

export const noTrials: Tally = { successes: 0, trials: 0 };

export interface Rate extends Tally {
  /** Null without trials: nothing is known. */
  readonly rate: number | null;
  readonly lower: number;
  readonly upper: number;
}

function wilson({ successes, trials }: Tally): { readonly middle: number; readonly reach: number } {
  const p = successes / trials;
  const z2 = Z * Z;
  const scale = 1 + z2 / trials;
  return {
    middle: (p + z2 / (2 * trials)) / scale,
    reach: (Z / scale) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials)),
  };
}

/** The success rate that the trials vouch for. */
export function lowerBound(tally: Tally): number {
  if (tally.successes === 0) return 0;
  const { middle, reach } = wilson(tally);
  return Math.max(0, middle - reach);
}

/** The success rate that the trials do not yet rule out. */
export function upperBound(tally: Tally): number {
  if (tally.successes === tally.trials) return 1;
  const { middle, reach } = wilson(tally);
  return Math.min(1, middle + reach);
}

export function rateOf(tally: Tally): Rate {
  return {
    successes: tally.successes,
    trials: tally.trials,
    rate: tally.trials === 0 ? null : tally.successes / tally.trials,
    lower: lowerBound(tally),
    upper: upperBound(tally),
  };
}

export function add(a: Tally, b: Tally): Tally {
  return { successes: a.successes + b.successes, trials: a.trials + b.trials };
}

export function tallyOf(outcomes: Iterable<boolean>): Tally {
  let successes = 0;
  let trials = 0;
  for (const success of outcomes) {
    trials++;
    if (success) successes++;
  }
  return { successes, trials };
}

/** Of what was recorded under this key only: a tag may be called "constructor". */
function own(tallied: Readonly<Record<string, Tally>>, key: string): Tally {
  return Object.hasOwn(tallied, key) ? tallied[key]! : noTrials;
}

export function tagTally(counters: Counters, tag: string): Tally {
  return own(counters.byTag, foldTag(tag));
}

export function modelTally(counters: Counters, model: string): Tally {
  return own(counters.byModel, model);
}

/** How tags are compared and counted: EU and eu are one context. */
export function foldTag(tag: string): string {
  return tag.trim().toLowerCase();
}

export function foldTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map(foldTag))].filter((tag) => tag !== "").sort();
}

/** "20%". */
export function percent(rate: number): string {
  return `${Math.round(rate * 100)}%`;
}

/** "20% of 5 trials". */
export function rateWords({ successes, trials }: Tally): string {
  if (trials === 0) return "no trials";
  return `${percent(successes / trials)} of ${trials} trial${trials === 1 ? "" : "s"}`;
}
