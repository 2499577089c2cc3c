// The registry's port, put together from its subjects, on one connection.

import type { Reader, Writer } from "../../registry/store.ts";
import { archiveReads, archiveWrites } from "./archive.ts";
import { capabilityReads, capabilityWrites } from "./capabilities.ts";
import { caseReads, caseWrites } from "./cases.ts";
import { linkReads, linkWrites } from "./links.ts";
import type { Connection } from "./query.ts";
import { recordReads, recordWrites } from "./records.ts";
import { skillReads, skillWrites } from "./skills.ts";
import { toolWrites } from "./tool-changes.ts";
import { toolReads } from "./tools.ts";
import { trialReads, trialWrites } from "./trials.ts";

export function readerOn(connection: Connection): Reader {
  return {
    ...capabilityReads(connection),
    ...toolReads(connection),
    ...skillReads(connection),
    ...caseReads(connection),
    ...trialReads(connection),
    ...linkReads(connection),
    ...archiveReads(connection),
    ...recordReads(connection),
  };
}

export function writerOn(connection: Connection): Writer {
  return {
    ...readerOn(connection),
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
