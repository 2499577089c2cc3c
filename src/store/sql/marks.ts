// What tells whether a tool or skill changed since it was last looked at: its stamp, and when it was made, as a registry may
// have been deleted and begun anew under the same name.

import type { Mark, Reader } from "../../registry/store.ts";
import { type Connection, query } from "./query.ts";

const toolMarks = query(({ builder }, _: object) =>
  builder
    .selectFrom("tools")
    .select(["id", "stamp", "created_at"])
    .where("archived", "=", 0)
    .where("superseded_by", "is", null),
);

const skillMarks = query(({ builder }, _: object) =>
  builder.selectFrom("skills").select(["id", "stamp", "created_at"]).where("archived", "=", 0),
);

/** Stamps only rise and no row goes, so their sum tells every change. */
const sums = query(({ builder }, _: object) =>
  builder.selectNoFrom((all) => [
    all
      .selectFrom("tools")
      .select((tool) => tool.fn.sum("stamp").as("sum"))
      .as("tools"),
    all
      .selectFrom("skills")
      .select((skill) => skill.fn.sum("stamp").as("sum"))
      .as("skills"),
  ]),
);

export function markReads(connection: Connection): Pick<Reader, "marks" | "position"> {
  return {
    async position() {
      const row = await sums.first(connection, {});
      return `${row?.tools ?? 0} ${row?.skills ?? 0}`;
    },
    async marks() {
      const of =
        (kind: Mark["kind"]) =>
        (row: { readonly id: string; readonly stamp: number; readonly created_at: string }): Mark => ({
          kind,
          id: row.id,
          stamp: row.stamp,
          createdAt: row.created_at,
        });
      const tools = await toolMarks.rows(connection, {});
      const skills = await skillMarks.rows(connection, {});
      return [...tools.map(of("tool")), ...skills.map(of("skill"))];
    },
  };
}
