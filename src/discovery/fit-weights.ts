// Written by scripts/tune-fit.mjs. Not made by hand.

export const fittedWeights = {
  hybrid: { base: -2.979, relevance: 0.862, coverage: 0.884, similarity: 7.731 },
  lexical: { base: -0.112, relevance: 1.238, coverage: 4.629, similarity: 0 },
};
