// What the constants of retrieval mean. scripts/tune-discovery.mjs chooses them on development data and writes them to
// tuned.ts; ADR 14 has what they are worth, and which are given instead.

import { fittedWeights } from "./fit-weights.ts";
import type { LexicalWeights } from "./lexical.ts";
import { tuned } from "./tuned.ts";

export const lexicalWeights: LexicalWeights = tuned.lexicalWeights;

export interface FusionWeights {
  /** What a function word of a query counts beside any other word. */
  readonly functionWord: number;
  /** What a name that is spelt nearly so counts beside the right spelling, and how alike it must be. */
  readonly misspelt: { readonly weight: number; readonly likeness: number };
  /** What a point of the lexical score counts, where a cosine of 1 counts ten. */
  readonly words: number;
  /** What it adds that all words of a name are in the query. */
  readonly nameCoverage: number;
  /** The share of a need's own search beside that of the whole mission. */
  readonly needShare: number;
  /** What each further place within a need costs, by the logarithm of the place. */
  readonly placeCost: number;
  /** When the parts of a mission are needs: coefficients of `splitSigns`. */
  readonly gate: readonly number[];
}

/** What a cosine of 1 counts: so one unit is about a standard deviation of cosines over a catalogue. */
export const meaningScale = 10;

/** Words and meaning together. */
export const hybridFusion: FusionWeights = tuned.hybridFusion;

/** Words alone. */
export const lexicalFusion: FusionWeights = tuned.lexicalFusion;

/** How words, meaning, names and needs make up how far a result stands out. */
export interface StandingWeights {
  /** The share of meaning, from 0 to 1. */
  readonly semanticShare: number;
  /** What a word of a name counts that was spelt nearly so. */
  readonly misspelt: number;
  readonly nameCoverage: number;
  readonly needShare: number;
  readonly placeCost: number;
}

/** The order of results does not depend on them: they make up what is calibrated below and fitted by scripts/tune-fit.mjs. */
export const standingWeights: { readonly hybrid: StandingWeights; readonly lexical: StandingWeights } = tuned.standing;

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
