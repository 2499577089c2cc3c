// The lock: what a link resolved to, with the hashes of every part. Given back to a later link it decides versions; with
// `locked` the image must be the very same.

export interface LockedTool {
  readonly version: string;
  readonly contentHash: string;
  readonly schemaHash: string;
  readonly health: string;
}

export interface LockedSkill {
  readonly version: string;
  readonly contentHash: string;
}

export interface Lock {
  readonly format: "ptc-lock";
  readonly version: 1;
  /** What each name asked for came to: "parse_csv" to "parse_csv_eu@1.2.0". */
  readonly references: Readonly<Record<string, string>>;
  /** By id. */
  readonly tools: Readonly<Record<string, LockedTool>>;
  readonly skills: Readonly<Record<string, LockedSkill>>;
}
