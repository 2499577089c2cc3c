// An export into an empty store, row by row as it was, in one transaction. A store that holds the same already is left as
// it is; one that holds anything else refuses.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { RegistryExport } from "../../registry/store.ts";
import { StoreError } from "../store-error.ts";
import { caseRow, runRow } from "./cases.ts";
import { exportFrom } from "./export.ts";
import type { Connection } from "./query.ts";
import { auditRow, candidateRow } from "./records.ts";
import { indexSkill, skillRow, skillVersionRow } from "./skills.ts";
import type { CounterRow, Tables } from "./tables.ts";
import { indexNeeds, indexTags, toolRow, versionRow } from "./tool-changes.ts";
import { trialRow } from "./trials.ts";

export async function importInto(connection: Connection, all: RegistryExport): Promise<void> {
  const there = await exportFrom(connection);
  if (!isEmpty(there)) {
    if (canonicalJson(there) === canonicalJson(all)) return;
    throw new StoreError("store_not_empty", "The registry to import into holds something else already.", {
      hint: "Import into a new registry, or compare `ptc export` of both.",
    });
  }
  const insert = <T extends keyof Tables>(table: T, rows: readonly Tables[T][]) => insertAll(connection, table, rows);
  const { builder } = connection.engine;
  const { sql, parameters } = builder
    .updateTable("registry_state")
    .set({ value: all.missions })
    .where("name", "=", "missions")
    .compile();
  await connection.execute(sql, parameters);
  await insert(
    "capabilities",
    all.capabilities.map((one) => ({ id: one.id, data: canonicalJson(one) })),
  );
  await insert("tools", all.tools.map(toolRow));
  const current = new Set(all.tools.map((head) => `${head.id}@${head.current}`));
  const versions = all.toolVersions.map(({ health, healthReason, ...version }) => ({ version, health, healthReason }));
  await insert(
    "tool_versions",
    versions.map(({ version }) => versionRow(version)),
  );
  await insert(
    "tool_health",
    versions.map(({ version, health, healthReason }) => ({
      id: version.id,
      version: version.version,
      health,
      health_reason: healthReason,
    })),
  );
  for (const { version } of versions) {
    await indexNeeds(connection, version);
    if (current.has(`${version.id}@${version.version}`)) await indexTags(connection, version);
  }
  await insert("skills", all.skills.map(skillRow));
  await insert("skill_versions", all.skillVersions.map(skillVersionRow));
  const currentSkills = new Set(all.skills.map((head) => `${head.id}@${head.current}`));
  for (const version of all.skillVersions)
    if (currentSkills.has(`${version.id}@${version.version}`)) await indexSkill(connection, version);
  await insert("cases", all.cases.map(caseRow));
  await insert("case_runs", all.caseRuns.map(runRow));
  await insert("trials", all.trials.map(trialRow));
  await insert("counters", all.counters.flatMap(counterRows));
  await insert(
    "archive",
    all.archive.map(({ kind, id, reason, at }) => ({ kind, id, reason, at })),
  );
  await insert("candidates", all.candidates.map(candidateRow));
  await insert("audit", all.audit.map(auditRow));
}

function isEmpty(there: RegistryExport): boolean {
  const { missions, ...rest } = there;
  return missions === 0 && Object.values(rest).every((part) => !Array.isArray(part) || part.length === 0);
}

/** Many rows per statement: a database far away is asked seldom. */
async function insertAll<T extends keyof Tables>(connection: Connection, table: T, rows: readonly Tables[T][]) {
  const ROWS = 100;
  for (let start = 0; start < rows.length; start += ROWS) {
    const some = rows.slice(start, start + ROWS);
    const { sql, parameters } = connection.engine.builder
      .insertInto(table)
      .values(some as never)
      .compile();
    await connection.execute(sql, parameters);
  }
}

function counterRows({ kind, id, counters }: RegistryExport["counters"][number]): readonly CounterRow[] {
  const row = (scope: string, name: string, tally: { readonly successes: number; readonly trials: number }) => ({
    kind,
    subject: id,
    scope,
    name,
    successes: tally.successes,
    trials: tally.trials,
  });
  return [
    row("overall", "", counters.overall),
    ...Object.entries(counters.byTag).map(([tag, tally]) => row("tag", tag, tally)),
    ...Object.entries(counters.byModel).map(([model, tally]) => row("model", model, tally)),
  ];
}
