// Everything that can go wrong with a base tool, as data: what a caller, a program or a model may read. Hosts' paths,
// environment and stack traces are never in it; guest stacks are mapped to the tool's own source.

export const sandboxReasons = {
  syntax_error: "The tool's source does not parse or bundle.",
  bad_module: "The module lacks its default function or its meta.",
  bad_meta: "What the module says of itself does not hold together.",
  bundle_too_large: "The bundled script is larger than allowed.",
  bad_arguments: "The arguments do not fit the tool's contract.",
  bad_result: "The answer is not JSON, is too large, or does not fit the tool's contract.",
  tool_threw: "The tool threw an error.",
  no_answer: "The tool's promise never settles.",
  timeout: "The tool took longer than it may.",
  memory_exceeded: "The tool used more memory than it may.",
  stack_overflow: "The tool recursed too deeply.",
  too_many_jobs: "The tool started more promise jobs than it may.",
  permission_denied: "The tool asked for something that it may not have.",
  approval_required: "A person must approve what the tool asks for.",
  host_error: "Something the tool asked of its host failed.",
  limit_exceeded: "The tool asked its host for more than it may.",
  cancelled: "The host cancelled the call.",
  engine_failed: "The engine under the tool ended unexpectedly.",
} as const;

export type SandboxReason = keyof typeof sandboxReasons;

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
