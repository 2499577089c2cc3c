// What an attack is: a tool that somebody hostile wrote, and the one way its call may end.

import type { SandboxReason } from "../../../src/sandbox/problem.ts";

export interface Attack {
  readonly name: string;
  /** The body of a tool; it sees `args` and `host`. */
  readonly body?: string;
  /** A whole module instead, mostly one to be refused when it is loaded. */
  readonly source?: string;
  /** How the call ends: with one of these reasons, or with this value. */
  readonly ends: SandboxReason | readonly SandboxReason[] | { readonly gives: unknown };
  /** Words of the message, where a forged one would end in the same way. */
  readonly says?: string;
  /** More of the tool's meta, as source text. */
  readonly meta?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** How many times it is called; the last call counts. */
  readonly times?: number;
}

/** Where a busy machine decides which limit is met first. */
export const lateOrFull: readonly SandboxReason[] = ["timeout", "memory_exceeded"];
/** One allocation beyond what a text or buffer of the engine can be is an error of the tool, not a lack of memory. */
export const refusedOrFull: readonly SandboxReason[] = ["memory_exceeded", "tool_threw"];
export const anyLimit: readonly SandboxReason[] = ["timeout", "memory_exceeded", "tool_threw"];
/** The engine may run out of stack, of memory for what is nested, or say itself that it is too much. */
export const tooDeep: readonly SandboxReason[] = ["stack_overflow", "memory_exceeded", "tool_threw"];
export const denied = "permission_denied" as const;

/** Meta of a tool with permissions. `PORT` stands for the port of the host's server. */
export const declares = (...permissions: string[]): string =>
  `inputSchema: { type: "object" }, permissions: ${JSON.stringify(permissions)}`;
