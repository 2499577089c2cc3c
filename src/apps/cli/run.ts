// ptc run: a program file over a data file.

import { runProgram } from "../../lisp/run.ts";
import { type Command, jsonFlag, UsageError } from "./command.ts";
import { nameOf, readData, readText } from "./files.ts";
import { host } from "./host.ts";
import { limitFlags, limitNote, limitsFrom } from "./limit-flags.ts";
import { showResult } from "./output.ts";

export const runCommand: Command = {
  name: "run",
  usage: ["run FILE [--data FILE.json] [--json]"],
  summary: "runs a program; data/name reads the keys of the data file",
  flags: [
    { name: "data", value: "FILE.json", summary: "a JSON object the program reads as data/key" },
    jsonFlag,
    ...limitFlags,
  ],
  notes: [limitNote, "The value goes to stdout, what the program prints to stderr."],
  examples: [
    "ptc run examples/orders/report.clj --data examples/orders/orders.json",
    "ptc run report.clj --data orders.json --json",
    "curl -s example.org/orders.json | ptc run report.clj --data -",
  ],
  run: (args, shell) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc run takes one file: ptc run report.clj --data orders.json.");
    const limits = limitsFrom(args);
    const source = readText(file);
    const dataFile = args.text("data");
    const data = dataFile === undefined ? {} : { data: readData(dataFile, shell) };
    const result = runProgram(source, { ...host, limits, ...data });
    return showResult(result, source, nameOf(file), args.has("json"), shell);
  },
};
