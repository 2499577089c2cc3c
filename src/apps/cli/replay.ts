// ptc replay: a recorded run again, without its tools.

import { type Command, EXIT, jsonFlag, UsageError } from "./command.ts";
import { nameOf, readText } from "./files.ts";
import type { Library } from "./hosted.ts";
import { plural } from "./plural.ts";

export const replayCommand: Command = {
  name: "replay",
  usage: ["replay RUN.jsonl [--json]"],
  summary: "runs a recorded run again without its tools, and compares",
  flags: [jsonFlag],
  notes: [
    "The record is what ptc run --trace wrote. Tool calls are answered from it, so the value, the prints and the number of",
    "steps must come out the same; the first difference is shown and the exit code is 1.",
  ],
  examples: ["ptc run report.clj --tools tools.mjs --trace run.jsonl", "ptc replay run.jsonl"],
  run: async (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc replay takes one record: ptc replay run.jsonl.");
    const text = readText(file);
    const library = await modules.library();
    const report = await replayed(library, text, file);
    if (args.has("json")) shell.out(JSON.stringify(report));
    else if (report.difference === null) {
      shell.out(report.value);
      const { prints, fuel, calls } = report;
      shell.err(
        `The same: value, ${plural(prints.length, "print")}, ${plural(fuel, "step")}, ${plural(calls, "tool call")}.`,
      );
    } else {
      const { what, recorded, replayed } = report.difference;
      shell.err(`Different ${what}:\n  recorded  ${recorded}\n  replayed  ${replayed}`);
    }
    return report.same ? EXIT.ok : EXIT.program;
  },
};

async function replayed(library: Library, text: string, file: string): ReturnType<Library["replay"]> {
  try {
    return await library.replay(library.parseEvents(text));
  } catch (e) {
    if (e instanceof library.OptionsError) throw new UsageError(`Cannot replay ${nameOf(file)}: ${e.message}`);
    throw e;
  }
}
