// How results and errors look on a terminal and as JSON lines; every command that evaluates uses these.

import type { Problem } from "../../base/problem.ts";
import { renderProblem } from "../../base/render.ts";
import { Fault } from "../../lisp/fault.ts";
import { type RunError, type RunResult, withLimits } from "../../lisp/run.ts";
import { toJsonText } from "../../lisp/values/json.ts";
import { printReadable } from "../../lisp/values/print.ts";
import type { Value } from "../../lisp/values/value.ts";
import { EXIT, type Shell } from "./command.ts";
import { plural } from "./plural.ts";

/** What an answer says of an error, whatever raised it. */
export interface ErrorAnswer {
  readonly reason: string;
  readonly message: string;
  readonly span: RunError["span"] | null;
  readonly hint: string | null;
  readonly value?: string;
}

type Attempt = { readonly text: string } | { readonly error: ErrorAnswer };

/** Writing a value can fail on its own: too large or too deep for the limits, or not JSON. */
function attempt(write: () => string): Attempt {
  try {
    return { text: withLimits({}, write) };
  } catch (thrown) {
    return { error: errorOf(thrown) };
  }
}

export function errorOf(thrown: unknown): ErrorAnswer {
  if (thrown instanceof Fault) return { reason: thrown.reason, message: thrown.message, span: null, hint: thrown.hint };
  if (thrown instanceof RangeError)
    return {
      reason: "memory_exceeded",
      message: "The result is too large to be written.",
      span: null,
      hint: "Return a smaller part of it, such as (take 100 xs) or a count.",
    };
  return {
    reason: "internal_error",
    message: "ptc itself failed; this is a bug in ptc, not in the program.",
    span: null,
    hint: "Please report the program that caused it.",
  };
}

export const printed = (v: Value): Attempt => attempt(() => printReadable(v));

/** A result as it is answered: either the printed value with its JSON, or an error. */
export interface Answer {
  /** The members of the answer after "id", as JSON text. */
  readonly text: string;
  readonly code: number;
}

/** JSON is spliced in as text, so that big integers and whole floats keep their digits. */
export function answerOf(r: RunResult): Answer {
  const prints = r.prints.length === 0 ? "" : `,"prints":${JSON.stringify(r.prints)}`;
  if (!r.ok) {
    const { reason, message, span, hint } = r.error;
    const value = r.outcome === "fail" ? printed(r.value) : null;
    const shown = value !== null && "text" in value ? { value: value.text } : {};
    return errorAnswer({ reason, message, span, hint, ...shown }, prints);
  }
  const { value } = r;
  const text = printed(value);
  if ("error" in text) return errorAnswer(text.error, prints);
  const json = attempt(() => toJsonText(value, { keywords: "name" }));
  const members =
    "text" in json ? `"json":${json.text}` : `"json":null,"json_error":${JSON.stringify(json.error.message)}`;
  return { text: `"ok":true,"value":${JSON.stringify(text.text)},${members}${prints}`, code: EXIT.ok };
}

export function errorAnswer(error: ErrorAnswer, more = ""): Answer {
  const code = error.reason === "internal_error" ? EXIT.bug : EXIT.program;
  const said = error.hint === null ? error : { ...error, hint: inFlags(error.hint) };
  return { text: `"ok":false,"error":${JSON.stringify(said)}${more}`, code };
}

/** The flag that sets a limit of the library. */
export const flagOf: ReadonlyMap<string, string> = new Map([
  ["fuel", "--fuel"],
  ["memoryBytes", "--memory"],
  ["depth", "--depth"],
  ["timeoutMs", "--timeout"],
]);

/** Hints speak of the library's limits; on the command line some are flags and the others cannot be raised. */
export function inFlags(hint: string): string {
  return hint
    .replace(/\blimits\.(\w+)/g, (written, name: string) => flagOf.get(name) ?? written)
    .replace(/, or raise limits\.\w+/, "");
}

/** A page of problems is read; more are only scrolled past. ptc check shows them all. */
const mostProblems = 10;

/** The problems a program stopped at, as text. */
export function showProblems(problems: readonly Problem[], source: string, file: string, shell: Shell): void {
  for (const { hint, ...p } of problems.slice(0, mostProblems)) {
    const problem = hint === undefined ? p : { ...p, hint: inFlags(hint) };
    shell.err(renderProblem(problem, source, { file, color: shell.colorErr }));
  }
  const more = problems.length - mostProblems;
  if (more > 0) shell.err(`… and ${plural(more, "more problem")}; ptc check shows all of them.`);
}

export function showResult(r: RunResult, source: string, file: string, json: boolean, shell: Shell): number {
  if (json) {
    const { text, code } = answerOf(r);
    shell.out(`{${text}}`);
    return code;
  }
  for (const line of r.prints) shell.err(line);
  if (r.ok || r.outcome === "fail") {
    const text = printed(r.value);
    if ("error" in text) {
      const { reason, message, hint } = text.error;
      shell.err(`error[${reason}]: ${message}${hint === null ? "" : `\n  = hint: ${inFlags(hint)}`}`);
      return errorAnswer(text.error).code;
    }
    if (r.ok) shell.out(text.text);
    else shell.err(`fail: ${text.text}`);
    return r.ok ? EXIT.ok : EXIT.program;
  }
  showProblems(r.problems, source, file, shell);
  return r.error.reason === "internal_error" ? EXIT.bug : EXIT.program;
}
