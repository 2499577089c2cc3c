// Queries are built once with kysely, typed against the tables, and compiled once per engine; using one only fills in its
// values. kysely builds, it never executes: statements go through a `Connection`, so that transactions, caching of
// statements and the wording of errors are in one place per engine.

import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export interface Engine {
  readonly kind: "sqlite" | "postgres";
  /** Builds queries in this engine's SQL. */
  readonly builder: Kysely<Tables>;
  /** How a list is handed over as one value. */
  readonly list: (values: readonly string[]) => unknown;
}

export interface Answer {
  readonly rows: readonly unknown[];
  /** How many rows were inserted, changed or removed. */
  readonly changes: number;
}

export interface Connection {
  readonly engine: Engine;
  execute(sql: string, values: readonly unknown[]): Promise<Answer>;
}

/** Stands where a value will be. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class Query<Values extends object, Row> {
  readonly #build: (engine: Engine, values: Values) => Compilable<Row>;
  readonly #compiled = new Map<Engine["kind"], Compiled>();

  constructor(build: (engine: Engine, values: Values) => Compilable<Row>) {
    this.#build = build;
  }

  async rows(connection: Connection, values: Values): Promise<readonly Row[]> {
    return (await this.#execute(connection, values)).rows as readonly Row[];
  }

  async first(connection: Connection, values: Values): Promise<Row | null> {
    return (await this.rows(connection, values))[0] ?? null;
  }

  /** How many rows it changed. */
  async run(connection: Connection, values: Values): Promise<number> {
    return (await this.#execute(connection, values)).changes;
  }

  #execute(connection: Connection, values: Values): Promise<Answer> {
    const { engine } = connection;
    let compiled = this.#compiled.get(engine.kind);
    if (compiled === undefined) {
      const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
      compiled = this.#build(engine, slots).compile();
      this.#compiled.set(engine.kind, compiled);
    }
    const given = compiled.parameters.map((parameter) => {
      if (!(parameter instanceof Slot)) return parameter;
      const value: unknown = values[parameter.name as keyof Values];
      return Array.isArray(value) ? engine.list(value as readonly string[]) : value;
    });
    return connection.execute(compiled.sql, given);
  }
}

/** A query of which nothing but the values differs from use to use. */
export function query<Values extends object, Row>(
  build: (engine: Engine, values: Values) => Compilable<Row>,
): Query<Values, Row> {
  return new Query(build);
}

/** Inserts one row with all its columns. */
export function insertion<Table extends keyof Tables & string>(
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
): Query<Tables[Table], unknown> {
  return new Query(({ builder }, row) => {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return builder.insertInto(table).values(values as never);
  });
}

/** For queries whose shape depends on what is asked. */
export async function rowsOf<Row>(connection: Connection, built: Compilable<Row>): Promise<readonly Row[]> {
  const { sql, parameters }: CompiledQuery<Row> = built.compile();
  return (await connection.execute(sql, parameters)).rows as readonly Row[];
}
