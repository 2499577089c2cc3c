// What `ptc discover` and `ptc discover eval` share: a catalogue file opened for search, with the model where it is
// installed, and the vectors of earlier runs.

import type { Capability } from "../../discovery/descriptor.ts";
import type { Discovery } from "../../discovery/discovery.ts";
import { type Arguments, type Flag, type Modules, type Shell, UsageError } from "./command.ts";
import { nameOf, readText } from "./files.ts";
import { adapterFlag, openMeaning, semanticFlag } from "./meaning.ts";

export const catalogueFlags: readonly Flag[] = [
  {
    name: "catalog",
    value: "FILE",
    summary: 'a file of capabilities instead of the registry, one JSON object per line: {"id", "name", …}',
  },
  semanticFlag,
  adapterFlag,
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
  await fill(discovery, capabilities, shell);
  const buildMs = performance.now() - start;
  meaning.keep(shell);
  return { discovery, texts: text.split("\n"), buildMs, semantic: meaning.message };
}

/** Capabilities between two looks at the clock. */
const portion = 50;
/** Milliseconds between two words about progress: a catalogue whose vectors are known needs none. */
const patience = 3000;

async function fill(discovery: Discovery, capabilities: readonly Capability[], shell: Shell): Promise<void> {
  let said = performance.now();
  for (let at = 0; at < capabilities.length; at += portion) {
    await discovery.upsert(capabilities.slice(at, at + portion));
    if (performance.now() - said < patience) continue;
    said = performance.now();
    shell.err(`Read ${Math.min(at + portion, capabilities.length)} of ${capabilities.length} capabilities.`);
  }
  const { embedder, embeddedCount, capabilityCount } = discovery.getStats();
  if (embedder !== null && embeddedCount < capabilityCount)
    shell.err(
      `${capabilityCount - embeddedCount} of ${capabilityCount} capabilities got no vector and are found by words alone.`,
    );
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
