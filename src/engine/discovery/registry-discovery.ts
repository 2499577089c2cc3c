// Discovery over a registry and manifests: each answer comes from an index that was brought up to date before.

import type {
  DiscoverOptions,
  Discovery,
  DiscoveryResult,
  DiscoveryStats,
  SearchAnswer,
  SearchOptions,
} from "../../discovery/discovery.ts";
import { type MissionNeeds, needsForMission } from "../../discovery/mission.ts";
import { FollowedIndex } from "./followed-index.ts";

export type { IndexStatus, Refreshed, RegistryDiscoveryOptions } from "./followed-index.ts";

export interface NeedsOptions extends Omit<SearchOptions, "most"> {
  /** What is needed, in the words of whoever plans; found in the mission when left out. */
  readonly needs?: readonly string[];
}

/** Candidates looked at for a need. */
const CANDIDATES = 8;

export class RegistryDiscovery extends FollowedIndex {
  async search(mission: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const discovery = await this.#current();
    return explained(discovery, await discovery.search(mission, options));
  }

  async discover(mission: string, options: DiscoverOptions = {}): Promise<DiscoveryResult> {
    const discovery = await this.#current();
    return explained(discovery, await discovery.discover(mission, options));
  }

  renderForPrompt(result: DiscoveryResult): string {
    return result.prompt;
  }

  /** Schemas for a model's tool list: the tools the prompt shows, and the tool that finds more. */
  listDiscoveredTools(result: DiscoveryResult): ReturnType<Discovery["listDiscoveredTools"]> {
    return this.discovery.listDiscoveredTools(result);
  }

  getStats(): DiscoveryStats {
    return this.discovery.getStats();
  }

  /** What a mission needs, and what is there for it. */
  async needs(mission: string, { needs, ...options }: NeedsOptions = {}): Promise<MissionNeeds> {
    const discovery = await this.#current();
    const found = await needsForMission(
      mission,
      (need) => discovery.search(need, { ...options, most: CANDIDATES }),
      needs,
    );
    return explained(discovery, found);
  }

  /** What one answer comes from, all of it: a rebuild meanwhile begins with an empty one. */
  async #current(): Promise<Discovery> {
    await this.refresh();
    return this.discovery;
  }
}

/** An empty registry is the likeliest reason to find nothing, and has a next step of its own. */
function explained<A extends { readonly notices: readonly string[] }>({ index }: Discovery, answer: A): A {
  if (index.size > 0) return answer;
  const empty = "The registry is empty: ptc sync registers the tools and skills of a project.";
  return { ...answer, notices: [empty] };
}
