import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  DefaultQueryCompiler,
  DialectAdapterBase,
  DummyDriver,
  Frames,
  Kysely,
  kept,
  migrate,
  migrations,
  refuseOld,
  refuseUnknown,
  sql,
  storeOn,
  versionOf
} from "./chunk-PD5YIWTB.js";
import {
  StoreError,
  violation
} from "./chunk-VCTOCFBQ.js";
import "./chunk-I4LUAZPV.js";

// src/store/sqlite/open.ts
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

// ../../main/node_modules/kysely/dist/esm/dialect/sqlite/sqlite-query-compiler.js
var ID_WRAP_REGEX = /"/g;
var JSON_PATH_MEMBER_ESCAPE_REGEX = /[\\'"]/g;
var SqliteQueryCompiler = class extends DefaultQueryCompiler {
  visitOrAction(node) {
    this.append("or ");
    this.append(node.action);
  }
  getCurrentParameterPlaceholder() {
    return "?";
  }
  getLeftExplainOptionsWrapper() {
    return "";
  }
  getRightExplainOptionsWrapper() {
    return "";
  }
  getLeftIdentifierWrapper() {
    return '"';
  }
  getRightIdentifierWrapper() {
    return '"';
  }
  getAutoIncrement() {
    return "autoincrement";
  }
  sanitizeIdentifier(identifier) {
    return identifier.replace(ID_WRAP_REGEX, '""');
  }
  sanitizeJSONPathMemberValue(value) {
    return value.replace(JSON_PATH_MEMBER_ESCAPE_REGEX, (char) => char === "\\" ? "\\\\" : char === "'" ? "''" : '\\"');
  }
  visitDefaultInsertValue(_) {
    this.append("null");
  }
};

// ../../main/node_modules/kysely/dist/esm/dialect/sqlite/sqlite-introspector.js
var SqliteIntrospector = class {
  #db;
  constructor(db) {
    this.#db = db;
  }
  async getSchemas() {
    return [];
  }
  async getTables(options = { withInternalKyselyTables: false }) {
    return await this.#getTableMetadata(options);
  }
  async getMetadata(options) {
    return {
      tables: await this.getTables(options)
    };
  }
  #tablesQuery(qb, options) {
    let tablesQuery = qb.selectFrom("sqlite_master").where("type", "in", ["table", "view"]).where("name", "not like", "sqlite_%").select(["name", "sql", "type"]).orderBy("name");
    if (!options.withInternalKyselyTables) {
      tablesQuery = tablesQuery.where("name", "!=", DEFAULT_MIGRATION_TABLE).where("name", "!=", DEFAULT_MIGRATION_LOCK_TABLE);
    }
    return tablesQuery;
  }
  async #getTableMetadata(options) {
    const tablesResult = await this.#tablesQuery(this.#db, options).execute();
    const tableMetadata = await this.#db.with("table_list", (qb) => this.#tablesQuery(qb, options)).selectFrom([
      "table_list as tl",
      sql`pragma_table_info(tl.name)`.as("p")
    ]).select([
      "tl.name as table",
      "p.cid",
      "p.name",
      "p.type",
      "p.notnull",
      "p.dflt_value",
      "p.pk"
    ]).orderBy("tl.name").orderBy("p.cid").execute();
    const columnsByTable = {};
    for (const row of tableMetadata) {
      columnsByTable[row.table] ??= [];
      columnsByTable[row.table].push(row);
    }
    return tablesResult.map(({ name, sql: sql2, type }) => {
      let autoIncrementCol = sql2?.split(/[\(\),]/)?.find((it) => it.toLowerCase().includes("autoincrement"))?.trimStart()?.split(/\s+/)?.[0]?.replace(/["`]/g, "");
      const columns = columnsByTable[name] ?? [];
      if (!autoIncrementCol) {
        const pkCols = columns.filter((r) => r.pk > 0);
        if (pkCols.length === 1 && pkCols[0].type.toLowerCase() === "integer") {
          autoIncrementCol = pkCols[0].name;
        }
      }
      return {
        name,
        isView: type === "view",
        columns: columns.map((col) => ({
          name: col.name,
          dataType: col.type,
          isNullable: !col.notnull,
          isAutoIncrementing: col.name === autoIncrementCol,
          hasDefaultValue: col.dflt_value != null,
          comment: void 0
        }))
      };
    });
  }
};

// ../../main/node_modules/kysely/dist/esm/dialect/sqlite/sqlite-adapter.js
var SqliteAdapter = class extends DialectAdapterBase {
  get supportsTransactionalDdl() {
    return false;
  }
  get supportsReturning() {
    return true;
  }
  async acquireMigrationLock(_db, _opt) {
  }
  async releaseMigrationLock(_db, _opt) {
  }
};

