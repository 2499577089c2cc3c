// One program from source to Result: a turn of a session with tools, clock, limits and events around it. `run`, sessions,
// replay and isolation are all made of this.

import { OptionsError, refuse } from "../base/options-error.ts";
import { Cancellation } from "../lisp/activity.ts";
import type { Examined } from "../lisp/examine.ts";
import { Fault } from "../lisp/fault.ts";
import type { Limits } from "../lisp/limits.ts";
import { activeMeter, charge } from "../lisp/meter.ts";
import type { RunResult, Session, TurnOptions } from "../lisp/run.ts";
import { withLimits } from "../lisp/run.ts";
import { fromHost, parseJson } from "../lisp/values/json.ts";
import { PMap } from "../lisp/values/map.ts";
import type { Value } from "../lisp/values/value.ts";
import { randomFrom } from "./chance.ts";
import { type EventBody, EventStream, type RecordedValue } from "./events.ts";
import { recordedValue } from "./exact.ts";
import { asked, type Settled } from "./options.ts";
import { type Rendered, type Result, render } from "./result.ts";
import { Secrets } from "./secrets.ts";
import { emptyState, type SessionState, stateOf, wantSize } from "./state.ts";
import { type Decided, type KnownOutcomes, ToolCalls } from "./tool-calls.ts";
import { type Stopped, Watch } from "./watch.ts";

export interface Circumstances {
  /** Outcomes of calls an earlier run of the same program made. */
  readonly known?: KnownOutcomes;
  readonly decisions?: readonly Decided[];
  /** The clock and the seed of an earlier run. */
  readonly now?: number | null;
  readonly seed?: number | null;
  readonly examined?: Examined;
  /** What ended an earlier run from outside, and after how many steps: there it ends this one, too. */
  readonly stopped?: Stopped | null;
}

const none: ReadonlyMap<string, Decided> = new Map();
let runs = 0;
let firstRun: string | null = null;

/** A name no two runs of a process share. */
export function newRunId(): string {
  firstRun ??= Date.now().toString(36);
  return `run-${firstRun}-${(++runs).toString(36)}`;
}

/** The event a run begins with. */
export function startBody(
  source: string,
  data: PMap | null,
  settled: Settled,
  memory: SessionState | null,
  chance: { readonly now: number | null; readonly seed: number | null },
): EventBody {
  const { limits, tools, history } = settled;
  const secretFields = [...tools.values()].filter((t) => t.secretFields.length > 0);
  const body: EventBody = {
    type: "run-start",
    source,
    data: null,
    ...recorded(memory),
    history: history === undefined ? null : fromTheHost(limits, () => recordedValue(historyOf(history))),
    limits,
    now: chance.now,
    seed: chance.seed,
    tools: tools.size === 0 ? [] : [...tools.keys()],
    ...(secretFields.length === 0
      ? {}
      : { secretFields: Object.fromEntries(secretFields.map((t) => [t.name, t.secretFields])) }),
  };
  if (data === null) return body;
  // Made when somebody looks: most runs are never written down.
  const get = (): RecordedValue => fromTheHost(limits, () => recordedValue(data));
  return Object.defineProperty(body, "data", { get, enumerable: true });
}

/** The memory as it is written down: without the secrets it holds, which it names itself. */
function recorded(memory: SessionState | null): { readonly memory: SessionState | null; readonly redacted?: true } {
  if (memory?.secrets === undefined) return { memory };
  const known = Secrets.in(memory);
  const { secrets: _secrets, ...rest } = memory;
  const definitions = rest.definitions.map(([name, text]) => [name, known.inCode(text)] as const);
  const history = rest.history.map((text) => known.inCode(text));
  return { memory: { ...rest, definitions, history }, redacted: true };
}

/** A copy of the host's data: what the host changes later, or answers differently when asked twice, is fixed here. */
export function copied({ data, dataJson, limits }: Settled): PMap | null {
  if (data === undefined && dataJson === undefined) return null;
  const value = fromTheHost(limits, () =>
    dataJson === undefined ? fromHost(data, { what: "data" }) : parsed(dataJson),
  );
  return value instanceof PMap ? value : refuse("The data must be an object whose keys become data/key.");
}

/** The given results as one value. */
export function historyOf(history: readonly unknown[]): Value {
  return fromHost([...history], { what: "history" });
}

/** Works on what the host gave: what is wrong with it is the host's misuse, and no error of the program. */
export function fromTheHost<T>(limits: Limits, work: () => T): T {
  try {
    return withLimits(limits, work);
  } catch (thrown) {
    if (thrown instanceof Fault) throw new OptionsError(`${thrown.message} ${thrown.hint ?? ""}`.trim());
    throw thrown;
  }
}

function parsed(text: string): Value {
  const read = parseJson(text);
  return read.ok
    ? read.value
    : refuse(`The data is not valid JSON: ${read.problem.message} (at ${read.problem.offset}).`);
}

/** The memory a session keeps between turns, once it may be looked at. */
export interface Memory {
  state: SessionState;
}

/**
 * Writes down what a run leaves: paid for in memory, but not in steps. Values that a session shares are looked at once, and
 * twice when they came from text, so that a replay would count otherwise.
 */
