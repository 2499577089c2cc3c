// Every bound a host can set on a program, with defaults that suit real agent work (a million-step loop, pipelines over
// ten thousand records) and still end any program within seconds.

export interface Limits {
  /** Evaluation steps: one per call and loop turn, n for a bulk operation over n items. */
  readonly fuel: number;
  /** Bytes allocated over the whole run (cumulative, not live). */
  readonly memoryBytes: number;
  /** Nested calls, weighted by how deep each body nests. */
  readonly depth: number;
  /** Items in one collection. */
  readonly collectionItems: number;
  /** UTF-16 units in one string. */
  readonly stringLength: number;
  /** UTF-16 units of program text. */
  readonly sourceLength: number;
  /** Nesting of brackets in program text. */
  readonly sourceDepth: number;
  /** Bits in one integer. */
  readonly integerBits: number;
  /** Bytes kept of what println prints. */
  readonly printBytes: number;
  /** Nodes visited when one value is compared, hashed, printed or converted. */
  readonly valueNodes: number;
  /** Nesting of one value when it is compared, hashed, printed or converted. */
  readonly valueDepth: number;
}

export const defaultLimits: Limits = Object.freeze({
  fuel: 50_000_000,
  memoryBytes: 2 * 1024 ** 3,
  depth: 5_000,
  collectionItems: 5_000_000,
  stringLength: 32 * 1024 ** 2,
  sourceLength: 2 * 1024 ** 2,
  sourceDepth: 256,
  integerBits: 65_536,
  printBytes: 64 * 1024,
  valueNodes: 10_000_000,
  valueDepth: 512,
});

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  return { ...defaultLimits, ...limits };
}
