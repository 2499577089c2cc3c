// host.filesystem: read, write, list and look. A path is checked by its letters, resolved, and checked again where it
// really leads; writing goes to a new file beside the target and is renamed over it, so no reader sees half a file.

import { constants } from "node:fs";
import { lstat, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path/posix";
import type { FileRequest } from "../request.ts";
import { type HostContext, type HostFunction, LARGE_ANSWER, Refusal } from "./host-function.ts";
import { listFiles, listingRequest } from "./listing.ts";
import { fileFailure, fileRequest, locate, shown, withSlashes } from "./paths.ts";
import { confirmPlace, openFile, type PinnedFolder, pinFolder, Swapped, unlessSwapped } from "./pinned.ts";

const path = { type: "string", minLength: 1 };
const how = {
  type: "object",
  properties: { as: { enum: ["text", "base64"] } },
  additionalProperties: false,
};
const common = { deterministic: true, stateful: false } as const;
const isBase64 = (options: unknown) => (options as { readonly as?: string } | undefined)?.as === "base64";

/** Files are checked a second time where links lead; the words name the path that was given. */
function permitReal(real: string, asked: FileRequest, given: unknown, context: HostContext): void {
  if (real === asked.path) return;
  context.require(fileRequest(asked.action, real, context.root), {
    instead: {
      message: `${shown(given)} goes through a link that leads out of what the tool may ${asked.action}.`,
      hint: "Name the file itself, and declare and grant the folder where it is.",
    },
  });
}

async function readFile(given: unknown, options: unknown, context: HostContext): Promise<string> {
  const asked = locate(given, "read", context);
  const most = context.limits.fileBytes;
  const bytes = await unlessSwapped(async () => {
    const real = withSlashes(await realpath(asked.path));
    permitReal(real, asked, given, context);
    const handle = await openFile(real);
    try {
      const { size } = await handle.stat();
      if (size > most) throw tooBig(given, size, most);
      context.spend(size);
      if (size > LARGE_ANSWER) await context.alone();
      // One byte more than promised shows a file that grew.
      const buffer = Buffer.allocUnsafe(size + 1);
      let filled = 0;
      for (let got = -1; got !== 0 && filled <= size; filled += got)
        got = (await handle.read(buffer, filled, buffer.length - filled, filled)).bytesRead;
      if (filled > size) throw new Swapped();
      return buffer.subarray(0, filled);
    } finally {
      await handle.close();
    }
  });
  if (isBase64(options)) return bytes.toString("base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("host_error", `${shown(given)} is no UTF-8 text.`, 'Read it with { as: "base64" }.');
  }
}

function tooBig(given: unknown, size: number, most: number): Refusal {
  return new Refusal(
    "limit_exceeded",
    `${shown(given)} has ${size} bytes; ${most} are the most.`,
    "Use a smaller file, or raise the limit fileBytes.",
  );
}

async function writeFile(given: unknown, text: string, options: unknown, context: HostContext): Promise<null> {
  const asked = locate(given, "write", context);
  if (isBase64(options) && !holdsBase64(text))
    throw new Refusal("bad_arguments", `What is to be written to ${shown(given)} is no base64.`, "Encode it again.");
  const bytes = Buffer.from(text, isBase64(options) ? "base64" : "utf8");
  if (bytes.length > context.limits.fileBytes) throw tooBig(given, bytes.length, context.limits.fileBytes);
  if (asked.relative === "")
    throw new Refusal("host_error", `${shown(given)} is a folder. (EISDIR)`, "Name a file in it.");
  return unlessSwapped(async () => {
    const folder = await folderFor(asked, given, context);
    try {
      await replaceIn(folder, basename(asked.path), bytes, given, context);
    } finally {
      await folder.close();
    }
    return null;
  });
}

/** In either alphabet, padded or not, in lines or not. Node drops what it cannot read, and all after the padding. */
function holdsBase64(text: string): boolean {
  const padding = text.indexOf("=");
  return !/[^A-Za-z0-9+/_=\s-]/.test(text) && (padding === -1 || !/[^=\s]/.test(text.slice(padding)));
}

/** The folder of the file, made where it is missing. */
async function folderFor(asked: FileRequest, given: unknown, context: HostContext): Promise<PinnedFolder> {
  const missing: string[] = [];
  let existing = dirname(asked.path);
  let real: string | null = null;
  let meanwhile = 0;
  while (real === null) {
    try {
      real = withSlashes(await realpath(existing));
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== "ENOENT" || existing === dirname(existing)) throw e;
      const there = await lstat(existing).catch(() => null);
      // A link that leads nowhere is there all the same, and making a folder would follow it.
      if (there !== null && (there.isSymbolicLink() || meanwhile++ > 9))
        throw new Refusal("host_error", `${shown(given)} goes through a broken link.`, "Remove it.");
      // Another write has just made it.
      if (there !== null) continue;
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
  const start = real === "/" ? "" : real;
  permitReal([start, ...missing, basename(asked.path)].join("/"), asked, given, context);
  let folder = await pinFolder(real);
  for (const name of missing) {
    const made = fileRequest("write", `${folder.path === "/" ? "" : folder.path}/${name}`, context.root);
    try {
      if (made.relative === null && !context.allows(made))
        context.deny(made, `The folder of ${shown(given)} is missing and may not be made.`, "Make it first.");
      await mkdir(folder.entry(name)).catch((e: NodeJS.ErrnoException) => {
        if (e.code !== "EEXIST") throw e;
      });
      const next = await pinFolder(made.path, folder.entry(name));
      await folder.close();
      folder = next;
    } catch (e) {
      await folder.close();
      throw e;
    }
  }
  return folder;
}

async function replaceIn(
  folder: PinnedFolder,
  name: string,
  bytes: Buffer,
  given: unknown,
  context: HostContext,
): Promise<void> {
  const target = folder.entry(name);
  const old = await lstat(target).catch((e: NodeJS.ErrnoException) => {
    if (e.code === "ENOENT") return null;
    throw e;
  });
  if (old !== null && !old.isFile())
    throw new Refusal(
      "host_error",
      `${shown(given)} is ${old.isSymbolicLink() ? "a link" : old.isDirectory() ? "a folder" : "no regular file"}; only files are replaced.`,
      "Write to another name.",
    );
  const temporary = `.ptc-${Buffer.from(context.randomBytes(12)).toString("hex")}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(folder.entry(temporary), flags, 0o666);
  try {
    try {
      await confirmPlace(handle, folder.path === "/" ? `/${temporary}` : `${folder.path}/${temporary}`);
      await handle.writeFile(bytes);
      if (old !== null) await handle.chmod(old.mode & 0o777);
    } finally {
      await handle.close();
    }
    await rename(folder.entry(temporary), target);
  } catch (e) {
    await unlink(folder.entry(temporary)).catch(() => {});
    throw e;
  }
}

async function lookAt(given: unknown, context: HostContext): Promise<unknown> {
  const asked = locate(given, "read", context);
  try {
    return await unlessSwapped(async () => {
      const real = withSlashes(await realpath(asked.path));
      permitReal(real, asked, given, context);
      // A folder that may be entered and not read cannot be held on to.
      const folder = await pinFolder(dirname(real)).catch((e: NodeJS.ErrnoException) => {
        if (e.code !== "EACCES") throw e;
        return null;
      });
      try {
        const found = await lstat(folder === null || real === "/" ? real : folder.entry(basename(real)));
        if (found.isSymbolicLink()) throw new Swapped();
        return {
          kind: found.isFile() ? "file" : found.isDirectory() ? "folder" : "other",
          bytes: found.isFile() ? found.size : 0,
        };
      } finally {
        await folder?.close();
      }
    });
  } catch (e) {
    if (e instanceof Error && "code" in e && (e.code === "ENOENT" || e.code === "ENOTDIR")) return null;
    throw e;
  }
}

const naming = <T>(given: unknown, work: Promise<T>): Promise<T> =>
  work.catch((e: unknown) => {
    throw fileFailure(e, given);
  });

export const filesystemFunctions: readonly HostFunction[] = [
  {
    ...common,
    name: "filesystem.read",
    params: ["path", "options?"],
    permission: "filesystem:read:<path>",
    doc: 'Reads a file as UTF-8 text, or with { as: "base64" } as its bytes.',
    returns: "the text",
    example: 'await host.filesystem.read("data/orders.csv")',
    args: [path, how],
    required: 1,
    request: (args, context) => locate(args[0], "read", context),
    run: (args, context) => naming(args[0], readFile(args[0], args[1], context)),
  },
  {
    ...common,
    name: "filesystem.write",
    params: ["path", "text", "options?"],
    permission: "filesystem:write:<path>",
    doc: 'Creates or replaces a file, and the folders it lies in; with { as: "base64" } the text is decoded first.',
    returns: "null",
    example: 'await host.filesystem.write("out/report.md", text)',
    args: [path, { type: "string" }, how],
    required: 2,
    request: (args, context) => locate(args[0], "write", context),
    run: (args, context) => naming(args[0], writeFile(args[0], String(args[1]), args[2], context)),
  },
  {
    ...common,
    name: "filesystem.list",
    params: ["glob"],
    permission: "filesystem:read:<glob>",
    doc: "Lists the files that fit the glob and may be read, sorted; links are left out.",
    returns: "a list of paths, relative as the glob is",
    example: 'await host.filesystem.list("data/**/*.csv")',
    args: [path],
    required: 1,
    request: (args, context) => listingRequest(args[0], context),
    run: (args, context) => naming(args[0], listFiles(args[0], context)),
  },
  {
    ...common,
    name: "filesystem.stat",
    params: ["path"],
    permission: "filesystem:read:<path>",
    doc: "Looks at what a path names.",
    returns: '{ kind: "file", "folder" or "other", bytes }, or null when there is nothing',
    example: 'await host.filesystem.stat("data/orders.csv")',
    args: [path],
    required: 1,
    request: (args, context) => locate(args[0], "read", context),
    run: (args, context) => naming(args[0], lookAt(args[0], context)),
  },
];
