// Tools, written. A version is inserted once; a tool's row points at the current one and repeats what one filters by.
// A stamp rises with whatever a gate may have looked at: versions, health, cases, new dependents, the archive.

import { canonicalJson } from "../../base/canonical-json.ts";
import { needsOf } from "../../registry/lineage.ts";
import type { ToolHead, ToolVersion } from "../../registry/model.ts";
import type { Writer } from "../../registry/store.ts";
import { violation } from "../store-error.ts";
import { isOneOf } from "./conditions.ts";
import { missionsOf } from "./links.ts";
import { type Connection, insertion, query } from "./query.ts";
import { stored } from "./stored.ts";
import type { ToolRow } from "./tables.ts";

const insertVersion = insertion("tool_versions", [
  "id",
  "version",
  "uid",
  "content_hash",
  "schema_hash",
  "supersedes",
  "created_at",
  "data",
]);
const insertHealth = insertion("tool_health", ["id", "version", "health", "health_reason"]);
const insertTag = insertion("tool_tags", ["tag", "tool_id"]);
const insertDependency = insertion("version_dependencies", ["depends_on", "tool_id", "version"]);

const insertHead = insertion("tools", [
  "id",
  "capability",
  "current",
  "health",
  "health_reason",
  "layer",
  "origin",
  "tags",
  "superseded_by",
  "link_count",
  "last_linked_at",
  "missions_at_last_link",
  "missions_at_birth",
  "consecutive_failures",
  "archived",
  "stamp",
  "created_at",
]);

const headExists = query(({ builder }, p: { id: string }) =>
  builder.selectFrom("tools").select("id").where("id", "=", p.id),
);

const versionWithHealth = query(({ builder }, p: { id: string; version: string }) =>
  builder
    .selectFrom("tool_versions")
    .innerJoin("tool_health", (join) =>
      join.onRef("tool_health.id", "=", "tool_versions.id").onRef("tool_health.version", "=", "tool_versions.version"),
    )
    .select(["data", "health", "health_reason"])
    .where("tool_versions.id", "=", p.id)
    .where("tool_versions.version", "=", p.version),
);

interface Pointed {
  id: string;
  capability: string;
  current: string;
  health: string;
  health_reason: string | null;
  layer: string;
  origin: string;
  tags: string;
}

