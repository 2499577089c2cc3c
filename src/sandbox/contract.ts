// Both ends of a call: arguments become JSON text that fits what the tool takes, and its answer is parsed and must be what it
// promises.

import { mismatchWords } from "../names/schema.ts";
import { CHECK_MS, checkInTime } from "./check-in-time.ts";
import { no, type Read } from "./outcome.ts";
import type { ToolProblem } from "./problem.ts";
import type { ToolModule } from "./tool-module.ts";

/** The arguments as JSON, checked. */
export function argumentText(tool: ToolModule, args: unknown, mostBytes: number): Read {
  const { name, signature } = tool.meta;
  let text: string | undefined;
  try {
    text = JSON.stringify(args);
  } catch {
    text = undefined;
  }
  if (text === undefined)
    return no("bad_arguments", `The arguments of ${name} are not JSON.`, `It takes ${signature}.`);
  if (text.length > mostBytes)
    return no(
      "bad_arguments",
      `The arguments of ${name} are ${text.length} bytes, more than the ${mostBytes} allowed.`,
      "Pass less at a time, or raise limits.argumentBytes.",
    );
  const mismatches = checkInTime(tool.checkArguments, tool.meta.inputSchema, args, text.length);
  if (mismatches === null)
    return no(
      "bad_arguments",
      `The arguments of ${name} take more than ${CHECK_MS} ms to check.`,
      "Pass less at a time, or take it more simply: fewer alternatives and patterns in the schema.",
    );
  if (mismatches.length > 0)
    return no(
      "bad_arguments",
      `${name} was called with arguments that do not fit: ${mismatchWords(mismatches)}.`,
      `It takes ${signature}.`,
    );
  return { ok: true, text };
}

/** The answer from its JSON, checked. */
export function resultOf(
  tool: ToolModule,
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: ToolProblem } {
  const { name, signature } = tool.meta;
  const read = parsed(text);
  // Only an engine that no longer does what it should writes what is no JSON.
  if (read === null)
    return no("engine_failed", `The engine under ${name} failed.`, "Call it again; report it if that happens twice.");
  const { value } = read;
  const mismatches = checkInTime(tool.checkResult, tool.meta.outputSchema, value, text.length);
  if (mismatches === null)
    return no(
      "bad_result",
      `What ${name} answered takes more than ${CHECK_MS} ms to check against what it promises.`,
      "Answer with less, or promise it more simply: fewer alternatives and patterns in the schema.",
    );
  if (mismatches.length === 0) return { ok: true, value };
  return no(
    "bad_result",
    `${name} answered with something else than it promises: ${mismatchWords(mismatches)}.`,
    `It promises ${signature}.`,
  );
}

/** What JSON says, or null when it is none: text from a runner is checked like everything that comes out of one. */
export function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
