// Brings a database to the shape this program knows. A new one gets it at once; one with data is only migrated when asked
// to, and one written by a newer program is left alone.

import type { Migration } from "../migrations/migration.ts";
import { StoreError } from "../store-error.ts";
import { type Connection, rowsOf } from "./query.ts";

export interface Migrated {
  /** "0002-more" …; none when there was nothing to do. */
  readonly applied: readonly string[];
  /** Where the copy of the file is; a server's administrator makes those. */
  readonly backup: string | null;
}

const ledger =
  "create table if not exists schema_migrations (number integer primary key, name text not null, applied_at text not null)";

/** The number of the last migration that was applied: 0 when the database is new. Needs the ledger to exist or be creatable. */
export async function versionOf(connection: Connection): Promise<number> {
  const rows = await rowsOf(
    connection,
    connection.engine.builder.selectFrom("schema_migrations").select((row) => row.fn.max("number").as("last")),
  );
  return Number(rows[0]?.last ?? 0);
}

export function refuseUnknown(version: number, migrations: readonly Migration[]): void {
  const known = migrations.at(-1)?.number ?? 0;
  if (version > known)
    throw new StoreError(
      "store_too_new",
      `This registry was written by a newer version of ptc (format ${version}; this one knows ${known}).`,
      { hint: "Install the newer version, or have it write an export of format 1." },
    );
}

export function refuseOld(version: number, migrations: readonly Migration[]): void {
  const known = migrations.at(-1)?.number ?? 0;
  if (version < known)
    throw new StoreError(
      "store_outdated",
      `This registry has format ${version}; this version of ptc writes format ${known}.`,
      { hint: "Run `ptc registry migrate`. A registry in a file is copied first." },
    );
}

/** Inside a transaction that nobody else writes beside. Answers the names of those applied. */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<readonly string[]> {
  const { engine } = connection;
  await connection.execute(ledger, []);
  const version = await versionOf(connection);
  refuseUnknown(version, migrations);
  const applied: string[] = [];
  for (const migration of migrations.filter(({ number }) => number > version)) {
    for (const statement of migration.statements(engine.kind)) await connection.execute(statement, []);
    const now = new Date().toISOString();
    const entry = { number: migration.number, name: migration.name, applied_at: now };
    const { sql, parameters } = engine.builder.insertInto("schema_migrations").values(entry).compile();
    await connection.execute(sql, parameters);
    applied.push(`${String(migration.number).padStart(4, "0")}-${migration.name}`);
  }
  return applied;
}