// src/store/sqlite/errors.ts
var known = [
  [
    "SQLITE_BUSY",
    "store_busy",
    "Another process has kept the registry for too long.",
    "Try again; if it stays so, look for a process that hangs."
  ],
  ["SQLITE_LOCKED", "store_busy", "The registry is in use by another statement.", "Try again."],
  [
    "SQLITE_NOTADB",
    "not_a_registry",
    "The file is not a registry, or its beginning is damaged.",
    "Check the path; restore a backup or import an export into a new file."
  ],
  [
    "SQLITE_CORRUPT",
    "store_corrupt",
    "The registry's file is damaged.",
    "Keep the file, and restore a backup or import an export into a new one."
  ],
  [
    "SQLITE_READONLY",
    "read_only",
    "The registry can only be read.",
    "Check who may write to its file and folder, or open a copy."
  ],
  ["SQLITE_FULL", "disk_full", "There is no room left for the registry.", "Make room on the disk, then try again."],
  [
    "SQLITE_CANTOPEN",
    "store_unreachable",
    "The registry's file cannot be opened.",
    "Check that the folder exists and who may read and write it."
  ],
  ["SQLITE_PERM", "store_unreachable", "The registry's file may not be opened.", "Check who may read and write it."],
  [
    "SQLITE_IOERR",
    "store_failed",
    "The registry's file could not be read or written.",
    "Check the disk it is on, then try again."
  ]
];
function sqliteStoreError(error) {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  const { code } = error;
  if (!code.startsWith("SQLITE_")) return null;
  if (code === "SQLITE_CONSTRAINT_TRIGGER")
    return violation("immutable", /^immutable (\w+)$/.exec(error.message)?.[1], error);
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return violation("reference", void 0, error);
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    const unique = code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
    return violation(unique ? "unique" : "check", /failed: (\w+)\./.exec(error.message)?.[1], error);
  }
  for (const [prefix, reason, message, hint] of known)
    if (code.startsWith(prefix)) return new StoreError(reason, message, { hint, cause: error });
  return new StoreError("store_failed", "The registry's database reported an error.", {
    hint: "Run `ptc registry verify`.",
    cause: error
  });
}

