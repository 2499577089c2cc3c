// Which tools and skills work together, seen from their trials: two that succeeded in one run are a pair, and a pair seen
// often enough is a relation. Every trial is read once, in the order in which they were made.

import type { Trial } from "../../registry/model.ts";
import type { Store } from "../../registry/store.ts";
import { keyOf } from "./capabilities.ts";

/** As it is kept in a file. */
export interface Together {
  /** The last trial that was counted. */
  readonly seenTo: string | null;
  /** Two keys, and in how many runs both succeeded. */
  readonly pairs: readonly (readonly [string, string, number])[];
  /** The latest runs with their parts: more of them may come. */
  readonly runs: readonly (readonly [string, readonly string[]])[];
}

export type Pair = readonly [string, string];

/** Once may be chance. */
export const leastRuns = 2;
/** A run of more parts than this says little about any two of them. */
const mostParts = 12;
const runsKept = 500;
const page = 1_000;
/** Trials read in one refresh; the next one goes on. */
const mostRead = 50_000;
/** Ids are made before they are committed: what is younger than this may still get an elder sister. */
const settledMs = 2_000;

export class TogetherCounts {
  readonly #runs: Map<string, Set<string>>;
  /** By first, then by second key in their order. */
  readonly #counts = new Map<string, Map<string, number>>();
  #seenTo: string | null;
  #read = 0;

  constructor(kept: Together = { seenTo: null, pairs: [], runs: [] }) {
    this.#seenTo = kept.seenTo;
    this.#runs = new Map(kept.runs.map(([run, parts]) => [run, new Set(parts)]));
    for (const [a, b, count] of kept.pairs) this.#add(a, b, count);
  }

  state(): Together {
    const pairs = [...this.#counts].flatMap(([a, seconds]) => [...seconds].map(([b, n]) => [a, b, n] as const));
    const runs = [...this.#runs].slice(-runsKept).map(([run, parts]) => [run, [...parts]] as const);
    return { seenTo: this.#seenTo, pairs, runs };
  }

  /** Trials counted since this was made: work that is done again where it is not kept. */
  get read(): number {
    return this.#read;
  }

  /** The pairs that are relations. */
  related(): readonly Pair[] {
    return this.state().pairs.flatMap(([a, b, count]): Pair[] => (count >= leastRuns ? [[a, b]] : []));
  }

  /** Counts what was recorded since the last time; answers the pairs that became relations. */
  async follow(store: Store, now: number = Date.now()): Promise<readonly Pair[]> {
    const fresh: Pair[] = [];
    for (let read = 0; read < mostRead; read += page) {
      const trials = await store.read((reader) => reader.trialsAfter(this.#seenTo, page));
      const settled = trials.filter(({ uid }) => timeOf(uid) < now - settledMs);
      for (const trial of settled) fresh.push(...this.#note(trial));
      this.#seenTo = settled.at(-1)?.uid ?? this.#seenTo;
      this.#read += settled.length;
      if (settled.length < page) break;
    }
    return fresh;
  }

  #note({ kind, id, success, runId, mission }: Trial): readonly Pair[] {
    const run = runId ?? mission;
    if (!success || run === null) return [];
    const key = keyOf(kind, id);
    const parts = this.#runs.get(run) ?? new Set();
    this.#runs.delete(run);
    this.#runs.set(run, parts);
    if (this.#runs.size > runsKept * 2)
      for (const old of [...this.#runs.keys()].slice(0, runsKept)) this.#runs.delete(old);
    if (parts.has(key) || parts.size >= mostParts) return [];
    const fresh = [...parts].flatMap((other): Pair[] => {
      const [a, b] = other < key ? [other, key] : [key, other];
      return this.#add(a, b, 1) === leastRuns ? [[a, b]] : [];
    });
    parts.add(key);
    return fresh;
  }

  #add(a: string, b: string, more: number): number {
    const seconds = this.#counts.get(a) ?? new Map<string, number>();
    this.#counts.set(a, seconds);
    const count = (seconds.get(b) ?? 0) + more;
    seconds.set(b, count);
    return count;
  }
}

/** The first 48 bits of a UUIDv7 are milliseconds. */
function timeOf(uid: string): number {
  return Number.parseInt(uid.replaceAll("-", "").slice(0, 12), 16);
}
