// How a call of a tool ended, in words: what the runner reports (or that it had to be killed) becomes a value or a problem.

import type { Ending } from "../pool/pool.ts";
import { mapStack } from "./guest-stack.ts";
import type { SandboxLimits } from "./limits.ts";
import type { GuestOutcome, Thrown } from "./messages.ts";
import { type SandboxReason, sandboxReasons, type ToolProblem } from "./problem.ts";

export interface Report {
  readonly outcome: GuestOutcome;
  readonly memoryBytes: number;
}

/** What is needed to speak of a tool. */
export interface Spoken {
  readonly name: string;
  readonly file: string;
  readonly script: string;
  readonly map: string | null;
}

export type Read = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: ToolProblem };

export function readEnding(
  ending: Ending<Report>,
  tool: Spoken,
  limits: Pick<SandboxLimits, "timeoutMs" | "memoryBytes" | "jobs">,
  cancelled: boolean,
): Read {
  if (ending.kind === "done") return readOutcome(ending.value.outcome, tool, limits);
  if (cancelled) return no("cancelled", `The call of ${tool.name} was cancelled.`, "Call it again.");
  if (ending.kind === "killed") return timeout(tool, limits);
  if (ending.kind === "out-of-memory") return memory(tool, limits);
  return no(
    "engine_failed",
    `The engine under ${tool.name} ended unexpectedly.`,
    "Call it again; report it if that happens twice.",
  );
}

function readOutcome(
  outcome: GuestOutcome,
  tool: Spoken,
  limits: Pick<SandboxLimits, "timeoutMs" | "memoryBytes" | "jobs">,
): Read {
  switch (outcome.ended) {
    case "value":
      return { ok: true, text: outcome.text };
    case "threw":
      return { ok: false, problem: thrownProblem(outcome.thrown, tool) };
    case "bad-result": {
      const at = outcome.at === "" ? "" : ` (at ${outcome.at})`;
      return no(
        "bad_result",
        `What ${tool.name} answered ${outcome.trouble}${at}.`,
        "Answer with plain JSON values within the limits.",
      );
    }
    case "no-answer":
      return no(
        "no_answer",
        `${tool.name} returned a promise that never settles.`,
        "Resolve it; a tool has no timers, only promises of its host.",
      );
    case "timeout":
      return timeout(tool, limits);
    case "out-of-memory":
      return memory(tool, limits);
    case "stack-overflow":
      return no("stack_overflow", `${tool.name} recursed too deeply.`, "Use a loop, or limit the depth.");
    case "too-many-jobs":
      return no(
        "too_many_jobs",
        `${tool.name} ran more than ${limits.jobs} promise jobs.`,
        "Await fewer promises, or raise limits.jobs.",
      );
    case "cancelled":
      return no("cancelled", `The call of ${tool.name} was cancelled.`, "Call it again.");
    case "broken":
      return no(
        "engine_failed",
        `The engine under ${tool.name} failed.`,
        "Call it again; report it if that happens twice.",
      );
    case "bad-module":
      return badModule(outcome.lacks, tool);
  }
}

function badModule(lacks: "exports" | "default" | "meta", { file }: Spoken): Read {
  return lacks === "meta"
    ? no(
        "bad_module",
        `${file} exports no meta.`,
        'Add export const meta = { name: "…", description: "…", signature: "…" }.',
      )
    : no(
        "bad_module",
        `${file} has no default export that is a function.`,
        "Add export default function (args, host) { … }.",
      );
}

function thrownProblem(thrown: Thrown, tool: Spoken): ToolProblem {
  const { place, frames } = mapStack(thrown.stack, tool.script, tool.file, tool.map);
  const where = { ...(place === null ? {} : { place }), ...(frames.length === 0 ? {} : { stack: frames }) };
  const told = thrown.reason === null ? null : hostWords(thrown.reason);
  if (told !== null) return { ...told, ...where };
  const said = thrown.message === "" ? thrown.name || "an error without words" : thrown.message;
  const kind = thrown.name === "" || thrown.name === "Error" || thrown.message === "" ? "" : `${thrown.name}: `;
  return {
    reason: "tool_threw",
    message: `${tool.name} threw ${kind}${said}`,
    hint: "Check the arguments; if they are right, the tool has a bug.",
    ...where,
  };
}

/** A host call that failed and was not caught: the broker's words, looked at again since they come from the guest's side. */
function hostWords(text: string): ToolProblem | null {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  const { reason, message, hint, permission } = (told ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reason !== "string" || !Object.hasOwn(sandboxReasons, reason)) return null;
  const words = { reason: reason as SandboxReason, message: String(message), hint: String(hint) };
  return typeof permission === "string" ? { ...words, permission } : words;
}

function timeout(tool: Spoken, { timeoutMs }: Pick<SandboxLimits, "timeoutMs">): Read {
  return no(
    "timeout",
    `${tool.name} took longer than its ${timeoutMs} ms.`,
    "Give it less to do, or raise its timeoutMs and limits.timeoutMs.",
  );
}

function memory(tool: Spoken, { memoryBytes }: Pick<SandboxLimits, "memoryBytes">): Read {
  return no(
    "memory_exceeded",
    `${tool.name} used more than its ${Math.round(memoryBytes / 1048576)} MB of memory.`,
    "Give it less to do at a time, or raise limits.memoryBytes.",
  );
}

export function no(
  reason: SandboxReason,
  message: string,
  hint: string,
): { readonly ok: false; readonly problem: ToolProblem } {
  return { ok: false, problem: { reason, message, hint } };
}
