// ptc eval --batch: one JSON request per line in, one JSON answer per line out, each in a fresh environment. Nothing a
// line holds may end the process or leave it without an answer.

import { Fault } from "../../lisp/fault.ts";
import { runProgram, type SessionOptions, withLimits } from "../../lisp/run.ts";
import { parseJson, toJsonText } from "../../lisp/values/json.ts";
import { PMap } from "../../lisp/values/map.ts";
import type { Value } from "../../lisp/values/value.ts";
import { EXIT, type Shell } from "./command.ts";
import { heapPolls } from "./host.ts";
import { type Line, linesOf } from "./lines.ts";
import { type Answer, answerOf, errorAnswer, errorOf } from "./output.ts";

/** Bytes of one request line. */
const mostBytes = 64 * 1024 ** 2;

const shape = 'Send {"id": …, "source": "(+ 1 2)", "data": {…}} on one line.';

/** Runs one program of a batch. */
export type Evaluate = (source: string, data: PMap | null) => Answer | Promise<Answer>;

export const evaluateHere =
  (options: SessionOptions): Evaluate =>
  (source, data) =>
    answerOf(runProgram(source, { ...options, polls: heapPolls(), ...(data === null ? {} : { data }) }));

export async function answerBatch(input: AsyncIterable<Uint8Array>, shell: Shell, evaluate: Evaluate): Promise<number> {
  let code: number = EXIT.ok;
  for await (const line of linesOf(input, mostBytes)) {
    if ("text" in line && line.text.trim() === "") continue;
    const reply = await answer(line, evaluate);
    shell.out(`{"id":${reply.id},${reply.text}}`);
    // A program that fails is an answer like any other; a bug of ours is not.
    if (reply.code === EXIT.bug) code = EXIT.bug;
  }
  return code;
}

interface Reply extends Answer {
  /** JSON text; null when the request has none that can be read. */
  readonly id: string;
}

async function answer(line: Line, evaluate: Evaluate): Promise<Reply> {
  let id = "null";
  if ("refused" in line) return refuse(id, `The line ${line.refused}.`);
  try {
    const request = readRequest(line.text);
    if (typeof request === "string") return refuse(id, request);
    id = idOf(request);
    const source = request.get("source");
    const data = request.get("data") ?? null;
    if (typeof source !== "string") return refuse(id, '"source" must be a string of PTC-Lisp.');
    if (data !== null && !(data instanceof PMap)) return refuse(id, '"data" must be an object.');
    return { id, ...(await evaluate(source, data)) };
  } catch (thrown) {
    return { id, ...errorAnswer(errorOf(thrown)) };
  }
}

function refuse(id: string, message: string): Reply {
  return { id, ...errorAnswer({ reason: "invalid_request", message, span: null, hint: shape }) };
}

/** The request, or what is wrong with the line. */
function readRequest(line: string): PMap | string {
  const parsed = withLimits({}, () => parseJson(line.replace(/^\ufeff/, "")));
  if (!parsed.ok) return `The line is not JSON: ${parsed.problem.message} (column ${parsed.problem.offset + 1}).`;
  return parsed.value instanceof PMap ? parsed.value : "The line is not a JSON object.";
}

/** Any JSON value can be an id and is given back as it came. */
function idOf(request: PMap): string {
  const id: Value = request.get("id") ?? null;
  try {
    return withLimits({}, () => toJsonText(id));
  } catch (thrown) {
    if (thrown instanceof Fault) return "null";
    throw thrown;
  }
}
