// Search by meaning: the port to whatever turns text into vectors, and an index of such vectors. A vector is kept as
// bytes with one scale: a quarter of the memory, and the ranking of the exact ones to the third decimal.

import { type Rows, rowsOf } from "./dot-products.ts";

export interface Embedder {
  /** Names model and version: vectors of another id are never compared with these. */
  readonly id: string;
  readonly dimensions: number;
  /** One vector per text, in order; any length, scaled to one by the index. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** A vector of length one as bytes: `scale` times a byte is the value. */
export interface ByteVector {
  readonly bytes: Int8Array;
  readonly scale: number;
}

export function toBytes(vector: Float32Array): ByteVector {
  let square = 0;
  let most = 0;
  for (const x of vector) {
    square += x * x;
    if (Math.abs(x) > most) most = Math.abs(x);
  }
  if (!(square > 0) || !Number.isFinite(square)) return { bytes: new Int8Array(vector.length), scale: 0 };
  const step = most / 127;
  const bytes = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i]! / step);
  return { bytes, scale: step / Math.sqrt(square) };
}

export class VectorIndex {
  readonly dimensions: number;
  readonly #rows: Rows;
  #scales = new Float32Array(0);
  #size = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = rowsOf(dimensions);
  }

  /** Slots with a vector. */
  get size(): number {
    return this.#size;
  }

  set(slot: number, { bytes, scale }: ByteVector): void {
    this.delete(slot);
    if (slot >= this.#scales.length) this.#grow(Math.max(64, slot + 1, this.#scales.length * 2));
    this.#rows.bytes().set(bytes, slot * this.#rows.stride);
    this.#scales[slot] = scale;
    if (scale !== 0) this.#size++;
  }

  delete(slot: number): void {
    if (!this.has(slot)) return;
    this.#scales[slot] = 0;
    this.#size--;
  }

  has(slot: number): boolean {
    return slot < this.#scales.length && this.#scales[slot] !== 0;
  }

  vectorAt(slot: number): ByteVector | undefined {
    if (!this.has(slot)) return undefined;
    const at = slot * this.#rows.stride;
    return { bytes: this.#rows.bytes().slice(at, at + this.dimensions), scale: this.#scales[slot]! };
  }

  /** Cosine of every slot below `slots` with the query; 0 where there is no vector. */
  similarities(query: Float32Array, slots: number, into: Float32Array): void {
    const { bytes, scale } = toBytes(query);
    const known = Math.min(slots, this.#scales.length);
    const products = this.#rows.products(bytes, known);
    for (let slot = 0; slot < known; slot++) into[slot] = products[slot]! * scale * this.#scales[slot]!;
    into.fill(0, known, slots);
  }

  #grow(slots: number): void {
    this.#rows.reserve(slots);
    const scales = new Float32Array(slots);
    scales.set(this.#scales);
    this.#scales = scales;
  }
}

/** Vectors by the text they were made from: what did not change is not embedded again. */
export interface VectorCache {
  get(text: string): ByteVector | undefined;
  set(text: string, vector: ByteVector): void;
}
