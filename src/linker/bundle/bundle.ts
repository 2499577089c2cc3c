// The image as one value that travels: what the worker may see and call, the text behind it with its map back, what it may
// ask of its host, what it was made from, and a digest over all of it. docs/schema/bundle-1.json is its schema.

import type { SchemaObject } from "../../names/signature/index.ts";
import type { ModuleScript } from "../catalog.ts";
import type { Lock } from "../lock.ts";
import type { MappedPart } from "../prelude.ts";

/** How programs call it: by place as (name a b), or by map as (tool/name {:a …}). */
export interface ToolCall {
  readonly by: "place" | "map";
  readonly name: string;
  readonly params: readonly string[];
}

export interface VisibleTool {
  readonly id: string;
  readonly version: string;
  readonly layer: "base" | "composed";
  readonly call: ToolCall;
  readonly signature: string | null;
  readonly description: string;
  readonly inputSchema: SchemaObject | null;
  readonly outputSchema: SchemaObject | null;
}

export interface HiddenTool {
  readonly id: string;
  readonly version: string;
  readonly layer: "base" | "composed";
  /** The Lisp name, or the name after tool/. */
  readonly name: string;
}

export interface BundledBaseTool {
  readonly id: string;
  readonly version: string;
  /** Programs of the image call it as tool/name. */
  readonly name: string;
  readonly body:
    | { readonly kind: "module"; readonly hash: string }
    | { readonly kind: "host"; readonly reference: string };
  readonly description: string;
  readonly signature: string | null;
  readonly inputSchema: SchemaObject | null;
  readonly outputSchema: SchemaObject | null;
  readonly permissions: readonly string[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  readonly timeoutMs: number | null;
  /** Further attempts of a call that failed: a flaky tool gets some, unless it keeps state. */
  readonly retries: number;
  /** What it may call by way of its host: the base tool of the image that each name means, by id. Absent when nothing. */
  readonly calls?: Readonly<Record<string, string>>;
}

export interface BundledSkill {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly why: string;
}

export interface TokenBill {
  /** Counts only compare within one tokenizer. */
  readonly counter: string;
  readonly budget: number | null;
  readonly tools: number;
  readonly skills: number;
  /** Of the whole prompt. */
  readonly total: number;
}

/** How a tool's smoke cases did just before the image was handed out. */
export interface PreflightResult {
  readonly tool: string;
  readonly version: string;
  readonly passed: number;
  readonly failed: number;
}

export interface BundleBody {
  readonly format: "ptc-bundle";
  readonly version: 1;
  readonly roots: readonly { readonly ref: string; readonly id: string; readonly from: string | null }[];
  readonly context: { readonly tags: readonly string[]; readonly model: string | null };
  readonly visible: readonly VisibleTool[];
  readonly hidden: readonly HiddenTool[];
  readonly prelude: string;
  readonly sourceMap: readonly MappedPart[];
  readonly entry: { readonly text: string; readonly map: readonly MappedPart[] } | null;
  readonly baseTools: readonly BundledBaseTool[];
  /** Scripts of the base tools, by hash. */
  readonly modules: Readonly<Record<string, ModuleScript>>;
  /** Everything the tools ask for; a host may grant less. */
  readonly grants: readonly string[];
  readonly effects: { readonly deterministic: boolean; readonly stateful: boolean };
  readonly skills: readonly BundledSkill[];
  readonly prompt: string;
  readonly tokens: TokenBill;
  readonly preflight: readonly PreflightResult[];
  readonly lock: Lock;
  readonly warnings: readonly { readonly reason: string; readonly message: string }[];
}

export interface Bundle extends BundleBody {
  /** sha256 of the canonical JSON of everything else. */
  readonly digest: string;
}
