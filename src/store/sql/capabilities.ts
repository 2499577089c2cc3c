// Capabilities: one record each, replaced as a whole.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { Capability } from "../../registry/model.ts";
import type { Page, Reader, Writer } from "../../registry/store.ts";
import { paged } from "./pages.ts";
import { type Connection, query, rowsOf } from "./query.ts";
import { stored } from "./stored.ts";

const byId = query(({ builder }, p: { id: string }) =>
  builder.selectFrom("capabilities").select("data").where("id", "=", p.id),
);

const put = query(({ builder }, p: { id: string; data: string }) =>
  builder
    .insertInto("capabilities")
    .values({ id: p.id, data: p.data })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ data: p.data })),
);

export function capabilityReads(connection: Connection): Pick<Reader, "capability" | "capabilities"> {
  return {
    async capability(id) {
      const row = await byId.first(connection, { id });
      return row === null ? null : capabilityOf(row);
    },
    async capabilities(page: Page = {}) {
      const all = connection.engine.builder.selectFrom("capabilities").select("data").orderBy("id");
      return (await rowsOf(connection, paged(all, "id", page))).map(capabilityOf);
    },
  };
}

export function capabilityWrites(connection: Connection): Pick<Writer, "putCapability"> {
  return {
    async putCapability(capability) {
      await put.run(connection, { id: capability.id, data: canonicalJson(capability) });
    },
  };
}

function capabilityOf(row: { readonly data: string }): Capability {
  return stored<Capability>(row.data);
}
