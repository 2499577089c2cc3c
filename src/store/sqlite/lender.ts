// Who may use which connection. Writers of this process take turns on one connection; writers of other processes are waited
// for without holding up the event loop. Readers have connections of their own, each with its snapshot; a database in
// memory has only one connection, so there everybody takes turns.

import type { Leased, Lender } from "../sql/framed.ts";
import { StoreError } from "../store-error.ts";
import type { SqliteConnection } from "./connection.ts";
import { Turns } from "./turns.ts";

/** Reads beyond this many at once wait for one to end. */
const MOST_READERS = 16;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 25;

export interface LenderOptions {
  readonly writer: SqliteConnection;
  /** Null for a database in memory. */
  readonly openReader: (() => SqliteConnection) | null;
  readonly busyTimeoutMs: number;
}

export class SqliteLender implements Lender {
  readonly #options: LenderOptions;
  readonly #turns = new Turns(1);
  readonly #readerTurns = new Turns(MOST_READERS);
  readonly #idle: SqliteConnection[] = [];
  #closed = false;

  constructor(options: LenderOptions) {
    this.#options = options;
  }

  async reading<T>(use: (connection: Leased) => Promise<T>): Promise<T> {
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

  async writing<T>(use: (connection: Leased) => Promise<T>): Promise<T> {
    this.#refuseClosed();
    const { writer, busyTimeoutMs } = this.#options;
    const patient: Leased = {
      engine: writer.engine,
      execute: (sql, values) => writer.execute(sql, values),
      begin: () => patiently(() => writer.begin(), busyTimeoutMs),
      commit: () => writer.commit(),
      rollback: () => writer.rollback(),
    };
    return this.#turns.take(() => use(patient));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([this.#turns.ended(), this.#readerTurns.ended()]);
    for (const reader of this.#idle) reader.close();
    this.#options.writer.close();
  }

  #refuseClosed(): void {
    if (this.#closed) throw new StoreError("store_closed", "The registry has been closed.", { hint: "Open it again." });
  }
}

/** Again and again while somebody else is writing, with pauses of random length so that nobody is always late. */
export async function patiently<T>(attempt: () => Promise<T>, forMs: number): Promise<T> {
  const until = performance.now() + forMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const busy = error instanceof StoreError && error.reason === "store_busy";
      if (!busy || performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause * Math.random()));
  }
}
