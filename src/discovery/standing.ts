// How far a score stands out of a whole catalogue. The order of results is made of scores as they are; but whether the first
// of them is what was asked for shows better in its lead over the rest, as there is always a first.

/** Deviations above the mean, for the scores they were taken from. */
export type Deviations = (slot: number) => number;

/** `counts` has a 1 for each of the `size` slots that count. */
export function deviationsIn(scores: Float32Array, counts: Uint8Array, size: number): Deviations {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = counts[i] === 0 ? 0 : scores[i]!;
    sum += score;
    squares += score * score;
  }
  const mean = size === 0 ? 0 : sum / size;
  const spread = Math.sqrt(Math.max(size === 0 ? 0 : squares / size - mean * mean, 1e-12));
  return (slot) => (scores[slot]! - mean) / spread;
}
