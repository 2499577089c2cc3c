// How work runs inside a transaction, the same on both engines: nested reads see the surrounding transaction, nested writes
// are refused rather than left waiting for themselves, and what throws undoes everything.

import { AsyncLocalStorage } from "node:async_hooks";
import type { Reader, Writer } from "../../registry/store.ts";
import { StoreError } from "../store-error.ts";
import { readerOn, writerOn } from "./port.ts";
import type { Connection } from "./query.ts";
import { Transaction } from "./transaction.ts";

/** How an engine begins and ends a transaction on a connection it has given out. */
export interface Ends {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export type Leased = Connection & Ends;

/** Gives out connections: for a reader with a snapshot of its own, for the writer one at a time. */
export interface Lender {
  reading<T>(use: (connection: Leased) => Promise<T>): Promise<T>;
  writing<T>(use: (connection: Leased) => Promise<T>): Promise<T>;
}

export class Frames {
  readonly #lender: Lender;
  readonly #around = new AsyncLocalStorage<Transaction>();

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  read<T>(work: (reader: Reader, connection: Connection) => Promise<T>): Promise<T> {
    const around = this.#around.getStore();
    if (around?.open) return work(readerOn(around), around);
    return this.#lender.reading((connection) => this.#inside(connection, (frame) => work(readerOn(frame), frame)));
  }

  async write<T>(work: (writer: Writer, connection: Connection) => Promise<T>): Promise<T> {
    if (this.#around.getStore()?.open)
      throw new StoreError("nested_write", "A write to the registry was begun inside a read or a write.", {
        hint: "Use the writer that the surrounding function was given, or begin the write after it.",
      });
    return this.#lender.writing((connection) => this.#inside(connection, (frame) => work(writerOn(frame), frame)));
  }

  async #inside<T>(connection: Leased, work: (frame: Transaction) => Promise<T>): Promise<T> {
    await connection.begin();
    const frame = new Transaction(connection);
    try {
      const result = await this.#around.run(frame, () => work(frame));
      const failure = frame.end();
      if (failure !== null) throw failure;
      await connection.commit();
      return result;
    } catch (error) {
      frame.end();
      await connection.rollback();
      throw error;
    }
  }
}
