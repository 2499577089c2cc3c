// A small correction of query vectors, trained on what people asked and which capability answered it: questions and
// descriptions are written differently, and the sentence model does not know that. It is a matrix of low rank added to
// the vector: two thin matrices of bytes, learnt by scripts/tune-discovery.mjs.

import { adapterWeights } from "./adapter-weights.ts";

export interface QueryAdapter {
  /** The embedder whose vectors it was trained on; others pass unchanged. */
  readonly embedderId: string;
  adapt(vector: Float32Array): Float32Array;
}

export interface AdapterWeights {
  readonly embedderId: string;
  readonly dimensions: number;
  readonly rank: number;
  /** What a byte of each matrix stands for. */
  readonly inStep: number;
  readonly outStep: number;
  /** Base64: `rank` rows of `dimensions` that read a vector, then as many that write the correction. */
  readonly bytes: string;
}

let usual: QueryAdapter | null = null;

export function usualAdapter(): QueryAdapter {
  usual ??= adapterOf(adapterWeights);
  return usual;
}

export function adapterOf({ embedderId, dimensions, rank, inStep, outStep, bytes }: AdapterWeights): QueryAdapter {
  const all = Float32Array.from(fromBase64(bytes));
  for (let i = 0; i < all.length; i++) all[i]! *= i < rank * dimensions ? inStep : outStep;
  const reads = all.subarray(0, rank * dimensions);
  const writes = all.subarray(rank * dimensions);
  return {
    embedderId,
    adapt(vector) {
      let square = 0;
      for (const x of vector) square += x * x;
      const unit = 1 / Math.sqrt(square || 1);
      const adapted = vector.map((x) => x * unit);
      const asked = adapted.slice();
      for (let row = 0; row < rank; row++) {
        const at = row * dimensions;
        let amount = 0;
        for (let i = 0; i < dimensions; i++) amount += reads[at + i]! * asked[i]!;
        for (let i = 0; i < dimensions; i++) adapted[i]! += writes[at + i]! * amount;
      }
      return adapted;
    },
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Signed bytes; written out because not every JavaScript engine brings a decoder. */
function fromBase64(text: string): Int8Array {
  const digits = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i;
  const bytes = new Int8Array(Math.floor((text.replace(/=+$/, "").length * 3) / 4));
  for (let i = 0, at = 0; at < bytes.length; i += 4) {
    const four = [0, 1, 2, 3].map((k) => digits[text.charCodeAt(i + k)] ?? 0);
    const bits = (four[0]! << 18) | (four[1]! << 12) | (four[2]! << 6) | four[3]!;
    for (const shift of [16, 8, 0]) if (at < bytes.length) bytes[at++] = (bits >> shift) & 0xff;
  }
  return bytes;
}
