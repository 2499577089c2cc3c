import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  DefaultQueryCompiler,
  DialectAdapterBase,
  DummyDriver,
  Frames,
  Kysely,
  freeze,
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

// ../../main/node_modules/kysely/dist/esm/dialect/postgres/postgres-query-compiler.js
var ID_WRAP_REGEX = /"/g;
var PostgresQueryCompiler = class extends DefaultQueryCompiler {
  sanitizeIdentifier(identifier) {
    return identifier.replace(ID_WRAP_REGEX, '""');
  }
};

// ../../main/node_modules/kysely/dist/esm/dialect/postgres/postgres-introspector.js
var PostgresIntrospector = class {
  #db;
  constructor(db) {
    this.#db = db;
  }
  async getSchemas() {
    let rawSchemas = await this.#db.selectFrom("pg_catalog.pg_namespace").select("nspname").$castTo().execute();
    return rawSchemas.map((it) => ({ name: it.nspname }));
  }
  async getTables(options = { withInternalKyselyTables: false }) {
    let query = this.#db.selectFrom("pg_catalog.pg_attribute as a").innerJoin("pg_catalog.pg_class as c", "a.attrelid", "c.oid").innerJoin("pg_catalog.pg_namespace as ns", "c.relnamespace", "ns.oid").innerJoin("pg_catalog.pg_type as typ", "a.atttypid", "typ.oid").innerJoin("pg_catalog.pg_namespace as dtns", "typ.typnamespace", "dtns.oid").select([
      "a.attname as column",
      "a.attnotnull as not_null",
      "a.atthasdef as has_default",
      "c.relname as table",
      "c.relkind as table_type",
      "ns.nspname as schema",
      "typ.typname as type",
      "dtns.nspname as type_schema",
      sql`col_description(a.attrelid, a.attnum)`.as("column_description"),
      sql`pg_get_serial_sequence(quote_ident(ns.nspname) || '.' || quote_ident(c.relname), a.attname)`.as("auto_incrementing")
    ]).where("c.relkind", "in", [
      "r",
      "v",
      "p"
    ]).where("ns.nspname", "!~", "^pg_").where("ns.nspname", "!=", "information_schema").where("ns.nspname", "!=", "crdb_internal").where(sql`has_schema_privilege(ns.nspname, 'USAGE')`).where("a.attnum", ">=", 0).where("a.attisdropped", "!=", true).orderBy("ns.nspname").orderBy("c.relname").orderBy("a.attnum").$castTo();
    if (!options.withInternalKyselyTables) {
      query = query.where("c.relname", "!=", DEFAULT_MIGRATION_TABLE).where("c.relname", "!=", DEFAULT_MIGRATION_LOCK_TABLE);
    }
    const rawColumns = await query.execute();
    return this.#parseTableMetadata(rawColumns);
  }
  async getMetadata(options) {
    return {
      tables: await this.getTables(options)
    };
  }
  #parseTableMetadata(columns) {
    const tables = [];
    const schemas = /* @__PURE__ */ new Map();
    for (const column of columns) {
      let schema = schemas.get(column.schema);
      if (!schema) {
        schema = /* @__PURE__ */ new Map();
        schemas.set(column.schema, schema);
      }
      let table = schema.get(column.table);
      if (!table) {
        table = freeze({
          columns: [],
          isView: column.table_type === "v",
          name: column.table,
          schema: column.schema
        });
        schema.set(column.table, table);
        tables.push(table);
      }
      table.columns.push(freeze({
        comment: column.column_description ?? void 0,
        dataType: column.type,
        dataTypeSchema: column.type_schema,
        hasDefaultValue: column.has_default,
        isAutoIncrementing: column.auto_incrementing !== null,
        isNullable: !column.not_null,
        name: column.column
      }));
    }
    return tables;
  }
};

// ../../main/node_modules/kysely/dist/esm/dialect/postgres/postgres-adapter.js
var LOCK_ID = BigInt("3853314791062309107");
var LOCK_TIMEOUT_MILLISECONDS = 60 * 60 * 1e3;
var PostgresAdapter = class extends DialectAdapterBase {
  get supportsTransactionalDdl() {
    return true;
  }
  get supportsReturning() {
    return true;
  }
  async acquireMigrationLock(db, _opt) {
    await sql`
    with set_timeout as (
      select set_config('lock_timeout', '${sql.lit(LOCK_TIMEOUT_MILLISECONDS)}', true) as config_val
    )
    select pg_advisory_lock(${sql.lit(LOCK_ID)})
    from set_timeout`.execute(db);
  }
  async releaseMigrationLock(db, _opt) {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(db);
  }
};

