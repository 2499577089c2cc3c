// One row per builtin: its words, its arities, its examples and its function. Arity checks, (doc f), (apropos "x"),
// docs/reference.md, the model's prompt card and one test per example are all read from these rows.

import type { Steps } from "../values/fn.ts";
import type { Value } from "../values/value.ts";

export interface Example {
  readonly code: string;
  /** The printed value (pr-str), or "error: <reason>" when the example shows a failure. */
  readonly gives: string;
}

/** How the builtin stands to Clojure's function of the same name. */
export type ClojureRelation = "same" | "ptc-only" | { readonly differs: string };

/**
 * The namespaces a builtin can be reached from besides its bare name: "string" gives clojure.string/x, str/x and string/x;
 * "core" gives clojure.core/x and core/x. A key that already holds a slash or starts with a dot is reached as written.
 */
export type Home = "core" | "string" | "set" | "walk" | "regex" | "json" | "java" | "repl";

export interface Builtin {
  readonly home: Home;
  /** Subject under which the reference page lists it. */
  readonly group: string;
  /** One string per arity: "coll", "sep coll", "f & colls". An empty string is the arity without parameters. */
  readonly params: readonly [string, ...string[]];
  /** The first sentence stands alone. */
  readonly doc: string;
  readonly examples: readonly [Example, Example, ...Example[]];
  readonly clojure: ClojureRelation;
  readonly since: string;
  /** It asks the host for the time or for chance, so equal arguments may give different values. */
  readonly varies?: "always" | "without arguments";
  /** Other names for the same function. */
  readonly aliases?: readonly string[];

  /** Implementations by number of arguments; runN takes every accepted count that has none of its own. */
  readonly run0?: () => Value;
  readonly run1?: (a: Value) => Value;
  readonly run2?: (a: Value, b: Value) => Value;
  readonly run3?: (a: Value, b: Value, c: Value) => Value;
  readonly runN?: (args: readonly Value[]) => Value;
  /**
   * For builtins that call functions given to them. Each call is written
   *   let v = call1(f, x); if (v instanceof Suspension) v = yield v;
   * When a row has both `steps` and a run for that count, the run is a faster twin used only when no argument may suspend.
   */
  readonly steps?: (args: readonly Value[]) => Steps;
}

export type BuiltinTable = Readonly<Record<string, Builtin>>;
