// What goes into a link, before anything is known about it: a unit is one tool (or the entry program) with its text and
// what its author promised. Units come from a catalogue and are never changed; phases make new values from them.

import type { SchemaObject } from "../names/signature/index.ts";

export type UnitHealth = "pending" | "green" | "red" | "flaky" | "degraded";

/** Does a tool link without being forced? "rejected" is the registry's word for what was never let in. */
export function isLinkable(health: UnitHealth | "rejected"): boolean {
  return health === "green" || health === "pending" || health === "flaky";
}

export interface SourceText {
  /** As errors and maps name it. */
  readonly file: string;
  readonly text: string;
}

interface UnitHead {
  /** Folded; the entry program is "entry". */
  readonly id: string;
  readonly version: string;
  readonly capability: string;
  readonly description: string;
  readonly signature: string | null;
  readonly inputSchema: SchemaObject | null;
  readonly outputSchema: SchemaObject | null;
  readonly tags: readonly string[];
  readonly health: UnitHealth;
  readonly permissions: readonly string[];
  readonly requiredTools: readonly string[];
  readonly requiredModels: readonly string[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  readonly contentHash: string;
  readonly schemaHash: string;
}

export interface LispUnit extends UnitHead {
  readonly layer: "composed";
  readonly source: SourceText;
  /** The definition that is the tool. */
  readonly main: string;
  /** Ranges the author asks of what the code names, by folded id. */
  readonly requires: Readonly<Record<string, string>>;
  /** Ids that its text named when it was registered; absent where nobody wrote them down. */
  readonly dependencies?: readonly string[];
}

export interface BaseUnit extends UnitHead {
  readonly layer: "base";
  readonly body:
    | { readonly kind: "module"; readonly hash: string }
    | { readonly kind: "host"; readonly reference: string };
  readonly timeoutMs: number | null;
  /** Further attempts of a call that failed: those of a flaky tool, by its record. */
  readonly retries: number;
}

export type Unit = LispUnit | BaseUnit;

/** What keeps state could do its work twice, whatever a catalogue says; text calls what it calls once. */
export function retriesOf(unit: Unit): number {
  return unit.layer === "base" && !unit.stateful ? unit.retries : 0;
}

export interface SkillUnit {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly prompt: string;
  readonly appliesTo: readonly string[];
  readonly tags: readonly string[];
  /** How well it serves, for the model of this link where that is known: a lower bound, with the sample it rests on. */
  readonly effectiveness: { readonly score: number; readonly trials: number };
  readonly flagged: boolean;
  readonly contentHash: string;
}
