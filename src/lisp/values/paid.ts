// The hash of a composite value and what computing it cost. Looking at it again costs the same steps: values outlive runs (a
// session's definitions, a program's constants) and are shared, and a run must not depend on who looked at them before.

export interface Paid {
  readonly hash: number;
  /** Steps, but for those of long walks. */
  readonly steps: number;
  /** Composite values walked. */
  readonly nodes: number;
}
