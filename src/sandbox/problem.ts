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

/** Characters that steer a terminal or turn the direction of what follows; words of a tool may end on one. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The same problem in words that are safe to print. */
export function printable(problem: ToolProblem): ToolProblem {
  const plain = (text: string): string => text.replace(STEERING, "\ufffd");
  const { message, hint, stack } = problem;
  return {
    ...problem,
    message: plain(message),
    hint: plain(hint),
    ...(stack === undefined ? {} : { stack: stack.map(plain) }),
  };
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
