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

/** Sums that grow trial by trial. A tag given twice in one trial counts once. */
export class Sums {
  readonly #sums = new Map<string, CounterRecord>();

  add(trial: Trial): void {
    this.#count(trial, "overall", "");
    for (const tag of new Set(trial.tags)) this.#count(trial, "tag", tag);
    if (trial.model !== null) this.#count(trial, "model", trial.model);
  }

  /** In a fixed order. */
  records(): readonly CounterRecord[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
  }

  /** By "kind id". */
  counters(): ReadonlyMap<string, Counters> {
    const bySubject = new Map<string, CounterRecord[]>();
    for (const record of this.#sums.values()) {
      const key = `${record.kind} ${record.subject}`;
      const records = bySubject.get(key);
      if (records === undefined) bySubject.set(key, [record]);
      else records.push(record);
    }
    return new Map([...bySubject].map(([key, records]) => [key, countersFrom(records)]));
  }

  #count({ kind, id: subject, success }: Trial, scope: CounterRecord["scope"], name: string): void {
    const key = JSON.stringify([kind, subject, scope, name]);
    const { successes, trials } = this.#sums.get(key) ?? { successes: 0, trials: 0 };
    this.#sums.set(key, { kind, subject, scope, name, successes: successes + (success ? 1 : 0), trials: trials + 1 });
  }
}

/** What these trials add to the counters. */
export function recordsOf(trials: Iterable<Trial>): readonly CounterRecord[] {
  const sums = new Sums();
  for (const trial of trials) sums.add(trial);
  return sums.records();
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
  return { overall, byTag: sorted(byTag), byModel: sorted(byModel) };
}

/** Databases give rows in any order; equal counters are equal texts. */
function sorted(sums: readonly [string, Tally][]): Readonly<Record<string, Tally>> {
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const noCounters: Counters = { overall: { successes: 0, trials: 0 }, byTag: {}, byModel: {} };
