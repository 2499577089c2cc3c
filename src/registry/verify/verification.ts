// Whether a registry is sound: every hash recomputed, every reference followed, every count counted again. Records are given
// one after the other and only what others refer to is remembered, so that a large store can be verified in pieces.

import semver from "semver";
import { canonicalJson } from "../../base/canonical-json.ts";
import { hashText } from "../../base/hash.ts";
import { splitReference } from "../../names/id.ts";
import { caseContentHash, schemaHash, skillContentHash, toolContentHash } from "../content-hash.ts";
import { needsOf } from "../lineage.ts";
import type { Counters } from "../model.ts";
import { Sums } from "../tally.ts";
import { findCycles } from "./cycles.ts";
import { type Part, type RecordOf, shapeProblem } from "./shapes.ts";

export interface Finding {
  /** "tool parse_csv@1.0.0", "case 0198…", "the file". */
  readonly subject: string;
  readonly message: string;
}

/** More than this many say nothing new. */
const MOST_FINDINGS = 1_000;

type Kind = "tool" | "tool version" | "capability" | "skill" | "skill version" | "case";
type Head = Pick<
  RecordOf<"tools">,
  "capability" | "current" | "health" | "healthReason" | "layer" | "origin" | "tags" | "archived" | "supersededBy"
>;

export class Verification {
  readonly #findings: Finding[] = [];
  readonly #seen = new Map<string, Set<string>>();
  /** References to what had not been seen when they were; they are looked at again at the end. */
  readonly #open: { readonly subject: string; readonly kinds: readonly Kind[]; readonly key: string }[] = [];
  readonly #heads = new Map<string, Head>();
  readonly #skills = new Map<string, { readonly current: string; readonly archived: boolean }>();
  readonly #supersedes = new Map<string, string>();
  readonly #archived = new Set<string>();
  /** The id that replaced each id, and the ids that versions of each id say they supersede. */
  readonly #replacements = new Map<string, string>();
  readonly #replaced = new Map<string, Set<string>>();
  /** Cases that a version was run in, and whether it ever passed. */
  readonly #runs = new Map<string, Map<string, boolean>>();
  readonly #counters = new Map<string, Counters>();
  readonly #sums = new Sums();
  readonly #missions: number;

  constructor(missions: number) {
    this.#missions = missions;
  }

