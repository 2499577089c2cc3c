// The registry's port, put together from its subjects, on one connection. A reader is made for every read, and most reads
// ask one thing: only the subject that is asked is set up, so that a registry that is asked often leaves little garbage.

import type { Reader, Writer } from "../../registry/store.ts";
import { archiveReads, archiveWrites } from "./archive.ts";
import { capabilityReads, capabilityWrites } from "./capabilities.ts";
import { caseReads, caseWrites } from "./cases.ts";
import { linkReads, linkWrites } from "./links.ts";
import { markReads } from "./marks.ts";
import type { Connection } from "./query.ts";
import { recordReads, recordWrites } from "./records.ts";
import { skillReads, skillWrites } from "./skills.ts";
import { toolWrites } from "./tool-changes.ts";
import { toolReads } from "./tools.ts";
import { trialReads, trialWrites } from "./trials.ts";

/** Which subject has which method. One that is missing does not compile. */
const subjects: { readonly [Method in keyof Reader]: (connection: Connection) => Pick<Reader, Method> } = {
  capability: capabilityReads,
  capabilities: capabilityReads,
  toolHead: toolReads,
  toolHeads: toolReads,
  toolHeadsOf: toolReads,
  toolVersion: toolReads,
  currentVersions: toolReads,
  versionsOf: toolReads,
  versionByHash: toolReads,
  dependentsOf: toolReads,
  dependentsByOtherVersions: toolReads,
  stamps: toolReads,
  marks: markReads,
  position: markReads,
  skillHead: skillReads,
  skillHeads: skillReads,
  skillVersion: skillReads,
  skillVersionsOf: skillReads,
  casesOf: caseReads,
  lastRuns: caseReads,
  casesPassed: caseReads,
  counters: trialReads,
  trials: trialReads,
  trialsAfter: trialReads,
  missions: linkReads,
  archived: archiveReads,
  archive: archiveReads,
  audit: recordReads,
  candidate: recordReads,
  candidates: recordReads,
  counts: recordReads,
};

/** What a reader has before it is asked anything: its connection, and by inheritance a way to every method. */
class LazyReader {
  readonly connection: Connection;
  constructor(connection: Connection) {
    this.connection = connection;
  }
}

for (const [method, subject] of Object.entries(subjects))
  Object.defineProperty(LazyReader.prototype, method, {
    get(this: LazyReader) {
      return (subject(this.connection) as Partial<Reader>)[method as keyof Reader];
    },
  });

export function readerOn(connection: Connection): Reader {
  return new LazyReader(connection) as unknown as Reader;
}

export function writerOn(connection: Connection): Writer {
  return {
    ...capabilityReads(connection),
    ...toolReads(connection),
    ...markReads(connection),
    ...skillReads(connection),
    ...caseReads(connection),
    ...trialReads(connection),
    ...linkReads(connection),
    ...archiveReads(connection),
    ...recordReads(connection),
    ...capabilityWrites(connection),
    ...toolWrites(connection),
    ...skillWrites(connection),
    ...caseWrites(connection),
    ...trialWrites(connection),
    ...linkWrites(connection),
    ...archiveWrites(connection),
    ...recordWrites(connection),
  };
}
