// Opens a registry in an SQLite file, or in memory. The write-ahead log lets readers read while somebody writes; every
// commit is on the disk before it is acknowledged (synchronous=FULL), so it survives a killed process and a power cut.

import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Store } from "../../registry/store.ts";
import { migrations } from "../migrations/index.ts";
import type { Migration } from "../migrations/migration.ts";
import { Frames } from "../sql/framed.ts";
import { type Migrated, migrate, refuseOld, refuseUnknown, versionOf } from "../sql/migrate.ts";
import { storeOn } from "../sql/store.ts";
import { StoreError } from "../store-error.ts";
import { type Driver, SqliteConnection, worded } from "./connection.ts";
import { patiently, SqliteLender } from "./lender.ts";

export interface SqliteOptions {
  /** How long to wait while another process writes. */
  readonly busyTimeoutMs?: number;
  /** False: the file must be there already. */
  readonly create?: boolean;
  readonly readOnly?: boolean;
  /** Other migrations than the program's own, for tests of migrating. */
  readonly migrations?: readonly Migration[];
}

const busyTimeoutMs = 15_000;
/** "ptcr", so that a registry is told from other files of SQLite. */
const APPLICATION = 0x70746372;

export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const driver = await loadDriver();
  const { file, writer, wait, readOnly } = await connected(driver, path, options);
  try {
    await patiently(() => shape(writer, options), wait);
  } catch (error) {
    writer.close();
    throw error;
  }
  const openReader = path === ":memory:" ? null : () => connect(driver, file, readOnly, "begin");
  const lender = new SqliteLender({ writer, openReader, busyTimeoutMs: wait });
  return storeOn(new Frames(lender), () => lender.close());
}

/** Applies what is pending, after a copy of the file has been made beside it. */
export async function migrateSqlite(path: string, options: SqliteOptions = {}): Promise<Migrated> {
  const steps = options.migrations ?? migrations;
  const { file, writer, wait } = await connected(await loadDriver(), path, { ...options, create: false });
  try {
    if (!isRegistry(writer)) throw foreign();
    const version = await versionOf(writer);
    refuseUnknown(version, steps);
    if (version === steps.at(-1)?.number) return { applied: [], backup: null };
    const backup = freeName(`${file}.format-${version}`);
    writer.executeNow("vacuum into ?", [backup]);
    await patiently(() => writer.begin(), wait);
    try {
      const applied = await migrate(writer, steps);
      await writer.commit();
      return { applied, backup };
    } catch (error) {
      await writer.rollback();
      throw error;
    }
  } finally {
    writer.close();
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${path}.backup` : `${path}.${n}.backup`;
    if (!existsSync(name)) return name;
  }
}

async function connected(driver: Driver, path: string, options: SqliteOptions) {
  const inMemory = path === ":memory:";
  const file = inMemory ? path : resolve(path);
  if (!inMemory) prepareFile(file, options);
  const wait = options.busyTimeoutMs ?? busyTimeoutMs;
  const readOnly = options.readOnly === true;
  const writer = await patiently(async () => connect(driver, file, readOnly, "begin immediate"), wait);
  return { file, writer, wait, readOnly };
}

/** Loaded here and nowhere else: whoever opens no registry needs no native code. */
async function loadDriver(): Promise<Driver> {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    throw driverMissing(cause);
  }
}

function driverMissing(cause: unknown): StoreError {
  return new StoreError("driver_missing", "A registry in a file needs the package better-sqlite3.", {
    hint: "Install it with `npm install better-sqlite3`, or give the URL of a PostgreSQL database.",
    cause,
  });
}

/** The package is there, but not its native part: never built, or for another Node. */
function unbuilt(error: unknown): boolean {
  return error instanceof Error && /bindings file|NODE_MODULE_VERSION|\.node|dlopen/.test(error.message);
}

function unopened(file: string, cause: unknown): StoreError {
  return new StoreError("store_unreachable", `${file} cannot be opened.`, { hint: "Check the path.", cause });
}

function prepareFile(file: string, { create = true, readOnly = false }: SqliteOptions): void {
  if (existsSync(file)) return;
  if (!create || readOnly)
    throw new StoreError("store_unreachable", `There is no registry at ${file}.`, {
      hint: "Check the path, or make one with `ptc init`.",
    });
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (cause) {
    throw new StoreError("store_unreachable", `The folder ${dirname(file)} cannot be made.`, {
      hint: "Check the path and who may write there.",
      cause,
    });
  }
}

function connect(driver: Driver, file: string, readonly: boolean, begin: "begin" | "begin immediate") {
  let database: InstanceType<Driver>;
  try {
    // The writer waits by itself, without holding up the event loop; readers hardly ever have to.
    database = worded(() => new driver(file, { readonly, timeout: begin === "begin" ? 5_000 : 0 }));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw unbuilt(error) ? driverMissing(error) : unopened(file, error);
  }
  const connection = new SqliteConnection(database, begin);
  try {
    connection.executeNow("pragma foreign_keys = on");
    connection.executeNow("pragma synchronous = full");
    connection.executeNow("pragma cache_size = -8000"); // kilobytes, per connection; the system caches the file as well
    if (!readonly) connection.executeNow("pragma journal_mode = wal");
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** Makes a new database a registry, and refuses one that this program does not know. */
async function shape(connection: SqliteConnection, options: SqliteOptions): Promise<void> {
  const steps = options.migrations ?? migrations;
  if (!isRegistry(connection)) {
    if (options.readOnly === true) throw foreign();
    await connection.begin();
    try {
      // Somebody else may have made it one meanwhile.
      if (!isRegistry(connection)) {
        await migrate(connection, steps);
        connection.executeNow(`pragma application_id = ${APPLICATION}`);
      }
      await connection.commit();
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  }
  const version = await versionOf(connection);
  refuseUnknown(version, steps);
  refuseOld(version, steps);
}

/** False when there is nothing in it yet. */
function isRegistry(connection: SqliteConnection): boolean {
  const [{ application_id }] = connection.executeNow("pragma application_id").rows as [{ application_id: number }];
  if (application_id === APPLICATION) return true;
  if (connection.executeNow("select 1 from sqlite_master limit 1").rows.length > 0) throw foreign();
  return false;
}

function foreign(): StoreError {
  return new StoreError("not_a_registry", "The file is a database of something else, not a registry.", {
    hint: "Check the path.",
  });
}