  add(part: Part, record: unknown): void {
    const wrong = shapeProblem(part, record);
    if (wrong !== null) this.report(`${part} record${named(record)}`, wrong);
    else (this.#checks[part] as (record: unknown) => void)(record);
  }

  report(subject: string, message: string): void {
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push({ subject, message });
  }

  /** Everything that is wrong; none when the registry is sound. Once all has been added. */
  finish(): readonly Finding[] {
    for (const { subject, kinds, key } of this.#open)
      if (!kinds.some((kind) => this.#has(kind, key)))
        this.report(subject, `refers to ${kinds.join(" or ")} ${key}, which is not there`);
    for (const [id, head] of this.#heads) {
      if (!this.#has("tool version", `${id}@${head.current}`))
        this.report(`tool ${id}`, `its current version ${head.current} is not there`);
      this.#sameArchived(`tool ${id}`, head.archived);
      if (head.health === "green") this.#greenIsEarned(`tool ${id}`, this.#runs.get(`${id}@${head.current}`));
    }
    for (const [id, { current, archived }] of this.#skills) {
      if (!this.#has("skill version", `${id}@${current}`))
        this.report(`skill ${id}`, `its current version ${current} is not there`);
      this.#sameArchived(`skill ${id}`, archived);
    }
    for (const cycle of findCycles(this.#supersedes))
      this.report(`tool ${cycle[0]}`, `supersedes itself: ${cycle.join(" -> ")}`);
    for (const cycle of findCycles(this.#replacements))
      this.report(`tool ${cycle[0]}`, `was replaced by itself: ${cycle.join(" -> ")}`);
    for (const [id, by] of this.#replacements)
      if (this.#replaced.get(by)?.has(id) !== true)
        this.report(`tool ${id}`, `was replaced by ${by}, no version of which supersedes it`);
    this.#recount();
    return this.#findings;
  }

  readonly #checks: { readonly [P in Part]: (record: RecordOf<P>) => void } = {
    capabilities: (record) => {
      const subject = `capability ${record.id}`;
      this.#once("capability", record.id, subject);
      if (new Set(record.implementations).size < record.implementations.length)
        this.report(subject, "lists an implementation twice");
      for (const id of record.implementations) this.#refer(subject, ["tool"], id);
      const { defaultImplementation } = record;
      if (defaultImplementation !== null && !record.implementations.includes(defaultImplementation))
        this.report(subject, `its default ${defaultImplementation} is none of its implementations`);
    },
    tools: (record) => {
      const subject = `tool ${record.id}`;
      this.#once("tool", record.id, subject);
      this.#heads.set(record.id, record);
      this.#refer(subject, ["capability"], record.capability);
      if (record.supersededBy !== null) {
        this.#refer(subject, ["tool version"], record.supersededBy);
        this.#replacements.set(record.id, splitReference(record.supersededBy).name);
      }
      this.#atMostMissions(subject, record);
    },
    toolVersions: (record) => {
      const name = `${record.id}@${record.version}`;
      const subject = `tool ${name}`;
      this.#once("tool version", name, subject);
      this.#once("uid", record.uid, subject);
      this.#refer(subject, ["tool"], record.id);
      this.#semver(subject, record.version);
      if (toolContentHash(record) !== record.contentHash) this.report(subject, "its content is not what its hash says");
      if (schemaHash(record) !== record.schemaHash) this.report(subject, "its schemas are not what their hash says");
      if (record.body.kind === "module" && hashText(record.body.script) !== record.body.hash)
        this.report(subject, "its script is not what its hash says");
      for (const id of needsOf(record)) this.#refer(subject, ["tool", "capability"], id);
      if (record.supersedes !== null) {
        this.#refer(subject, ["tool version"], record.supersedes);
        this.#supersedes.set(name, record.supersedes);
        const replaced = this.#replaced.get(record.id) ?? new Set();
        this.#replaced.set(record.id, replaced.add(splitReference(record.supersedes).name));
      }
      const head = this.#heads.get(record.id);
      if (head?.current === record.version) this.#sameAsHead(subject, head, record);
    },
    skills: (record) => {
      const subject = `skill ${record.id}`;
      this.#once("skill", record.id, subject);
      this.#skills.set(record.id, { current: record.current, archived: record.archived });
      this.#atMostMissions(subject, record);
    },
    skillVersions: (record) => {
      const name = `${record.id}@${record.version}`;
      const subject = `skill ${name}`;
      this.#once("skill version", name, subject);
      this.#once("uid", record.uid, subject);
      this.#refer(subject, ["skill"], record.id);
      this.#semver(subject, record.version);
      if (skillContentHash(record) !== record.contentHash)
        this.report(subject, "its content is not what its hash says");
    },
    cases: (record) => {
      const subject = `case ${record.uid}`;
      this.#once("case", record.uid, subject);
      this.#once("content of a case", `${record.toolId} ${record.contentHash}`, subject);
      this.#refer(subject, ["tool"], record.toolId);
      if (caseContentHash(record) !== record.contentHash) this.report(subject, "its content is not what its hash says");
    },
    caseRuns: (record) => {
      const subject = `case run ${record.uid}`;
      this.#once("case run", record.uid, subject);
      const version = `${record.toolId}@${record.version}`;
      this.#refer(subject, ["case"], record.caseUid);
      this.#refer(subject, ["tool version"], version);
      const runs = this.#runs.get(version) ?? new Map<string, boolean>();
      this.#runs.set(version, runs.set(record.caseUid, record.passed || runs.get(record.caseUid) === true));
    },
    trials: (record) => {
      const subject = `trial ${record.uid}`;
      this.#once("trial", record.uid, subject);
      this.#refer(subject, [`${record.kind} version`], `${record.id}@${record.version}`);
      this.#sums.add(record);
    },
    counters: (record) => {
      const subject = `counters of ${record.kind} ${record.id}`;
      this.#once("counters", `${record.kind} ${record.id}`, subject);
      this.#refer(subject, [record.kind], record.id);
      this.#counters.set(`${record.kind} ${record.id}`, record.counters);
    },
    archive: (record) => {
      const subject = `${record.kind} ${record.id}`;
      this.#once("archive entry", subject, `archive entry of ${subject}`);
      this.#refer(`archive entry of ${subject}`, [record.kind], record.id);
      this.#archived.add(subject);
    },
    candidates: (record) => {
      const subject = `candidate ${record.patternHash}`;
      this.#once("candidate", record.patternHash, subject);
      const promoted = /^(tool|skill):(.*)$/.exec(record.promotedTo ?? "");
      if (record.promotedTo !== null && promoted === null)
        this.report(subject, `was promoted to ${record.promotedTo}, which names no tool or skill`);
      if (promoted !== null) this.#refer(subject, [`${promoted[1] as "tool" | "skill"} version`], promoted[2]!);
    },
    audit: (record) => this.#once("audit entry", record.uid, `audit entry ${record.uid}`),
  };

  #once(what: string, key: string, subject: string): void {
    const seen = this.#seen.get(what);
    if (seen === undefined) this.#seen.set(what, new Set([key]));
    else if (seen.has(key)) this.report(subject, "is there twice");
    else seen.add(key);
  }

  #has(kind: Kind, key: string): boolean {
    return this.#seen.get(kind)?.has(key) === true;
  }

  #refer(subject: string, kinds: readonly Kind[], key: string): void {
    if (!kinds.some((kind) => this.#has(kind, key))) this.#open.push({ subject, kinds, key });
  }

  #semver(subject: string, version: string): void {
    if (semver.valid(version) !== version) this.report(subject, `${version} is no semantic version`);
  }

  /** The head repeats what one filters by. */
  #sameAsHead(subject: string, head: Head, version: RecordOf<"toolVersions">): void {
    const fields = ["capability", "health", "healthReason", "layer", "origin", "tags"] as const;
    for (const field of fields)
      if (canonicalJson(head[field]) !== canonicalJson(version[field]))
        this.report(subject, `its ${field} is not that of the tool, though it is current`);
  }

  #greenIsEarned(subject: string, runs: ReadonlyMap<string, boolean> = new Map()): void {
    for (const [uid, passed] of runs) if (!passed) this.report(subject, `is green, but never passed the case ${uid}`);
  }

  #sameArchived(subject: string, archived: boolean): void {
    if (archived !== this.#archived.has(subject))
      this.report(
        subject,
        archived ? "is archived without an entry" : "has an entry in the archive but is not archived",
      );
  }

  #atMostMissions(subject: string, record: { missionsAtBirth: number; missionsAtLastLink: number | null }): void {
    if (Math.max(record.missionsAtBirth, record.missionsAtLastLink ?? 0) > this.#missions)
      this.report(subject, "counts more missions than there were");
  }

  #recount(): void {
    const counted = this.#sums.counters();
    for (const [subject, counters] of counted)
      if (canonicalJson(this.#counters.get(subject) ?? null) !== canonicalJson(counters))
        this.report(`counters of ${subject}`, "are not what its trials add up to");
    for (const subject of this.#counters.keys())
      if (!counted.has(subject)) this.report(`counters of ${subject}`, "count trials that are not there");
  }
}

function named(record: unknown): string {
  const { id, uid } = (record ?? {}) as { readonly id?: unknown; readonly uid?: unknown };
  const name = typeof id === "string" ? id : uid;
  return typeof name === "string" ? ` ${JSON.stringify(name.slice(0, 100))}` : "";
}
