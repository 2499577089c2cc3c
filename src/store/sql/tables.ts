// The tables as types, for kysely. Whole records are canonical JSON in `data`; the other columns are what one looks things
// up or filters by, and what may change. Truth is 0 or 1 and time is text, so that both engines hold the same.

export interface Tables {
  schema_migrations: { number: number; name: string; applied_at: string };
  registry_state: { name: string; value: number };
  capabilities: { id: string; data: string };
  tools: ToolRow;
  /** Of current versions. */
  tool_tags: { tag: string; tool_id: string };
  /** Of every version: it needs depends_on, which is a tool or a capability. */
  version_dependencies: { depends_on: string; tool_id: string; version: string };
  tool_versions: ToolVersionRow;
  tool_health: { id: string; version: string; health: string; health_reason: string | null };
  skills: SkillRow;
  skill_tags: { tag: string; skill_id: string };
  skill_targets: { target: string; skill_id: string };
  skill_versions: { id: string; version: string; uid: string; content_hash: string; data: string };
  cases: { uid: string; tool_id: string; content_hash: string; data: string };
  case_runs: CaseRunRow;
  trials: TrialRow;
  counters: CounterRow;
  archive: { id: string; kind: string; reason: string; at: string };
  audit: { uid: string; subject: string; data: string };
  candidates: { pattern_hash: string; status: string; data: string };
}

export interface ToolRow {
  id: string;
  capability: string;
  current: string;
  health: string;
  health_reason: string | null;
  layer: string;
  origin: string;
  /** JSON, in the order of the version. */
  tags: string;
  superseded_by: string | null;
  link_count: number;
  last_linked_at: string | null;
  missions_at_last_link: number | null;
  missions_at_birth: number;
  consecutive_failures: number;
  archived: number;
  stamp: number;
  created_at: string;
}

export interface ToolVersionRow {
  id: string;
  version: string;
  uid: string;
  content_hash: string;
  schema_hash: string;
  supersedes: string | null;
  created_at: string;
  data: string;
}

export interface SkillRow {
  id: string;
  current: string;
  /** JSON. */
  review: string | null;
  link_count: number;
  last_linked_at: string | null;
  missions_at_last_link: number | null;
  missions_at_birth: number;
  archived: number;
  stamp: number;
  created_at: string;
}

export interface CaseRunRow {
  uid: string;
  case_uid: string;
  tool_id: string;
  version: string;
  passed: number;
  outcome: string;
  at: string;
}

/** One of tool_id and skill_id is set: each is a foreign key. */
export interface TrialRow {
  uid: string;
  tool_id: string | null;
  skill_id: string | null;
  data: string;
}

export interface CounterRow {
  kind: string;
  subject: string;
  /** "overall", "tag" or "model". */
  scope: string;
  name: string;
  successes: number;
  trials: number;
}