// src/store/postgres/errors.ts
var unreachable = [
  "store_unreachable",
  "The registry's database server cannot be reached.",
  "Check the URL, and that the server runs and lets this machine in."
];
var noAccess = [
  "store_unreachable",
  "The registry's database server does not let this user in.",
  "Check user, password and rights in the URL."
];
var busy = ["store_busy", "Somebody else has kept the registry for too long.", "Try again."];
var readOnly = [
  "read_only",
  "The registry's database can only be read.",
  "Give the URL of the server that takes writes."
];
var byState = {
  "08": unreachable,
  "28": noAccess,
  "42501": noAccess,
  "3D000": [
    "store_unreachable",
    "The registry's database does not exist on the server.",
    "Create it, or check the URL."
  ],
  "25006": readOnly,
  "53100": ["disk_full", "The database server has no room left.", "Make room on the server, then try again."],
  "53300": ["store_busy", "The database server has too many connections.", "Try again, or allow it more."],
  "55P03": busy,
  "57014": busy,
  "57P": unreachable,
  "42P07": [
    "not_a_registry",
    "The database has tables of something else where the registry's would be.",
    "Name another schema in the URL: ?schema=\u2026"
  ],
  XX: ["store_corrupt", "The registry's database is damaged.", "Restore a backup or import an export into a new one."]
};
var violations = { "23505": "unique", "23503": "reference", PTC01: "immutable" };
var ways = /* @__PURE__ */ new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "EPIPE"]);
function postgresStoreError(error) {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return null;
  const { code, table, message } = error;
  if (code === void 0)
    return /^(Connection terminated|timeout exceeded|Client has encountered|The server does not support SSL)/.test(
      message
    ) ? worded(unreachable, error) : null;
  if (ways.has(code)) return worded(unreachable, error);
  if (!/^[0-9A-Z]{5}$/.test(code)) return null;
  if (code === "40001" || code === "40P01") return worded(busy, error, true);
  if (code in violations) return violation(violations[code], table, error);
  if (code.startsWith("23") || code.startsWith("22")) return violation("check", table, error);
  const words = byState[code] ?? byState[code.slice(0, 3)] ?? byState[code.slice(0, 2)];
  return worded(
    words ?? ["store_failed", "The registry's database reported an error.", "Run `ptc registry verify`."],
    error
  );
}
function worded([reason, message, hint], cause, passing = false) {
  return new StoreError(reason, message, { hint, cause, passing });
}

// src/store/postgres/connection.ts
var postgres = {
  kind: "postgres",
  builder: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler()
    }
  }),
  list: (values) => values.map(kept)
};
var PostgresConnection = class {
  engine = postgres;
  #client;
  #begin;
  /** Set when the connection is in no state to be used again. */
  broken = false;
  constructor(client, begin) {
    this.#client = client;
    this.#begin = begin;
  }
  async execute(sql2, values) {
    const { rows, rowCount } = await this.#query(sql2, [...values]);
    return { rows, changes: rowCount ?? 0 };
  }
  async begin() {
    await this.#query(this.#begin);
  }
  async commit() {
    await this.#query("commit");
  }
  /** A connection that cannot even go back is thrown away; the server then rolls back by itself. */
  async rollback() {
    try {
      await this.#query("rollback");
    } catch {
      this.broken = true;
    }
  }
  async #query(sql2, values) {
    try {
      return await this.#client.query(sql2, values);
    } catch (error) {
      const known = postgresStoreError(error);
      if (known?.reason === "store_unreachable") this.broken = true;
      throw known ?? error;
    }
  }
};
function beginReading({ schema }) {
  return `begin isolation level repeatable read read only; set local search_path to "${schema}"`;
}
function beginWriting({ schema, busyTimeoutMs: busyTimeoutMs2 }) {
  return [
    "begin isolation level read committed",
    `set local search_path to "${schema}"`,
    `set local lock_timeout = ${busyTimeoutMs2}`,
    // A process that hangs must not keep everybody else out.
    `set local idle_in_transaction_session_timeout = ${4 * busyTimeoutMs2}`,
    `select pg_advisory_xact_lock(hashtextextended('ptc registry ${schema}', 0))`
  ].join("; ");
}

