// A lexical index as bytes, for a start without building it again: numbers as they lie in memory, words as text. Bytes
// made with other weights, or damaged, are not read: the index is then built from the capabilities.

import type { LexicalState } from "./lexical.ts";

const magic = 0x70746c32;

export function lexicalBytes({
  fingerprint,
  terms,
  sizes,
  slots,
  impacts,
  fields,
  nameSizes,
  nameTerms,
}: LexicalState): Uint8Array {
  const words = new TextEncoder().encode(`${fingerprint}\n${terms.join("\n")}`);
  const parts = [sizes, slots, impacts, nameSizes, nameTerms, fields, words];
  const head = Int32Array.from([magic, ...parts.map((part) => part.length), 0]);
  const all = [head, ...parts].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  let check = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  for (let i = head.byteLength; i < bytes.length; i++) check = (Math.imul(check, 31) + bytes[i]!) | 0;
  new DataView(bytes.buffer).setInt32(head.byteLength - 4, check, true);
  return bytes;
}

/** Null when the bytes are no such index. */
export function lexicalState(given: Uint8Array): LexicalState | null {
  const headInts = 9;
  if (given.length < headInts * 4) return null;
  const bytes = given.slice(); // aligned, and the caller's bytes may change
  const head = new Int32Array(bytes.buffer, 0, headInts);
  const counts = [...head.subarray(1, 8)];
  if (head[0] !== magic || counts.some((count) => count < 0)) return null;
  const [sizeCount, slotCount, impactCount, nameSizeCount, nameCount, fieldCount, wordBytes] = counts as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const wholes = sizeCount + slotCount + impactCount + nameSizeCount + nameCount;
  if (headInts * 4 + wholes * 4 + fieldCount + wordBytes !== bytes.length) return null;
  let check = 0;
  for (let i = headInts * 4; i < bytes.length; i++) check = (Math.imul(check, 31) + bytes[i]!) | 0;
  if (check !== head[8]) return null;
  let at = headInts * 4;
  const ints = (count: number): Int32Array => {
    const part = new Int32Array(bytes.buffer, at, count);
    at += count * 4;
    return part;
  };
  const sizes = ints(sizeCount);
  const slots = ints(slotCount);
  const impactBits = ints(impactCount);
  const nameSizes = ints(nameSizeCount);
  const nameTerms = ints(nameCount);
  const fields = bytes.subarray(at, at + fieldCount);
  const [fingerprint = "", ...terms] = new TextDecoder().decode(bytes.subarray(at + fieldCount)).split("\n");
  const impacts = new Float32Array(impactBits.buffer, impactBits.byteOffset, impactCount);
  return terms.length === sizeCount || (sizeCount === 0 && terms.length === 1)
    ? { fingerprint, terms: sizeCount === 0 ? [] : terms, sizes, slots, impacts, fields, nameSizes, nameTerms }
    : null;
}
