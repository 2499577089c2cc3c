// The archive: what is out of sight but lost in nothing. Its entries say why; the tool or skill itself stays where it is.

import type { ArchiveEntry, SubjectKind } from "../../registry/model.ts";
import type { Page, Reader, Writer } from "../../registry/store.ts";
import { violation } from "../store-error.ts";
import { type Connection, insertion, query, rowsOf } from "./query.ts";
import { markSkillArchived } from "./skills.ts";
import { markToolArchived } from "./tool-changes.ts";

const entryById = query(({ builder }, p: { kind: string; id: string }) =>
  builder.selectFrom("archive").selectAll().where("id", "=", p.id).where("kind", "=", p.kind),
);

const insertEntry = insertion("archive", ["id", "kind", "reason", "at"]);

const removeEntry = query(({ builder }, p: { kind: string; id: string }) =>
  builder.deleteFrom("archive").where("id", "=", p.id).where("kind", "=", p.kind),
);

export function archiveReads(connection: Connection): Pick<Reader, "archived" | "archive"> {
  return {
    async archived(kind, id) {
      const row = await entryById.first(connection, { kind, id });
      return row === null ? null : entryOf(row);
    },
    async archive({ after, limit }: Page = {}) {
      let entries = connection.engine.builder.selectFrom("archive").selectAll().orderBy("id").orderBy("kind");
      if (after !== undefined) entries = entries.where("id", ">", after);
      // A tool and a skill may share an id. They come on one page, since the next one starts after that id.
      if (limit !== undefined)
        entries = entries.where("id", "in", (page) => {
          const ids = page.selectFrom("archive").select("id").distinct().orderBy("id").limit(limit);
          return after === undefined ? ids : ids.where("id", ">", after);
        });
      return (await rowsOf(connection, entries)).map(entryOf);
    },
  };
}

export function archiveWrites(connection: Connection): Pick<Writer, "setArchived" | "clearArchived"> {
  const mark = (kind: SubjectKind, id: string, archived: boolean) =>
    (kind === "tool" ? markToolArchived : markSkillArchived)(connection, id, archived);
  return {
    async setArchived({ kind, id, reason, at }) {
      await removeEntry.run(connection, { kind, id });
      await insertEntry.run(connection, { kind, id, reason, at });
      await mark(kind, id, true);
    },
    async clearArchived(kind, id) {
      if ((await removeEntry.run(connection, { kind, id })) === 0) throw violation("reference", "archive");
      await mark(kind, id, false);
    },
  };
}

export function entryOf(row: { id: string; kind: string; reason: string; at: string }): ArchiveEntry {
  return { kind: row.kind as SubjectKind, id: row.id, reason: row.reason, at: row.at };
}
