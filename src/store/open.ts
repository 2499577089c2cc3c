// The door: a path opens a registry in a file, a URL one on a server. Nothing of a database is loaded before that.

import type { Store } from "../registry/store.ts";
import type { PostgresOptions } from "./postgres/open.ts";
import type { Migrated } from "./sql/migrate.ts";
import type { SqliteOptions } from "./sqlite/open.ts";

export { StoreError, type StoreReason, type Violation } from "./store-error.ts";
export type { Migrated, PostgresOptions, SqliteOptions };

/** postgres://… or the path of a file. */
export function openStore(where: string, options: SqliteOptions & PostgresOptions = {}): Promise<Store> {
  return isServer(where) ? openPostgresStore(where, options) : openSqliteStore(where, options);
}

/** A registry in a file, made when it is not there; ":memory:" for one that is gone when it is closed. */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  return (await import("./sqlite/open.ts")).openSqlite(path, options);
}

/** A registry in a schema of a database on a server: postgres://user:password@host/database?schema=ptc. */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  return (await import("./postgres/open.ts")).openPostgres(url, options);
}

/** Brings an older registry to the shape this program knows. A file is copied first. */
export async function migrateStore(where: string, options: SqliteOptions & PostgresOptions = {}): Promise<Migrated> {
  return isServer(where)
    ? (await import("./postgres/open.ts")).migratePostgres(where, options)
    : (await import("./sqlite/open.ts")).migrateSqlite(where, options);
}

export function isServer(where: string): boolean {
  return /^postgres(ql)?:\/\//i.test(where);
}
