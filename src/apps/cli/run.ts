// ptc run: a program file over a data file, with tools, isolation and a trace when asked for.

import { runProgram } from "../../lisp/run.ts";
import { type Command, jsonFlag, UsageError } from "./command.ts";
import { nameOf, readData, readText } from "./files.ts";
import { heapPolls, host } from "./host.ts";
import { isHosted, runHosted, timeoutFrom, toolFlags } from "./hosted.ts";
import { limitFlags, limitNote, limitsFrom } from "./limit-flags.ts";
import { imageFlags, runImage } from "./link/run-image.ts";
import { showResult } from "./output.ts";

export const runCommand: Command = {
  name: "run",
  usage: [
    "run FILE [--data FILE.json] [--tools PATH]… [--grant PERM]… [--json]",
    "run IMAGE.json --call TOOL [--args JSON] [--grant PERM]… [--json]",
  ],
  summary: "runs a program; data/name reads the keys of the data file",
  flags: [
    { name: "data", value: "FILE.json", summary: "a JSON object the program reads as data/key" },
    jsonFlag,
    ...imageFlags,
    ...toolFlags,
    ...limitFlags,
  ],
  notes: [
    limitNote,
    "The value goes to stdout, what the program prints to stderr.",
    "A module of --tools that says export const meta, and any in a folder that does, is a base tool: it runs in the sandbox",
    "and reaches only what --grant covers. Any other .mjs is your own code and runs with all the rights of ptc.",
    "A run of an image inside a project is recorded there: trials of its tools, and that they were used.",
  ],
  examples: [
    "ptc run examples/orders/report.clj --data examples/orders/orders.json",
    "ptc run report.clj --data orders.json --json",
    "ptc run watch.clj --tools tools.mjs --isolate worker --trace run.jsonl --timeout 5000",
    "ptc run report.clj --tools tools/ --grant 'filesystem:read:data/**'",
    "curl -s example.org/orders.json | ptc run report.clj --data -",
  ],
  run: async (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc run takes one file: ptc run report.clj --data orders.json.");
    if (file.endsWith(".json")) return runImage(file, args, shell, modules);
    const limits = { ...limitsFrom(args), ...timeoutFrom(args) };
    const source = readText(file);
    if (isHosted(args)) return runHosted(source, nameOf(file), args, limits, shell, modules);
    const dataFile = args.text("data");
    const data = dataFile === undefined ? {} : { data: readData(dataFile, shell) };
    const result = runProgram(source, { ...host, limits, polls: heapPolls(), ...data });
    return showResult(result, source, nameOf(file), args.has("json"), shell);
  },
};
