// What the registry knows, as data: capabilities, tool and skill versions, test cases, trials and the states around them.
// Versions, cases, trials and audit entries are inserted and never changed; what may change (health, pointers, counters)
// lives in records of its own. Everything here is plain JSON, so that an export is the model written down.

import type { SchemaObject } from "../names/signature/index.ts";

/** base: a sandboxed module or a function of the host; composed: PTC-Lisp that may call others. */
export type Layer = "base" | "composed";
export type ToolOrigin = "developer" | "smithed" | "imported";
export type SkillOrigin = "developer" | "learned" | "imported";

/**
 * pending: not yet proven; green: every case of its suite passes; red: a case fails, it never links unless forced;
 * flaky: the same input gave different outcomes, it links with a retry strategy; rejected: refused at the gates (only ever
 * in the audit log and in answers); degraded: failed several times in a row in use, hidden from suggestions.
 */
export type Health = "pending" | "green" | "red" | "flaky" | "rejected" | "degraded";

/** What can be done: the interface. Tools are its implementations. */
export interface Capability {
  readonly id: string;
  readonly description: string;
  /** The contract its implementations share, as a signature. */
  readonly canonicalSignature: string | null;
  /** Tool ids in the order of registration. */
  readonly implementations: readonly string[];
  readonly defaultImplementation: string | null;
  readonly createdAt: string;
}

