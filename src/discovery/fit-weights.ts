// Written by scripts/tune-fit.mjs. Not made by hand.

export const fittedWeights = {
  hybrid: { base: -2.994, relevance: 0.891, coverage: 1.126, similarity: 7.54 },
  lexical: { base: -0.196, relevance: 1.22, coverage: 4.701, similarity: 0 },
};
