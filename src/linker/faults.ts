// What can go wrong in a link, as facts: each phase returns faults, problems.ts gives them words. Paths lead from a root to
// the place; a step without a place is a root or a declared requirement.

import type { Problem } from "../base/problem.ts";
import type { Span } from "../base/span.ts";
import type { UnitHealth } from "./unit.ts";

/** A place in one of the linked texts. */
export interface Spot {
  readonly file: string;
  readonly text: string;
  readonly span: Span;
}

/** One step of a path: who, and where it names the next one. */
export interface Step {
  readonly name: string;
  readonly at: Spot | null;
}

export type Path = readonly Step[];

export interface Requirement {
  readonly range: string;
  readonly path: Path;
}

export type LinkFault =
  /** The text itself is wrong: a problem of the language, at its place. */
  | { readonly code: "invalid_source"; readonly unit: string; readonly at: Spot; readonly problem: Problem }
  | {
      readonly code: "missing_definition";
      readonly unit: string;
      readonly main: string;
      readonly near: readonly string[];
    }
  | { readonly code: "nested_definition"; readonly name: string; readonly at: Spot }
  | { readonly code: "stray_expression"; readonly unit: string; readonly hint: string; readonly at: Spot }
  | { readonly code: "invalid_reference"; readonly text: string; readonly why: string; readonly path: Path }
  | {
      readonly code: "unresolved_symbol";
      readonly name: string;
      readonly near: readonly string[];
      /** What the language itself would say of the name, when no tool is near. */
      readonly advice: string | null;
      readonly path: Path;
    }
  | { readonly code: "archived_tool"; readonly id: string; readonly path: Path }
  | {
      readonly code: "version_not_found";
      readonly id: string;
      readonly range: string;
      readonly available: readonly string[];
      readonly path: Path;
    }
  | { readonly code: "version_conflict"; readonly id: string; readonly wants: readonly Requirement[] }
  | {
      readonly code: "quarantined";
      readonly id: string;
      readonly version: string;
      readonly health: UnitHealth;
      /** A version that is healthy, where there is one. */
      readonly healthy: string | null;
      readonly path: Path;
    }
  | { readonly code: "dependency_cycle"; readonly path: Path }
  | { readonly code: "duplicate_symbol"; readonly name: string; readonly spots: readonly Step[] }
  | {
      readonly code: "conflicting_names";
      readonly id: string;
      /** The names asked for, each with who asks, where somebody is named. */
      readonly wants: readonly { readonly name: string; readonly from: string | null }[];
    }
  | { readonly code: "reserved_name"; readonly id: string; readonly name: string; readonly at: Spot }
  | {
      readonly code: "arity_error";
      readonly callee: string;
      readonly takes: string;
      readonly got: number;
      readonly call: string;
      readonly at: Spot;
    }
  | {
      readonly code: "missing_argument";
      readonly tool: string;
      readonly keys: readonly string[];
      readonly signature: string | null;
      readonly at: Spot;
    }
  | {
      readonly code: "unknown_argument";
      readonly tool: string;
      readonly key: string;
      readonly near: readonly string[];
      readonly signature: string | null;
      readonly at: Spot;
    }
  | {
      readonly code: "permission_denied";
      readonly id: string;
      readonly permission: string;
      readonly denied: boolean;
      readonly path: Path;
    }
  | { readonly code: "not_deterministic"; readonly id: string; readonly reaches: string; readonly path: Path }
  | {
      readonly code: "wrong_model";
      readonly id: string;
      readonly model: string;
      readonly models: readonly string[];
      readonly path: Path;
    }
  | { readonly code: "budget_exceeded"; readonly budget: number; readonly needed: number; readonly parts: string }
  | { readonly code: "lock_drift"; readonly changes: readonly string[] }
  | { readonly code: "invalid_plan"; readonly where: string; readonly why: string }
  | { readonly code: "nothing_to_link" };

export type LinkFaultCode = LinkFault["code"];

/** Worth knowing; nothing that keeps the image from running. */
export type LinkWarning =
  | { readonly code: "replaced"; readonly id: string; readonly by: string }
  | { readonly code: "unproven"; readonly id: string }
  | { readonly code: "flaky"; readonly id: string; readonly retries: number }
  | { readonly code: "forced"; readonly id: string; readonly health: UnitHealth }
  | { readonly code: "flagged_skill"; readonly id: string }
  | { readonly code: "skill_left_out"; readonly id: string; readonly why: string }
  /** It came by a tag of the mission alone, and is about tools that are not in the image. */
  | {
      readonly code: "skill_without_tools";
      readonly id: string;
      readonly tag: string;
      readonly tools: readonly string[];
    }
  | { readonly code: "stale_lock"; readonly id: string; readonly locked: string };
