// The door: a path opens a registry in a file, a URL one on a server. Nothing of a database is loaded before that.

import type { Store } from "../registry/store.ts";
import type { SqliteOptions } from "./sqlite/open.ts";

export { StoreError, type StoreReason, type Violation } from "./store-error.ts";
export type { SqliteOptions };

/** A registry in a file, made when it is not there; ":memory:" for one that is gone when it is closed. */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  return (await import("./sqlite/open.ts")).openSqlite(path, options);
}
