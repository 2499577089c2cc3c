// Figures of merit for a ranked answer against the ids that were wanted, and their means over many queries.

export interface Judged {
  readonly results: readonly string[];
  readonly wanted: readonly string[];
}

export interface Merit {
  readonly queries: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly hitAt1: number;
  readonly ndcgAt5: number;
  readonly mrr: number;
}

export function recallAt(k: number, { results, wanted }: Judged): number {
  const found = results.slice(0, k).filter((id) => wanted.includes(id)).length;
  return wanted.length === 0 ? 0 : found / wanted.length;
}

/** Discounted gain of the first k places over the best that k places could hold. */
export function ndcgAt(k: number, { results, wanted }: Judged): number {
  let gain = 0;
  let best = 0;
  for (let i = 0; i < k; i++) {
    const discount = 1 / Math.log2(i + 2);
    if (i < results.length && wanted.includes(results[i]!)) gain += discount;
    if (i < wanted.length) best += discount;
  }
  return best === 0 ? 0 : gain / best;
}

export function reciprocalRank({ results, wanted }: Judged): number {
  const at = results.findIndex((id) => wanted.includes(id));
  return at === -1 ? 0 : 1 / (at + 1);
}

export function meritOf(judged: readonly Judged[]): Merit {
  const mean = (of: (one: Judged) => number): number =>
    judged.length === 0 ? 0 : judged.reduce((sum, one) => sum + of(one), 0) / judged.length;
  return {
    queries: judged.length,
    recallAt1: mean((one) => recallAt(1, one)),
    recallAt5: mean((one) => recallAt(5, one)),
    hitAt1: mean((one) => (one.wanted.includes(one.results[0] ?? "") ? 1 : 0)),
    ndcgAt5: mean((one) => ndcgAt(5, one)),
    mrr: mean(reciprocalRank),
  };
}