function apart<T>(limits: Limits, work: () => T): T {
  const [made, bytes] = withLimits(limits, () => {
    const result = work();
    return [result, limits.memoryBytes - activeMeter().budget.memory] as const;
  });
  charge(bytes);
  return made;
}

export class OneRun {
  private readonly events: EventStream;
  private readonly calls: ToolCalls;
  private readonly watch: Watch;
  private readonly secrets: Secrets;
  private readonly cancellation = new Cancellation();
  private readonly data: PMap | null;
  readonly now: number | null;
  readonly seed: number | null;
  private next: SessionState;

  constructor(
    private readonly session: Session,
    private readonly source: string,
    private readonly settled: Settled,
    private readonly memory: Memory,
    private readonly circumstances: Circumstances = {},
  ) {
    const { limits, tools, signal } = settled;
    this.data = copied(settled);
    const { now, seed } = circumstances;
    this.now = now === undefined ? asked(settled.now, "now") : now;
    this.seed = seed === undefined ? asked(settled.random, "random") : seed;
    this.next = memory.state;
    this.secrets = Secrets.in(memory.state);
    this.events = new EventStream(settled.runId ?? newRunId(), {
      listener: settled.onEvent,
      secrets: this.secrets,
      printBytes: limits.printBytes,
    });
    const decisions =
      circumstances.decisions === undefined ? none : new Map(circumstances.decisions.map((d) => [d.callId, d]));
    this.calls = new ToolCalls(
      tools,
      limits,
      this.events,
      circumstances.known ?? null,
      decisions,
      this.secrets,
      this.cancellation,
    );
    const { stopped = null } = circumstances;
    this.watch = new Watch(limits, this.cancellation, this.events, signal, settled, stopped);
    if (stopped?.fuel === 0) this.stop(stopped.fault);
    this.events.emit(startBody(source, this.data, settled, memory.state === emptyState ? null : memory.state, this));
  }

  sync(): Result {
    try {
      return this.end(this.session.turn(this.source, this.turnOptions()));
    } finally {
      this.watch.end();
    }
  }

  async async(): Promise<Result> {
    this.watch.startTimer();
    try {
      const result = await this.session.turnAsync(this.source, this.turnOptions());
      // Calls that are still under way belong to branches that were given up; a suspended run must know how they ended.
      if (this.calls.approval !== null) await this.calls.quiet();
      return this.end(result);
    } finally {
      this.watch.end();
      this.cancellation.cancel(new Fault("cancelled", "The run has ended."));
    }
  }

  /** Ends it from outside. */
  stop(cause: Fault): void {
    this.cancellation.cancel(cause);
  }

  private turnOptions(): TurnOptions<Rendered> {
    const { limits, tools } = this.settled;
    const { examined } = this.circumstances;
    const options: { -readonly [K in keyof TurnOptions<Rendered>]: TurnOptions<Rendered>[K] } = {
      polls: this.watch.polls,
      cancellation: this.cancellation,
      printed: (text, path) =>
        this.events.emit({ type: "print", parent: path === "" ? null : path.slice(0, -1), text }),
      now: this.now === null ? null : () => this.now!,
      random: this.seed === null ? null : randomFrom(this.seed),
      render,
      beforeCommit: (env) => {
        this.next = apart(limits, () => stateOf(env, this.secrets));
        wantSize(this.next, limits.sessionBytes);
      },
    };
    // Set one by one: spreading them in took as long as the rest of a small prepared run.
    if (this.data !== null) options.data = this.data;
    if (examined !== undefined) options.examined = examined;
    if (tools.size > 0) options.tools = { names: [...tools.keys()], call: this.calls.call };
    return options;
  }

  private end(r: RunResult<Rendered>): Result {
    const approval = r.ok ? null : this.calls.approval;
    if (r.ok) this.memory.state = this.next;
    const outcome = approval === null ? r.outcome : "approval";
    this.events.emit({
      type: "run-end",
      outcome,
      value: r.outcome === "error" ? null : r.rendered.text,
      error: r.ok ? null : { reason: r.error.reason, message: r.error.message },
      prints: r.prints,
      fuel: r.usage.fuel,
      memoryBytes: r.usage.memoryBytes,
    });
    const { prints, usage } = r;
    const { kept } = this.events;
    const { records } = this.calls;
    // Written out: this object is made for every run, and spreading it costs more than running a small program.
    const ended = {
      prints,
      toolCalls: records,
      usage: {
        fuel: usage.fuel,
        memoryBytes: usage.memoryBytes,
        peakDepth: usage.peakDepth,
        wallMs: Math.round(this.events.elapsed() * 1000) / 1000,
        cost: records.length === 0 ? 0 : records.reduce((sum, c) => sum + c.cost, 0),
      },
      events: kept,
      memory: this.memory.state,
    };
    if (r.ok) return Object.assign(ended, r.rendered, { ok: true, outcome: r.outcome } as const);
    if (approval !== null) {
      const suspended = JSON.stringify({ ptc: 1, events: this.events.kept });
      return { ...ended, ok: false, outcome: "approval", error: r.error, approval, suspended };
    }
    if (r.outcome === "fail") return { ...ended, ...r.rendered, ok: false, outcome: "fail", error: r.error };
    return { ...ended, ok: false, outcome: "error", error: r.error, problems: r.problems };
  }
}
