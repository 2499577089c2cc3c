// Every constant of retrieval in one place. None was set by hand: scripts/tune-discovery.mjs chose them on development
// data by cross-validation over held-out tools, and prints this table again for any other data.

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

/** What a function word in a query counts beside any other word. */
export const functionWordWeight = 0.2;

export interface FusionWeights {
  /** The share of the semantic score, from 0 to 1. */
  readonly semanticShare: number;
  /** The share of a need's own search beside that of the whole mission. */
  readonly needShare: number;
  /** What each further place within a need costs, by the logarithm of the place. */
  readonly placeCost: number;
  /** When the parts of a mission are needs: the coefficients of a logistic function. */
  readonly gate: { readonly base: number; readonly margin: number; readonly marks: number };
}

export const fusionWeights: FusionWeights = {
  semanticShare: 0.6,
  needShare: 0.5,
  placeCost: 1,
  gate: { base: -1.5, margin: 0.5, marks: 1.5 },
};
