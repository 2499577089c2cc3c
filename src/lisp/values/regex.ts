// A compiled regular expression: Java syntax, as Clojure programs write it. Programs never see the engine.

/** One match: offsets of group 0 and of each capture group, -1 for a group that took no part. */
export interface Match {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface Matcher {
  /** First match at or after `from`, or null. */
  find(input: string, from: number): Match | null;
  /** A match of exactly the whole input, or null. */
  matches(input: string): Match | null;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

export class Regex {
  constructor(
    readonly source: string,
    readonly matcher: Matcher,
  ) {}
}
