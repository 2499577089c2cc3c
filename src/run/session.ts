// Sessions: definitions and the last three results persist from turn to turn; a turn that fails changes nothing. Their
// state leaves as JSON text and enters again, so a host can keep it anywhere.

import { refuse } from "../base/options-error.ts";
import { examine } from "../lisp/examine.ts";
import { Fault } from "../lisp/fault.ts";
import type { Form } from "../lisp/read/form.ts";
import { Session, withLimits } from "../lisp/run.ts";
import type { Vec } from "../lisp/values/vector.ts";
import { clock } from "./events.ts";
import { heapLook } from "./heap-look.ts";
import { type Circumstances, fromTheHost, historyOf, type Memory, OneRun } from "./one-run.ts";
import { type RunOptions, type SessionRunOptions, type Settled, settle } from "./options.ts";
import type { Result } from "./result.ts";
import { emptyState, programOf, type SessionState } from "./state.ts";

export interface TurnRunOptions {
  readonly data?: Readonly<Record<string, unknown>>;
  /** The same as JSON text. */
  readonly dataJson?: string;
  readonly signal?: AbortSignal;
  readonly runId?: string;
}

export interface LispSession {
  /** One turn at a time: await it before the next. */
  turn(source: string, options?: TurnRunOptions): Promise<Result>;
  /** For programs whose tools answer at once. */
  turnSync(source: string, options?: TurnRunOptions): Result;
  definitions(): string[];
  /** Definitions and results as JSON text, functions as their source. */
  exportState(): string;
}

export interface SessionOptions extends SessionRunOptions {
  /** What exportState gave, or `memory` of a result. */
  readonly memory?: SessionState | string;
}

export function createSession(options: SessionOptions = {}): LispSession {
  const settled = settle(options, "createSession");
  const kept = restored(settled, false);
  let isBusy = false;
  const next = (source: string, turn: TurnRunOptions): OneRun => {
    if (isBusy) refuse("turn: another turn of this session is still running; await it before the next one.");
    const { tools: _tools, memory: _memory, limits: _limits, ...ofTurn } = settle(turn, "turn");
    return new OneRun(kept.session, wantSource(source), { ...settled, memory: null, ...ofTurn }, kept.memory);
  };
  return {
    turn: async (source, turn = {}) => {
      const run = next(source, turn);
      isBusy = true;
      return run.async().finally(() => {
        isBusy = false;
      });
    },
    turnSync: (source, turn = {}) => {
      const run = next(source, turn);
      isBusy = true;
      try {
        return run.sync();
      } finally {
        isBusy = false;
      }
    },
    definitions: () => kept.session.definitions(),
    exportState: () => JSON.stringify(kept.memory.state),
  };
}

interface Kept {
  readonly session: Session;
  readonly memory: Memory;
}

/** A session with what `memory` and `history` hold already in it. */
export function restored(settled: Settled, single: boolean): Kept {
  const { memory, limits, history } = settled;
  // Definitions that exist before the program may be given other functions by it: only an empty session is closed.
  const session = new Session({ limits, single: single && memory === null });
  if (memory !== null) load(session, memory, settled);
  if (history !== undefined) session.env.history = fromTheHost(limits, () => (historyOf(history) as Vec).items());
  return { session, memory: { state: memory ?? emptyState } };
}

function load(session: Session, memory: SessionState, settled: Settled): void {
  const refused = (): never => {
    throw new Fault("tool_error", "Memory must not call tools while it is loaded.");
  };
  const tools = { names: [...settled.tools.keys()], call: refused };
  const { limits } = settled;
  // What a session may keep, its next one must read: these bounds are for what people and models write.
  const { sourceLength, sourceDepth, sessionBytes, valueDepth } = limits;
  const reading = {
    ...limits,
    sourceLength: Math.max(sourceLength, 2 * sessionBytes),
    sourceDepth: sourceDepth + 2 * valueDepth,
  };
  const began = clock();
  const poll = (): void => {
    if (clock() - began > limits.timeoutMs) throw new Fault("timeout", `It takes longer than ${limits.timeoutMs} ms.`);
  };
  const { liveHeap, heapRoom } = settled;
  // One look for all of it: what is loaded is held together.
  const polls = liveHeap === undefined ? { poll } : { poll, pollHeap: heapLook(liveHeap, limits.heapBytes, heapRoom) };
  const run = (source: string, what: string, fits: (forms: readonly Form[]) => boolean) => {
    const known = { defined: session.definitions(), tools: tools.names, data: null };
    const examined = withLimits(reading, () => examine(source, reading, known));
    // An expression that closes its own def would smuggle others in.
    if (examined.problems.length === 0 && !fits(examined.forms))
      refuse(`memory: ${what} cannot be loaded: it is not one expression.`);
    const r = session.turn(source, { tools, examined, polls });
    if (!r.ok) refuse(`memory: ${what} cannot be loaded: ${r.error.message}`);
    return r;
  };
  run(programOf(memory), "a definition", (forms) => areThese(memory.definitions, forms));
  const results = memory.history.map((text) => {
    const r = run(text, "a result", (forms) => forms.length === 1);
    return r.value;
  });
  session.env.history = results;
}

/** Whether a program is nothing but these definitions. */
function areThese(definitions: SessionState["definitions"], forms: readonly Form[]): boolean {
  const isOne = (form: Form, name: string): boolean =>
    form.kind === "list" && form.items.length === 3 && form.items[1]?.kind === "symbol" && form.items[1].name === name;
  return forms.length === definitions.length && forms.every((form, i) => isOne(form, definitions[i]![0]));
}

export function wantSource(source: unknown): string {
  if (typeof source !== "string") refuse("The program must be a string of PTC-Lisp source.");
  return source;
}

/** Everything about one program that is known before it runs. */
export function prepare(source: string, options: RunOptions, circumstances: Circumstances = {}): OneRun {
  const settled = settle(options, "run");
  const { session, memory } = restored(settled, true);
  return new OneRun(session, wantSource(source), settled, memory, circumstances);
}
