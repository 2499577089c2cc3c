// The port to whatever runs tools. The registry decides what to run and what an outcome means; running itself is handed in,
// so that gates can be replayed and the registry stays without effects.

import type { NestedCalls } from "./contracts/nested.ts";
import type { CaseOutcome, Stubs, ToolVersion } from "./model.ts";

/** A tool with everything it may reach, ready to be called. */
export interface RunnableTool {
  readonly tool: ToolVersion;
  /** The linked text: definitions of the tool and of all it calls; empty for a base tool. */
  readonly prelude: string;
  /** The Lisp name of the tool in that text; null for a base tool. */
  readonly entry: string | null;
  /** Base tools that the text may call, by the name it calls them by. */
  readonly baseTools: ReadonlyMap<string, ToolVersion>;
  /** What base tools may call on the way. */
  readonly nested: NestedCalls;
}

export interface RunTogether {
  readonly stubs: Stubs;
  /** Answers of tools that are not stubbed come from the tools themselves, with nothing granted but what is pure. */
  readonly signal?: AbortSignal;
}

export interface ToolRunner {
  /** Never rejects for what a tool does. `input` is the tool's arguments by name. */
  run(target: RunnableTool, input: Readonly<Record<string, unknown>>, options: RunTogether): Promise<CaseOutcome>;
  /** Is the answer of a predicate truthy? The code is a function of the result, or of the result and the input. */
  holds(
    code: string,
    result: unknown,
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly ok: true; readonly holds: boolean } | { readonly ok: false; readonly message: string }>;
}
