// Vectors of texts in a file, so that each text is embedded once on a machine. The file is a cache: missing, damaged or
// of another model, it is simply made again, and nothing that goes wrong with it ends a search.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ByteVector, VectorCache } from "../../discovery/semantic.ts";

const keyBytes = 16;
const magic = "ptcvec1\n";

export interface VectorFile extends VectorCache {
  /** Writes what is new; false when it could not. */
  save(): boolean;
}

export function openVectorFile(path: string, dimensions: number): VectorFile {
  const rowBytes = keyBytes + 4 + dimensions;
  const rows = readRows(path, rowBytes);
  let fresh = false;
  return {
    get(text) {
      const row = rows.get(keyOf(text));
      if (row === undefined) return undefined;
      const bytes = new Int8Array(row.buffer, row.byteOffset + keyBytes + 4, dimensions);
      return { bytes, scale: row.readFloatLE(keyBytes) } satisfies ByteVector;
    },
    set(text, { bytes, scale }) {
      const row = Buffer.alloc(rowBytes);
      const key = keyOf(text);
      row.write(key, 0, "latin1");
      row.writeFloatLE(scale, keyBytes);
      row.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), keyBytes + 4);
      rows.set(key, row);
      fresh = true;
    },
    save() {
      if (!fresh) return true;
      const draft = `${path}.${process.pid}`;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        // Another process may have added rows since; both are kept.
        for (const [key, row] of readRows(path, rowBytes)) if (!rows.has(key)) rows.set(key, row);
        writeFileSync(draft, Buffer.concat([headOf(rowBytes), ...rows.values()]), { mode: 0o600, flush: true });
        renameSync(draft, path);
        fresh = false;
        return true;
      } catch {
        rmSync(draft, { force: true });
        return false;
      }
    },
  };
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, keyBytes).toString("latin1");
}

function headOf(rowBytes: number): Buffer {
  const head = Buffer.alloc(magic.length + 4);
  head.write(magic, 0, "latin1");
  head.writeUInt32LE(rowBytes, magic.length);
  return head;
}

function readRows(path: string, rowBytes: number): Map<string, Buffer> {
  const rows = new Map<string, Buffer>();
  let all: Buffer;
  try {
    all = readFileSync(path);
  } catch {
    return rows;
  }
  const head = headOf(rowBytes);
  if (!all.subarray(0, head.length).equals(head)) return rows;
  for (let at = head.length; at + rowBytes <= all.length; at += rowBytes) {
    const row = all.subarray(at, at + rowBytes);
    rows.set(row.toString("latin1", 0, keyBytes), row);
  }
  return rows;
}
