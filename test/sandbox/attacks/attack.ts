// What an attack is: a tool that somebody hostile wrote, and the one way its call may end.

import type { SandboxReason } from "../../../src/sandbox/problem.ts";

export interface Attack {
  readonly name: string;
  /** The body of a tool; it sees `args` and `host`. */
  readonly body?: string;
  /** A whole module instead, mostly one to be refused when it is loaded. */
  readonly source?: string;
  /**
   * How the call ends: for this reason, or with this value. An attack has one end on every machine: those that end in a
   * timeout have a short one that no machine beats to another limit, all others have much more time than they need.
   */
  readonly ends: SandboxReason | { readonly gives: unknown };
  /** Words of the message, where a forged one would end in the same way. */
  readonly says?: string;
  /** More of the tool's meta, as source text. */
  readonly meta?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** How many times it is called; the last call counts. */
  readonly times?: number;
}

export const denied = "permission_denied" as const;

/** Meta of a tool with permissions. `PORT` stands for the port of the host's server. */
export const declares = (...permissions: string[]): string =>
  `inputSchema: { type: "object" }, permissions: ${JSON.stringify(permissions)}`;
