// The one scoring function: how well a capability fits the mission, and what experience says of it. Relevance is measured
// in tenths of cosine, and experience may outweigh a lead of about one or two of them, never a clear match. Every term is
// kept, so that a result can say why it stands where it stands.

import type { Capability } from "./descriptor.ts";
import type { Candidate, Match } from "./relevance.ts";
import { calibration } from "./weights.ts";

/** What is known of a capability from use; every part may be missing. */
export interface Evidence {
  readonly health?: "healthy" | "degraded" | "unhealthy";
  /** Success rate, 0 to 1: the end of Wilson's interval that is nearer to one half, where nothing is known. */
  readonly success?: number;
  /** Success where the mission's tags applied, 0 to 1. */
  readonly contextAffinity?: number;
  /** Success with the model at hand, 0 to 1. */
  readonly modelAffinity?: number;
  /** What to say wherever it is shown, when the words for its health do not say enough. */
  readonly warning?: string;
}

/** Asked once per candidate; whoever keeps trials answers. */
export type EvidenceOf = (id: string, context: EvidenceContext) => Evidence | undefined;

/** The same for whoever must wait for it: asked once per search, for all candidates. */
export type EvidenceFor = (ids: readonly string[], context: EvidenceContext) => Promise<ReadonlyMap<string, Evidence>>;

export interface EvidenceContext {
  readonly tags: readonly string[];
  readonly model: string | null;
}

/** In units of relevance, a tenth of cosine each. A rate of one half says nothing and moves nothing. */
export const evidenceWeights = {
  success: 0.5,
  contextAffinity: 0.6,
  modelAffinity: 0.3,
  degraded: -0.5,
  unhealthy: -1.5,
  tag: 0.4,
} as const;

export interface Reasons {
  /** The part of the mission it answers; null for all of it. */
  readonly need: string | null;
  readonly matched: readonly Match[];
  readonly similarity: number | null;
  /** The name as the mission spelt it, and the name that was meant. */
  readonly misspelt: readonly { readonly word: string; readonly name: string }[];
  /** Tags asked for that it has. */
  readonly tags: readonly string[];
  /** The capability that brought it here, and how they are related. */
  readonly neighbour: { readonly id: string; readonly relation: string } | null;
  /** What each term added, relevance first. */
  readonly terms: Readonly<Record<string, number>>;
}

export interface Ranked {
  readonly id: string;
  readonly capability: Capability;
  readonly score: number;
  /** How likely it is what was asked for, 0 to 1. */
  readonly relevance: number;
  readonly reasons: Reasons;
  /** Said wherever it is shown. */
  readonly warning: string | null;
}

export interface RankContext extends EvidenceContext {
  readonly evidenceOf: EvidenceOf | null;
  /** Capabilities in the catalogue. */
  readonly size: number;
}

export function rank(
  candidates: readonly Candidate[],
  capabilityOf: (slot: number) => Capability,
  context: RankContext,
): readonly Ranked[] {
  return candidates
    .map((candidate) => scored(candidate, capabilityOf(candidate.slot), context))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function scored(candidate: Candidate, capability: Capability, context: RankContext): Ranked {
  const evidence = context.evidenceOf?.(candidate.id, context);
  const tags = context.tags.filter((tag) => capability.tags.some((own) => own.toLowerCase() === tag.toLowerCase()));
  const terms: Record<string, number> = { relevance: candidate.score, ...evidenceTerms(evidence) };
  if (tags.length > 0) terms.tags = evidenceWeights.tag * tags.length;
  const score = Object.values(terms).reduce((sum, term) => sum + term, 0);
  const { need, matched, similarity, misspelt } = candidate;
  return {
    id: candidate.id,
    capability,
    score,
    relevance: probability(candidate.standing, similarity !== null, context.size),
    reasons: { need, matched, similarity, misspelt, tags, neighbour: null, terms },
    warning: warningOf(capability, evidence),
  };
}

function evidenceTerms(evidence: Evidence | undefined): Record<string, number> {
  const terms: Record<string, number> = {};
  if (evidence === undefined) return terms;
  const { health } = evidence;
  if (health === "degraded" || health === "unhealthy") terms.health = evidenceWeights[health];
  for (const key of ["success", "contextAffinity", "modelAffinity"] as const) {
    const rate = evidence[key];
    if (rate !== undefined && rate >= 0 && rate <= 1) terms[key] = evidenceWeights[key] * (rate - 0.5) * 2;
  }
  return terms;
}

export function warningOf(capability: Capability, evidence: Evidence | undefined): string | null {
  if (evidence?.warning !== undefined) return evidence.warning;
  if (evidence?.health === "unhealthy") return "unhealthy: its checks fail at present";
  if (evidence?.health === "degraded") return "degraded: some of its checks fail";
  return capability.available ? null : "not available here";
}

/** Standard deviations that a clear match has in a catalogue of any size beyond some hundred. */
const clearMatch = 10;

/**
 * From standard deviations to a probability, as measured on development data. Among few nothing can lie far from the
 * mean, however well it fits: there the scale is stretched.
 */
function probability(standing: number, semantic: boolean, size: number): number {
  const { base, slope } = semantic ? calibration.hybrid : calibration.lexical;
  const stretch = Math.max(1, clearMatch / Math.sqrt(Math.max(1, size - 1)));
  return 1 / (1 + Math.exp(-(base + slope * standing * stretch)));
}
