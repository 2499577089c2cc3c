// Conditions that the engines write differently.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Engine } from "./query.ts";

/** Is the column one of a list? The list is one value, whatever its length. */
export function isOneOf(engine: Engine, column: string, list: unknown): RawBuilder<SqlBool> {
  return engine.kind === "sqlite"
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${list}::text[])`;
}
