// The public API of the pure core: no node: import below this file, so it runs in browsers and bare VM contexts.

import type { Problem } from "./base/problem.ts";
import { type Place, placeOf } from "./base/span.ts";
import { examine } from "./lisp/examine.ts";
import { defaultLimits, type Limits, withDefaults } from "./lisp/limits.ts";
import { type RunError, type RunResult, Session, type Usage, withLimits } from "./lisp/run.ts";
import { fromHost, toHost } from "./lisp/values/json.ts";
import { PMap } from "./lisp/values/map.ts";
import { printReadable } from "./lisp/values/print.ts";
import type { Value } from "./lisp/values/value.ts";

export type { Label, Problem, Severity } from "./base/problem.ts";
export { type RenderOptions, renderProblem } from "./base/render.ts";
export type { Place, Span } from "./base/span.ts";
export type { Reason } from "./lisp/fault.ts";
export { formatSource } from "./lisp/format/format.ts";
export { defaultLimits, type Limits, type RunError, type Usage };

export interface RunOptions {
  /** Plain data the program reads as data/name. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
  readonly random?: () => number;
}

/** What a program came to, as plain host data. */
export type Result =
  | {
      readonly ok: true;
      /** "return" when the program said (return x). */
      readonly outcome: "value" | "return";
      /** The value as host data: maps are objects, keywords are strings. */
      readonly value: unknown;
      /** The value as PTC-Lisp prints it. */
      readonly text: string;
      readonly prints: readonly string[];
      readonly usage: Usage;
    }
  | {
      readonly ok: false;
      readonly outcome: "fail" | "error";
      /** What (fail x) was given; null for errors. */
      readonly value: unknown;
      readonly error: RunError;
      /** Everything found wrong; the first is `error`. */
      readonly problems: readonly Problem[];
      readonly prints: readonly string[];
      readonly usage: Usage;
    };

/** Runs one program in a fresh environment. */
export function run(source: string, options: RunOptions = {}): Result {
  return createSession(options).turn(source, options.data);
}

export interface LispSession {
  turn(source: string, data?: Readonly<Record<string, unknown>>): Result;
  definitions(): string[];
}

/** Definitions and the last three results persist from turn to turn; a failed turn changes nothing. */
export function createSession(options: Omit<RunOptions, "data"> = {}): LispSession {
  const session = new Session(options);
  const limits = options.limits ?? {};
  return {
    turn: (source, data) => {
      const copied = data === undefined ? null : withLimits(limits, () => fromHost(data));
      return toResult(session.turn(source, copied instanceof PMap ? { data: copied } : {}), limits);
    },
    definitions: () => session.definitions(),
  };
}

function toResult(r: RunResult, limits: Partial<Limits>): Result {
  const host = (v: Value): unknown => withLimits(limits, () => toHost(v));
  if (r.ok) {
    const { ok, outcome, value, prints, usage } = r;
    return { ok, outcome, value: host(value), text: withLimits(limits, () => printReadable(value)), prints, usage };
  }
  const { ok, outcome, error, problems, prints, usage } = r;
  return { ok, outcome, value: outcome === "fail" ? host(r.value) : null, error, problems, prints, usage };
}

/** All problems of a program that can be found without running it. */
export function check(
  source: string,
  options: { readonly limits?: Partial<Limits>; readonly defined?: Iterable<string> } = {},
): readonly (Problem & { readonly place: Place })[] {
  const limits = withDefaults(options.limits);
  return withLimits(limits, () => {
    const { problems } = examine(source, limits, { defined: options.defined ?? [], tools: [], data: null });
    return problems.map((p) => ({ ...p, place: placeOf(source, p.span.start) }));
  });
}
