// A session as text: its definitions and last results as programs that make them again. Importing runs those programs
// under the session's limits, without tools to call, so state from anywhere is no more trusted than a program is.

import { onlyKnown, refuse } from "../base/options-error.ts";
import type { Environment } from "../lisp/environment.ts";
import { fault } from "../lisp/fault.ts";
import { count } from "../lisp/meter.ts";
import { Fn } from "../lisp/values/fn.ts";
import { sourceText, Unwritable } from "../lisp/values/source-text.ts";
import type { Value } from "../lisp/values/value.ts";
import type { Secrets } from "./secrets.ts";

export interface SessionState {
  readonly ptc: 1;
  /** In the order they were first made: name and the expression whose value it has. */
  readonly definitions: readonly (readonly [name: string, expression: string])[];
  /** The last results as expressions, most recent first. */
  readonly history: readonly string[];
  /** Definitions that could not be written down, and why: nothing is left out silently. */
  readonly left?: readonly { readonly name: string; readonly reason: string }[];
  /** What of the above tools declared secret, for the next run to keep out of its record. */
  readonly secrets?: readonly string[];
}

export const emptyState: SessionState = Object.freeze({ ptc: 1, definitions: [], history: [] });

export function stateOf(env: Environment, secrets: Secrets): SessionState {
  const state = written(env);
  const found = secrets.foundIn([...state.definitions.map(([, text]) => text), ...state.history]);
  return found.length === 0 ? state : { ...state, secrets: found };
}

function written(env: Environment): SessionState {
  const names = env.names();
  if (names.length === 0) return { ptc: 1, definitions: [], history: env.history.map((value) => historyText(value)) };
  const definitions: [string, string][] = [];
  const left: { name: string; reason: string }[] = [];
  const written = new Map<Value, string>();
  const write = (name: string, value: Value): void => {
    const text = sourceText(value, (f) => written.get(f), name);
    if (text instanceof Unwritable) left.push({ name, reason: text.reason });
    else {
      definitions.push([name, text]);
      if (value instanceof Fn) written.set(value, name);
    }
  };
  // Functions that captured nothing come first: they need no value, and the rest may refer to them by name.
  const entries = names.map((name) => [name, env.get(name) as Value] as const);
  const free = (v: Value): boolean => v instanceof Fn && v.code.captures.every((c) => c === null);
  for (const [name, value] of entries) if (free(value)) write(name, value);
  for (const [name, value] of entries) if (!free(value)) write(name, value);
  const history = env.history.map((value) => historyText(value, written));
  return { ptc: 1, definitions, history, ...(left.length > 0 ? { left } : {}) };
}

function historyText(value: Value, written?: ReadonlyMap<Value, string>): string {
  const text = sourceText(value, (f) => written?.get(f));
  return text instanceof Unwritable ? "nil" : text;
}

/** Throws the fault that undoes a turn after which the session would be larger than it may be. */
export function wantSize(state: SessionState, limit: number): void {
  let bytes = 0;
  for (const [name, text] of state.definitions) bytes += name.length + text.length;
  for (const text of state.history) bytes += text.length;
  for (const text of state.secrets ?? []) bytes += text.length;
  if (bytes > limit)
    fault(
      "memory_exceeded",
      `The session would keep ${count(bytes)} bytes, more than its ${count(limit)}.`,
      "Keep less in definitions (counts, ids, the fields you need), return less, or raise limits.sessionBytes.",
    );
}

/** The program that makes the definitions again. */
export function programOf(state: SessionState): string {
  return state.definitions.map(([name, text]) => `(def ${name} ${text})`).join("\n");
}

const NAME = /^[^\s()[\]{}"',;`~@^\\#/\d:][^\s()[\]{}"',;`~@^\\]*$/;

/** Refuses anything that is not a session state: forged or damaged state must not half-load. */
export function wantState(given: unknown, what: string): SessionState {
  const value = typeof given === "string" ? parseState(given, what) : given;
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(`${what} is not a session state.`);
  const state = value as Partial<SessionState>;
  onlyKnown(state, ["ptc", "definitions", "history", "left", "secrets"], what);
  if (state.ptc !== 1) refuse(`${what} is of another version: "ptc" must be 1.`);
  if (!Array.isArray(state.definitions)) refuse(`${what} needs a list of definitions.`);
  for (const entry of state.definitions) {
    const fits = Array.isArray(entry) && entry.length === 2 && entry.every((x) => typeof x === "string");
    if (!fits || !NAME.test(String(entry[0]))) refuse(`${what} has a definition that is not a name and an expression.`);
  }
  if (!Array.isArray(state.history) || state.history.length > 3 || state.history.some((x) => typeof x !== "string"))
    refuse(`${what} needs a history of at most three expressions.`);
  const { definitions, history, secrets } = state;
  if (secrets === undefined) return { ptc: 1, definitions, history };
  if (!Array.isArray(secrets) || secrets.some((x) => typeof x !== "string"))
    refuse(`${what} names its secrets by something else than texts.`);
  return { ptc: 1, definitions, history, secrets };
}

function parseState(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(`${what} is not JSON text.`);
  }
}
