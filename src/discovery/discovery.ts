// The door to discovery: keeps the index and the graph current, embeds what is new, and answers missions, as a ranking or
// as a prompt within budgets. Search by words always works; when the embedder is absent or fails, the answer says so and
// comes from words alone.

import { OptionsError, onlyKnown } from "../base/options-error.ts";
import { type QueryAdapter, usualAdapter } from "./adapter.ts";
import { CapabilityIndex, embeddingText } from "./capability-index.ts";
import { dependenciesOf, liftRelated } from "./companions.ts";
import { type DiscoveryConfig, defaultDiscoveryConfig, withConfig } from "./config.ts";
import type { Capability, CapabilityKind } from "./descriptor.ts";
import { CapabilityGraph } from "./graph.ts";
import { needsOf } from "./needs.ts";
import { type EvidenceContext, type EvidenceFor, type EvidenceOf, type Ranked, rank, warningOf } from "./rank.ts";
import { findRelevant } from "./relevance.ts";
import { type Embedder, toBytes, type VectorCache } from "./semantic.ts";
import { capabilitiesOf, type SourceName, type Sources, sourceNames } from "./sources.ts";
import { joinTiers, type Tier, tier0, tier1, tier2 } from "./tiers.ts";
import { o200kCounter, type TokenCounter } from "./tokens.ts";
import { type ListedTool, listTools } from "./tool-list.ts";

export interface SearchOptions {
  /** Results at most; 10 by default. */
  readonly most?: number;
  readonly kind?: CapabilityKind;
  readonly onlyAvailable?: boolean;
  /** Hidden capabilities too. */
  readonly hidden?: boolean;
  /** Ids not to answer with, such as what the prompt already has. */
  readonly exclude?: readonly string[];
  /** What the mission is about, for tag match and for evidence of success in that context. */
  readonly tags?: readonly string[];
  /** The model that will use the results. */
  readonly model?: string;
}

const searchOptions = ["most", "kind", "onlyAvailable", "hidden", "exclude", "tags", "model"];
const discoverOptions = [...searchOptions.filter((name) => name !== "most"), "config"];

export interface SearchAnswer {
  /** Best first. */
  readonly results: readonly Ranked[];
  /** What the chosen need to work and the ranking does not hold. */
  readonly dependencies: readonly Ranked[];
  /** What the reader should know: why nothing was found, or why search by meaning was off. */
  readonly notices: readonly string[];
}

export interface DiscoverOptions extends Omit<SearchOptions, "most"> {
  readonly config?: Partial<DiscoveryConfig>;
}

export interface DiscoveryResult extends SearchAnswer {
  readonly tier0: Tier;
  readonly tier1: Tier;
  readonly tier2: Tier;
  readonly prompt: string;
  readonly tokens: number;
}

export interface DiscoveryOptions {
  readonly embedder?: Embedder | null;
  /** An index that was kept; an empty one unless given. */
  readonly index?: CapabilityIndex;
  readonly vectorCache?: VectorCache;
  readonly countTokens?: TokenCounter;
  readonly config?: Partial<DiscoveryConfig>;
  readonly evidenceOf?: EvidenceOf;
  /** Asked instead where evidence has to be waited for. */
  readonly evidenceFor?: EvidenceFor;
  /** Trained on queries of people; null searches with the model's own vectors. */
  readonly adapter?: QueryAdapter | null;
}

export interface DiscoveryStats {
  readonly capabilityCount: number;
  readonly embeddedCount: number;
  readonly termCount: number;
  readonly graphNodes: number;
  readonly graphEdges: number;
  readonly indexVersion: number;
  /** The id of the embedder, or null for search by words alone. */
  readonly embedder: string | null;
}

/** How notices about a failing embedder begin. */
export const meaningFailed = "Search by meaning failed";

export class Discovery {
  readonly index: CapabilityIndex;
  readonly graph = new CapabilityGraph();
  readonly config: DiscoveryConfig;
  readonly #embedder: Embedder | null;
  readonly #adapter: QueryAdapter | null;
  readonly #cache: VectorCache | null;
  readonly #evidenceOf: EvidenceOf | null;
  readonly #evidenceFor: EvidenceFor | null;
  /** What each source listed at its last refresh, by id. */
  readonly #listed = new Map<SourceName, ReadonlyMap<string, Capability>>();
  #refreshing: Promise<void> = Promise.resolve();
  #countTokens: TokenCounter | null;
  #embedderFailure: string | null = null;
  #tier0: { readonly version: number; readonly budget: number; readonly tier: Tier } | null = null;

