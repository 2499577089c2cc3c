// Written by scripts/tune-discovery.mjs. Not made by hand.

export const tuned = {
  lexicalWeights: {
    fields: {
      name: {
        weight: 2,
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
    saturation: 3,
  },
  hybridFusion: {
    functionWord: 0.2,
    misspelt: {
      weight: 0.5,
      likeness: 0.93,
    },
    semanticShare: 0.7,
    nameCoverage: 0.5,
    needShare: 0.4,
    placeCost: 3,
    gate: {
      base: -1,
      margin: 0.2,
      marks: 1.5,
    },
  },
  lexicalFusion: {
    functionWord: 0.2,
    misspelt: {
      weight: 0.5,
      likeness: 0.93,
    },
    semanticShare: 0,
    nameCoverage: 1,
    needShare: 0.5,
    placeCost: 3,
    gate: {
      base: -3,
      margin: 0.2,
      marks: 2,
    },
  },
  calibration: {
    hybrid: {
      base: -4.358,
      slope: 0.54,
    },
    lexical: {
      base: -4.356,
      slope: 0.33,
    },
  },
};
