// ptc resume: goes on with a run that waits for a person's approval.

import { type Command, jsonFlag, UsageError } from "./command.ts";
import { readText } from "./files.ts";
import { toolsFrom } from "./given-tools.ts";
import { isolateFrom, showHosted, timeoutFrom, toolFlags, withListeners } from "./hosted.ts";
import { limitFlags, limitsFrom } from "./limit-flags.ts";

export const resumeCommand: Command = {
  name: "resume",
  usage: ["resume RUN.jsonl --approve --tools PATH", "resume RUN.jsonl --decline [--reason TEXT] --tools PATH"],
  summary: "goes on with a run that a tool suspended for approval",
  flags: [
    { name: "approve", summary: "the person approves the call" },
    { name: "decline", summary: "the person declines; the program sees an error" },
    { name: "reason", value: "TEXT", summary: "said to the program when declined" },
    ...toolFlags,
    ...limitFlags,
    jsonFlag,
  ],
  notes: [
    "The record is what ptc run --trace wrote. Calls made before are answered from it and not made again.",
    "Limits are those the run had, but for the flags given here; where it ran is not in the record: say --isolate again.",
  ],
  examples: ["ptc run pay.clj --tools tools.mjs --trace run.jsonl", "ptc resume run.jsonl --approve --tools tools.mjs"],
  run: async (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc resume takes one record: ptc resume run.jsonl --approve.");
    if (args.has("approve") === args.has("decline")) throw new UsageError("Give one of --approve and --decline.");
    const isolate = isolateFrom(args);
    const limits = { ...limitsFrom(args), ...timeoutFrom(args) };
    const text = readText(file);
    const library = await modules.library();
    const { tools, close } = await toolsFrom(args, library, shell, modules);
    const reason = args.text("reason");
    const decision = { approved: args.has("approve"), ...(reason === undefined ? {} : { reason }) };
    let source = "";
    const { ended, exit } = await withListeners(args, library, shell, async (listeners) => {
      const events = library.parseEvents(text);
      const start = events.find((e) => e.type === "run-start");
      source = start?.type === "run-start" ? start.source : "";
      return library.resume(JSON.stringify({ ptc: 1, events }), decision, { tools, isolate, limits, ...listeners });
    }).finally(close);
    return exit(showHosted(ended, source, file, args.has("json"), shell));
  },
};
