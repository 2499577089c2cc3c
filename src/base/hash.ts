// sha256 as text, the same in every environment. Where the host has a native one it is used: hashing is a third of a link
// otherwise.

import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import { canonicalJson } from "./canonical-json.ts";

/** "sha256:" and 64 hex digits. */
export type Hash = `sha256:${string}`;

type Digest = (text: string) => string;

interface NativeCrypto {
  createHash(name: "sha256"): { update(text: string, encoding: "utf8"): { digest(as: "hex"): string } };
}

interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

export function portableDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Looked for when first needed; not an import, since this file runs in browsers too. */
let digest: Digest | null = null;

function digestOf(text: string): string {
  digest ??= nativeDigest() ?? portableDigest;
  return digest(text);
}

function nativeDigest(): Digest | null {
  const found = (globalThis as Host).process?.getBuiltinModule?.("crypto") as Partial<NativeCrypto> | undefined;
  if (typeof found?.createHash !== "function") return null;
  const crypto = found as NativeCrypto;
  return (text) => crypto.createHash("sha256").update(text, "utf8").digest("hex");
}

export function hashText(text: string): Hash {
  return `sha256:${digestOf(text)}`;
}

/** Of a value's canonical JSON. */
export function hashValue(value: unknown): Hash {
  return hashText(canonicalJson(value));
}
