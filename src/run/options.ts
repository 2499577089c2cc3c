// What a host may ask of a run, checked before anything runs.

import { legible, onlyKnown, refuse } from "../base/options-error.ts";
import { suggest } from "../base/suggest.ts";
import { defaultLimits, type Limits } from "../lisp/limits.ts";
import type { RunEvent } from "./events.ts";
import type { HeapWatch } from "./heap-look.ts";
import { type SessionState, wantState } from "./state.ts";
import { type Tool, type Tools, toolTable } from "./tool.ts";

export interface SessionRunOptions extends HeapWatch {
  readonly tools?: Tools;
  readonly limits?: Partial<Limits>;
  /** Milliseconds since 1970. Asked once per run: the clock stands still while a program runs. Without it there is none. */
  readonly now?: () => number;
  /** A float in [0, 1). Asked once per run, as the seed of the program's randomness. Without it there is none. */
  readonly random?: () => number;
  readonly onEvent?: (event: RunEvent) => void;
}

export interface RunOptions extends SessionRunOptions {
  /** Plain data the program reads as data/name. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The same as JSON text, which keeps what JSON.parse loses: 12.0 stays a float, big integers stay exact. */
  readonly dataJson?: string;
  /** What earlier runs defined and came to: `memory` of a result, or JSON text of it. */
  readonly memory?: SessionState | string;
  /** Plain data for *1 *2 *3, most recent first, instead of the results that `memory` holds. */
  readonly history?: readonly unknown[];
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** A name for the run in its events; made up when absent. */
  readonly runId?: string;
}

export type Settled = Omit<RunOptions, "tools" | "limits" | "memory"> & {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly limits: Limits;
  readonly memory: SessionState | null;
};

const ofSession = ["tools", "limits", "now", "random", "onEvent", "liveHeap", "heapRoom"] as const;
const ofTurn = ["data", "dataJson", "signal", "runId"] as const;

/** Every door knows its own options: one that would do nothing there is refused as one that does not exist. */
const doors = {
  run: [...ofSession, ...ofTurn, "memory", "history"],
  compile: ofSession,
  "compiled run": [...ofTurn, "history", "onEvent", "now", "random"],
  createSession: [...ofSession, "memory"],
  turn: ofTurn,
} as const satisfies Record<string, readonly (keyof RunOptions)[]>;

export function settle(options: RunOptions, what: keyof typeof doors): Settled {
  if (typeof options !== "object" || options === null) refuse(`${what} takes an object of options.`);
  onlyKnown(options, doors[what], what);
  for (const name of ["now", "random", "onEvent", "liveHeap", "heapRoom"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      refuse(`${what}: ${name} must be a function.`);
  const { data, signal } = options;
  const isList = legible(`${what}: data`, () => Array.isArray(data));
  if (data !== undefined && (typeof data !== "object" || data === null || isList))
    refuse(`${what}: data must be an object whose keys become data/key.`);
  const { dataJson } = options;
  if (dataJson !== undefined && (typeof dataJson !== "string" || data !== undefined))
    refuse(`${what}: give data as an object or as JSON text in dataJson, not both.`);
  const history = legible(`${what}: history`, () => listOf(options.history, `${what}: history`));
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    refuse(`${what}: signal must be an AbortSignal.`);
  const { runId } = options;
  if (runId !== undefined && (typeof runId !== "string" || runId === "")) refuse(`${what}: runId must be a name.`);
  return {
    ...options,
    ...(history === null ? {} : { history }),
    tools: legible(`${what}: tools`, () => toolTable(options.tools)),
    limits: wantLimits(options.limits, what),
    memory: options.memory === undefined ? null : wantState(options.memory, `${what}: memory`),
  };
}

/** A copy of the given results; null when there are none. */
function listOf(history: unknown, what: string): readonly unknown[] | null {
  if (history === undefined) return null;
  return Array.isArray(history) && history.length <= 3
    ? [...history]
    : refuse(`${what} must be a list of at most three values.`);
}

/** What the host's clock or chance gives; asked once, before anything runs. */
export function asked(give: (() => number) | undefined, what: string): number | null {
  if (give === undefined) return null;
  let given: unknown;
  try {
    given = give();
  } catch {
    return refuse(`${what} must give a number; it throws.`);
  }
  return typeof given === "number" && Number.isFinite(given) ? given : refuse(`${what} must give a finite number.`);
}

export function wantLimits(given: Partial<Limits> | undefined, what: string): Limits {
  if (given === undefined) return defaultLimits;
  if (typeof given !== "object" || given === null) refuse(`${what}: limits must be an object of numbers.`);
  const names = Object.keys(defaultLimits);
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      const [near] = suggest(name, names);
      refuse(`${what}: there is no limit "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`);
    }
    if (typeof value !== "number" || !(value > 0) || !Number.isFinite(value))
      refuse(`${what}: limits.${name} must be a positive, finite number, got ${String(value)}.`);
  }
  return { ...defaultLimits, ...given };
}
