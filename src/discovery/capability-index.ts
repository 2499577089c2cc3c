// Everything that can be found, in one place: capabilities by id, each with a slot that the lexical and the semantic index
// share. A change costs its own capability and nothing else; slots are given again only after a capability is gone.

import { OptionsError } from "../base/options-error.ts";
import { type Capability, sameCapability } from "./descriptor.ts";
import { type FieldTexts, LexicalIndex, type LexicalWeights, lexicalFields } from "./lexical.ts";
import { type ByteVector, VectorIndex } from "./semantic.ts";
import { lexicalWeights } from "./weights.ts";

export class CapabilityIndex {
  readonly lexical: LexicalIndex;
  vectors: VectorIndex | null = null;
  readonly #slots = new Map<string, number>();
  readonly #capabilities: (Capability | null)[] = [];
  readonly #free: number[] = [];
  #version = 0;
  #mapVersion = 0;
  /** By slot: 1 where there is a capability, and where there is one that anybody may see. */
  #live = new Uint8Array(64);
  #public = new Uint8Array(64);
  /** Counts capabilities that came and went. */
  #membership = 0;
  #rankedVersion = -1;
  #order: readonly number[] = [];
  #ranks = new Int32Array(0);
  readonly #scores: Float32Array[] = [];

  constructor(weights: LexicalWeights = lexicalWeights, lexical = new LexicalIndex(weights)) {
    this.lexical = lexical;
  }

  /** An index as it was: capabilities by slot, null for a free one, and the lexical index that goes with them. */
  static restored(
    capabilities: readonly (Capability | null)[],
    lexical: LexicalIndex,
    vectorAt: (slot: number) => ByteVector | undefined,
  ): CapabilityIndex {
    const index = new CapabilityIndex(lexicalWeights, lexical);
    index.#reserve(capabilities.length); // free slots need their places too
    capabilities.forEach((capability, slot) => {
      index.#capabilities.push(capability);
      if (capability === null) {
        index.#free.push(slot);
        return;
      }
      index.#place(capability, slot);
      const vector = vectorAt(slot);
      if (vector !== undefined) index.setVector(slot, vector);
    });
    return index;
  }

  /** Counts changes: what was made from an older version is stale. */
  get version(): number {
    return this.#version;
  }

  /** Counts changes of what a map of all capabilities shows: they came, went, or are called or filed otherwise. */
  get mapVersion(): number {
    return this.#mapVersion;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Slots in use or free: all are below this. */
  get slots(): number {
    return this.#capabilities.length;
  }

  get(id: string): Capability | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : (this.#capabilities[slot] ?? undefined);
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  at(slot: number): Capability | null {
    return this.#capabilities[slot] ?? null;
  }

  get live(): Uint8Array {
    return this.#live.subarray(0, this.slots);
  }

  get public(): Uint8Array {
    return this.#public.subarray(0, this.slots);
  }

  /** By slot: how many ids come before its own. Sorted again when a capability came or went, from the order before. */
  get ranks(): Int32Array {
    if (this.#rankedVersion !== this.#membership) {
      const kept = new Uint8Array(this.slots);
      const order: number[] = this.#order.filter((slot) => this.#capabilities[slot] !== null);
      for (const slot of order) kept[slot] = 1;
      this.#capabilities.forEach((capability, slot) => {
        if (capability !== null && kept[slot] === 0) order.push(slot);
      });
      const idAt = (slot: number): string => this.#capabilities[slot]!.id;
      order.sort((a, b) => (idAt(a) < idAt(b) ? -1 : 1));
      this.#ranks = new Int32Array(this.slots);
      order.forEach((slot, rank) => {
        this.#ranks[slot] = rank;
      });
      this.#order = order;
      this.#rankedVersion = this.#membership;
    }
    return this.#ranks;
  }

