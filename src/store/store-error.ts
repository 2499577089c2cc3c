// What goes wrong with a store, in words: a reason, a message and one next step. Texts of SQL and errors of a driver stay
// inside; `cause` keeps the driver's own words for those who look after a database.

export type StoreReason =
  /** The package that talks to this kind of database is not installed or cannot be loaded. */
  | "driver_missing"
  /** Somebody else kept the database for too long. */
  | "store_busy"
  | "store_corrupt"
  /** A file or database of something else. */
  | "not_a_registry"
  | "store_unreachable"
  /** Written by a newer version of this program. */
  | "store_too_new"
  /** Written by an older one: to be migrated. */
  | "store_outdated"
  | "store_not_empty"
  | "store_closed"
  | "read_only"
  | "disk_full"
  /** A write was begun inside a write: it would wait for itself. */
  | "nested_write"
  | "export_invalid"
  /** What was to be written contradicts what is there. */
  | "constraint"
  | "store_failed";

/** unique: it is there already; reference: it names something that is not; immutable: it may not be changed. */
export type Violation = "unique" | "reference" | "immutable" | "check";

export interface StoreErrorDetails {
  readonly hint?: string;
  readonly violates?: Violation;
  readonly cause?: unknown;
  /** The same transaction may succeed when it is run again. */
  readonly passing?: boolean;
  /** One line each, where several things are wrong. */
  readonly problems?: readonly string[];
}

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly reason: StoreReason;
  readonly hint: string | null;
  readonly violates: Violation | null;
  readonly passing: boolean;
  readonly problems: readonly string[];

  constructor(reason: StoreReason, message: string, details: StoreErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.reason = reason;
    this.hint = details.hint ?? null;
    this.violates = details.violates ?? null;
    this.passing = details.passing ?? false;
    this.problems = details.problems ?? [];
  }
}

const things: Readonly<Record<string, string>> = {
  capabilities: "capability",
  tools: "tool",
  tool_versions: "tool version",
  tool_health: "health of a tool version",
  skills: "skill",
  skill_versions: "skill version",
  cases: "test case",
  case_runs: "case run",
  trials: "trial",
  audit: "audit entry",
};

/** What a row of this table is called. */
export function thingOf(table: string | undefined): string {
  return (table === undefined ? undefined : things[table]) ?? "entry";
}

export function violation(violates: Violation, table: string | undefined, cause?: unknown): StoreError {
  const thing = thingOf(table);
  const [message, hint] = {
    unique: [
      `This ${thing} is in the registry already.`,
      "Read what is there; what is written is never written again.",
    ],
    reference: [
      `This ${thing} refers to something that the registry does not have.`,
      "Register what it refers to first.",
    ],
    immutable: [`A ${thing} is never changed or removed once it is written.`, "Add a new one instead."],
    check: [`This ${thing} is not well-formed.`, "Look at its values again."],
  }[violates] as [string, string];
  return new StoreError("constraint", message, { violates, hint, cause });
}
