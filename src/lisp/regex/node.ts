// What a pattern means, as a tree. Flags and spellings are gone: `(?i)a`, `[aA]` and `[Aa]` are the same set node, and
// `.` is whatever set its flags made it. Both back ends and the cost analysis read only this.

import type { CharSet } from "./charset.ts";

export type Mode = "greedy" | "lazy" | "possessive";

/** `end` is \z; `close` is \Z and `$` (end, or before a final line terminator); the rest speak for themselves. */
export type Place = "start" | "end" | "close" | "lineStart" | "lineEnd" | "word" | "notWord";

/** How a back-reference compares letters. */
export type Fold = "exact" | "ascii" | "unicode";

export type Node =
  | { readonly kind: "empty" }
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "seq"; readonly items: readonly Node[] }
  | { readonly kind: "alt"; readonly items: readonly Node[] }
  | { readonly kind: "group"; readonly index: number; readonly body: Node }
  | RepeatNode
  | { readonly kind: "place"; readonly place: Place; readonly unix: boolean }
  | { readonly kind: "look"; readonly ahead: boolean; readonly negative: boolean; readonly body: Node }
  | { readonly kind: "atomic"; readonly body: Node }
  | { readonly kind: "backref"; readonly index: number; readonly fold: Fold };

export interface RepeatNode {
  readonly kind: "repeat";
  readonly body: Node;
  readonly min: number;
  /** Infinity when unbounded. */
  readonly max: number;
  readonly mode: Mode;
}

export interface Pattern {
  readonly root: Node;
  /** Capturing groups, not counting group 0. */
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  readonly backrefs: boolean;
  /** Ranges handled to read its classes: what compiling it cost beyond its length. */
  readonly effort: number;
}

/** Why a pattern cannot be used: words, where in the pattern (UTF-16 offset), and one next step. */
export class RegexProblem {
  constructor(
    readonly message: string,
    readonly at: number,
    readonly hint: string,
  ) {}
}

export const empty: Node = { kind: "empty" };
