// sha256 as text, the same in every environment.

import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import { canonicalJson } from "./canonical-json.ts";

/** "sha256:" and 64 hex digits. */
export type Hash = `sha256:${string}`;

export function hashText(text: string): Hash {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

/** Of a value's canonical JSON. */
export function hashValue(value: unknown): Hash {
  return hashText(canonicalJson(value));
}
