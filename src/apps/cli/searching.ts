// What every command that searches the registry shares: the index in its file, search by meaning, manifests, presets, and
// what there is to say about them afterwards.

import type { EngineOptions, Project } from "../../node.ts";
import type { Arguments, Modules, Shell } from "./command.ts";
import type { Library } from "./hosted.ts";
import { type Meaning, openMeaning } from "./meaning.ts";
import { statusLine } from "./progress.ts";
import { type Opened, registryPlace, withRegistry } from "./registry/open.ts";

/** Fewer are done before a line about them could be read. */
const leastShown = 500;

export function withDiscovery(
  args: Arguments,
  shell: Shell,
  modules: Modules,
  work: (opened: Opened) => Promise<number>,
): Promise<number> {
  let meaning: Meaning | null = null;
  const options = async (library: Library, { root, config }: Project): Promise<Partial<EngineOptions>> => {
    meaning = await openMeaning(args, library);
    // A registry on a server has no folder of its own, and a folder that is no project gets none.
    const homeless = library.isServer(registryPlace(args, { root, config })) && library.findProjectRoot(root) === null;
    const onProgress = (done: number, of: number): void =>
      of < leastShown ? undefined : statusLine(done < of ? `indexed ${done} of ${of}` : null);
    return {
      discovery: {
        ...meaning.options,
        presets: Object.values(config.presets),
        onProgress,
        ...(homeless ? { indexFile: null } : {}),
      },
      manifests: { root },
    };
  };
  const searched = async (opened: Opened): Promise<number> => {
    const code = await work(opened);
    const { discovery } = opened.engine;
    discovery.save();
    meaning?.keep(shell);
    for (const notice of discovery.notices) shell.err(notice);
    return code;
  };
  return withRegistry(args, shell, modules, searched, options);
}
