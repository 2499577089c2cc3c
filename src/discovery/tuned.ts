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
    functionWord: 0.2,
    misspelt: {
      weight: 1,
      likeness: 0.94,
    },
    words: 0.2,
    nameCoverage: 1,
    needShare: 0.7,
    placeCost: 3,
    gate: [-1.337, -0.017, 1.471, 0.081, 0.394],
  },
  lexicalFusion: {
    functionWord: 0.2,
    misspelt: {
      weight: 1,
      likeness: 0.94,
    },
    words: 0.6,
    nameCoverage: 3,
    needShare: 0.7,
    placeCost: 9,
    gate: [-0.373, -0.0467, 1.25, -0.227, -0.829],
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
