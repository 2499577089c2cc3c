// ptc diff: what changed from one image to another, and why.

import type { Bundle } from "../../../node.ts";
import { type Command, EXIT, jsonFlag, type Shell, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import type { Library } from "../hosted.ts";

export const diffCommand: Command = {
  name: "diff",
  usage: ["diff BEFORE.json AFTER.json [--json]"],
  summary: "what changed from one image to another, and why",
  flags: [jsonFlag],
  notes: ["Exit codes as diff has them: 0 when the images are the same, 1 when they differ, 2 when one is no image."],
  examples: ["ptc diff worker-old.json worker.json"],
  run: async (args, shell, modules) => {
    const [before, after, ...more] = args.positional;
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError("ptc diff takes two images: ptc diff worker-old.json worker.json.");
    const library = await modules.library();
    const diff = library.diffBundles(opened(before, shell, library), opened(after, shell, library));
    shell.out(args.has("json") ? JSON.stringify(diff) : library.diffText(diff).trimEnd());
    return diff.same ? EXIT.ok : EXIT.program;
  },
};

function opened(file: string, shell: Shell, library: Library): Bundle {
  const read = library.openBundle(readText(file));
  if (read.ok) return read.bundle;
  const { problem } = read;
  const words = library.renderLinkProblem({ ...problem, message: `${file}: ${problem.message}` }, new Map(), {
    color: shell.colorErr,
  });
  throw new UsageError(words);
}
