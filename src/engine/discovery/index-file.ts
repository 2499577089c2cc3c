// The index of a registry as one file: a head in JSON, the lexical index, the vectors, and a hash over all of it. Whatever is
// wrong with such a file is said and costs a rebuild, never an answer. It is written beside and renamed, so that whoever
// reads finds a whole one; of two writers the last one stays, and the next refresh mends what it had not seen.

import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CapabilityIndex } from "../../discovery/capability-index.ts";
import type { Capability } from "../../discovery/descriptor.ts";
import { LexicalIndex } from "../../discovery/lexical.ts";
import { lexicalBytes, lexicalState } from "../../discovery/lexical-file.ts";
import { lexicalWeights } from "../../discovery/weights.ts";
import type { Together } from "./together.ts";

export interface IndexContents {
  readonly index: CapabilityIndex;
  /** What each capability was made from, by its id. */
  readonly marks: ReadonlyMap<string, string>;
  /** The embedder that made the vectors. */
  readonly embedder: string | null;
  readonly together: Together;
}

export type ReadIndex =
  | { readonly ok: true; readonly contents: IndexContents }
  /** Null: there is no such file. */
  | { readonly ok: false; readonly why: string | null };

const magic = "ptcidx2\n";
const hashBytes = 32;
const frameBytes = magic.length + 4 * 3;
/** A larger one cannot be ours. */
const mostBytes = 1024 ** 3;

interface Head {
  readonly embedder: string | null;
  readonly dimensions: number;
  readonly capabilities: readonly (Capability | null)[];
  readonly marks: readonly (readonly [string, string])[];
  readonly together: Together;
}

export function writeIndexFile(path: string, contents: IndexContents): void {
  const bytes = indexBytes(contents);
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  dropAbandoned(path);
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (e) {
    rmSync(draft, { force: true });
    throw e;
  }
}

/** Drafts of processes that were killed while they wrote. */
function dropAbandoned(path: string): void {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".draft")) continue;
    const old = join(dirname(path), name);
    if ((statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < hourAgo) rmSync(old, { force: true });
  }
}

function indexBytes({ index, marks, embedder, together }: IndexContents): Buffer {
  const slots = Array.from({ length: index.slots }, (_, slot) => slot);
  const dimensions = index.vectors?.dimensions ?? 0;
  const head: Head = {
    embedder,
    dimensions,
    // Functions are left out by JSON; they are made again when the file is read.
    capabilities: slots.map((slot) => index.at(slot)),
    marks: [...marks],
    together,
  };
  const words = Buffer.from(JSON.stringify(head));
  const lexical = lexicalBytes(index.lexical.state());
  const vectors = Buffer.alloc(vectorBytes(index.slots, dimensions));
  for (const slot of dimensions === 0 ? [] : slots) {
    const vector = index.vectors?.vectorAt(slot);
    if (vector === undefined) continue;
    vectors.writeFloatLE(vector.scale, slot * 4);
    vectors.set(
      new Uint8Array(vector.bytes.buffer, vector.bytes.byteOffset, dimensions),
      index.slots * 4 + slot * dimensions,
    );
  }
  const frame = Buffer.alloc(frameBytes);
  frame.write(magic, 0, "latin1");
  for (const [i, part] of [words, lexical, vectors].entries()) frame.writeUInt32LE(part.length, magic.length + i * 4);
  const body = Buffer.concat([frame, words, lexical, vectors]);
  return Buffer.concat([body, createHash("sha256").update(body).digest()]);
}

/** A scale and the numbers for each slot. */
function vectorBytes(slots: number, dimensions: number): number {
  return dimensions === 0 ? 0 : slots * (4 + dimensions);
}

/** `revived` gives capabilities back what is read when it is shown: functions are not kept. */
export function readIndexFile(path: string, revived: (capability: Capability) => Capability): ReadIndex {
  const no = (why: string | null): ReadIndex => ({ ok: false, why });
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > mostBytes) return no("it is larger than an index can be");
    bytes = readFileSync(path);
  } catch (e) {
    const { code = "unknown error" } = e as NodeJS.ErrnoException;
    return no(code === "ENOENT" ? null : `it cannot be read (${code})`);
  }
  if (bytes.toString("latin1", 0, magic.length) !== magic) return no("it is not an index of this version of ptc");
  if (bytes.length < frameBytes + hashBytes) return no("it is cut off");
  const body = bytes.subarray(0, bytes.length - hashBytes);
  if (!createHash("sha256").update(body).digest().equals(bytes.subarray(body.length))) return no("it is damaged");
  const sizes = [0, 1, 2].map((i) => bytes.readUInt32LE(magic.length + i * 4)) as [number, number, number];
  if (frameBytes + sizes[0] + sizes[1] + sizes[2] !== body.length) return no("it is damaged");
  const [words, lexical, vectors] = split(body, sizes);
  const head = JSON.parse(words.toString()) as Head;
  const capabilities = head.capabilities.map((capability) => (capability === null ? null : revived(capability)));
  const contents = contentsOf({ ...head, capabilities }, lexical, vectors);
  return contents === null ? no("it was made by another version of ptc") : { ok: true, contents };
}

function split(body: Buffer, sizes: readonly [number, number, number]): [Buffer, Buffer, Buffer] {
  const [first, second, third] = [frameBytes, frameBytes + sizes[0], frameBytes + sizes[0] + sizes[1]];
  return [body.subarray(first, second), body.subarray(second, third), body.subarray(third)];
}

function contentsOf(head: Head, lexical: Buffer, vectors: Buffer): IndexContents | null {
  // A copy: a part of a Buffer lies at any offset in its memory, and numbers must not.
  const state = lexicalState(new Uint8Array(lexical));
  const words = state === null ? null : LexicalIndex.from(state, lexicalWeights);
  const { capabilities, dimensions } = head;
  if (words === null || vectors.length !== vectorBytes(capabilities.length, dimensions)) return null;
  const index = CapabilityIndex.restored(capabilities, words, (slot) => {
    const scale = dimensions === 0 ? 0 : vectors.readFloatLE(slot * 4);
    if (scale === 0) return undefined;
    const at = capabilities.length * 4 + slot * dimensions;
    return { scale, bytes: new Int8Array(vectors.buffer, vectors.byteOffset + at, dimensions) };
  });
  return { index, marks: new Map(head.marks), embedder: head.embedder, together: head.together };
}
