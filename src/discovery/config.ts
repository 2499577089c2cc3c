// The options of discovery: given once, and for a single call where that differs.

import { OptionsError, onlyKnown } from "../base/options-error.ts";

export interface DiscoveryConfig {
  /** Most tokens of each tier, headings and separators included. */
  readonly tier0TokenBudget: number;
  readonly tier1TokenBudget: number;
  readonly tier2TokenBudget: number;
  /** Most results with a line, and most in full. */
  readonly tier1TopK: number;
  readonly tier2TopK: number;
  /** Results less likely than this are left out, 0 to 1. Measured: any cut costs recall, so the default cuts nothing. */
  readonly tier1MinRelevance: number;
  readonly useGraphReranking: boolean;
  /** How far a relation may lift a result, in units of relevance per weight. */
  readonly graphBoostFactor: number;
  /** The name under which an index is kept. */
  readonly collectionName: string;
  /** The embedder's id, where only that one will do. */
  readonly embeddingModelId?: string;
}

export const defaultDiscoveryConfig: DiscoveryConfig = {
  tier0TokenBudget: 200,
  tier1TokenBudget: 800,
  tier2TokenBudget: 2000,
  tier1TopK: 5,
  tier2TopK: 2,
  tier1MinRelevance: 0,
  useGraphReranking: true,
  graphBoostFactor: 0.15,
  collectionName: "capability_index",
};

const known = [...Object.keys(defaultDiscoveryConfig), "embeddingModelId"];

export function withConfig(base: DiscoveryConfig, given: Partial<DiscoveryConfig> = {}): DiscoveryConfig {
  onlyKnown(given, known, "The discovery configuration");
  const config = { ...base, ...given };
  for (const key of ["tier0TokenBudget", "tier1TokenBudget", "tier2TokenBudget", "tier1TopK", "tier2TopK"] as const)
    if (!Number.isInteger(config[key]) || config[key] < 0)
      throw new OptionsError(`${key} must be a whole number of at least 0, not ${config[key]}.`);
  for (const key of ["tier1MinRelevance", "graphBoostFactor"] as const)
    if (!(config[key] >= 0 && config[key] <= 1))
      throw new OptionsError(`${key} must lie between 0 and 1, not ${config[key]}.`);
  return config;
}

/** Shares of one budget for a whole prompt: the map, the lines, the rest in full. */
export function splitBudget(tokens: number): Partial<DiscoveryConfig> {
  if (!Number.isInteger(tokens) || tokens < 0)
    throw new OptionsError(`A budget must be a whole number of tokens, not ${tokens}.`);
  const tier0TokenBudget = Math.min(200, Math.floor(tokens * 0.15));
  const tier1TokenBudget = Math.min(800, Math.floor(tokens * 0.35));
  return { tier0TokenBudget, tier1TokenBudget, tier2TokenBudget: tokens - tier0TokenBudget - tier1TokenBudget };
}
