// Tools and their versions, read. What may change is a row of `tools`; what may not is the JSON of a version.

import type { Health, ToolHead, ToolVersion } from "../../registry/model.ts";
import type { Reader, ToolFilter } from "../../registry/store.ts";
import { isOneOf } from "./conditions.ts";
import { paged } from "./pages.ts";
import { type Connection, query, rowsOf } from "./query.ts";
import { stored } from "./stored.ts";
import type { ToolRow } from "./tables.ts";

const headById = query(({ builder }, p: { id: string }) =>
  builder.selectFrom("tools").selectAll().where("id", "=", p.id),
);

const headsById = query((engine, p: { ids: readonly string[] }) =>
  engine.builder
    .selectFrom("tools")
    .selectAll()
    .where(isOneOf(engine, "id", p.ids))
    .orderBy("id"),
);

const versionById = query(({ builder }, p: { id: string; version: string }) =>
  builder.selectFrom("tool_versions").select("data").where("id", "=", p.id).where("version", "=", p.version),
);

const currentById = query((engine, p: { ids: readonly string[] }) =>
  engine.builder
    .selectFrom("tools")
    .innerJoin("tool_versions", (join) =>
      join.onRef("tool_versions.id", "=", "tools.id").onRef("tool_versions.version", "=", "tools.current"),
    )
    .select("tool_versions.data")
    .where(isOneOf(engine, "tools.id", p.ids))
    .orderBy("tools.id"),
);

const versionRecords = query(({ builder }, p: { id: string }) =>
  builder
    .selectFrom("tool_versions")
    .innerJoin("tool_health", (join) =>
      join.onRef("tool_health.id", "=", "tool_versions.id").onRef("tool_health.version", "=", "tool_versions.version"),
    )
    .select(["tool_versions.id", "tool_versions.version", "content_hash", "schema_hash", "supersedes", "created_at"])
    .select(["health", "health_reason"])
    .where("tool_versions.id", "=", p.id)
    .orderBy("uid"),
);

const byHash = query(({ builder }, p: { hash: string }) =>
  builder
    .selectFrom("tool_versions")
    .select(["id", "version"])
    .where("content_hash", "=", p.hash)
    .orderBy("uid")
    .limit(1),
);

const dependents = query(({ builder }, p: { id: string }) =>
  builder
    .selectFrom("version_dependencies")
    .innerJoin("tools", (join) =>
      join
        .onRef("tools.id", "=", "version_dependencies.tool_id")
        .onRef("tools.current", "=", "version_dependencies.version"),
    )
    .selectAll("tools")
    .where("depends_on", "=", p.id)
    .orderBy("tools.id"),
);

const dependentsByOthers = query(({ builder }, p: { id: string }) =>
  builder
    .selectFrom("version_dependencies")
    .innerJoin("tools", (join) =>
      join
        .onRef("tools.id", "=", "version_dependencies.tool_id")
        .onRef("tools.current", "<>", "version_dependencies.version"),
    )
    .selectAll("tools")
    .distinct()
    .where("depends_on", "=", p.id)
    .orderBy("tools.id"),
);

const stampsById = query((engine, p: { ids: readonly string[] }) =>
  engine.builder
    .selectFrom("tools")
    .select(["id", "stamp"])
    .where(isOneOf(engine, "id", p.ids)),
);

type ToolReads = Pick<
  Reader,
  | "toolHead"
  | "toolHeads"
  | "toolHeadsOf"
  | "toolVersion"
  | "currentVersions"
  | "versionsOf"
  | "versionByHash"
  | "dependentsOf"
  | "dependentsByOtherVersions"
  | "stamps"
>;

export function toolReads(connection: Connection): ToolReads {
  return {
    async toolHead(id) {
      const row = await headById.first(connection, { id });
      return row === null ? null : headOf(row);
    },
    toolHeads: async (filter = {}) => (await rowsOf(connection, filtered(connection, filter))).map(headOf),
    toolHeadsOf: async (ids) => (await headsById.rows(connection, { ids })).map(headOf),
    async toolVersion(id, version) {
      const row = await versionById.first(connection, { id, version });
      return row === null ? null : versionOf(row);
    },
    currentVersions: async (ids) => (await currentById.rows(connection, { ids })).map(versionOf),
    async versionsOf(id) {
      const rows = await versionRecords.rows(connection, { id });
      return rows.map((row) => ({
        id: row.id,
        version: row.version,
        contentHash: row.content_hash,
        schemaHash: row.schema_hash,
        supersedes: row.supersedes,
        health: row.health as Health,
        healthReason: row.health_reason,
        createdAt: row.created_at,
      }));
    },
    versionByHash: (hash) => byHash.first(connection, { hash }),
    dependentsOf: async (id) => (await dependents.rows(connection, { id })).map(headOf),
    dependentsByOtherVersions: async (id) => (await dependentsByOthers.rows(connection, { id })).map(headOf),
    async stamps(ids) {
      const rows = await stampsById.rows(connection, { ids });
      return new Map(rows.map((row) => [row.id, row.stamp]));
    },
  };
}

function filtered({ engine }: Connection, filter: ToolFilter) {
  const { capability, health, layer, origin, tags = [], archived = false } = filter;
  let heads = engine.builder
    .selectFrom("tools")
    .selectAll()
    .where("archived", "=", archived ? 1 : 0)
    .orderBy("id");
  if (capability !== undefined) heads = heads.where("capability", "=", capability);
  if (health !== undefined) heads = heads.where(isOneOf(engine, "health", engine.list(health)));
  if (layer !== undefined) heads = heads.where("layer", "=", layer);
  if (origin !== undefined) heads = heads.where("origin", "=", origin);
  for (const tag of tags)
    heads = heads.where("id", "in", (all) => all.selectFrom("tool_tags").select("tool_id").where("tag", "=", tag));
  return paged(heads, "id", filter);
}

export function headOf(row: ToolRow): ToolHead {
  return {
    id: row.id,
    capability: row.capability,
    current: row.current,
    health: row.health as Health,
    healthReason: row.health_reason,
    layer: row.layer as ToolHead["layer"],
    origin: row.origin as ToolHead["origin"],
    tags: stored<readonly string[]>(row.tags),
    supersededBy: row.superseded_by,
    linkCount: row.link_count,
    lastLinkedAt: row.last_linked_at,
    missionsAtLastLink: row.missions_at_last_link,
    missionsAtBirth: row.missions_at_birth,
    consecutiveFailures: row.consecutive_failures,
    archived: row.archived === 1,
    stamp: row.stamp,
    createdAt: row.created_at,
  };
}

function versionOf(row: { readonly data: string }): ToolVersion {
  return stored<ToolVersion>(row.data);
}
