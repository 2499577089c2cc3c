// Every constant of retrieval in one place. None was set by taste: scripts/tune-discovery.mjs chose them on development
// data, by cross-validation over tools that were held out, and prints this table for any other data.

import type { LexicalWeights } from "./lexical.ts";

export const lexicalWeights: LexicalWeights = {
  fields: {
    name: { weight: 2, lengthPenalty: 0.3, usualLength: 3 },
    description: { weight: 1, lengthPenalty: 0.3, usualLength: 12 },
    params: { weight: 0.5, lengthPenalty: 0.6, usualLength: 30 },
    tags: { weight: 0.5, lengthPenalty: 0.3, usualLength: 5 },
    category: { weight: 0.25, lengthPenalty: 0.3, usualLength: 3 },
  },
  saturation: 3,
};

export interface FusionWeights {
  /** What a function word of a query counts beside any other word. */
  readonly functionWord: number;
  /** What a name that is spelt nearly so counts beside the right spelling, and how alike it must be. */
  readonly misspelt: { readonly weight: number; readonly likeness: number };
  /** The share of the semantic score, from 0 to 1. */
  readonly semanticShare: number;
  /** What it adds that all words of a name are in the query. */
  readonly nameCoverage: number;
  /** The share of a need's own search beside that of the whole mission. */
  readonly needShare: number;
  /** What each further place within a need costs, by the logarithm of the place. */
  readonly placeCost: number;
  /** When the parts of a mission are needs: the coefficients of a logistic function. */
  readonly gate: { readonly base: number; readonly margin: number; readonly marks: number };
}

/** Words and meaning together. */
export const hybridFusion: FusionWeights = {
  functionWord: 0.2,
  misspelt: { weight: 0.5, likeness: 0.93 },
  semanticShare: 0.6,
  nameCoverage: 0.5,
  needShare: 0.4,
  placeCost: 3,
  gate: { base: -1, margin: 0.2, marks: 1.5 },
};

/** Words alone. */
export const lexicalFusion: FusionWeights = {
  ...hybridFusion,
  semanticShare: 0,
  nameCoverage: 1,
  needShare: 0.5,
  gate: { base: -3, margin: 0.2, marks: 2 },
};

/** From standard deviations to the probability of being what was asked for. */
export const calibration = {
  hybrid: { base: -3, slope: 0.6 },
  lexical: { base: -3, slope: 0.5 },
} as const;
