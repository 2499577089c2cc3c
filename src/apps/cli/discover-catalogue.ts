// What `ptc discover` and `ptc discover eval` share: a catalogue file opened for search, with the model where it is
// installed, and the vectors of earlier runs.

import type { Discovery } from "../../discovery/discovery.ts";
import { type Arguments, type Flag, type Modules, type Shell, UsageError } from "./command.ts";
import { nameOf, readText } from "./files.ts";
import { openMeaning, semanticFlag } from "./meaning.ts";

export const catalogueFlags: readonly Flag[] = [
  {
    name: "catalog",
    value: "FILE",
    summary: 'a file of capabilities instead of the registry, one JSON object per line: {"id", "name", …}',
  },
  semanticFlag,
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
  const library = await modules.library();
  const text = readText(path);
  const capabilities = refusing(library, () => library.parseCatalogue(text, nameOf(path)));
  if (capabilities.length === 0) throw new UsageError(`${nameOf(path)} holds no capability.`);
  const meaning = await openMeaning(args, library);
  const start = performance.now();
  const discovery = new library.Discovery(meaning.options);
  await discovery.upsert(capabilities);
  const buildMs = performance.now() - start;
  meaning.keep(shell);
  return { discovery, texts: text.split("\n"), buildMs, semantic: meaning.message };
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
