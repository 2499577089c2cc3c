// Suites and how versions did in them. Both only grow.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { Case, CaseRun } from "../../registry/model.ts";
import type { Reader, Writer } from "../../registry/store.ts";
import { isOneOf } from "./conditions.ts";
import { type Connection, insertion, query } from "./query.ts";
import { stored } from "./stored.ts";
import type { CaseRunRow } from "./tables.ts";
import { bumpTool } from "./tool-changes.ts";

const casesByTool = query((engine, p: { ids: readonly string[] }) =>
  engine.builder
    .selectFrom("cases")
    .select("data")
    .where(isOneOf(engine, "tool_id", p.ids))
    .orderBy("uid"),
);

const insertCase = query(({ builder }, p: { uid: string; tool_id: string; content_hash: string; data: string }) =>
  builder
    .insertInto("cases")
    .values({ uid: p.uid, tool_id: p.tool_id, content_hash: p.content_hash, data: p.data })
    .onConflict((conflict) => conflict.columns(["tool_id", "content_hash"]).doNothing()),
);

const lastByCase = query(({ builder }, p: { id: string; version: string }) =>
  builder
    .selectFrom("case_runs")
    .selectAll()
    .where("uid", "in", (runs) =>
      runs
        .selectFrom("case_runs")
        .select((run) => run.fn.max("uid").as("uid"))
        .where("tool_id", "=", p.id)
        .where("version", "=", p.version)
        .groupBy("case_uid"),
    )
    .orderBy("case_uid"),
);

const passedOnce = query(({ builder }, p: { id: string; version: string }) =>
  builder
    .selectFrom("case_runs")
    .select("case_uid")
    .distinct()
    .where("tool_id", "=", p.id)
    .where("version", "=", p.version)
    .where("passed", "=", 1),
);

const insertRun = insertion("case_runs", ["uid", "case_uid", "tool_id", "version", "passed", "outcome", "at"]);

export function caseReads(connection: Connection): Pick<Reader, "casesOf" | "lastRuns" | "casesPassed"> {
  return {
    async casesOf(ids) {
      const rows = await casesByTool.rows(connection, { ids });
      return rows.map((row) => stored<Case>(row.data));
    },
    lastRuns: async (id, version) => (await lastByCase.rows(connection, { id, version })).map(runOf),
    async casesPassed(id, version) {
      return new Set((await passedOnce.rows(connection, { id, version })).map((row) => row.case_uid));
    },
  };
}

export function caseWrites(connection: Connection): Pick<Writer, "insertCases" | "insertCaseRuns"> {
  return {
    async insertCases(cases) {
      const inserted: Case[] = [];
      for (const one of cases) if ((await insertCase.run(connection, caseRow(one))) > 0) inserted.push(one);
      for (const id of new Set(inserted.map((one) => one.toolId))) await bumpTool(connection, id);
      return inserted;
    },
    async insertCaseRuns(runs) {
      for (const run of runs) await insertRun.run(connection, runRow(run));
    },
  };
}

export function caseRow(one: Case) {
  return { uid: one.uid, tool_id: one.toolId, content_hash: one.contentHash, data: canonicalJson(one) };
}

export function runRow(run: CaseRun): CaseRunRow {
  return {
    uid: run.uid,
    case_uid: run.caseUid,
    tool_id: run.toolId,
    version: run.version,
    passed: run.passed ? 1 : 0,
    outcome: run.outcome,
    at: run.at,
  };
}

export function runOf(row: CaseRunRow): CaseRun {
  return {
    uid: row.uid,
    caseUid: row.case_uid,
    toolId: row.tool_id,
    version: row.version,
    passed: row.passed === 1,
    outcome: row.outcome,
    at: row.at,
  };
}
