// discover_capabilities: the tool a model calls when what it was shown is not enough. It costs every prompt its place in
// the tool list, so its own description is kept short.

import type { DiscoveryConfig } from "./config.ts";
import { capabilityKinds, isRecord } from "./descriptor.ts";
import type { Discovery } from "./discovery.ts";
import { metaToolName } from "./render.ts";

export interface MetaTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  run(args: unknown): Promise<object>;
}

export const metaToolSchema = {
  name: metaToolName,
  description: "Search all capabilities by what you need.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" }, kind: { enum: capabilityKinds } },
    required: ["query"],
  },
} as const;

/** Whoever searches: a Discovery, or one over a registry. */
export interface MetaToolSource extends Pick<Discovery, "search"> {
  readonly config: Pick<DiscoveryConfig, "tier1TopK">;
  readonly index: { readonly size: number };
}

export function discoverCapabilitiesTool(discovery: MetaToolSource): MetaTool {
  return {
    ...metaToolSchema,
    run: async (args) => {
      const { query, kind } = isRecord(args) ? args : {};
      if (typeof query !== "string" || query.trim() === "")
        return { error: "query must say in a few words what you need." };
      const wanted = capabilityKinds.find((known) => known === kind);
      if (kind !== undefined && wanted === undefined) return { error: `kind is one of ${capabilityKinds.join(", ")}.` };
      const { results, notices } = await discovery.search(query, {
        most: discovery.config.tier1TopK,
        ...(wanted === undefined ? {} : { kind: wanted }),
      });
      return {
        capabilities: results.map(({ id, capability, relevance, warning }) => ({
          id,
          name: capability.name,
          description: capability.description,
          relevance: Number(relevance.toFixed(2)),
          ...(warning === null ? {} : { warning }),
        })),
        totalIndexed: discovery.index.size,
        ...(notices.length > 0 ? { notices } : {}),
      };
    },
  };
}
