// Files and folders opened so that nobody can swap them in between. Between asking where a path leads and opening it, a
// folder on the way may become a link; so after opening we ask the kernel where the opened thing is (Linux: /proc/self/fd),
// or, where it cannot tell, compare the opened file with the one at the permitted place.

import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { withSlashes } from "./paths.ts";

/** Thrown when what was opened is not what was permitted: the caller looks again, a few times. */
export class Swapped extends Error {}

export interface Opening {
  /** Whether to ask the kernel; false leaves the comparison of other systems. */
  readonly askKernel: boolean;
  /** Where a test swaps files: after the check, before the opening. */
  readonly beforeOpen?: () => Promise<void> | void;
}

const usual: Opening = { askKernel: true };

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Opens the regular file at `path`, which must be a real path: free of links. */
export async function openFile(path: string, through = path, opening: Opening = usual): Promise<FileHandle> {
  // Looked at first: opening a device or a pipe can do things by itself.
  const before = await lstat(through);
  if (before.isSymbolicLink()) throw new Swapped();
  if (before.isDirectory()) throw Object.assign(new Error("is a folder"), { code: "EISDIR" });
  if (!before.isFile()) throw Object.assign(new Error("is no regular file"), { code: "ENOTFILE" });
  await opening.beforeOpen?.();
  const handle = await open(through, READ).catch(swappedForLink);
  try {
    if (!(await handle.stat()).isFile()) throw new Swapped();
    await confirmPlace(handle, path, opening);
    return handle;
  } catch (e) {
    await handle.close();
    throw e;
  }
}

/** With O_NOFOLLOW a link answers so. */
function swappedForLink(e: NodeJS.ErrnoException): never {
  throw e.code === "ELOOP" || e.code === "EMLINK" ? new Swapped() : e;
}

/** Makes sure that what is open lies at `path`, a real path. */
export async function confirmPlace(handle: FileHandle, path: string, opening: Opening = usual): Promise<void> {
  const place = opening.askKernel ? await placeOf(handle) : null;
  if (place !== null) {
    if (place !== path) throw new Swapped();
    return;
  }
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), lstat(path, { bigint: true })]);
  if (opened.ino !== there.ino || opened.dev !== there.dev) throw new Swapped();
  if (withSlashes(await realpath(path)) !== path) throw new Swapped();
}

/** Where the kernel says an open file is; null when it cannot tell. */
async function placeOf(handle: FileHandle): Promise<string | null> {
  if (process.platform !== "linux") return null;
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch {
    return null;
  }
}

export interface PinnedFolder {
  readonly path: string;
  /** The path of an entry that stays in this folder whatever happens to the folders above it. */
  readonly entry: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** Holds on to the folder at `path`, a real path, opened as `through`. */
export async function pinFolder(path: string, through = path, opening: Opening = usual): Promise<PinnedFolder> {
  const plain = (name: string) => (path.endsWith("/") ? path + name : `${path}/${name}`);
  if (constants.O_DIRECTORY === undefined) return { path, entry: plain, close: async () => {} };
  await opening.beforeOpen?.();
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(through, flags).catch((e: NodeJS.ErrnoException) => {
    // What was a folder a moment ago is now a link or a file.
    if (e.code === "ENOTDIR") throw new Swapped();
    return swappedForLink(e);
  });
  try {
    await confirmPlace(handle, path, opening);
    const held = opening.askKernel && (await placeOf(handle)) !== null;
    const entry = held ? (name: string) => `/proc/self/fd/${handle.fd}/${name}` : plain;
    return { path, entry, close: () => handle.close() };
  } catch (e) {
    await handle.close();
    throw e;
  }
}

const TRIES = 8;

/** Does it again when files were swapped meanwhile; somebody who keeps swapping gets nothing. */
export async function unlessSwapped<T>(attempt: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await attempt();
    } catch (e) {
      if (!(e instanceof Swapped) || i === TRIES)
        throw e instanceof Swapped ? Object.assign(new Error("changed while it was opened"), { code: "ELOOP" }) : e;
    }
  }
}
