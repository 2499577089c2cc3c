// How many missions were linked, and what each of them linked.

import type { Reader, Writer } from "../../registry/store.ts";
import { isOneOf } from "./conditions.ts";
import { type Connection, query } from "./query.ts";

const missions = query(({ builder }, _: object) =>
  builder.selectFrom("registry_state").select("value").where("name", "=", "missions"),
);

const oneMore = query(({ builder }, _: object) =>
  builder
    .updateTable("registry_state")
    .set((state) => ({ value: state("value", "+", 1) }))
    .where("name", "=", "missions"),
);

interface Linked {
  ids: readonly string[];
  at: string;
  missions: number;
}

const linkTools = query((engine, p: Linked) =>
  engine.builder
    .updateTable("tools")
    .set({ last_linked_at: p.at, missions_at_last_link: p.missions })
    .set((tool) => ({ link_count: tool("link_count", "+", 1) }))
    .where(isOneOf(engine, "id", p.ids)),
);

const linkSkills = query((engine, p: Linked) =>
  engine.builder
    .updateTable("skills")
    .set({ last_linked_at: p.at, missions_at_last_link: p.missions })
    .set((skill) => ({ link_count: skill("link_count", "+", 1) }))
    .where(isOneOf(engine, "id", p.ids)),
);

export async function missionsOf(connection: Connection): Promise<number> {
  return (await missions.first(connection, {}))?.value ?? 0;
}

export function linkReads(connection: Connection): Pick<Reader, "missions"> {
  return { missions: () => missionsOf(connection) };
}

export function linkWrites(connection: Connection): Pick<Writer, "recordLink"> {
  return {
    async recordLink({ tools, skills, at }) {
      await oneMore.run(connection, {});
      const missions = await missionsOf(connection);
      if (tools.length > 0) await linkTools.run(connection, { ids: tools, at, missions });
      if (skills.length > 0) await linkSkills.run(connection, { ids: skills, at, missions });
    },
  };
}