  /** Room for the scores of the searches of one mission, by their number; the next mission writes over it. */
  scores(search: number): Float32Array {
    const kept = this.#scores[search];
    if (kept !== undefined && kept.length >= this.slots) return kept.subarray(0, this.slots).fill(0);
    this.#scores[search] = new Float32Array(this.#live.length);
    return this.#scores[search].subarray(0, this.slots);
  }

  /** In the order of their ids. */
  all(): readonly Capability[] {
    const found = this.#capabilities.filter((capability) => capability !== null);
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * Adds a capability or puts it in place of the one with its id; answers whether anything changed. Only what did is done
   * again: the words are filed anew when they are others, and a vector stays while the text it was made from does.
   */
  set(capability: Capability, vector?: ByteVector): boolean {
    const before = this.get(capability.id) ?? null;
    const slot = this.#slots.get(capability.id) ?? this.#free.pop() ?? this.#capabilities.length;
    this.#capabilities[slot] = capability;
    if (before !== null && vector === undefined && sameCapability(before, capability)) return false;
    this.#place(capability, slot);
    const texts = fieldTexts(capability);
    if (before === null || !sameTexts(fieldTexts(before), texts)) this.lexical.set(slot, texts);
    if (before === null || embeddingText(before) !== embeddingText(capability)) this.vectors?.delete(slot);
    if (vector !== undefined) this.setVector(slot, vector);
    if (before === null || !sameOnMap(before, capability)) this.#mapVersion++;
    this.#version++;
    return true;
  }

  #place(capability: Capability, slot: number): void {
    if (!this.#slots.has(capability.id)) this.#membership++;
    this.#slots.set(capability.id, slot);
    this.#reserve(slot + 1);
    this.#live[slot] = 1;
    this.#public[slot] = capability.visibility === "public" ? 1 : 0;
  }

  #reserve(slots: number): void {
    while (this.#live.length < slots) {
      this.#live = twice(this.#live);
      this.#public = twice(this.#public);
    }
  }

  hasVector(id: string): boolean {
    const slot = this.#slots.get(id);
    return slot !== undefined && this.vectors?.has(slot) === true;
  }

  setVector(slot: number, vector: ByteVector): void {
    this.vectors ??= new VectorIndex(vector.bytes.length);
    if (this.vectors.dimensions !== vector.bytes.length)
      throw new OptionsError(
        `The index holds vectors of ${this.vectors.dimensions} numbers and got one of ${vector.bytes.length}.`,
      );
    this.vectors.set(slot, vector);
  }

  delete(id: string): boolean {
    const slot = this.#slots.get(id);
    if (slot === undefined) return false;
    this.#slots.delete(id);
    this.#membership++;
    this.#capabilities[slot] = null;
    this.#live[slot] = 0;
    this.#public[slot] = 0;
    this.#free.push(slot);
    this.lexical.delete(slot);
    this.vectors?.delete(slot);
    this.#mapVersion++;
    this.#version++;
    return true;
  }
}

function twice(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}

/** What the lexical index reads of a capability. */
export function fieldTexts({ name, displayName, description, params, tags, category }: Capability): FieldTexts {
  return {
    name: addsWords(name, displayName) ? `${name} ${displayName}` : name,
    description,
    params: params.map((param) => `${param.name} ${param.description}`).join(" "),
    tags: tags.join(" "),
    category,
  };
}

function sameTexts(a: FieldTexts, b: FieldTexts): boolean {
  return lexicalFields.every((field) => a[field] === b[field]);
}

function sameOnMap(a: Capability, b: Capability): boolean {
  return a.name === b.name && a.category === b.category && a.kind === b.kind && a.visibility === b.visibility;
}

/** A display name made from the name, or spelt like it, must not count twice. */
function addsWords(name: string, displayName: string): boolean {
  const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return folded(name) !== folded(displayName);
}

/** What the embedder reads of a capability. */
export function embeddingText({ displayName, description }: Capability): string {
  return description === "" ? displayName : `${displayName}: ${description}`;
}
