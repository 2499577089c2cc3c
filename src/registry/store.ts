// The port to the store: all that the registry asks of a database. Reads happen in a snapshot, writes in one transaction
// that is kept whole or not at all. Implementations are in src/store; they never let an error of the database through.
// "Newest", "oldest" and "in the order added" go by uid: uids are UUIDv7, so that they sort by when they were made.

import type {
  ArchiveEntry,
  AuditEntry,
  Capability,
  Case,
  CaseRun,
  Counters,
  Health,
  Layer,
  PromotionCandidate,
  PromotionStatus,
  Review,
  SkillHead,
  SkillVersion,
  SubjectKind,
  ToolHead,
  ToolOrigin,
  ToolVersion,
  Trial,
} from "./model.ts";
import type { Finding } from "./verify/verification.ts";

/** Lists come in the order of ids, in pages: `after` is the last id of the page before. */
export interface Page {
  readonly after?: string;
  readonly limit?: number;
}

export interface ToolFilter extends Page {
  readonly capability?: string;
  readonly health?: readonly Health[];
  readonly layer?: Layer;
  readonly origin?: ToolOrigin;
  /** All of these. */
  readonly tags?: readonly string[];
  /** False unless given: what is archived is out of sight. */
  readonly archived?: boolean;
}

export interface SkillFilter extends Page {
  /** About any of these tools or capabilities. */
  readonly appliesTo?: readonly string[];
  /** With any of these tags, case aside. */
  readonly tags?: readonly string[];
  /** appliesTo OR tags when both are given. */
  readonly flagged?: boolean;
  readonly archived?: boolean;
}

export interface VersionRecord {
  readonly id: string;
  readonly version: string;
  readonly contentHash: string;
  readonly schemaHash: string;
  readonly supersedes: string | null;
  readonly health: Health;
  readonly healthReason: string | null;
  readonly createdAt: string;
}

/** A tool or skill in sight; another stamp or another birth means that it changed. */
export interface Mark {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly stamp: number;
  readonly createdAt: string;
}

export interface Reader {
  capability(id: string): Promise<Capability | null>;
  capabilities(page?: Page): Promise<readonly Capability[]>;

  toolHead(id: string): Promise<ToolHead | null>;
  toolHeads(filter?: ToolFilter): Promise<readonly ToolHead[]>;
  toolHeadsOf(ids: readonly string[]): Promise<readonly ToolHead[]>;
  toolVersion(id: string, version: string): Promise<ToolVersion | null>;
  /** The current versions of these tools. */
  currentVersions(ids: readonly string[]): Promise<readonly ToolVersion[]>;
  /** Oldest first. */
  versionsOf(id: string): Promise<readonly VersionRecord[]>;
  versionByHash(contentHash: string): Promise<{ readonly id: string; readonly version: string } | null>;
  /** Heads of tools whose current version needs this id (a tool or a capability): calls it, or requires it. */
  dependentsOf(id: string): Promise<readonly ToolHead[]>;
  /** Heads of tools of which a version that is not the current one does. */
  dependentsByOtherVersions(id: string): Promise<readonly ToolHead[]>;

  skillHead(id: string): Promise<SkillHead | null>;
  skillHeads(filter?: SkillFilter): Promise<readonly SkillHead[]>;
  skillVersion(id: string, version: string): Promise<SkillVersion | null>;
  skillVersionsOf(id: string): Promise<readonly SkillVersion[]>;

  /** In the order they were added. */
  casesOf(toolIds: readonly string[]): Promise<readonly Case[]>;
  /** The last run of every case by this version. */
  lastRuns(toolId: string, version: string): Promise<readonly CaseRun[]>;
  /** Uids of the cases that this version passed at least once. */
  casesPassed(toolId: string, version: string): Promise<ReadonlySet<string>>;

  counters(kind: SubjectKind, ids: readonly string[]): Promise<ReadonlyMap<string, Counters>>;
  /** Newest first. */
  trials(kind: SubjectKind, id: string, limit?: number): Promise<readonly Trial[]>;
  /** Every trial, oldest first, in pages by uid: what counters must equal. */
  trialsAfter(uid: string | null, limit: number): Promise<readonly Trial[]>;
  /** How many links have been recorded in all. */
  missions(): Promise<number>;

