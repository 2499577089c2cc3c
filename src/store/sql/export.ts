// Everything there is, in a fixed order: by id, by uid, by hash. Equal registries give equal exports on either engine.

import type {
  AuditEntry,
  Capability,
  Case,
  Counters,
  Health,
  PromotionCandidate,
  SkillVersion,
  SubjectKind,
  ToolVersion,
} from "../../registry/model.ts";
import type { RegistryExport } from "../../registry/store.ts";
import { entryOf } from "./archive.ts";
import { runOf } from "./cases.ts";
import { missionsOf } from "./links.ts";
import { type Connection, rowsOf } from "./query.ts";
import { skillHeadOf } from "./skills.ts";
import { stored } from "./stored.ts";
import { headOf } from "./tools.ts";
import { countersBySubject, trialOf } from "./trials.ts";

export async function exportFrom(connection: Connection): Promise<RegistryExport> {
  const { builder } = connection.engine;
  const data = async <T>(
    table: "capabilities" | "cases" | "candidates" | "audit",
    key: "id" | "uid" | "pattern_hash",
  ) =>
    (
      await rowsOf(
        connection,
        builder
          .selectFrom(table)
          .select("data")
          .orderBy(key as never),
      )
    ).map((row) => stored<T>(row.data));
  const versions = builder
    .selectFrom("tool_versions")
    .innerJoin("tool_health", (join) =>
      join.onRef("tool_health.id", "=", "tool_versions.id").onRef("tool_health.version", "=", "tool_versions.version"),
    )
    .select(["data", "health", "health_reason"])
    .orderBy("tool_versions.id")
    .orderBy("uid");
  const skillVersions = builder.selectFrom("skill_versions").select("data").orderBy("id").orderBy("uid");
  return {
    format: "ptc-registry",
    version: 1,
    missions: await missionsOf(connection),
    capabilities: await data<Capability>("capabilities", "id"),
    tools: (await rowsOf(connection, builder.selectFrom("tools").selectAll().orderBy("id"))).map(headOf),
    toolVersions: (await rowsOf(connection, versions)).map((row) => ({
      ...stored<ToolVersion>(row.data),
      health: row.health as Health,
      healthReason: row.health_reason,
    })),
    skills: (await rowsOf(connection, builder.selectFrom("skills").selectAll().orderBy("id"))).map(skillHeadOf),
    skillVersions: (await rowsOf(connection, skillVersions)).map((row) => stored<SkillVersion>(row.data)),
    cases: await data<Case>("cases", "uid"),
    caseRuns: (await rowsOf(connection, builder.selectFrom("case_runs").selectAll().orderBy("uid"))).map(runOf),
    trials: (await rowsOf(connection, builder.selectFrom("trials").select("data").orderBy("uid"))).map(trialOf),
    counters: [...(await countersOf(connection, "skill")), ...(await countersOf(connection, "tool"))],
    archive: (await rowsOf(connection, builder.selectFrom("archive").selectAll().orderBy("kind").orderBy("id"))).map(
      entryOf,
    ),
    candidates: await data<PromotionCandidate>("candidates", "pattern_hash"),
    audit: await data<AuditEntry>("audit", "uid"),
  };
}

async function countersOf(connection: Connection, kind: SubjectKind) {
  const rows = await rowsOf(
    connection,
    connection.engine.builder.selectFrom("counters").selectAll().where("kind", "=", kind).orderBy("subject"),
  );
  return [...countersBySubject(rows)].map(([id, counters]: readonly [string, Counters]) => ({ kind, id, counters }));
}
