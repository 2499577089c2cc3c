// What the constants of retrieval mean. scripts/tune-discovery.mjs chooses them on development data, over tools that were held
// out, and writes them to tuned.ts; ADR 14 says which of today's values did not come out of a whole run of it.

import { fittedWeights } from "./fit-weights.ts";
import type { LexicalWeights } from "./lexical.ts";
import { tuned } from "./tuned.ts";

export const lexicalWeights: LexicalWeights = tuned.lexicalWeights;

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
export const hybridFusion: FusionWeights = tuned.hybridFusion;

/** Words alone. */
export const lexicalFusion: FusionWeights = tuned.lexicalFusion;

export interface Calibration {
  readonly base: number;
  readonly slope: number;
}

/** From standard deviations to the probability of being what was asked for. */
export const calibration: { readonly hybrid: Calibration; readonly lexical: Calibration } = tuned.calibration;

/** From what a search says of a result to the probability that it does what a need asks: a logistic function. */
export interface FitWeights {
  readonly base: number;
  /** Of the logarithm of the odds of its relevance. */
  readonly relevance: number;
  /** Of the share of the need's words it has. */
  readonly coverage: number;
  /** Of the cosine with the need. */
  readonly similarity: number;
}

export const fitWeights: { readonly hybrid: FitWeights; readonly lexical: FitWeights } = fittedWeights;

/** What is less likely than this to do what a need asks does not meet it: better to ask than to guess. */
export const leastFit = 0.5;
