// A code cache in the user's cache directory, for a Node that the shipped one does not fit. Whatever goes wrong here (no
// home, a full or read-only disk, a file of someone else's) only means that ptc starts a little slower.

import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { userFolder } from "./user-folders.ts";

export interface OwnCache {
  readonly data: Buffer | undefined;
  /** Writes what `make` returns, for the next start. */
  keep(make: () => Buffer): void;
}

/** Files kept: a few versions of Node and of ptc. */
const most = 6;

/** The cache for one program under this very V8 (its version, flags and processor features make the tag). */
export function ownCache(program: string): OwnCache {
  const folder = userFolder("cache", process.env);
  if (folder === undefined) return { data: undefined, keep: () => {} };
  const path = join(folder, `${program}-${cachedDataVersionTag().toString(16)}.cache`);
  return {
    data: quietly(() => readOwn(path)),
    keep: (make) =>
      quietly(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const draft = `${path}.${process.pid}`;
        try {
          writeFileSync(draft, "", { mode: 0o600, flag: "wx" }); // before the work of making it: can we write at all?
          writeFileSync(draft, make(), { flush: true }); // V8 trusts what it reads: no half-written file may stay
          renameSync(draft, path);
        } catch {
          rmSync(draft, { force: true });
        }
        prune(folder);
      }),
  };
}

/** Cached code is code: it is only taken from a file that nobody but this user can have written. */
function readOwn(path: string): Buffer | undefined {
  const file = openSync(path, "r");
  try {
    const { uid, mode } = fstatSync(file);
    const mine = process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o022) === 0);
    return mine ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

function prune(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".cache"))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of files.slice(most)) rmSync(path, { force: true });
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
