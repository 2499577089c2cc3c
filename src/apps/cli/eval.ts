// ptc eval: one expression, or a stream of them.

import { createInterface } from "node:readline";
import { Fault } from "../../lisp/fault.ts";
import { runProgram, withLimits } from "../../lisp/run.ts";
import { parseJson } from "../../lisp/values/json.ts";
import { PMap } from "../../lisp/values/map.ts";
import type { Value } from "../../lisp/values/value.ts";
import { type Command, EXIT, type Shell, UsageError } from "./command.ts";
import { printed, resultLine, showResult } from "./output.ts";

const host = { now: () => Date.now(), random: () => Math.random() };

export const evalCommand: Command = {
  name: "eval",
  usage: "eval EXPR [--json]    |    ptc eval --batch < requests.jsonl",
  summary: "evaluates an expression and prints its value",
  flags: [
    { name: "json", summary: "print one JSON object with value, json or error" },
    {
      name: "batch",
      summary: 'read {"id","source","data"?} per line, answer one JSON line each, fresh environment every time',
    },
  ],
  examples: [
    "ptc eval '(+ 1 2)'",
    "ptc eval '(map inc [1 2 3])' --json",
    `echo '{"id":1,"source":"(* 6 7)"}' | ptc eval --batch`,
  ],
  run: (args, shell) => {
    if (args.flags.has("batch")) return batch(shell);
    if (args.positional.length !== 1)
      throw new UsageError("ptc eval takes one expression. Quote it: ptc eval '(+ 1 2)'.");
    const source = args.positional[0]!;
    return showResult(runProgram(source, host), source, "expression", args.flags.has("json"), shell);
  },
};

async function batch(shell: Shell): Promise<number> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== "") shell.out(answer(line));
  return EXIT.ok;
}

function refusal(id: unknown, message: string, hint: string): string {
  const error = { reason: "invalid_request", message, span: null, hint };
  return JSON.stringify(id === undefined ? { ok: false, error } : { id, ok: false, error });
}

/** One request line to one answer line; nothing a line holds may end the process. */
export function answer(line: string): string {
  const shape = 'Send {"id": …, "source": "(+ 1 2)", "data": {…}} on one line.';
  let request: Value;
  try {
    const parsed = withLimits({}, () => parseJson(line));
    if (!parsed.ok) return refusal(undefined, `The line is not JSON: ${parsed.problem.message}`, shape);
    request = parsed.value;
  } catch (e) {
    return refusal(undefined, e instanceof Fault ? e.message : "The line could not be read.", shape);
  }
  if (!(request instanceof PMap)) return refusal(undefined, "The line is not a JSON object.", shape);
  const rawId = request.get("id");
  const id =
    rawId === undefined ? undefined : typeof rawId === "string" || typeof rawId === "number" ? rawId : printed(rawId);
  const source = request.get("source");
  const data = request.get("data");
  if (typeof source !== "string") return refusal(id, '"source" must be a string of PTC-Lisp.', shape);
  if (data !== undefined && data !== null && !(data instanceof PMap))
    return refusal(id, '"data" must be an object.', shape);
  try {
    return resultLine(runProgram(source, { ...host, ...(data instanceof PMap ? { data } : {}) }), id);
  } catch (e) {
    return JSON.stringify({
      id,
      ok: false,
      error: {
        reason: e instanceof Fault ? e.reason : "internal_error",
        message: e instanceof Fault ? e.message : "The result could not be written.",
        span: null,
        hint: e instanceof Fault ? e.hint : null,
      },
    });
  }
}
