// Opens a registry on a PostgreSQL server, in a schema of its own ("ptc" unless the URL says ?schema=…), so that its tables
// meet nobody else's.

import type { Store } from "../../registry/store.ts";
import { migrations } from "../migrations/index.ts";
import type { Migration } from "../migrations/migration.ts";
import { Frames } from "../sql/framed.ts";
import { type Migrated, migrate, refuseOld, refuseUnknown, versionOf } from "../sql/migrate.ts";
import type { Connection } from "../sql/query.ts";
import { storeOn } from "../sql/store.ts";
import { StoreError } from "../store-error.ts";
import { PostgresLender } from "./lender.ts";

export interface PostgresOptions {
  /** How long to wait while somebody else writes. */
  readonly busyTimeoutMs?: number;
  readonly connections?: number;
  /** Other migrations than the program's own, for tests of migrating. */
  readonly migrations?: readonly Migration[];
}

const busyTimeoutMs = 15_000;
const connectTimeoutMs = 10_000;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { lender } = await shaped(url, options, false);
  return storeOn(new Frames(lender), () => lender.close());
}

/** Applies what is pending, whole or not at all. */
export async function migratePostgres(url: string, options: PostgresOptions = {}): Promise<Migrated> {
  const { lender, applied } = await shaped(url, options, true);
  await lender.close();
  return { applied, backup: null };
}

async function shaped(url: string, options: PostgresOptions, old: boolean) {
  const { connectionString, schema } = addressOf(url);
  const { Pool } = await loadDriver();
  const pool = new Pool({
    connectionString,
    max: options.connections ?? 8,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "ptc",
  });
  // An idle connection that dies is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  const lender = new PostgresLender(pool, { schema, busyTimeoutMs: options.busyTimeoutMs ?? busyTimeoutMs });
  try {
    return { lender, applied: await shape(lender, schema, options.migrations ?? migrations, old) };
  } catch (error) {
    await lender.close();
    throw error;
  }
}

async function loadDriver(): Promise<Pick<typeof import("pg"), "Pool">> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    throw new StoreError("driver_missing", "A registry on a PostgreSQL server needs the package pg.", {
      hint: "Install it with `npm install pg`, or give the path of a file.",
      cause,
    });
  }
}

/** The URL holds a password: it never stands in a message. */
function addressOf(url: string): { readonly connectionString: string; readonly schema: string } {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw new StoreError("store_unreachable", "The URL of the registry's database cannot be read.", {
      hint: "It looks like postgres://user:password@host:5432/database.",
    });
  }
  const schema = address.searchParams.get("schema") ?? "ptc";
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StoreError("store_unreachable", `${JSON.stringify(schema)} is no name for a schema.`, {
      hint: "Use lower-case letters, digits and _.",
    });
  address.searchParams.delete("schema");
  return { connectionString: address.href, schema };
}

/** Makes a new schema a registry, an old one a current one if asked to, and refuses one that this program does not know. */
async function shape(lender: PostgresLender, schema: string, steps: readonly Migration[], old: boolean) {
  const version = await lender.reading(async (connection) => {
    const found = (await isThere(connection, schema, "schema_migrations")) ? await versionOf(connection) : 0;
    await connection.commit();
    return found;
  });
  refuseUnknown(version, steps);
  if (version > 0 && !old) refuseOld(version, steps);
  if (version === steps.at(-1)?.number) return [];
  // Whoever else opens it now waits for the writer's lock, and finds nothing left to do.
  return lender.writing(async (connection) => {
    try {
      if (!(await isThere(connection, schema))) await connection.execute(`create schema if not exists "${schema}"`, []);
      const applied = await migrate(connection, steps);
      await connection.commit();
      return applied;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}

async function isThere(connection: Connection, schema: string, table?: string): Promise<boolean> {
  const asked = table === undefined ? `to_regnamespace('"${schema}"')` : `to_regclass('"${schema}".${table}')`;
  const { rows } = await connection.execute(`select ${asked} is not null as found`, []);
  return (rows as readonly { found: boolean }[])[0]?.found === true;
}
