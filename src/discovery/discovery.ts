// The door to discovery: keeps the index current, embeds what is new, and answers missions. Search by words always works;
// when the embedder is absent or fails, the answer says so and comes from words alone.

import { CapabilityIndex, embeddingText } from "./capability-index.ts";
import type { Capability, CapabilityKind } from "./descriptor.ts";
import { needsOf } from "./needs.ts";
import { type Candidate, findRelevant } from "./relevance.ts";
import { type Embedder, toBytes, type VectorCache } from "./semantic.ts";

export interface SearchOptions {
  readonly most?: number;
  readonly kind?: CapabilityKind;
  readonly onlyAvailable?: boolean;
  readonly hidden?: boolean;
  readonly exclude?: readonly string[];
}

export interface SearchAnswer {
  readonly results: readonly Candidate[];
  /** What the reader should know: why nothing was found, or why search by meaning was off. */
  readonly notices: readonly string[];
}

export interface DiscoveryOptions {
  readonly embedder?: Embedder | null;
  readonly vectorCache?: VectorCache;
}

export class Discovery {
  readonly index = new CapabilityIndex();
  readonly #embedder: Embedder | null;
  readonly #cache: VectorCache | null;
  #embedderFailure: string | null = null;

  constructor({ embedder, vectorCache }: DiscoveryOptions = {}) {
    this.#embedder = embedder ?? null;
    this.#cache = vectorCache ?? null;
  }

  /** Adds capabilities, or puts them in place of those with the same id. */
  async upsert(capabilities: readonly Capability[]): Promise<void> {
    for (const capability of capabilities) {
      const before = this.index.get(capability.id);
      const slot = this.index.slotOf(capability.id);
      const text = embeddingText(capability);
      const kept =
        before !== undefined && slot !== undefined && embeddingText(before) === text
          ? this.index.vectors?.vectorAt(slot)
          : undefined;
      this.index.set(capability, kept);
      if (kept === undefined) await this.#embed(capability.id, text);
    }
  }

  remove(id: string): boolean {
    return this.index.delete(id);
  }

  async search(mission: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const needs = needsOf(mission);
    if (needs.whole === "") return { results: [], notices: ["The query is empty: say what you need in a few words."] };
    if (this.index.size === 0) return { results: [], notices: ["Nothing is indexed yet: there is nothing to find."] };
    const vectors = await this.#vectorsOf([needs.whole, ...needs.parts]);
    const results = findRelevant(this.index, needs, {
      most: options.most ?? 10,
      vectors,
      admits: (slot) => admits(this.index.at(slot)!, options),
    });
    const notices: string[] = [];
    if (this.#embedderFailure !== null)
      notices.push(`Search by meaning is off, words alone were searched: ${this.#embedderFailure}`);
    if (results.length === 0) notices.push("No capability that may be shown has a word of the query.");
    return { results, notices };
  }

  async #embed(id: string, text: string): Promise<void> {
    const slot = this.index.slotOf(id);
    if (this.#embedder === null || slot === undefined) return;
    const cached = this.#cache?.get(text);
    if (cached !== undefined) return this.index.setVector(slot, cached);
    const [vector] = (await this.#vectorsOf([text])) ?? [];
    if (vector === undefined) return;
    const bytes = toBytes(vector);
    this.#cache?.set(text, bytes);
    this.index.setVector(slot, bytes);
  }

  /** Null when there is no embedder or it fails. */
  async #vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[] | null> {
    if (this.#embedder === null) return null;
    try {
      const vectors = await this.#embedder.embed(texts);
      this.#embedderFailure = null;
      return vectors;
    } catch (e) {
      this.#embedderFailure = e instanceof Error ? e.message : String(e);
      return null;
    }
  }
}

function admits(capability: Capability, { kind, onlyAvailable, hidden, exclude }: SearchOptions): boolean {
  if (kind !== undefined && capability.kind !== kind) return false;
  if (onlyAvailable === true && !capability.available) return false;
  if (hidden !== true && capability.visibility === "hidden") return false;
  return exclude === undefined || !exclude.includes(capability.id);
}
