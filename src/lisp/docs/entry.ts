// What the generators of this folder read. They are pure: rows in, text out; who calls them decides where it goes.

import type { Builtin, Example } from "../builtins/table.ts";

/** A special form as the documentation sees it. */
export interface FormRow {
  /** One string per call form, without the name: "test then else?". */
  readonly params: readonly string[];
  readonly doc: string;
  readonly examples: readonly Example[];
  /** How it differs from Clojure's form of the same name, if it does. */
  readonly differs?: string;
}

/** A name that is a value, such as Math/PI. */
export interface ConstantRow {
  readonly group: string;
  readonly doc: string;
  readonly examples: readonly Example[];
  readonly since: string;
}

export type ConstantRows = Iterable<readonly [string, ConstantRow]>;
export type BuiltinRows = Iterable<readonly [string, Builtin]>;
export type FormRows = Iterable<readonly [string, FormRow]>;

/** The ways to call it: "(map f coll)", "(map f c1 c2 & colls)". */
export function callForms(name: string, params: readonly string[]): string[] {
  return params.map((p) => (p === "" ? `(${name})` : `(${name} ${p})`));
}

export function firstSentence(doc: string): string {
  const end = /[.!?](?=\s+[A-Z0-9("{[:]|$)/.exec(doc);
  return end === null ? doc : doc.slice(0, end.index + 1);
}

/** "; => value", or "; error: reason" for an example that shows a failure. */
export function exampleLine(example: Example): string {
  const gives = example.gives.startsWith("error: ") ? `; ${example.gives}` : `; => ${example.gives}`;
  return `${example.code}  ${gives}`;
}

export function relationText(row: Builtin): string {
  if (row.clojure === "same") return "As in Clojure.";
  if (row.clojure === "ptc-only") return "Only in PTC-Lisp.";
  return `Differs from Clojure: ${row.clojure.differs}`;
}