// src/store/postgres/lender.ts
var MOST_ATTEMPTS = 20;
var PostgresLender = class {
  #pool;
  #reading;
  #writing;
  #closing = null;
  constructor(pool, options) {
    this.#pool = pool;
    this.#reading = beginReading(options);
    this.#writing = beginWriting(options);
  }
  reading(use) {
    return this.#lend(this.#reading, use);
  }
  async writing(use) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#lend(this.#writing, use);
      } catch (error) {
        if (!(error instanceof StoreError) || !error.passing || attempt === MOST_ATTEMPTS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * Math.random()));
    }
  }
  async close() {
    this.#closing ??= this.#pool.end();
    await this.#closing;
  }
  async #lend(begin, use) {
    if (this.#closing !== null)
      throw new StoreError("store_closed", "The registry has been closed.", { hint: "Open it again." });
    const connection = await this.#begun(begin);
    try {
      return await use({
        engine: connection.engine,
        execute: (sql2, values) => connection.execute(sql2, values),
        begin: async () => {
        },
        commit: () => connection.commit(),
        rollback: () => connection.rollback()
      });
    } finally {
      connection.release();
    }
  }
  /** A connection in a transaction. One from the pool may have died unnoticed: then the next one is tried, once. */
  async #begun(begin) {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connected();
      const connection = new PostgresConnection(client, begin);
      const release = () => client.release(connection.broken);
      try {
        await connection.begin();
        return Object.assign(connection, { release });
      } catch (error) {
        await connection.rollback();
        release();
        const died = error instanceof StoreError && error.reason === "store_unreachable";
        if (!died || attempt === 2) throw error;
      }
    }
  }
  async #connected() {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw postgresStoreError(error) ?? error;
    }
  }
};

// src/store/postgres/open.ts
var busyTimeoutMs = 15e3;
var connectTimeoutMs = 1e4;
async function openPostgres(url, options = {}) {
  const { lender } = await shaped(url, options, false);
  return storeOn(new Frames(lender), () => lender.close());
}
async function migratePostgres(url, options = {}) {
  const { lender, applied } = await shaped(url, options, true);
  await lender.close();
  return { applied, backup: null };
}
async function shaped(url, options, old) {
  const { connectionString, schema } = addressOf(url);
  const { Pool } = await loadDriver();
  const pool = new Pool({
    connectionString,
    max: options.connections ?? 8,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "ptc"
  });
  pool.on("error", () => {
  });
  const lender = new PostgresLender(pool, { schema, busyTimeoutMs: options.busyTimeoutMs ?? busyTimeoutMs });
  try {
    return { lender, applied: await shape(lender, schema, options.migrations ?? migrations, old) };
  } catch (error) {
    await lender.close();
    throw error;
  }
}
async function loadDriver() {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    throw new StoreError("driver_missing", "A registry on a PostgreSQL server needs the package pg.", {
      hint: "Install it with `npm install pg`, or give the path of a file.",
      cause
    });
  }
}
function addressOf(url) {
  let address;
  try {
    address = new URL(url);
  } catch {
    throw new StoreError("store_unreachable", "The URL of the registry's database cannot be read.", {
      hint: "It looks like postgres://user:password@host:5432/database."
    });
  }
  const schema = address.searchParams.get("schema") ?? "ptc";
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StoreError("store_unreachable", `${JSON.stringify(schema)} is no name for a schema.`, {
      hint: "Use lower-case letters, digits and _."
    });
  address.searchParams.delete("schema");
  return { connectionString: address.href, schema };
}
async function shape(lender, schema, steps, old) {
  const version = await lender.reading(async (connection) => {
    const found = await isThere(connection, schema, "schema_migrations") ? await versionOf(connection) : 0;
    await connection.commit();
    return found;
  });
  refuseUnknown(version, steps);
  if (version > 0 && !old) refuseOld(version, steps);
  if (version === steps.at(-1)?.number) return [];
  return lender.writing(async (connection) => {
    try {
      if (!await isThere(connection, schema)) await connection.execute(`create schema if not exists "${schema}"`, []);
      const applied = await migrate(connection, steps);
      await connection.commit();
      return applied;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}
async function isThere(connection, schema, table) {
  const asked = table === void 0 ? `to_regnamespace('"${schema}"')` : `to_regclass('"${schema}".${table}')`;
  const { rows } = await connection.execute(`select ${asked} is not null as found`, []);
  return rows[0]?.found === true;
}
export {
  migratePostgres,
  openPostgres
};