/** A call worth showing; with a result it is also a test. */
export interface Example {
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

export type ToolBody =
  /** `main` is the definition that is the tool; the rest of the text are its helpers. */
  | { readonly kind: "lisp"; readonly code: string; readonly main: string; readonly file: string }
  /** A bundled script for the sandbox. `source` is what it was made from, where that is one file. */
  | {
      readonly kind: "module";
      readonly file: string;
      readonly source: string | null;
      readonly script: string;
      readonly map: string | null;
      /** Hash of the script: the module's identity. */
      readonly hash: string;
    }
  /** A function that the host supplies under this name whenever a registry is opened. */
  | { readonly kind: "host"; readonly reference: string };

/** A name that the code refers to, as found by the linker. */
export interface Dependency {
  /** Folded: the id of a tool or of a capability. */
  readonly id: string;
  /** `call`: by its Lisp name; `tool`: as tool/name. */
  readonly by: "call" | "tool";
  /** Versions that will do; any when absent. */
  readonly range?: string;
}

/** One version of one tool. Never changed once written. */
export interface ToolVersion {
  /** UUIDv7: sortable, never reused. */
  readonly uid: string;
  readonly id: string;
  /** Semantic version; id@version names this content for ever. */
  readonly version: string;
  readonly capability: string;
  readonly title: string;
  readonly description: string;
  readonly signature: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
  readonly layer: Layer;
  readonly origin: ToolOrigin;
  readonly body: ToolBody;
  readonly tags: readonly string[];
  readonly examples: readonly Example[];
  readonly permissions: readonly string[];
  /** Tools that must be registered though the code does not name them. */
  readonly requiredTools: readonly string[];
  readonly requiredModels: readonly string[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  readonly timeoutMs: number | null;
  /** Found from the code, declared ones added; sorted by id. */
  readonly dependencies: readonly Dependency[];
  /** The version this one replaces: "id@version". */
  readonly supersedes: string | null;
  /** sha256 of everything above that can change what the tool does or promises, in canonical JSON. */
  readonly contentHash: string;
  /** sha256 of the two schemas. */
  readonly schemaHash: string;
  readonly createdAt: string;
}

/** The changeable part of a tool. */
export interface ToolHead {
  readonly id: string;
  readonly capability: string;
  /** The version that links by default: the last one the gates let in, unless rolled back. */
  readonly current: string;
  /** Of the current version. */
  readonly health: Health;
  readonly healthReason: string | null;
  readonly layer: Layer;
  readonly origin: ToolOrigin;
  readonly tags: readonly string[];
  /** "id@version" of another tool that replaced this one. */
  readonly supersededBy: string | null;
  readonly linkCount: number;
  readonly lastLinkedAt: string | null;
  /** How many missions had been linked in all when this one last was: what least-recently-linked counts from. */
  readonly missionsAtLastLink: number | null;
  /** The same at its registration: a fresh tool is no candidate for the archive. */
  readonly missionsAtBirth: number;
  readonly consecutiveFailures: number;
  readonly archived: boolean;
  /** Rises with every change to the tool, its versions or its suite, and when something new depends on it. */
  readonly stamp: number;
  readonly createdAt: string;
}

export type ReviewStatus = "flagged_for_review" | "under_review" | null;

/** Why a skill is to be looked at again. */
export interface Review {
  readonly status: Exclude<ReviewStatus, null>;
  readonly reason: string;
  /** The tool versions before and after, when a repair is the reason. */
  readonly before: string | null;
  readonly after: string | null;
  readonly since: string;
}

/** One version of one skill: expertise as a prompt. Never changed once written. */
export interface SkillVersion {
  readonly uid: string;
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  /** Ids of the tools and capabilities it is about. */
  readonly appliesTo: readonly string[];
  readonly tags: readonly string[];
  readonly origin: SkillOrigin;
  /** Other front matter of its SKILL.md, kept for export. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Further files of its folder, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly contentHash: string;
  readonly createdAt: string;
}

export interface SkillHead {
  readonly id: string;
  readonly current: string;
  readonly review: Review | null;
  readonly linkCount: number;
  readonly lastLinkedAt: string | null;
  readonly missionsAtLastLink: number | null;
  readonly missionsAtBirth: number;
  readonly archived: boolean;
  readonly stamp: number;
  readonly createdAt: string;
}

export type Expectation =
  | { readonly kind: "value"; readonly value: unknown }
  /** PTC-Lisp: a function of the result, or of the result and the input, that answers truthily. */
  | { readonly kind: "predicate"; readonly code: string }
  /** Any answer will do; an error will not. */
  | { readonly kind: "no_crash" };

export interface CaseOrigin {
  readonly kind: "developer" | "example" | "production" | "repair" | "imported";
  /** The run it was taken from. */
  readonly runId?: string;
}

/** What a tool called on the way answers in a case, so that effects need not happen. In order; the last one repeats. */
export type Stubs = Readonly<Record<string, readonly ({ readonly result: unknown } | { readonly error: string })[]>>;

/** One case of a suite. Suites only grow. */
export interface Case {
  /** UUIDv7. */
  readonly uid: string;
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Expectation;
  readonly stubs: Stubs;
  /** "smoke", "regression", "from-production" and whatever else helps. */
  readonly tags: readonly string[];
  readonly description: string;
  /** Why it was added. */
  readonly reason: string;
  readonly origin: CaseOrigin;
  /** sha256 of input, expectation and stubs: the same case is not added twice. */
  readonly contentHash: string;
  readonly createdAt: string;
}

export type CaseOutcome =
  | { readonly ok: true; readonly actual: unknown }
  | {
      readonly ok: false;
      readonly actual?: unknown;
      readonly error?: { readonly reason: string; readonly message: string };
    };

/** How one version did in one case, each time it was run. */
export interface CaseRun {
  readonly uid: string;
  readonly caseUid: string;
  readonly toolId: string;
  readonly version: string;
  readonly passed: boolean;
  /** Canonical JSON of the outcome, cut to a bound. */
  readonly outcome: string;
  readonly at: string;
}

export type SubjectKind = "tool" | "skill";

/** One use in earnest. */
export interface Trial {
  readonly uid: string;
  readonly kind: SubjectKind;
  /** Tool or skill id. */
  readonly id: string;
  readonly version: string;
  readonly success: boolean;
  readonly tags: readonly string[];
  readonly model: string | null;
  readonly mission: string | null;
  readonly runId: string | null;
  /** sha256 of the canonical input, where it is known: equal inputs with differing outcomes show a flaky tool. */
  readonly inputHash: string | null;
  /** What went wrong, in safe words. */
  readonly diagnosis: string | null;
  /** For tools: the skills in the prompt; their lift is what these runs say against those without. */
  readonly skills: readonly string[];
  readonly at: string;
}

export interface Tally {
  readonly successes: number;
  readonly trials: number;
}

/** Kept with the trials, in the same transaction. */
export interface Counters {
  readonly overall: Tally;
  readonly byTag: Readonly<Record<string, Tally>>;
  readonly byModel: Readonly<Record<string, Tally>>;
}

export interface ArchiveEntry {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly reason: string;
  readonly at: string;
}

/** Everything that was asked of the registry and what came of it, refusals included. */
export interface AuditEntry {
  readonly uid: string;
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly accepted: boolean;
  /** Evidence of the gates, reasons, what was changed. */
  readonly details: unknown;
}

export type PromotionStatus = "candidate" | "flagged" | "promoted" | "rejected";

/** A plan that keeps succeeding and may become a tool or a skill. */
export interface PromotionCandidate {
  readonly patternHash: string;
  readonly capabilitySignature: string | null;
  readonly description: string;
  readonly status: PromotionStatus;
  readonly rejectionReason: string | null;
  /** "tool:id@version" or "skill:id@version" once promoted. */
  readonly promotedTo: string | null;
  readonly successes: number;
  readonly failures: number;
  /** The newest few; all of them are trials of the pattern. */
  readonly occurrences: readonly PromotionOccurrence[];
}

export interface PromotionOccurrence {
  readonly mission: string;
  readonly success: boolean;
  readonly at: string;
}
