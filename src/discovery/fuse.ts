// The best of many scores, and when the parts of a mission count as needs of their own.

import type { FusionWeights } from "./weights.ts";

/**
 * The slots with the highest scores above `floor`, best first; equal scores by lower `ranks`. `counts` has a 1 for each
 * slot that may be answered.
 */
export function best(
  scores: Float32Array,
  most: number,
  floor: number,
  counts: Uint8Array,
  ranks: Int32Array,
): number[] {
  const top: number[] = [];
  let least = floor;
  let lastRank = -1; // of what holds the last place, once all are taken
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot]!;
    if (score < least || (score === least && ranks[slot]! > lastRank) || counts[slot] === 0) continue;
    let at = Math.min(top.length, most - 1);
    for (; at > 0; at--) {
      const above = top[at - 1]!;
      if (scores[above]! > score || (scores[above] === score && ranks[above]! < ranks[slot]!)) break;
      top[at] = above;
    }
    top[at] = slot;
    if (top.length === most) {
      const last = top[most - 1]!;
      least = scores[last]!;
      lastRank = ranks[last]!;
    }
  }
  return top;
}

/** What tells whether the parts of a mission are things to do, or one thing told at length. */
export interface Split {
  /** The best score of the mission as a whole, and of each part. */
  readonly whole: number;
  readonly peaks: readonly number[];
  /** How many capabilities are the best of some part. */
  readonly distinct: number;
  /** How often the mission announces another thing. */
  readonly marks: number;
}

/** The gate's view of a mission, in the order of its coefficients. */
export function splitSigns({ whole, peaks, distinct, marks }: Split): readonly number[] {
  const second = [...peaks].sort((a, b) => b - a)[1] ?? 0;
  return [1, second - whole, Math.min(marks, 3), Math.log(peaks.length), distinct / peaks.length];
}

/** Do the parts of a mission stand on their own? */
export function severalNeeds(split: Split, { gate }: FusionWeights): boolean {
  return splitSigns(split).reduce((sum, sign, i) => sum + sign * gate[i]!, 0) > 0;
}
