// A base tool as data: its bundled script, what it says of itself, and its identity, the hash of the script. It can be
// stored as JSON and called again later without its sources.

import type { Check } from "../names/schema.ts";
import type { SchemaObject } from "../names/signature/index.ts";
import type { Permission } from "./permission.ts";

export interface ToolExample {
  readonly args: Readonly<Record<string, unknown>>;
  /** What the tool answers; absent when the example only shows a call. */
  readonly result?: unknown;
}

/** `export const meta` of a tool, checked. */
export interface ToolMeta {
  readonly name: string;
  readonly description: string;
  /** As written, or what the schemas amount to. */
  readonly signature: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
  readonly permissions: readonly string[];
  readonly deterministic: boolean;
  /** Keeps values between calls, in kv. */
  readonly stateful: boolean;
  readonly timeoutMs: number | null;
  readonly tags: readonly string[];
  readonly examples: readonly ToolExample[];
}

/** What can be stored. */
export interface ToolModuleData {
  readonly file: string;
  readonly hash: string;
  readonly code: string;
  /** Source map of the code, as JSON text. */
  readonly map: string | null;
  readonly meta: ToolMeta;
}

export interface ToolModule extends ToolModuleData {
  readonly declared: readonly Permission[];
  readonly checkArguments: Check;
  readonly checkResult: Check;
}
