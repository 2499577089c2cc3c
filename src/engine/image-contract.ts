// What the host asks of an image's tool and what it gets back, held to the tool's contract in both directions. Base tools
// are held to theirs at every call, whoever calls them.

import type { Bundle, VisibleTool } from "../linker/index.ts";
import { parseSource } from "../linker/text/parse.ts";
import { type Enforcement, enforce } from "../registry/contracts/contract.ts";
import type { Result } from "../run/result.ts";

export function promises({ id, version, signature, inputSchema, outputSchema }: VisibleTool): Enforcement {
  return enforce({
    ...{ id, version, signature: signature ?? "what its schemas say" },
    ...{ inputSchema: inputSchema ?? {}, outputSchema: outputSchema ?? {} },
  });
}

/** A text with a :signature checks its arguments at every call, whoever calls, and base tools are checked by their port. */
export function checksItself({ prelude }: Bundle, { layer, call }: VisibleTool): boolean {
  if (layer === "base") return true;
  const definition = parseSource({ file: "prelude", text: prelude }).definitions.get(call.name);
  return typeof definition?.signature === "string";
}

/** The result of calling this tool; an error when it is not what the tool promises. */
export function kept(result: Result, tool: VisibleTool): Result {
  if (!result.ok || result.valueProblem !== undefined) return result;
  const broken = promises(tool).output(withoutBigints(result.value));
  if (broken.ok) return result;
  const { prints, toolCalls, usage, events, memory } = result;
  const { message, hint } = broken.problem;
  const error = { reason: "tool_error", message, hint, span: { start: 0, end: 0, line: 1, column: 1 } } as const;
  const problems = [{ ...error, severity: "error" } as const];
  return { prints, toolCalls, usage, events, memory, ok: false, outcome: "error", error, problems };
}

/** Schemas know one kind of number. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutBigints(one)]));
}
