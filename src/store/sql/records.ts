// The audit log, candidates for promotion and how much there is of everything.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { AuditEntry, PromotionCandidate } from "../../registry/model.ts";
import type { Reader, Writer } from "../../registry/store.ts";
import { type Connection, insertion, query, rowsOf } from "./query.ts";
import { stored } from "./stored.ts";

const insertEntry = insertion("audit", ["uid", "subject", "data"]);

const candidateByHash = query(({ builder }, p: { hash: string }) =>
  builder.selectFrom("candidates").select("data").where("pattern_hash", "=", p.hash),
);

const put = query(({ builder }, p: { pattern_hash: string; status: string; data: string }) =>
  builder
    .insertInto("candidates")
    .values({ pattern_hash: p.pattern_hash, status: p.status, data: p.data })
    .onConflict((conflict) => conflict.column("pattern_hash").doUpdateSet({ status: p.status, data: p.data })),
);

const counts = query(({ builder }, _: object) =>
  builder.selectNoFrom((all) => [
    all
      .selectFrom("tools")
      .select((tool) => tool.fn.countAll().as("count"))
      .where("archived", "=", 0)
      .as("tools"),
    all
      .selectFrom("skills")
      .select((skill) => skill.fn.countAll().as("count"))
      .where("archived", "=", 0)
      .as("skills"),
    all
      .selectFrom("archive")
      .select((entry) => entry.fn.countAll().as("count"))
      .as("archived"),
    all
      .selectFrom("capabilities")
      .select((capability) => capability.fn.countAll().as("count"))
      .as("capabilities"),
  ]),
);

export function recordReads(connection: Connection): Pick<Reader, "audit" | "candidate" | "candidates" | "counts"> {
  const { builder } = connection.engine;
  return {
    async audit(subject, limit) {
      let entries = builder.selectFrom("audit").select("data").orderBy("uid", "desc");
      if (subject !== undefined) entries = entries.where("subject", "=", subject);
      if (limit !== undefined) entries = entries.limit(limit);
      return (await rowsOf(connection, entries)).map((row) => stored<AuditEntry>(row.data));
    },
    async candidate(hash) {
      const row = await candidateByHash.first(connection, { hash });
      return row === null ? null : stored<PromotionCandidate>(row.data);
    },
    async candidates(status) {
      let all = builder.selectFrom("candidates").select("data").orderBy("pattern_hash");
      if (status !== undefined) all = all.where("status", "=", status);
      return (await rowsOf(connection, all)).map((row) => stored<PromotionCandidate>(row.data));
    },
    async counts() {
      const row = await counts.first(connection, {});
      const number = (key: "tools" | "skills" | "archived" | "capabilities") => Number(row?.[key] ?? 0);
      return {
        tools: number("tools"),
        skills: number("skills"),
        archived: number("archived"),
        capabilities: number("capabilities"),
      };
    },
  };
}

export function recordWrites(connection: Connection): Pick<Writer, "insertAudit" | "putCandidate"> {
  return {
    async insertAudit(entry) {
      await insertEntry.run(connection, auditRow(entry));
    },
    async putCandidate(candidate) {
      await put.run(connection, candidateRow(candidate));
    },
  };
}

export function auditRow(entry: AuditEntry) {
  return { uid: entry.uid, subject: entry.subject, data: canonicalJson(entry) };
}

export function candidateRow(candidate: PromotionCandidate) {
  return {
    pattern_hash: candidate.patternHash,
    status: candidate.status,
    data: canonicalJson(candidate),
  };
}