// src/store/sqlite/connection.ts
var sqlite = {
  kind: "sqlite",
  builder: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler()
    }
  }),
  list: (values) => JSON.stringify(values.map(kept))
};
var MOST_STATEMENTS = 300;
var SqliteConnection = class {
  engine = sqlite;
  #database;
  #begin;
  #statements = /* @__PURE__ */ new Map();
  constructor(database, begin) {
    this.#database = database;
    this.#begin = begin;
  }
  async execute(sql2, values) {
    return this.executeNow(sql2, values);
  }
  executeNow(sql2, values = []) {
    return worded(() => {
      const statement = this.#prepared(sql2);
      if (statement.reader) return { rows: statement.all(values), changes: 0 };
      return { rows: [], changes: statement.run(values).changes };
    });
  }
  async begin() {
    this.executeNow(this.#begin);
  }
  async commit() {
    this.executeNow("commit");
  }
  /** After some errors SQLite has rolled back by itself. */
  async rollback() {
    if (this.#database.open && this.#database.inTransaction) this.executeNow("rollback");
  }
  close() {
    this.#statements.clear();
    worded(() => this.#database.close());
  }
  #prepared(sql2) {
    if (!this.#database.open) throw new StoreError("store_closed", "The registry has been closed.");
    const known2 = this.#statements.get(sql2);
    if (known2 !== void 0) return known2;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql2);
    this.#statements.set(sql2, statement);
    return statement;
  }
};
function worded(work) {
  try {
    return work();
  } catch (error) {
    throw sqliteStoreError(error) ?? error;
  }
}

// src/store/sqlite/turns.ts
var Turns = class {
  #free;
  #all;
  #waiting = [];
  #whenEnded = null;
  constructor(atOnce) {
    this.#free = atOnce;
    this.#all = atOnce;
  }
  async take(work) {
    if (this.#free > 0) this.#free--;
    else await new Promise((resolve2) => this.#waiting.push(resolve2));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next !== void 0) next();
      else if (++this.#free === this.#all) this.#whenEnded?.();
    }
  }
  /** When nobody has or awaits a turn. */
  async ended() {
    if (this.#free === this.#all) return;
    await new Promise((resolve2) => {
      this.#whenEnded = resolve2;
    });
  }
};

// src/store/sqlite/lender.ts
var MOST_READERS = 16;
var FIRST_PAUSE_MS = 1;
var LONGEST_PAUSE_MS = 25;
var SqliteLender = class {
  #options;
  #turns = new Turns(1);
  #readerTurns = new Turns(MOST_READERS);
  #idle = [];
  #closed = false;
  constructor(options) {
    this.#options = options;
  }
  async reading(use) {
    this.#refuseClosed();
    const { openReader, writer } = this.#options;
    if (openReader === null) return this.#turns.take(() => use(writer));
    return this.#readerTurns.take(async () => {
      const connection = this.#idle.pop() ?? openReader();
      try {
        return await use(connection);
      } finally {
        this.#idle.push(connection);
      }
    });
  }
  async writing(use) {
    this.#refuseClosed();
    const { writer, busyTimeoutMs: busyTimeoutMs2 } = this.#options;
    const patient = {
      engine: writer.engine,
      execute: (sql2, values) => writer.execute(sql2, values),
      begin: () => patiently(() => writer.begin(), busyTimeoutMs2),
      commit: () => writer.commit(),
      rollback: () => writer.rollback()
    };
    return this.#turns.take(() => use(patient));
  }
  async close() {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([this.#turns.ended(), this.#readerTurns.ended()]);
    for (const reader of this.#idle) reader.close();
    this.#options.writer.close();
  }
  #refuseClosed() {
    if (this.#closed) throw new StoreError("store_closed", "The registry has been closed.", { hint: "Open it again." });
  }
};
async function patiently(attempt, forMs) {
  const until = performance.now() + forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const busy = error instanceof StoreError && error.reason === "store_busy";
      if (!busy || performance.now() > until) throw error;
    }
    await new Promise((resolve2) => setTimeout(resolve2, pause * Math.random()));
  }
}

// src/store/sqlite/open.ts
var busyTimeoutMs = 15e3;
var APPLICATION = 1886675826;
async function openSqlite(path, options = {}) {
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
async function migrateSqlite(path, options = {}) {
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
function freeName(path) {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${path}.backup` : `${path}.${n}.backup`;
    if (!existsSync(name)) return name;
  }
}
async function connected(driver, path, options) {
  const inMemory = path === ":memory:";
  const file = inMemory ? path : resolve(path);
  if (!inMemory) prepareFile(file, options);
  const wait = options.busyTimeoutMs ?? busyTimeoutMs;
  const readOnly = options.readOnly === true;
  const writer = await patiently(async () => connect(driver, file, readOnly, "begin immediate"), wait);
  return { file, writer, wait, readOnly };
}
async function loadDriver() {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    throw driverMissing(cause);
  }
}
function driverMissing(cause) {
  return new StoreError("driver_missing", "A registry in a file needs the package better-sqlite3.", {
    hint: "Install it with `npm install better-sqlite3`, or give the URL of a PostgreSQL database.",
    cause
  });
}
function unbuilt(error) {
  return error instanceof Error && /bindings file|NODE_MODULE_VERSION|\.node|dlopen/.test(error.message);
}
function unopened(file, cause) {
  return new StoreError("store_unreachable", `${file} cannot be opened.`, { hint: "Check the path.", cause });
}
function prepareFile(file, { create = true, readOnly = false }) {
  if (existsSync(file)) return;
  if (!create || readOnly)
    throw new StoreError("store_unreachable", `There is no registry at ${file}.`, {
      hint: "Check the path, or make one with `ptc init`."
    });
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (cause) {
    throw new StoreError("store_unreachable", `The folder ${dirname(file)} cannot be made.`, {
      hint: "Check the path and who may write there.",
      cause
    });
  }
}
function connect(driver, file, readonly, begin) {
  let database;
  try {
    database = worded(() => new driver(file, { readonly, timeout: begin === "begin" ? 5e3 : 0 }));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw unbuilt(error) ? driverMissing(error) : unopened(file, error);
  }
  const connection = new SqliteConnection(database, begin);
  try {
    connection.executeNow("pragma foreign_keys = on");
    connection.executeNow("pragma synchronous = full");
    connection.executeNow("pragma cache_size = -8000");
    if (!readonly) connection.executeNow("pragma journal_mode = wal");
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}
async function shape(connection, options) {
  const steps = options.migrations ?? migrations;
  if (!isRegistry(connection)) {
    if (options.readOnly === true) throw foreign();
    await connection.begin();
    try {
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
function isRegistry(connection) {
  const [{ application_id }] = connection.executeNow("pragma application_id").rows;
  if (application_id === APPLICATION) return true;
  if (connection.executeNow("select 1 from sqlite_master limit 1").rows.length > 0) throw foreign();
  return false;
}
function foreign() {
  return new StoreError("not_a_registry", "The file is a database of something else, not a registry.", {
    hint: "Check the path."
  });
}
export {
  migrateSqlite,
  openSqlite
};
