// What `ptc discover` and `ptc discover eval` share: a catalogue file opened for search, with the model where it is
// installed, and the vectors of earlier runs.

import { join } from "node:path";
import type { Discovery } from "../../discovery/discovery.ts";
import { type Arguments, type Flag, type Modules, type Shell, UsageError } from "./command.ts";
import { nameOf, readText } from "./files.ts";
import { userFolder } from "./user-folders.ts";

export const catalogueFlags: readonly Flag[] = [
  {
    name: "catalog",
    value: "FILE",
    summary: 'capabilities, one JSON object per line: {"id", "name", "description", …}',
  },
  { name: "semantic", value: "on|off", summary: "search by meaning too; on where the model is installed" },
];

export interface OpenCatalogue {
  readonly discovery: Discovery;
  readonly texts: readonly string[];
  readonly buildMs: number;
  readonly semantic: string;
}

export async function openCatalogue(args: Arguments, shell: Shell, modules: Modules): Promise<OpenCatalogue> {
  const path = args.text("catalog");
  if (path === undefined)
    throw new UsageError('Where to look is missing: ptc discover --catalog tools.jsonl "what you need".');
  const semantic = args.text("semantic") ?? "auto";
  if (!["on", "off", "auto"].includes(semantic)) throw new UsageError(`--semantic is on or off; got ${semantic}.`);
  const library = await modules.library();
  const text = readText(path);
  const capabilities = refusing(library, () => library.parseCatalogue(text, nameOf(path)));
  if (capabilities.length === 0) throw new UsageError(`${nameOf(path)} holds no capability.`);
  const status = semantic === "off" ? { embedder: null, message: "off" } : await library.loadEmbedder();
  if (semantic === "on" && status.embedder === null)
    throw new UsageError(`Search by meaning is off. ${status.message}`);
  const folder = userFolder("cache", process.env);
  const vectors =
    status.embedder === null || folder === undefined
      ? null
      : library.openVectorFile(join(folder, `${status.embedder.id}.vectors`), status.embedder.dimensions);
  const start = performance.now();
  const discovery = new library.Discovery({
    embedder: status.embedder,
    ...(vectors === null ? {} : { vectorCache: vectors }),
  });
  await discovery.upsert(capabilities);
  const buildMs = performance.now() - start;
  if (vectors?.save() === false) shell.err("The vectors could not be kept for the next run.");
  return { discovery, texts: text.split("\n"), buildMs, semantic: status.message };
}

/** Runs something that may refuse what the user gave. */
export function refusing<T>(library: Awaited<ReturnType<Modules["library"]>>, run: () => T): T {
  try {
    return run();
  } catch (e) {
    if (e instanceof library.OptionsError) throw new UsageError(e.message);
    throw e;
  }
}
