// Everything that can go wrong with a base tool, as data: what a caller, a program or a model may read. Hosts' paths,
// environment and stack traces are never in it; guest stacks are mapped to the tool's own source.

import { type SandboxReason, sandboxReasons } from "./reasons.ts";

export { type SandboxReason, sandboxReasons };

export interface ToolPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ToolProblem {
  readonly reason: SandboxReason;
  readonly message: string;
  readonly hint: string;
  /** In the tool's own source. */
  readonly place?: ToolPlace;
  /** The guest's stack, in the tool's own source. */
  readonly stack?: readonly string[];
  /** The permission in question. */
  readonly permission?: string;
}

/** A tool that cannot be loaded. */
export class ToolLoadError extends Error {
  override readonly name = "ToolLoadError";
  constructor(
    readonly file: string,
    readonly problems: readonly ToolProblem[],
  ) {
    super(problems.map((p) => `${placeText(p.place) ?? file}: ${p.message}`).join("\n"));
  }
}

export function placeText(place: ToolPlace | undefined): string | null {
  return place === undefined ? null : `${place.file}:${place.line}:${place.column}`;
}
