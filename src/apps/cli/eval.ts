// ptc eval: one expression, or a stream of them.

import { runProgram, withLimits } from "../../lisp/run.ts";
import { toJsonText } from "../../lisp/values/json.ts";
import { answerBatch, type Evaluate, evaluateHere } from "./batch.ts";
import { type Command, jsonFlag, UsageError } from "./command.ts";
import { readData } from "./files.ts";
import { heapPolls, host } from "./host.ts";
import { isHosted, isolateFrom, isolationFlags, jsonAnswer, runHosted, timeoutFrom } from "./hosted.ts";
import { limitFlags, limitNote, limitsFrom } from "./limit-flags.ts";
import { showResult } from "./output.ts";

export const evalCommand: Command = {
  name: "eval",
  usage: ["eval EXPR [--data FILE.json] [--json]", "eval --batch < requests.jsonl"],
  summary: "evaluates an expression and prints its value",
  flags: [
    { name: "data", value: "FILE.json", summary: "a JSON object the expression reads as data/key" },
    jsonFlag,
    { name: "batch", summary: "answer one JSON request per line of standard input" },
    ...isolationFlags,
    ...limitFlags,
  ],
  notes: [
    limitNote,
    "",
    'A request is {"id": …, "source": "(+ 1 2)", "data": {…}}; data may be left out. Each runs in a fresh environment and is',
    "answered at once, in order, on one line:",
    '  {"id": …, "ok": true, "value": "<printed>", "json": …}',
    '  {"id": …, "ok": false, "error": {"reason", "message", "span", "hint"}}',
    "--json prints the same without the id. A value that JSON cannot hold has json null and json_error says why. What the",
    'program printed follows as "prints".',
  ],
  examples: [
    "ptc eval '(+ 1 2)'",
    "ptc eval '(sum-by :price data/items)' --data order.json",
    "ptc eval '(map inc [1 2 3])' --json --fuel 10_000",
    `echo '{"id":1,"source":"(* 6 7)"}' | ptc eval --batch`,
  ],
  run: async (args, shell, modules) => {
    const limits = { ...limitsFrom(args), ...timeoutFrom(args) };
    if (args.has("batch")) {
      if (args.positional.length > 0 || args.has("data"))
        throw new UsageError("ptc eval --batch takes its expressions and their data from standard input.");
      if (!isHosted(args)) return answerBatch(process.stdin, shell, evaluateHere({ ...host, limits }));
      const library = await modules.library();
      const isolate = isolateFrom(args);
      const evaluate: Evaluate = async (source, data) => {
        const dataJson = data === null ? {} : { dataJson: withLimits({}, () => toJsonText(data)) };
        return jsonAnswer(await library.run(source, { ...host, limits, isolate, ...dataJson }));
      };
      return answerBatch(process.stdin, shell, evaluate).finally(() => library.closeIsolates());
    }
    const [source] = args.positional;
    if (source === undefined || args.positional.length !== 1)
      throw new UsageError("ptc eval takes one expression. Quote it: ptc eval '(+ 1 2)'.");
    if (isHosted(args)) return runHosted(source, "expression", args, limits, shell, modules);
    const file = args.text("data");
    const data = file === undefined ? {} : { data: readData(file, shell) };
    const result = runProgram(source, { ...host, limits, polls: heapPolls(), ...data });
    return showResult(result, source, "expression", args.has("json"), shell);
  },
};
