// host.filesystem.list: the files that fit a pattern, found by walking only folders that can hold some. Links are not
// followed, and each file is decided by itself, so a listing never names what could not be read.

import type { Dirent } from "node:fs";
import { opendir, realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { compileGlob, escapeGlob, type Glob, guestGlobLimits, matchesGlob, reachesGlob, splitGlob } from "../glob.ts";
import type { ListingRequest } from "../request.ts";
import { type HostContext, Refusal } from "./host-function.ts";
import { below, fileRequest, withSlashes } from "./paths.ts";
import { pinFolder, unlessSwapped } from "./pinned.ts";

function readable(source: string): Glob {
  const compiled = compileGlob(source, guestGlobLimits);
  if (!compiled.ok) throw new Refusal("bad_arguments", `The glob cannot be read. ${compiled.message}`, compiled.hint);
  return compiled.glob;
}

export function listingRequest(given: unknown, { root }: HostContext): ListingRequest {
  const source = String(given).replace(/^(\.\/+)+/, "");
  if (source.includes("\0")) throw new Refusal("bad_arguments", "The glob has a NUL character.", "Remove it.");
  const glob = readable(source);
  const start = root === "/" ? "/" : `${escapeGlob(root)}/`;
  if (!isAbsolute(source)) {
    const whole = compileGlob(start + source);
    if (!whole.ok) throw new Refusal("bad_arguments", "The glob is too long.", "Use a shorter one.");
    return { kind: "listing", absolute: whole.glob, relative: glob };
  }
  return {
    kind: "listing",
    absolute: glob,
    relative: source.startsWith(start) ? readable(source.slice(start.length)) : null,
  };
}

interface Folder {
  /** Where the tool sees it, and where it is. */
  readonly path: string;
  readonly real: string;
}

export async function listFiles(given: unknown, context: HostContext): Promise<readonly string[]> {
  const { absolute } = listingRequest(given, context);
  const relative = !isAbsolute(String(given));
  const { folder } = splitGlob(absolute.source);
  const start = withSlashes(resolve(folder));
  const real = await realpath(start).then(withSlashes, () => null);
  const found: string[] = [];
  const open: Folder[] = real === null ? [] : [{ path: start, real }];
  let looked = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (context.caller.signal.aborted) throw new Refusal("host_error", "The call was cancelled.", "Nothing to do.");
    const entries = await entriesOf(at, context.limits.listEntries - looked);
    looked += entries.length;
    for (const entry of entries) {
      const path = at.path === "/" ? `/${entry.name}` : `${at.path}/${entry.name}`;
      const realPath = at.real === "/" ? `/${entry.name}` : `${at.real}/${entry.name}`;
      if (entry.isDirectory() && reachesGlob(absolute, `${path}/`)) open.push({ path, real: realPath });
      if (!entry.isFile() || !matchesGlob(absolute, path)) continue;
      const mayBeRead = [path, realPath].every((p) => context.allows(fileRequest("read", p, context.root)));
      if (mayBeRead) found.push(relative ? (below(context.root, path) ?? path) : path);
    }
  }
  return found.sort();
}

async function entriesOf({ real }: Folder, most: number): Promise<readonly Dirent[]> {
  return unlessSwapped(async () => {
    const folder = await pinFolder(real);
    try {
      const entries: Dirent[] = [];
      // One by one: a folder of millions ends here, not in memory.
      for await (const entry of await opendir(folder.entry("."))) {
        if (entries.length >= most) throw tooMany();
        entries.push(entry);
      }
      return entries;
    } finally {
      await folder.close();
    }
  }).catch((e: NodeJS.ErrnoException) => {
    // A folder that went away or is closed to the host holds nothing for the tool.
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(e.code ?? "")) return [];
    throw e;
  });
}

function tooMany(): Refusal {
  return new Refusal(
    "limit_exceeded",
    "The glob leads through more files and folders than one listing may look at.",
    "Name more of the folder, or raise the limit listEntries.",
  );
}
