// Written by scripts/tune-discovery.mjs. Not made by hand.

export const tuned = {
  lexicalWeights: {
    fields: {
      name: {
        weight: 1,
        lengthPenalty: 0.3,
        usualLength: 3,
      },
      description: {
        weight: 1,
        lengthPenalty: 0.3,
        usualLength: 12,
      },
      params: {
        weight: 0.5,
        lengthPenalty: 0.6,
        usualLength: 30,
      },
      tags: {
        weight: 0.5,
        lengthPenalty: 0.3,
        usualLength: 5,
      },
      category: {
        weight: 0.25,
        lengthPenalty: 0.3,
        usualLength: 3,
      },
    },
    saturation: 2,
  },
  hybridFusion: {
    functionWord: 0.3,
    misspelt: {
      weight: 1,
      likeness: 0.94,
    },
    words: 0.2,
    nameCoverage: 1,
    needShare: 0.8,
    placeCost: 3,
    gate: [-1.346, -0.113, 1.474, -0.318, 0.547],
  },
  lexicalFusion: {
    functionWord: 0.2,
    misspelt: {
      weight: 1,
      likeness: 0.94,
    },
    words: 0.6,
    nameCoverage: 3,
    needShare: 0.8,
    placeCost: 9,
    gate: [-1.487, -0.0583, 1.361, -0.438, 0.341],
  },
  standing: {
    hybrid: {
      semanticShare: 0.7,
      misspelt: 0.5,
      nameCoverage: 0.5,
      needShare: 0.4,
      placeCost: 3,
    },
    lexical: {
      semanticShare: 0,
      misspelt: 0.5,
      nameCoverage: 2,
      needShare: 0.6,
      placeCost: 4,
    },
  },
  calibration: {
    hybrid: {
      base: -4.432,
      slope: 0.653,
    },
    lexical: {
      base: -4.425,
      slope: 0.332,
    },
  },
};
