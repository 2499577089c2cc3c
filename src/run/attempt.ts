// One tool call as the host sees it: attempts with a time limit each, until one succeeds or none is left. Never rejects:
// how it ended is data.

import { timerMs } from "../base/timer.ts";
import { Fault } from "../lisp/fault.ts";
import { type Tool, type ToolCallInfo, ToolError } from "./tool.ts";

export type Attempt =
  | { readonly ok: true; readonly result: unknown; readonly attempts: number }
  | {
      readonly ok: false;
      readonly fault: Fault;
      readonly attempts: number;
      /** What the host's code said. */
      readonly detail?: string;
      /** The border refused the answer: asking again would not help. */
      readonly final?: true;
    };

/** What ends a call from outside. */
export interface Stops {
  readonly fault: Fault | null;
  onCancel(listener: (cause: Fault) => void): () => void;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** A promise only when the tool answers later. */
export function attempt(
  tool: Tool,
  args: unknown,
  callId: string,
  cancellation: Stops,
  approval: Pick<ToolCallInfo, "approved" | "details">,
  number = 1,
): Attempt | Promise<Attempt> {
  // It may have waited for its place behind others while the run ended.
  if (cancellation.fault !== null) return { ok: false, fault: cancellation.fault, attempts: number - 1 };
  const controller = new AbortController();
  let answer: unknown;
  let later: PromiseLike<unknown> | null;
  try {
    answer = tool.run(args, { callId, signal: controller.signal, attempt: number, ...approval });
    // Asking whether it can be awaited may run the host's code too.
    later = isThenable(answer) ? answer : null;
  } catch (thrown) {
    return again(failure(tool, thrown, number), () => attempt(tool, args, callId, cancellation, approval, number + 1));
  }
  if (later === null) return { ok: true, result: answer, attempts: number };
  return wait(tool, later, number, controller, cancellation).then((ended) =>
    again(ended, async () => {
      await pause(number, cancellation);
      return attempt(tool, args, callId, cancellation, approval, number + 1);
    }),
  );

  function again(ended: Attempt, next: () => Attempt | Promise<Attempt>): Attempt | Promise<Attempt> {
    const final = ended.ok || ended.final === true || number > tool.retries || cancellation.fault !== null;
    return final ? ended : next();
  }
}

function isThenable(v: unknown): v is PromiseLike<unknown> {
  return typeof v === "object" && v !== null && typeof (v as { then?: unknown }).then === "function";
}

function wait(
  tool: Tool,
  answer: PromiseLike<unknown>,
  attempts: number,
  controller: AbortController,
  cancellation: Stops,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const { timeoutMs } = tool;
    let detach = (): void => {};
    const end = (ended: Attempt): void => {
      clearTimeout(timer);
      detach();
      resolve(ended);
    };
    const stop = (cause: Fault): void => {
      end({ ok: false, fault: cause, attempts });
      controller.abort();
    };
    const late = () =>
      stop(
        new Fault(
          "tool_error",
          `tool/${tool.name} did not answer within ${timeoutMs} ms.`,
          "Ask for less, or try again later.",
        ),
      );
    const timer = timeoutMs === null ? undefined : setTimeout(late, timerMs(timeoutMs));
    detach = cancellation.onCancel(stop);
    const failed = (thrown: unknown): void => end(failure(tool, thrown, attempts));
    try {
      answer.then((result) => end({ ok: true, result, attempts }), failed);
    } catch (thrown) {
      // A promise of the host's own making.
      failed(thrown);
    }
  });
}

function failure(tool: Tool, thrown: unknown, attempts: number): Attempt {
  if (isMade(thrown, Fault)) return { ok: false, fault: thrown, attempts, final: true };
  const detail = describe(thrown);
  const fault = isMade(thrown, ToolError)
    ? new Fault("tool_error", `tool/${tool.name}: ${thrown.message}`, thrown.hint)
    : new Fault("tool_error", `tool/${tool.name} failed.`, "Check its arguments, or go on without it.");
  return { ok: false, fault, attempts, detail };
}

/** instanceof for what the host's code gave: asking a proxy may run its traps. */
export function isMade<T>(thing: unknown, by: abstract new (...args: never[]) => T): thing is T {
  try {
    return thing instanceof by;
  } catch {
    return false;
  }
}

/** The words of anything that was thrown, for the host's own log. */
export function describe(thrown: unknown): string {
  try {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  } catch {
    return "an error that cannot be shown";
  }
}

function pause(number: number, cancellation: Stops): Promise<void> {
  return new Promise((resolve) => {
    let detach = (): void => {};
    const timer = setTimeout(done, Math.min(FIRST_PAUSE_MS * 2 ** (number - 1), LONGEST_PAUSE_MS));
    detach = cancellation.onCancel(done);
    function done(): void {
      clearTimeout(timer);
      detach();
      resolve();
    }
  });
}
