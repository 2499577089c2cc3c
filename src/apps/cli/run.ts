// ptc run: a program file over a data file.

import { runProgram, withLimits } from "../../lisp/run.ts";
import { parseJson } from "../../lisp/values/json.ts";
import { PMap } from "../../lisp/values/map.ts";
import { type Command, UsageError } from "./command.ts";
import { readText } from "./files.ts";
import { showResult } from "./output.ts";

export function readData(path: string): PMap {
  const parsed = withLimits({}, () => parseJson(readText(path)));
  if (!parsed.ok) throw new UsageError(`${path} is not JSON: ${parsed.problem.message}`);
  if (!(parsed.value instanceof PMap))
    throw new UsageError(`${path} must hold a JSON object; its keys become data/key.`);
  return parsed.value;
}

export const runCommand: Command = {
  name: "run",
  usage: "run FILE [--data FILE.json] [--json]",
  summary: "runs a program; data/name reads the keys of the data file",
  flags: [
    { name: "data", value: "FILE.json", summary: "a JSON object the program reads as data/key" },
    { name: "json", summary: "print one JSON object with value, json or error" },
  ],
  examples: [
    "ptc run examples/orders/report.clj --data examples/orders/orders.json",
    "ptc run report.clj --data orders.json --json",
  ],
  run: (args, shell) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc run takes one file: ptc run report.clj --data orders.json.");
    const source = readText(file);
    const dataFile = args.flags.get("data");
    const data = typeof dataFile === "string" ? readData(dataFile) : undefined;
    const result = runProgram(source, {
      now: () => Date.now(),
      random: () => Math.random(),
      ...(data === undefined ? {} : { data }),
    });
    return showResult(result, source, file, args.flags.has("json"), shell);
  },
};
