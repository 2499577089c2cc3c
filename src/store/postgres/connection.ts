// One connection to PostgreSQL, for one transaction at a time. Beginning is one round trip: the isolation, where the tables
// are, how long to wait, and for a writer the lock that makes it the only one.

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { PoolClient } from "pg";
import type { Leased } from "../sql/framed.ts";
import type { Answer, Engine } from "../sql/query.ts";
import type { Tables } from "../sql/tables.ts";
import { kept } from "../sql/texts.ts";
import { postgresStoreError } from "./errors.ts";

const postgres: Engine = {
  kind: "postgres",
  builder: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  list: (values) => values.map(kept),
};

export class PostgresConnection implements Leased {
  readonly engine = postgres;
  readonly #client: PoolClient;
  readonly #begin: string;
  /** Set when the connection is in no state to be used again. */
  broken = false;

  constructor(client: PoolClient, begin: string) {
    this.#client = client;
    this.#begin = begin;
  }

  async execute(sql: string, values: readonly unknown[]): Promise<Answer> {
    const { rows, rowCount } = await this.#query(sql, [...values]);
    return { rows, changes: rowCount ?? 0 };
  }

  async begin(): Promise<void> {
    await this.#query(this.#begin);
  }

  async commit(): Promise<void> {
    await this.#query("commit");
  }

  /** A connection that cannot even go back is thrown away; the server then rolls back by itself. */
  async rollback(): Promise<void> {
    try {
      await this.#query("rollback");
    } catch {
      this.broken = true;
    }
  }

  async #query(sql: string, values?: unknown[]) {
    try {
      return await this.#client.query(sql, values);
    } catch (error) {
      const known = postgresStoreError(error);
      if (known?.reason === "store_unreachable") this.broken = true;
      throw known ?? error;
    }
  }
}

export interface BeginOptions {
  /** Already checked to be a plain name. */
  readonly schema: string;
  readonly busyTimeoutMs: number;
}

export function beginReading({ schema }: BeginOptions): string {
  return `begin isolation level repeatable read read only; set local search_path to "${schema}"`;
}

/**
 * One writer at a time, as SQLite has it: the same history then gives the same rows on both engines, and no transaction
 * has to be run again for having read what another one wrote. Each statement sees what was committed before the lock.
 */
export function beginWriting({ schema, busyTimeoutMs }: BeginOptions): string {
  return [
    "begin isolation level read committed",
    `set local search_path to "${schema}"`,
    `set local lock_timeout = ${busyTimeoutMs}`,
    // A process that hangs must not keep everybody else out.
    `set local idle_in_transaction_session_timeout = ${4 * busyTimeoutMs}`,
    `select pg_advisory_xact_lock(hashtextextended('ptc registry ${schema}', 0))`,
  ].join("; ");
}
