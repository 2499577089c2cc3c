// One transaction as a connection. It ends once: whoever kept its reader or writer gets an error instead of statements in
// somebody else's transaction. A statement that failed dooms it on both engines alike, even if its error was caught.

import { StoreError } from "../store-error.ts";
import type { Answer, Connection, Engine } from "./query.ts";
import { given, kept } from "./texts.ts";

export class Transaction implements Connection {
  readonly engine: Engine;
  readonly #execute: Connection["execute"];
  #ended = false;
  #failure: StoreError | null = null;

  constructor(connection: Connection) {
    this.engine = connection.engine;
    this.#execute = (sql, values) => connection.execute(sql, values);
  }

  async execute(sql: string, values: readonly unknown[]): Promise<Answer> {
    if (this.#ended)
      throw new StoreError("store_closed", "This read or write of the registry has ended already.", {
        hint: "Await everything inside the function given to read or write.",
      });
    try {
      const answer = await this.#execute(sql, values.map(kept));
      for (const row of answer.rows) given(row as Record<string, unknown>);
      return answer;
    } catch (error) {
      if (error instanceof StoreError) this.#failure ??= error;
      throw error;
    }
  }

  get open(): boolean {
    return !this.#ended;
  }

  /** What failed on the way, if anything did. */
  end(): StoreError | null {
    this.#ended = true;
    return this.#failure;
  }
}
