// A numbered step from one shape of the database to the next. Steps are never edited once released: a change is a new one.

import type { Engine } from "../sql/query.ts";

export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Statements in order; all steps of one migration happen together or not at all. */
  readonly statements: (engine: Engine["kind"]) => readonly string[];
}
