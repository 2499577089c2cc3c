// Every bound a host can set on a program, with defaults that suit real agent work (a million-step loop, pipelines over
// ten thousand records) and still end any program within seconds.

export interface Limits {
  /** Evaluation steps: one per call and loop turn, n for a bulk operation over n items. */
  readonly fuel: number;
  /** Bytes allocated over the whole run (cumulative, not live). */
  readonly memoryBytes: number;
  /** Nested calls, weighted by how deep each body nests: a plain recursive function reaches a thousand calls. */
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
  /** Milliseconds of wall time for one run, waiting for tools included. */
  readonly timeoutMs: number;
  /** Tool calls in one run. */
  readonly toolCalls: number;
  /** Calls of any one tool in one run. */
  readonly toolCallsPerTool: number;
  /** Bytes of the arguments of one tool call, or of its result. */
  readonly toolBytes: number;
  /** Tool calls under way at once, and branches of one pmap or pcalls that wait. */
  readonly parallelWidth: number;
  /** Bytes of the result of one run. */
  readonly resultBytes: number;
  /** Bytes of the definitions and results a session keeps between turns. */
  readonly sessionBytes: number;
  /** Bytes by which the live heap may grow during a run, where the host can tell. */
  readonly heapBytes: number;
}

export const defaultLimits: Limits = Object.freeze({
  fuel: 50_000_000,
  memoryBytes: 2 * 1024 ** 3,
  depth: 6_500,
  collectionItems: 5_000_000,
  stringLength: 32 * 1024 ** 2,
  sourceLength: 2 * 1024 ** 2,
  sourceDepth: 256,
  integerBits: 65_536,
  printBytes: 64 * 1024,
  valueNodes: 10_000_000,
  valueDepth: 512,
  timeoutMs: 30_000,
  toolCalls: 1_000,
  toolCallsPerTool: 1_000,
  toolBytes: 16 * 1024 ** 2,
  parallelWidth: 16,
  resultBytes: 16 * 1024 ** 2,
  sessionBytes: 32 * 1024 ** 2,
  heapBytes: 1024 ** 3,
});

export function withDefaults(limits: Partial<Limits> = defaultLimits): Limits {
  return limits === defaultLimits ? defaultLimits : { ...defaultLimits, ...limits };
}
