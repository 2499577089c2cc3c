// A compiled regular expression: Java syntax, as Clojure programs write it. Programs never see the engine.

/** One match: where it is, and the text of group 0 and of each capture group; none for a group that took no part. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null | undefined)[];
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
  private text: string | null | undefined;

  constructor(
    readonly source: string,
    readonly matcher: Matcher,
  ) {}

  /** The text the pattern stands for when it is nothing but literal characters, else null. */
  get literal(): string | null {
    if (this.text === undefined) this.text = literalOf(this.source);
    return this.text;
  }
}

const plain = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+$/;

function literalOf(source: string): string | null {
  if (source.length > 32) return null;
  if (source === "") return "";
  return plain.test(source) ? source.replace(/\\(.)/gsu, "$1") : null;
}