const point = query(({ builder }, p: Pointed) =>
  builder
    .updateTable("tools")
    .set({ capability: p.capability, current: p.current, health: p.health, health_reason: p.health_reason })
    .set({ layer: p.layer, origin: p.origin, tags: p.tags, consecutive_failures: 0 })
    .set((tool) => ({ stamp: tool("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

const dropTags = query(({ builder }, p: { id: string }) => builder.deleteFrom("tool_tags").where("tool_id", "=", p.id));

const bump = query(({ builder }, p: { id: string }) =>
  builder
    .updateTable("tools")
    .set((tool) => ({ stamp: tool("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

/** Of tools named by id and of those that implement a capability named by id. */
const bumpNamed = query((engine, p: { ids: readonly string[] }) =>
  engine.builder
    .updateTable("tools")
    .set((tool) => ({ stamp: tool("stamp", "+", 1) }))
    .where((either) => either.or([isOneOf(engine, "id", p.ids), isOneOf(engine, "capability", p.ids)])),
);

const updateHealth = query(({ builder }, p: { id: string; version: string; health: string; reason: string | null }) =>
  builder
    .updateTable("tool_health")
    .set({ health: p.health, health_reason: p.reason })
    .where("id", "=", p.id)
    .where("version", "=", p.version),
);

const updateHeadHealth = query(
  ({ builder }, p: { id: string; version: string; health: string; reason: string | null }) =>
    builder
      .updateTable("tools")
      .set({ health: p.health, health_reason: p.reason })
      .where("id", "=", p.id)
      .where("current", "=", p.version),
);

const updateSuperseded = query(({ builder }, p: { id: string; by: string | null }) =>
  builder
    .updateTable("tools")
    .set({ superseded_by: p.by })
    .set((tool) => ({ stamp: tool("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

const updateFailures = query(({ builder }, p: { id: string; failures: number }) =>
  builder.updateTable("tools").set({ consecutive_failures: p.failures }).where("id", "=", p.id),
);

const updateArchived = query(({ builder }, p: { id: string; archived: number }) =>
  builder
    .updateTable("tools")
    .set({ archived: p.archived })
    .set((tool) => ({ stamp: tool("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

type ToolWrites = Pick<
  Writer,
  "insertToolVersion" | "setCurrent" | "setHealth" | "setSupersededBy" | "setConsecutiveFailures"
>;

export function toolWrites(connection: Connection): ToolWrites {
  return {
    async insertToolVersion(version, health, healthReason) {
      const { id } = version;
      await insertVersion.run(connection, versionRow(version));
      await indexNeeds(connection, version);
      await insertHealth.run(connection, { id, version: version.version, health, health_reason: healthReason });
      if ((await headExists.first(connection, { id })) === null) {
        await insertHead.run(connection, {
          ...pointed(version, health, healthReason),
          superseded_by: null,
          link_count: 0,
          last_linked_at: null,
          missions_at_last_link: null,
          missions_at_birth: await missionsOf(connection),
          consecutive_failures: 0,
          archived: 0,
          stamp: 1,
          created_at: version.createdAt,
        });
        await indexTags(connection, version);
      } else await bumpTool(connection, id);
      await bumpNeeded(connection, version);
    },
    async setCurrent(id, version) {
      const found = known(await versionWithHealth.first(connection, { id, version }));
      const wanted = stored<ToolVersion>(found.data);
      await point.run(connection, pointed(wanted, found.health, found.health_reason));
      await dropTags.run(connection, { id });
      await indexTags(connection, wanted);
      await bumpNeeded(connection, wanted);
    },
    async setHealth(id, version, health, reason) {
      changed(await updateHealth.run(connection, { id, version, health, reason }));
      await updateHeadHealth.run(connection, { id, version, health, reason });
      await bumpTool(connection, id);
    },
    async setSupersededBy(id, by) {
      changed(await updateSuperseded.run(connection, { id, by }));
    },
    async setConsecutiveFailures(id, failures) {
      changed(await updateFailures.run(connection, { id, failures }));
    },
  };
}

export async function bumpTool(connection: Connection, id: string): Promise<void> {
  await bump.run(connection, { id });
}

export async function markToolArchived(connection: Connection, id: string, archived: boolean): Promise<void> {
  changed(await updateArchived.run(connection, { id, archived: archived ? 1 : 0 }));
}

/** What lists look in: of the current version only. */
export async function indexTags(connection: Connection, version: ToolVersion): Promise<void> {
  for (const tag of new Set(version.tags)) await insertTag.run(connection, { tag, tool_id: version.id });
}

/** What dependents are found by: of every version, as a range may ask for an older one. */
export async function indexNeeds(connection: Connection, version: ToolVersion): Promise<void> {
  for (const need of needsOf(version))
    await insertDependency.run(connection, { depends_on: need, tool_id: version.id, version: version.version });
}

async function bumpNeeded(connection: Connection, version: ToolVersion): Promise<void> {
  const others = needsOf(version).filter((other) => other !== version.id);
  if (others.length > 0) await bumpNamed.run(connection, { ids: others });
}

export function versionRow(version: ToolVersion) {
  return {
    id: version.id,
    version: version.version,
    uid: version.uid,
    content_hash: version.contentHash,
    schema_hash: version.schemaHash,
    supersedes: version.supersedes,
    created_at: version.createdAt,
    data: canonicalJson(version),
  };
}

export function toolRow(head: ToolHead): ToolRow {
  return {
    id: head.id,
    capability: head.capability,
    current: head.current,
    health: head.health,
    health_reason: head.healthReason,
    layer: head.layer,
    origin: head.origin,
    tags: JSON.stringify(head.tags),
    superseded_by: head.supersededBy,
    link_count: head.linkCount,
    last_linked_at: head.lastLinkedAt,
    missions_at_last_link: head.missionsAtLastLink,
    missions_at_birth: head.missionsAtBirth,
    consecutive_failures: head.consecutiveFailures,
    archived: head.archived ? 1 : 0,
    stamp: head.stamp,
    created_at: head.createdAt,
  };
}

function pointed(version: ToolVersion, health: string, healthReason: string | null): Pointed {
  return {
    id: version.id,
    capability: version.capability,
    current: version.version,
    health,
    health_reason: healthReason,
    layer: version.layer,
    origin: version.origin,
    tags: JSON.stringify(version.tags),
  };
}

function known<T>(row: T | null): T {
  if (row === null) throw violation("reference", "tools");
  return row;
}

function changed(rows: number): void {
  if (rows === 0) throw violation("reference", "tools");
}
