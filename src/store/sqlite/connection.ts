// One connection to an SQLite file. Statements are prepared once and kept. Calls answer at once; they are only asynchronous
// in form, so that both engines are used alike.

import type BetterSqlite from "better-sqlite3";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Leased } from "../sql/framed.ts";
import type { Answer, Engine } from "../sql/query.ts";
import type { Tables } from "../sql/tables.ts";
import { kept } from "../sql/texts.ts";
import { StoreError } from "../store-error.ts";
import { sqliteStoreError } from "./errors.ts";

export type Driver = typeof BetterSqlite;

const sqlite: Engine = {
  kind: "sqlite",
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  list: (values) => JSON.stringify(values.map(kept)),
};

/** Shapes of queries are few; lists of rows of many lengths could make them many. */
const MOST_STATEMENTS = 300;

export class SqliteConnection implements Leased {
  readonly engine = sqlite;
  readonly #database: BetterSqlite.Database;
  readonly #begin: string;
  readonly #statements = new Map<string, BetterSqlite.Statement>();

  constructor(database: BetterSqlite.Database, begin: "begin" | "begin immediate") {
    this.#database = database;
    this.#begin = begin;
  }

  async execute(sql: string, values: readonly unknown[]): Promise<Answer> {
    return this.executeNow(sql, values);
  }

  executeNow(sql: string, values: readonly unknown[] = []): Answer {
    return worded(() => {
      const statement = this.#prepared(sql);
      if (statement.reader) return { rows: statement.all(values), changes: 0 };
      return { rows: [], changes: statement.run(values).changes };
    });
  }

  async begin(): Promise<void> {
    this.executeNow(this.#begin);
  }

  async commit(): Promise<void> {
    this.executeNow("commit");
  }

  /** After some errors SQLite has rolled back by itself. */
  async rollback(): Promise<void> {
    if (this.#database.open && this.#database.inTransaction) this.executeNow("rollback");
  }

  close(): void {
    this.#statements.clear();
    worded(() => this.#database.close());
  }

  #prepared(sql: string): BetterSqlite.Statement {
    if (!this.#database.open) throw new StoreError("store_closed", "The registry has been closed.");
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Lets no error of the driver through. */
export function worded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteStoreError(error) ?? error;
  }
}