  constructor(options: DiscoveryOptions = {}) {
    this.config = withConfig(defaultDiscoveryConfig, options.config);
    this.index = options.index ?? new CapabilityIndex();
    for (const capability of this.index.all()) this.graph.set(capability);
    this.#embedder = options.embedder ?? null;
    this.#cache = options.vectorCache ?? null;
    this.#countTokens = options.countTokens ?? null;
    this.#evidenceOf = options.evidenceOf ?? null;
    this.#evidenceFor = options.evidenceFor ?? null;
    const { embeddingModelId } = this.config;
    if (this.#embedder !== null && embeddingModelId !== undefined && embeddingModelId !== this.#embedder.id)
      throw new OptionsError(`embeddingModelId asks for ${embeddingModelId} and the embedder is ${this.#embedder.id}.`);
    const adapter = options.adapter === undefined ? usualAdapter() : options.adapter;
    this.#adapter = adapter !== null && adapter.embedderId === this.#embedder?.id ? adapter : null;
  }

  /** Fills the index from sources; the same as a refresh of all of them. */
  initialize(sources: Sources): Promise<void> {
    return this.refreshIndex(sources);
  }

  /**
   * Brings the named sources up to date, one refresh at a time: what one no longer lists goes, what did not change costs
   * nothing. Of an id that several list, the last of `sourceNames` counts, in whatever order they were refreshed.
   */
  refreshIndex(sources: Sources): Promise<void> {
    const next = this.#refreshing.catch(() => {}).then(() => this.#refresh(sources));
    this.#refreshing = next;
    return next;
  }

  async #refresh(sources: Sources): Promise<void> {
    onlyKnown(sources, sourceNames, "A refresh of sources");
    // All are read before any is taken: a source that is refused leaves the others as they were.
    const read = sourceNames.flatMap((name) => {
      const capabilities = capabilitiesOf(name, sources);
      return capabilities === null ? [] : [[name, new Map(capabilities.map((one) => [one.id, one]))] as const];
    });
    for (const [name, listed] of read) {
      const ids = new Set([...(this.#listed.get(name)?.keys() ?? []), ...listed.keys()]);
      this.#listed.set(name, listed);
      for (const id of ids) if (this.#counting(id) === undefined) this.remove(id);
      await this.upsert([...ids].flatMap((id) => this.#counting(id) ?? []));
    }
  }

  /** Adds capabilities, or puts them in place of those with the same id; what did not change is not indexed again. */
  async upsert(capabilities: readonly Capability[]): Promise<void> {
    for (const capability of capabilities) {
      if (this.index.set(capability)) this.graph.set(capability);
      await this.#embed(capability);
    }
  }

  /** Embeds what was indexed while there was no embedder; answers how many that were. */
  async embedMissing(): Promise<number> {
    if (this.#embedder === null) return 0;
    let embedded = 0;
    for (let slot = 0; slot < this.index.slots; slot++) {
      const capability = this.index.at(slot);
      if (capability === null || this.index.hasVector(capability.id)) continue;
      await this.#embed(capability);
      // An embedder that fails once would fail for all of them.
      if (!this.index.hasVector(capability.id)) break;
      embedded++;
    }
    return embedded;
  }

  remove(id: string): boolean {
    this.graph.delete(id);
    return this.index.delete(id);
  }

  /** Notes that capabilities work together, from a preset or from observed use. */
  compose(ids: readonly string[]): void {
    ids.forEach((a, i) => {
      for (const b of ids.slice(i + 1)) this.graph.compose(a, b);
    });
  }

  async search(mission: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    onlyKnown(options, searchOptions, "A search");
    return this.#search(mission, options, this.config);
  }

  /** Finds what a mission needs and writes it as a prompt within the budgets. */
  async discover(mission: string, options: DiscoverOptions = {}): Promise<DiscoveryResult> {
    onlyKnown(options, discoverOptions, "discover");
    const { config: own, ...about } = options;
    const config = withConfig(this.config, own);
    this.#countTokens ??= await o200kCounter();
    const count = this.#countTokens;
    const answer = await this.#search(
      mission,
      { ...about, most: Math.max(config.tier1TopK, config.tier2TopK, 1) * 2 },
      config,
    );
    const chosen = answer.results.filter((one) => one.relevance >= config.tier1MinRelevance);
    const lines = chosen.slice(0, config.tier1TopK);
    const needed = await this.#dependenciesOf(lines, lines, options, config);
    const notices = [...answer.notices];

    const first = this.#mapOf(config.tier0TokenBudget, count);
    if (first.text === "" && this.index.size > 0)
      notices.push(`The map of categories needs more than the ${config.tier0TokenBudget} tokens of tier0TokenBudget.`);
    const second = tier1(lines, needed, config.tier1TokenBudget, count);
    if (second.shown.length > 0)
      for (const id of second.skipped) notices.push(`${id} is too long for what is left of tier1TokenBudget.`);
    else if (lines.length > 0)
      notices.push(`No result fits into the ${config.tier1TokenBudget} tokens of tier1TokenBudget.`);
    if (chosen.length === 0 && answer.results.length > 0)
      notices.push(`No result is as relevant as tier1MinRelevance asks (${config.tier1MinRelevance}).`);
    const third = await tier2(
      [...chosen, ...without(needed, chosen)],
      config.tier2TopK,
      config.tier2TokenBudget,
      count,
    );
    for (const id of third.skipped) notices.push(`${id} is too long for what is left of tier2TokenBudget.`);
    const dependencies = without(needed, answer.results);
    return { ...answer, dependencies, notices, ...within([first, second, third], config, count) };
  }

  renderForPrompt(result: DiscoveryResult): string {
    return result.prompt;
  }

  /** Schemas for a model's tool list: the tools the prompt shows, and the tool that finds more. */
  listDiscoveredTools(result: DiscoveryResult): Promise<readonly ListedTool[]> {
    return listTools(result);
  }

  getStats(): DiscoveryStats {
    return {
      capabilityCount: this.index.size,
      embeddedCount: this.index.vectors?.size ?? 0,
      termCount: this.index.lexical.termCount,
      graphNodes: this.graph.nodeCount,
      graphEdges: this.graph.edgeCount,
      indexVersion: this.index.version,
      embedder: this.#embedder?.id ?? null,
    };
  }

  async #search(mission: string, options: SearchOptions, config: DiscoveryConfig): Promise<SearchAnswer> {
    const { most = 10 } = options;
    if (!Number.isInteger(most) || most < 1)
      throw new OptionsError(`most must be a whole number of at least 1, not ${most}.`);
    const nothing = (why: string): SearchAnswer => ({ results: [], dependencies: [], notices: [why] });
    const needs = needsOf(mission);
    if (needs.whole === "") return nothing("The query is empty: say what you need in a few words.");
    if (this.index.size === 0) return nothing("Nothing is indexed yet: there is nothing to find.");
    const embedded = this.index.vectors?.size ?? 0;
    const vectors = embedded === 0 ? null : await this.#vectorsOf([needs.whole, ...needs.parts]);
    const candidates = findRelevant(this.index, needs, {
      most,
      vectors: vectors?.map((vector) => this.#adapter?.adapt(vector) ?? vector) ?? null,
      admits: isFiltered(options) ? (slot) => admits(this.index.at(slot)!, options) : null,
    });
    // While evidence is waited for, the index may change and give a slot to another.
    const found = new Map(candidates.map(({ slot }) => [slot, this.index.at(slot)!]));
    const about = contextOf(options);
    const evidenceOf = await this.#evidence(
      candidates.map(({ id }) => id),
      about,
    );
    const context = { ...about, evidenceOf, size: this.index.size };
    const ranked = rank(candidates, (slot) => found.get(slot)!, context);
    const results = config.useGraphReranking ? liftRelated(ranked, this.graph, config.graphBoostFactor) : ranked;
    const notices: string[] = [];
    const why = this.#embedderFailure ?? "no vectors were made yet";
    if (this.#embedder !== null && vectors === null)
      notices.push(`${meaningFailed}, words alone were searched: ${why}`);
    else if (vectors !== null && embedded < this.index.size)
      notices.push(
        `${meaningFailed} for ${this.index.size - embedded} of ${this.index.size} capabilities, found by words alone: ${why}`,
      );
    if (results.length === 0) notices.push("No capability that may be shown has a word of the query.");
    return {
      results,
      dependencies: await this.#dependenciesOf(results.slice(0, config.tier1TopK), results, options, config),
      notices,
    };
  }

  /** What the chosen need and what is not there already. */
  async #dependenciesOf(
    chosen: readonly Ranked[],
    there: readonly Ranked[],
    options: SearchOptions,
    config: DiscoveryConfig,
  ): Promise<readonly Ranked[]> {
    if (!config.useGraphReranking) return [];
    const context = contextOf(options);
    const find = (id: string): Capability | undefined => {
      const found = this.index.get(id);
      const { hidden, exclude } = options;
      // A dependency may be of another kind than was asked for; what must not be seen must not be seen.
      const may =
        found !== undefined &&
        admits(found, { ...(hidden === undefined ? {} : { hidden }), ...(exclude === undefined ? {} : { exclude }) });
      return may ? found : undefined;
    };
    const known = new Set(there.map(({ id }) => id));
    const required = new Set(chosen.flatMap(({ id }) => this.graph.dependenciesOf(id)));
    const needed = [...required].filter((id) => !known.has(id));
    const evidenceOf = await this.#evidence(needed, context);
    const warningFor = (capability: Capability): string | null =>
      warningOf(capability, evidenceOf?.(capability.id, context));
    return dependenciesOf(chosen, known, this.graph, find, warningFor, config.tier1TopK);
  }

  async #evidence(ids: readonly string[], context: EvidenceContext): Promise<EvidenceOf | null> {
    if (this.#evidenceFor === null || ids.length === 0) return this.#evidenceOf;
    const known = await this.#evidenceFor(ids, context);
    return (id) => known.get(id) ?? this.#evidenceOf?.(id, context);
  }

  /** Tier 0 depends on the capabilities and nothing else: what one query leaves out, the next must see. */
  #mapOf(budget: number, count: TokenCounter): Tier {
    const { mapVersion: version } = this.index;
    if (this.#tier0?.version !== version || this.#tier0.budget !== budget) {
      const visible = this.index.all().filter((capability) => capability.visibility === "public");
      this.#tier0 = { version, budget, tier: tier0(visible, budget, count) };
    }
    return this.#tier0.tier;
  }

  /** What the sources say of an id. */
  #counting(id: string): Capability | undefined {
    let last: Capability | undefined;
    for (const name of sourceNames) last = this.#listed.get(name)?.get(id) ?? last;
    return last;
  }

  /** Gives a capability a vector, unless it has one. */
  async #embed(capability: Capability): Promise<void> {
    const { id } = capability;
    if (this.#embedder === null || this.index.hasVector(id)) return;
    const text = embeddingText(capability);
    let vector = this.#cache?.get(text);
    if (vector === undefined) {
      const [made] = (await this.#vectorsOf([text])) ?? [];
      if (made === undefined) return;
      vector = toBytes(made);
      this.#cache?.set(text, vector);
    }
    // While it was made, the capability may have gone or changed, and its slot be another's.
    const slot = this.index.slotOf(id);
    if (slot !== undefined && embeddingText(this.index.at(slot)!) === text) this.index.setVector(slot, vector);
  }

  /** Null when there is no embedder or it fails. */
  async #vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[] | null> {
    if (this.#embedder === null) return null;
    try {
      const vectors = await this.#embedder.embed(texts);
      const wrong = vectors.length !== texts.length || vectors.some((v) => v.length !== this.#embedder?.dimensions);
      if (wrong) throw new Error("the embedder did not give one vector of its size for each text");
      return vectors;
    } catch (e) {
      this.#embedderFailure = e instanceof Error ? e.message : String(e);
      return null;
    }
  }
}

function without(some: readonly Ranked[], others: readonly Ranked[]): readonly Ranked[] {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
}

/** The tiers as one text that keeps the sum of the budgets: tokens can merge at a seam, and then the last tier gives way. */
function within(
  tiers: readonly [Tier, Tier, Tier],
  config: DiscoveryConfig,
  count: TokenCounter,
): Pick<DiscoveryResult, "tier0" | "tier1" | "tier2" | "prompt" | "tokens"> {
  const budget = config.tier0TokenBudget + config.tier1TokenBudget + config.tier2TokenBudget;
  const none: Tier = { text: "", tokens: 0, shown: [] };
  for (let kept = 3; ; kept--) {
    const [a, b, c] = tiers.map((tier, i) => (i < kept ? tier : none)) as [Tier, Tier, Tier];
    const prompt = joinTiers([a, b, c]);
    const tokens = prompt === "" ? 0 : count(prompt);
    if (tokens <= budget || kept === 0) return { tier0: a, tier1: b, tier2: c, prompt, tokens };
  }
}

function contextOf({ tags = [], model = null }: { tags?: readonly string[]; model?: string | null }): EvidenceContext {
  return { tags, model };
}

function isFiltered({ kind, onlyAvailable, hidden, exclude, model }: SearchOptions): boolean {
  return (
    kind !== undefined || onlyAvailable === true || hidden === true || exclude !== undefined || model !== undefined
  );
}

function admits(capability: Capability, { kind, onlyAvailable, hidden, exclude, model }: SearchOptions): boolean {
  if (model !== undefined && capability.models.length > 0 && !capability.models.includes(model)) return false;
  if (kind !== undefined && capability.kind !== kind) return false;
  if (onlyAvailable === true && !capability.available) return false;
  if (hidden !== true && capability.visibility === "hidden") return false;
  return exclude === undefined || !exclude.includes(capability.id);
}
