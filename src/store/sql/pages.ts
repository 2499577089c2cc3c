// Pages of a list that is ordered by an id: those after the last one seen, so many of them.

import type { SelectQueryBuilder } from "kysely";
import type { Page } from "../../registry/store.ts";
import type { Tables } from "./tables.ts";

export function paged<Table extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, Table, Row>,
  column: "id",
  { after, limit }: Page,
): SelectQueryBuilder<Tables, Table, Row> {
  let page = list;
  if (after !== undefined) page = page.where(column as never, ">", after as never);
  if (limit !== undefined) page = page.limit(limit);
  return page;
}
