// Skills and their versions. Tags are compared case aside, so they are kept folded for looking up.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { Review, SkillHead, SkillVersion } from "../../registry/model.ts";
import type { Reader, SkillFilter, Writer } from "../../registry/store.ts";
import { violation } from "../store-error.ts";
import { isOneOf } from "./conditions.ts";
import { missionsOf } from "./links.ts";
import { paged } from "./pages.ts";
import { type Connection, insertion, query, rowsOf } from "./query.ts";
import { stored } from "./stored.ts";
import type { SkillRow } from "./tables.ts";

const headById = query(({ builder }, p: { id: string }) =>
  builder.selectFrom("skills").selectAll().where("id", "=", p.id),
);

const versionById = query(({ builder }, p: { id: string; version: string }) =>
  builder.selectFrom("skill_versions").select("data").where("id", "=", p.id).where("version", "=", p.version),
);

const versionsById = query(({ builder }, p: { id: string }) =>
  builder.selectFrom("skill_versions").select("data").where("id", "=", p.id).orderBy("uid"),
);

const insertVersion = insertion("skill_versions", ["id", "version", "uid", "content_hash", "data"]);
const insertTag = insertion("skill_tags", ["tag", "skill_id"]);
const insertTarget = insertion("skill_targets", ["target", "skill_id"]);

const insertSkillHead = insertion("skills", [
  "id",
  "current",
  "review",
  "link_count",
  "last_linked_at",
  "missions_at_last_link",
  "missions_at_birth",
  "archived",
  "stamp",
  "created_at",
]);

const bump = query(({ builder }, p: { id: string }) =>
  builder
    .updateTable("skills")
    .set((skill) => ({ stamp: skill("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

const point = query(({ builder }, p: { id: string; current: string }) =>
  builder
    .updateTable("skills")
    .set({ current: p.current })
    .set((skill) => ({ stamp: skill("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

const dropTags = query(({ builder }, p: { id: string }) =>
  builder.deleteFrom("skill_tags").where("skill_id", "=", p.id),
);
const dropTargets = query(({ builder }, p: { id: string }) =>
  builder.deleteFrom("skill_targets").where("skill_id", "=", p.id),
);

const updateReview = query(({ builder }, p: { id: string; review: string | null }) =>
  builder
    .updateTable("skills")
    .set({ review: p.review })
    .set((skill) => ({ stamp: skill("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

const updateArchived = query(({ builder }, p: { id: string; archived: number }) =>
  builder
    .updateTable("skills")
    .set({ archived: p.archived })
    .set((skill) => ({ stamp: skill("stamp", "+", 1) }))
    .where("id", "=", p.id),
);

type SkillReads = Pick<Reader, "skillHead" | "skillHeads" | "skillVersion" | "skillVersionsOf">;

export function skillReads(connection: Connection): SkillReads {
  return {
    async skillHead(id) {
      const row = await headById.first(connection, { id });
      return row === null ? null : skillHeadOf(row);
    },
    skillHeads: async (filter = {}) => (await rowsOf(connection, filtered(connection, filter))).map(skillHeadOf),
    async skillVersion(id, version) {
      const row = await versionById.first(connection, { id, version });
      return row === null ? null : versionOf(row);
    },
    skillVersionsOf: async (id) => (await versionsById.rows(connection, { id })).map(versionOf),
  };
}

function filtered({ engine }: Connection, filter: SkillFilter) {
  const { appliesTo, tags, flagged, archived = false } = filter;
  let heads = engine.builder
    .selectFrom("skills")
    .selectAll()
    .where("archived", "=", archived ? 1 : 0)
    .orderBy("id");
  if (flagged !== undefined) heads = heads.where("review", flagged ? "is not" : "is", null);
  if (appliesTo !== undefined || tags !== undefined)
    heads = heads.where((some) =>
      some.or([
        some("id", "in", (all) =>
          all
            .selectFrom("skill_targets")
            .select("skill_id")
            .where(isOneOf(engine, "target", engine.list(appliesTo ?? []))),
        ),
        some("id", "in", (all) =>
          all
            .selectFrom("skill_tags")
            .select("skill_id")
            .where(isOneOf(engine, "tag", engine.list((tags ?? []).map(folded)))),
        ),
      ]),
    );
  return paged(heads, "id", filter);
}

type SkillWrites = Pick<Writer, "insertSkillVersion" | "setSkillCurrent" | "setReview">;

export function skillWrites(connection: Connection): SkillWrites {
  return {
    async insertSkillVersion(version) {
      await insertVersion.run(connection, skillVersionRow(version));
      if ((await bump.run(connection, { id: version.id })) > 0) return;
      await insertSkillHead.run(connection, {
        id: version.id,
        current: version.version,
        review: null,
        link_count: 0,
        last_linked_at: null,
        missions_at_last_link: null,
        missions_at_birth: await missionsOf(connection),
        archived: 0,
        stamp: 1,
        created_at: version.createdAt,
      });
      await indexSkill(connection, version);
    },
    async setSkillCurrent(id, current) {
      const row = await versionById.first(connection, { id, version: current });
      if (row === null) throw violation("reference", "skills");
      await point.run(connection, { id, current });
      await dropTags.run(connection, { id });
      await dropTargets.run(connection, { id });
      await indexSkill(connection, versionOf(row));
    },
    async setReview(id, review) {
      changed(await updateReview.run(connection, { id, review: review === null ? null : canonicalJson(review) }));
    },
  };
}

export async function markSkillArchived(connection: Connection, id: string, archived: boolean): Promise<void> {
  changed(await updateArchived.run(connection, { id, archived: archived ? 1 : 0 }));
}

export async function indexSkill(connection: Connection, version: SkillVersion): Promise<void> {
  for (const tag of new Set(version.tags.map(folded))) await insertTag.run(connection, { tag, skill_id: version.id });
  for (const target of new Set(version.appliesTo)) await insertTarget.run(connection, { target, skill_id: version.id });
}

export function skillVersionRow(version: SkillVersion) {
  return {
    id: version.id,
    version: version.version,
    uid: version.uid,
    content_hash: version.contentHash,
    data: canonicalJson(version),
  };
}

export function skillRow(head: SkillHead): SkillRow {
  return {
    id: head.id,
    current: head.current,
    review: head.review === null ? null : canonicalJson(head.review),
    link_count: head.linkCount,
    last_linked_at: head.lastLinkedAt,
    missions_at_last_link: head.missionsAtLastLink,
    missions_at_birth: head.missionsAtBirth,
    archived: head.archived ? 1 : 0,
    stamp: head.stamp,
    created_at: head.createdAt,
  };
}

export function skillHeadOf(row: SkillRow): SkillHead {
  return {
    id: row.id,
    current: row.current,
    review: row.review === null ? null : stored<Review>(row.review),
    linkCount: row.link_count,
    lastLinkedAt: row.last_linked_at,
    missionsAtLastLink: row.missions_at_last_link,
    missionsAtBirth: row.missions_at_birth,
    archived: row.archived === 1,
    stamp: row.stamp,
    createdAt: row.created_at,
  };
}

function versionOf(row: { readonly data: string }): SkillVersion {
  return stored<SkillVersion>(row.data);
}

function folded(tag: string): string {
  return tag.toLowerCase();
}

function changed(rows: number): void {
  if (rows === 0) throw violation("reference", "skills");
}
