// Connections to PostgreSQL from a pool, one per transaction. A transaction that the server asks to run again is run again;
// a connection that died while idle is replaced before anything was done on it.

import type { Pool } from "pg";
import type { Leased, Lender } from "../sql/framed.ts";
import { StoreError } from "../store-error.ts";
import { type BeginOptions, beginReading, beginWriting, PostgresConnection } from "./connection.ts";
import { postgresStoreError } from "./errors.ts";

const MOST_ATTEMPTS = 20;

export class PostgresLender implements Lender {
  readonly #pool: Pool;
  readonly #reading: string;
  readonly #writing: string;
  #closing: Promise<void> | null = null;

  constructor(pool: Pool, options: BeginOptions) {
    this.#pool = pool;
    this.#reading = beginReading(options);
    this.#writing = beginWriting(options);
  }

  reading<T>(use: (connection: Leased) => Promise<T>): Promise<T> {
    return this.#lend(this.#reading, use);
  }

  async writing<T>(use: (connection: Leased) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#lend(this.#writing, use);
      } catch (error) {
        if (!(error instanceof StoreError) || !error.passing || attempt === MOST_ATTEMPTS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * Math.random()));
    }
  }

  async close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    await this.#closing;
  }

  async #lend<T>(begin: string, use: (connection: Leased) => Promise<T>): Promise<T> {
    if (this.#closing !== null)
      throw new StoreError("store_closed", "The registry has been closed.", { hint: "Open it again." });
    const connection = await this.#begun(begin);
    try {
      return await use({
        engine: connection.engine,
        execute: (sql, values) => connection.execute(sql, values),
        begin: async () => {},
        commit: () => connection.commit(),
        rollback: () => connection.rollback(),
      });
    } finally {
      connection.release();
    }
  }

  /** A connection in a transaction. One from the pool may have died unnoticed: then the next one is tried, once. */
  async #begun(begin: string): Promise<PostgresConnection & { release(): void }> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connected();
      const connection = new PostgresConnection(client, begin);
      // The pool listens to idle clients only: a connection lost in the middle would end the process.
      const lost = () => {
        connection.broken = true;
      };
      client.on("error", lost);
      const release = () => {
        client.off("error", lost);
        client.release(connection.broken);
      };
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
}
