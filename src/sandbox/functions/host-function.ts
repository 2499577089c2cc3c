// The shape of a row in the table of host functions, and what such a function may use. A row holds the words, the schema of
// its arguments, the request that must be permitted, and the function itself; stubs, checks and documentation read it.

import type { SchemaObject } from "../../names/signature/index.ts";
import type { Permission } from "../permission.ts";
import type { Decision } from "../policy.ts";
import type { Request } from "../request.ts";
import type { ToolModule } from "../tool-module.ts";
import type { KvStore } from "./kv-store.ts";
import type { Secrets } from "./secrets.ts";

/** The tool call on whose behalf a host function runs: an object of its own for each call, since budgets belong to it. */
export interface Caller {
  readonly tool: string;
  readonly declared: readonly Permission[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  /** What events call it; calls of different runs may share one. */
  readonly callId: string;
  /** 0 for a call from outside, 1 for a tool that a tool calls, and so on. */
  readonly depth: number;
  readonly approved: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /**
   * A text of this call alone that its secret placeholders carry (`secretPlaceholder(name, mark)`). With it, a placeholder
   * that came from elsewhere, such as a fetched page, stays plain text.
   */
  readonly secretMark?: string;
  /** Decides which tools it may call; without it, any that was offered. */
  readonly reach?: Reach;
}

/** The tool that `caller` means by a name, or why it may not call it. */
export type Reach = (caller: string, name: string) => ToolModule | Unreached;

export type Unreached = Omit<Failure, "ok">;

export type FailureReason =
  | "permission_denied"
  | "approval_required"
  | "bad_arguments"
  | "host_error"
  | "limit_exceeded";

export interface Failure {
  readonly ok: false;
  readonly reason: FailureReason;
  readonly message: string;
  readonly hint: string;
  /** The permission that is missing or waits for approval. */
  readonly permission?: string;
}

export type Answer = { readonly ok: true; readonly value: unknown } | Failure;

/** Answers of more bytes go one at a time: a guest that asks and does not listen must not fill the host. */
export const LARGE_ANSWER = 256 * 1024;

/** Ends a host function with words that are safe for the guest; `detail` is for the host's log only. */
export class Refusal extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly hint: string,
    readonly permission?: string,
    readonly detail?: string,
  ) {
    super(message);
  }
}

export interface BrokerLimits {
  /** Host calls of one tool call. */
  readonly hostCalls: number;
  /** Host calls of one tool call that are under way at once; more wait. */
  readonly hostConcurrency: number;
  /** Bytes of arguments and results of all host calls of one tool call. */
  readonly hostBytes: number;
  /** One file, read or written. */
  readonly fileBytes: number;
  /** Files and folders looked at by one listing. */
  readonly listEntries: number;
  /** One fetch from first to last byte, redirects included. */
  readonly httpMs: number;
  /** One response body; a permission's maxBytes may say less. */
  readonly httpBytes: number;
  readonly redirects: number;
  /** Characters of one key and bytes of one value as JSON. */
  readonly kvKeyLength: number;
  readonly kvValueBytes: number;
  /** One line of the log with its data. */
  readonly logBytes: number;
  /** How deep tools may call tools. */
  readonly toolDepth: number;
}

export const defaultBrokerLimits: BrokerLimits = {
  hostCalls: 1000,
  hostConcurrency: 16,
  hostBytes: 32 * 1024 * 1024,
  fileBytes: 8 * 1024 * 1024,
  listEntries: 10_000,
  httpMs: 10_000,
  httpBytes: 4 * 1024 * 1024,
  redirects: 5,
  kvKeyLength: 256,
  kvValueBytes: 256 * 1024,
  logBytes: 16 * 1024,
  toolDepth: 8,
};

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface HostContext {
  readonly caller: Caller;
  /** The folder of relative paths: real, absolute, forward slashes. */
  readonly root: string;
  readonly limits: BrokerLimits;
  readonly kv: KvStore;
  readonly secrets: Secrets;
  readonly callTool: (name: string, args: unknown, caller: Caller) => Promise<Answer>;
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** The addresses of a host name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly log: (level: LogLevel, message: string, data: unknown) => void;
  /** Decides, tells the listeners, and refuses unless it is allowed. */
  readonly permit: (request: Request, words?: RefusalWords) => Decision;
  /** Decides; only a refusal is told to the listeners. */
  readonly require: (request: Request, words?: RefusalWords) => Decision;
  /** Decides quietly. */
  readonly allows: (request: Request) => boolean;
  /** Refuses what no policy can allow, and tells the listeners. */
  readonly deny: (request: Request, message: string, hint: string) => never;
  /** Counts bytes against the budget of the tool call, before they are held. */
  readonly spend: (bytes: number) => void;
  /** Waits until no other answer to the tool call is large; said before one is held. */
  readonly alone: () => Promise<void>;
}

export interface RefusalWords {
  /** A sentence before the usual ones: "a.com leads to a private address." */
  readonly note?: string;
  /** In place of the usual message and hint, which name the request; it may give away where things are on the host. */
  readonly instead?: { readonly message: string; readonly hint: string };
}

export interface HostFunction {
  /** "filesystem.read" is host.filesystem.read in the guest. */
  readonly name: string;
  readonly params: readonly string[];
  /** The permission that a call needs. */
  readonly permission: string;
  readonly doc: string;
  readonly returns: string;
  readonly example: string;
  /** Whether tools declared deterministic may call it. */
  readonly deterministic: boolean;
  /** Whether only tools declared stateful may call it. */
  readonly stateful: boolean;
  /** One schema per parameter; those after `required` may be missing. */
  readonly args: readonly SchemaObject[];
  readonly required: number;
  /** What the call asks for; null when the function itself asks, once it knows more. */
  readonly request: (args: readonly unknown[], context: HostContext) => Request | null;
  readonly run: (args: readonly unknown[], context: HostContext) => unknown;
}
