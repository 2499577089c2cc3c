// Written by scripts/tune-fit.mjs. Not made by hand.

export const fittedWeights = {
  hybrid: { base: -3.558, relevance: 0.655, coverage: 2.145, similarity: 7.044 },
  lexical: { base: -0.448, relevance: 1.094, coverage: 4.38, similarity: 0 },
};
