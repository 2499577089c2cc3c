// Everything as one value. Equal registries give equal exports on either engine.

import type { RegistryExport } from "../../registry/store.ts";
import { missionsOf } from "./links.ts";
import type { Connection } from "./query.ts";
import { collected } from "./scan.ts";

export async function exportFrom(connection: Connection): Promise<RegistryExport> {
  return {
    format: "ptc-registry",
    version: 1,
    missions: await missionsOf(connection),
    capabilities: await collected(connection, "capabilities"),
    tools: await collected(connection, "tools"),
    toolVersions: await collected(connection, "toolVersions"),
    skills: await collected(connection, "skills"),
    skillVersions: await collected(connection, "skillVersions"),
    cases: await collected(connection, "cases"),
    caseRuns: await collected(connection, "caseRuns"),
    trials: await collected(connection, "trials"),
    counters: await collected(connection, "counters"),
    archive: await collected(connection, "archive"),
    candidates: await collected(connection, "candidates"),
    audit: await collected(connection, "audit"),
  };
}
