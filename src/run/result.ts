// What a run comes to, as plain host data.

import type { Problem } from "../base/problem.ts";
import { Fault, fault } from "../lisp/fault.ts";
import { activeLimits, count } from "../lisp/meter.ts";
import type { RunError, Usage } from "../lisp/run.ts";
import { toHost } from "../lisp/values/json.ts";
import { printReadable } from "../lisp/values/print.ts";
import type { Value } from "../lisp/values/value.ts";
import type { RunEvent } from "./events.ts";
import type { SessionState } from "./state.ts";
import type { PendingApproval, ToolCallRecord } from "./tool-calls.ts";

/** A value on its way to the host. */
export interface Rendered {
  /** The value as host data: maps are objects, keywords are strings. Null when it cannot be; `valueProblem` says why. */
  readonly value: unknown;
  /** The value as PTC-Lisp prints it. */
  readonly text: string;
  readonly valueProblem?: string;
}

interface Ended {
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly usage: Usage & { readonly wallMs: number; readonly cost: number };
  readonly events: readonly RunEvent[];
  /** Definitions and history to pass to the next run; unchanged by a run that failed. */
  readonly memory: SessionState;
}

export type Result =
  /** "return" when the program said (return x). */
  | (Ended & Rendered & { readonly ok: true; readonly outcome: "value" | "return" })
  /** The program said (fail x). */
  | (Ended & Rendered & { readonly ok: false; readonly outcome: "fail"; readonly error: RunError })
  | (Ended & {
      readonly ok: false;
      readonly outcome: "error";
      readonly error: RunError;
      /** Everything found wrong; the first is `error`. */
      readonly problems: readonly Problem[];
    })
  /** A tool needs a person's approval; `resume` goes on with the decision. */
  | (Ended & {
      readonly ok: false;
      readonly outcome: "approval";
      readonly error: RunError;
      readonly approval: PendingApproval;
      /** JSON text: what `resume` needs besides the tools. */
      readonly suspended: string;
    });

/** Inside the run's limits: a result that is too large fails the run. */
export function render(value: Value): Rendered {
  const text = printReadable(value);
  const { resultBytes } = activeLimits();
  if (text.length > resultBytes)
    fault(
      "memory_exceeded",
      `The result is ${count(text.length)} bytes, more than the ${count(resultBytes)} allowed.`,
      "Return less: a count, a summary, the first items (take n …), or raise limits.resultBytes.",
    );
  try {
    return { value: toHost(value), text };
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.reason !== "type_error") throw thrown;
    return { value: null, text, valueProblem: thrown.message };
  }
}