  archived(kind: SubjectKind, id: string): Promise<ArchiveEntry | null>;
  archive(page?: Page): Promise<readonly ArchiveEntry[]>;
  /** Newest first. */
  audit(subject?: string, limit?: number): Promise<readonly AuditEntry[]>;
  candidate(patternHash: string): Promise<PromotionCandidate | null>;
  candidates(status?: PromotionStatus): Promise<readonly PromotionCandidate[]>;
  /** Absent ids are not in the answer. */
  stamps(toolIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Of everything that is neither archived nor replaced, in any order. */
  marks(): Promise<readonly Mark[]>;
  /** Another text whenever a mark is another one; to be compared within one opening of the store. */
  position(): Promise<string>;
  counts(): Promise<{
    readonly tools: number;
    readonly skills: number;
    readonly archived: number;
    readonly capabilities: number;
  }>;
}

export interface Writer extends Reader {
  putCapability(capability: Capability): Promise<void>;

  /** Inserts the version; the first one of an id also makes its head. Bumps stamps of the tool and of its dependencies. */
  insertToolVersion(version: ToolVersion, health: Health, healthReason: string | null): Promise<void>;
  /** Failures in a row begin anew: those of another version do not count. */
  setCurrent(id: string, version: string): Promise<void>;
  setHealth(id: string, version: string, health: Health, reason: string | null): Promise<void>;
  setSupersededBy(id: string, by: string | null): Promise<void>;
  setConsecutiveFailures(id: string, failures: number): Promise<void>;
  /** Removes nothing: a tombstone by archiving with the reason "unregistered". */

  insertSkillVersion(version: SkillVersion): Promise<void>;
  setSkillCurrent(id: string, version: string): Promise<void>;
  setReview(id: string, review: Review | null): Promise<void>;

  /** Those whose content the suite already has are left out; answers the ones inserted. Bumps the tool's stamp. */
  insertCases(cases: readonly Case[]): Promise<readonly Case[]>;
  insertCaseRuns(runs: readonly CaseRun[]): Promise<void>;

  /** Trials and their counters, together. */
  insertTrials(trials: readonly Trial[]): Promise<void>;
  /** One more mission, and the link counts of what it linked. */
  recordLink(linked: {
    readonly tools: readonly string[];
    readonly skills: readonly string[];
    readonly at: string;
  }): Promise<void>;

  setArchived(entry: ArchiveEntry): Promise<void>;
  clearArchived(kind: SubjectKind, id: string): Promise<void>;
  insertAudit(entry: AuditEntry): Promise<void>;
  putCandidate(candidate: PromotionCandidate): Promise<void>;
}

export interface Store {
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * What `work` throws undoes everything it wrote. It may be run again when the database says so (serialisation). A read
   * inside it sees what it wrote; a write inside a read or a write is refused. A stamp rises with versions, health, cases,
   * new dependents, replacement and the archive; trials, links and counts of failures do not move it.
   */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** All rows, canonical and in a fixed order: equal registries give equal exports. */
  exportAll(): Promise<RegistryExport>;
  /** Into an empty store, or one that already holds the same; anything that contradicts it is refused and nothing written. */
  importAll(all: RegistryExport): Promise<void>;
  /** Everything that is wrong with what is stored: hashes, references, counts. None when it is sound. */
  verify(): Promise<readonly Finding[]>;
  close(): Promise<void>;
}

export interface RegistryExport {
  readonly format: "ptc-registry";
  readonly version: 1;
  readonly missions: number;
  readonly capabilities: readonly Capability[];
  readonly tools: readonly ToolHead[];
  readonly toolVersions: readonly (ToolVersion & { readonly health: Health; readonly healthReason: string | null })[];
  readonly skills: readonly SkillHead[];
  readonly skillVersions: readonly SkillVersion[];
  readonly cases: readonly Case[];
  readonly caseRuns: readonly CaseRun[];
  readonly trials: readonly Trial[];
  readonly counters: readonly { readonly kind: SubjectKind; readonly id: string; readonly counters: Counters }[];
  readonly archive: readonly ArchiveEntry[];
  readonly candidates: readonly PromotionCandidate[];
  readonly audit: readonly AuditEntry[];
}
