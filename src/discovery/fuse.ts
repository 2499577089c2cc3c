// Lexical and semantic scores on one scale, and the needs of a mission in one ranking. Each list is measured against its
// own spread over the whole catalogue (z-score): what counts is how far a capability stands out, which means the same for
// word counts and for cosines.

import type { FusionWeights } from "./weights.ts";

/** Replaces scores by how many deviations they lie above the mean of the slots that count. */
export function standardise(scores: Float32Array, counts: Uint8Array, size: number): void {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = counts[i] === 0 ? 0 : scores[i]!;
    sum += score;
    squares += score * score;
  }
  const mean = size === 0 ? 0 : sum / size;
  const spread = Math.sqrt(Math.max(size === 0 ? 0 : squares / size - mean * mean, 1e-12));
  for (let i = 0; i < scores.length; i++) scores[i] = (scores[i]! - mean) / spread;
}

/** `lexical` becomes the mix of both. */
export function mix(lexical: Float32Array, semantic: Float32Array, share: number): void {
  for (let i = 0; i < lexical.length; i++) lexical[i] = (1 - share) * lexical[i]! + share * semantic[i]!;
}

/** The slots with the highest scores, best first; equal scores in the order `before` gives. */
export function best(
  scores: Float32Array,
  most: number,
  counts: Uint8Array,
  before: (a: number, b: number) => boolean,
): number[] {
  const top: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot]!;
    if (score < least || counts[slot] === 0) continue;
    let at = top.length;
    while (at > 0 && (scores[top[at - 1]!]! < score || (scores[top[at - 1]!] === score && before(slot, top[at - 1]!))))
      at--;
    if (at >= most) continue;
    top.splice(at, 0, slot);
    if (top.length > most) top.pop();
    if (top.length === most) least = scores[top[most - 1]!]!;
  }
  return top;
}

/**
 * Do the parts of a mission stand on their own? Then the second best of them finds something better than the mission as
 * a whole does, and the mission tends to announce its parts. A probability.
 */
export function severalNeeds(whole: number, parts: readonly number[], marks: number, { gate }: FusionWeights): number {
  const second = [...parts].sort((a, b) => b - a)[1];
  if (second === undefined) return 0;
  const lean = gate.base + gate.margin * (second - whole) + gate.marks * Math.min(marks, 3);
  return 1 / (1 + Math.exp(-lean));
}
