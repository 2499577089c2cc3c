// Counters are what trials add up to. The same sums are kept by the store with every trial and recomputed here, so that
// neither can drift from the other.

import type { Counters, SubjectKind, Tally, Trial } from "./model.ts";

/** One sum: of all trials of a subject, of those with a tag, or of those with a model. */
export interface CounterRecord extends Tally {
  readonly kind: SubjectKind;
  readonly subject: string;
  readonly scope: "overall" | "tag" | "model";
  /** The tag or the model; empty for the overall sum. */
  readonly name: string;
}

/** What these trials add to the counters, in a fixed order. A tag given twice in one trial counts once. */
export function recordsOf(trials: Iterable<Trial>): readonly CounterRecord[] {
  const sums = new Map<string, CounterRecord>();
  for (const trial of trials) {
    const { kind, id: subject } = trial;
    const scopes: [CounterRecord["scope"], string][] = [["overall", ""]];
    for (const tag of new Set(trial.tags)) scopes.push(["tag", tag]);
    if (trial.model !== null) scopes.push(["model", trial.model]);
    for (const [scope, name] of scopes) {
      const key = JSON.stringify([kind, subject, scope, name]);
      const { successes, trials } = sums.get(key) ?? { successes: 0, trials: 0 };
      sums.set(key, { kind, subject, scope, name, successes: successes + (trial.success ? 1 : 0), trials: trials + 1 });
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
}

/** The counters of one subject from its sums. */
export function countersFrom(records: Iterable<CounterRecord>): Counters {
  let overall: Tally = { successes: 0, trials: 0 };
  const byTag: [string, Tally][] = [];
  const byModel: [string, Tally][] = [];
  for (const { scope, name, successes, trials } of records) {
    if (scope === "overall") overall = { successes, trials };
    else (scope === "tag" ? byTag : byModel).push([name, { successes, trials }]);
  }
  return { overall, byTag: Object.fromEntries(byTag), byModel: Object.fromEntries(byModel) };
}

export const noCounters: Counters = { overall: { successes: 0, trials: 0 }, byTag: {}, byModel: {} };
