// How results and errors look on a terminal and as JSON lines; every command that evaluates uses these.

import { renderProblem } from "../../base/render.ts";
import type { RunResult } from "../../lisp/run.ts";
import { withLimits } from "../../lisp/run.ts";
import { toJsonText } from "../../lisp/values/json.ts";
import { printReadable } from "../../lisp/values/print.ts";
import type { Value } from "../../lisp/values/value.ts";
import type { Shell } from "./command.ts";
import { EXIT } from "./command.ts";

/** Printing a value can fail on its own (nested too deeply, not JSON): then the reason takes its place. */
export function printed(v: Value): string {
  return withLimits({}, () => printReadable(v));
}

export function jsonOf(v: Value): string | null {
  try {
    return withLimits({}, () => toJsonText(v, { keywords: "name" }));
  } catch {
    // Functions, ##NaN and colliding keys have no JSON; the printed value is still there.
    return null;
  }
}

export function errorJson(r: RunResult & { ok: false }): Record<string, unknown> {
  const { reason, message, span, hint } = r.error;
  return { reason, message, span, hint, ...(r.outcome === "fail" ? { value: printed(r.value) } : {}) };
}

/** One JSON line; `json` is spliced in as text so that big integers and whole floats keep their digits. */
export function resultLine(r: RunResult, id: unknown): string {
  const head = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  if (!r.ok) return `{${head}"ok":false,"error":${JSON.stringify(errorJson(r))}}`;
  return `{${head}"ok":true,"value":${JSON.stringify(printed(r.value))},"json":${jsonOf(r.value) ?? "null"}}`;
}

export function showResult(r: RunResult, source: string, file: string, json: boolean, shell: Shell): number {
  if (json) {
    shell.out(resultLine(r, undefined));
    return r.ok ? EXIT.ok : EXIT.program;
  }
  for (const line of r.prints) shell.err(line);
  if (r.ok) {
    shell.out(printed(r.value));
    return EXIT.ok;
  }
  if (r.outcome === "fail") shell.err(`fail: ${printed(r.value)}`);
  else for (const p of r.problems) shell.err(renderProblem(p, source, { file, color: shell.color }));
  return r.error.reason === "internal_error" ? EXIT.bug : EXIT.program;
}
