// Programs in, results out: the one door through which source text is evaluated. A session keeps definitions and the
// last three results; a turn keeps all it defined or, on any error or fail, nothing. A turn that waits for tools is
// finished by turnAsync; `turn` is for programs whose tools answer at once.

import { brief, type Problem } from "../base/problem.ts";
import { type Place, placeOf, type Span } from "../base/span.ts";
import { type Activity, Cancellation, complete, within } from "./activity.ts";
import { secondLook } from "./advice/second-look.ts";
import type { Program } from "./analyze/analyze.ts";
import { effectsOf, noEffects } from "./analyze/effects.ts";
import { type Compiled, compileProgram } from "./compile/compile.ts";
import { newContext, type RunContext } from "./context.ts";
import { Ending } from "./ending.ts";
import { Environment, type ToolPort } from "./environment.ts";
import { type Examined, examine } from "./examine.ts";
import { Fault, type Reason } from "./fault.ts";
import { type Limits, withDefaults } from "./limits.ts";
import { activeMeter, isMetered, newMeter, type Polls, swapMeter } from "./meter.ts";
import { PrintLog } from "./prints.ts";
import type { Form } from "./read/form.ts";
import { contains, Sources, seenFrom } from "./sources.ts";
import { Suspension } from "./suspension.ts";
import { InfiniteSeq } from "./values/infinite.ts";
import type { PMap } from "./values/map.ts";
import { Keyword, type Value } from "./values/value.ts";

export interface RunError {
  readonly reason: Reason;
  readonly message: string;
  readonly span: Span & Place;
  readonly hint: string | null;
}

export interface Usage {
  /** Evaluation steps used. */
  readonly fuel: number;
  /** Bytes charged. */
  readonly memoryBytes: number;
  /** Deepest nesting of calls, weighted as limits.depth is. */
  readonly peakDepth: number;
}

interface Ended {
  readonly prints: readonly string[];
  readonly usage: Usage;
}

export type RunResult<T = undefined> =
  | (Ended & { readonly ok: true; readonly outcome: "value" | "return"; readonly value: Value; readonly rendered: T })
  /** (fail x): the program itself said so. */
  | (Ended & {
      readonly ok: false;
      readonly outcome: "fail";
      readonly value: Value;
      readonly rendered: T;
      readonly error: RunError;
      readonly problems: readonly Problem[];
    })
  | (Ended & {
      readonly ok: false;
      readonly outcome: "error";
      readonly error: RunError;
      readonly problems: readonly Problem[];
    });

export interface SessionOptions {
  readonly limits?: Partial<Limits>;
  /** Milliseconds since 1970; without it programs have no clock. */
  readonly now?: () => number;
  /** A float in [0, 1); without it programs have no randomness. */
  readonly random?: () => number;
  /** One program only: what it defines is not kept, which lets analysis know every function. */
  readonly single?: boolean;
}

export interface TurnOptions<T = undefined> {
  /** What data/… reads. */
  readonly data?: PMap;
  readonly tools?: GrantedTools;
  /** The program already examined, under the same names. */
  readonly examined?: Examined;
  readonly polls?: Polls;
  readonly cancellation?: Cancellation;
  /** The clock and the randomness of this turn, instead of the session's. */
  readonly now?: (() => number) | null;
  readonly random?: (() => number) | null;
  readonly printed?: (text: string, path: string) => void;
  /** Turns the result into what the host wants, still within the run's limits: failing here fails the turn. */
  readonly render?: (value: Value) => T;
  /** Looks at the session before the turn is kept; a Fault thrown here undoes the turn. */
  readonly beforeCommit?: (env: Environment) => void;
}

export interface GrantedTools {
  readonly names: readonly string[];
  readonly call: ToolPort;
}

export class Session {
  readonly env = new Environment();
  readonly limits: Limits;
  /** Some function of the session may wait for a tool. */
  private tainted = false;
  /** What defined functions while none could wait: compiled anew once one can. */
  private plain: { readonly program: Program; readonly compiled: Compiled }[] = [];
  private busy = false;
  /** Texts of the turns that defined something. */
  readonly sources = new Sources();

  constructor(private readonly options: SessionOptions = {}) {
    this.limits = withDefaults(options.limits);
  }

  /** Names defined so far. */
  definitions(): string[] {
    return this.env.names();
  }

  turn<T = undefined>(source: string, options: TurnOptions<T> = {}): RunResult<T> {
    const turn = this.begin(source, options);
    try {
      const v = turn.start();
      if (!(v instanceof Suspension)) return turn.finish(v);
      turn.abandon();
      throw new Fault(
        "tool_error",
        "A tool answers later, but the program is run synchronously.",
        "Run it with run, or await session.turn.",
      );
    } catch (thrown) {
      return turn.fail(thrown);
    } finally {
      this.busy = false;
    }
  }

  async turnAsync<T = undefined>(source: string, options: TurnOptions<T> = {}): Promise<RunResult<T>> {
    const turn = this.begin(source, options);
    try {
      const v = turn.start();
      return turn.finish(v instanceof Suspension ? await complete(turn.activity, v) : v);
    } catch (thrown) {
      return turn.fail(thrown);
    } finally {
      this.busy = false;
    }
  }

  private begin<T>(source: string, options: TurnOptions<T>): Turn<T> {
    if (this.busy) throw new Error("A turn of this session is still running; await it before the next one.");
    this.busy = true;
    return new Turn(this, source, this.options, options);
  }

  compile(program: Program, source: string): () => Value {
    const open = this.options.single !== true;
    const effects = effectsOf(program, { tainted: this.tainted, open });
    const compiled = compileProgram(program, this.env, source, effects);
    if (open && effects === noEffects && program.defines.length > 0) this.plain.push({ program, compiled });
    if (open && effects !== noEffects && !this.tainted) this.expectWaiting();
    return compiled.run;
  }

  /** From now on any definition may be given a function that waits. */
  private expectWaiting(): void {
    this.tainted = true;
    for (const { program, compiled } of this.plain) compiled.revise(effectsOf(program, { tainted: true, open: true }));
    this.plain = [];
  }
}

/** Problems found before anything ran. */
class Refused {
  constructor(readonly problems: readonly Problem[]) {}
}

class Turn<T> {
  readonly activity: Activity;
  private readonly prints: PrintLog;
  private forms: readonly Form[] = [];
  private defines = false;

  constructor(
    private readonly session: Session,
    private readonly source: string,
    host: SessionOptions,
    private readonly options: TurnOptions<T>,
  ) {
    const { env, limits } = session;
    this.prints = new PrintLog(limits.printBytes);
    const cancellation = options.cancellation ?? new Cancellation();
    const injected: Partial<RunContext> = {
      now: (options.now === undefined ? host.now : options.now) ?? null,
      random: (options.random === undefined ? host.random : options.random) ?? null,
      printed: options.printed ?? null,
      definition: (name) => env.get(name),
    };
    this.activity = {
      meter: newMeter(limits, options.polls),
      context: newContext(this.prints, injected, cancellation),
      cancellation,
    };
    env.data = options.data ?? null;
    env.tools = options.tools?.call ?? null;
    env.begin();
  }

  start(): Value {
    // Pure code might end before it is looked at.
    const { fault } = this.activity.cancellation;
    if (fault !== null) throw fault;
    return within(this.activity, () => this.compile()());
  }

  private compile(): () => Value {
    const { source, session, options } = this;
    const tools = options.tools?.names ?? [];
    const known = { defined: session.env.names(), tools, data: this.dataNames() };
    const { program, forms, problems } = options.examined ?? examine(source, session.limits, known);
    if (problems.length > 0) throw new Refused(problems);
    this.forms = forms;
    this.defines = program.defines.length > 0;
    return session.compile(program, source);
  }

  /** Keeps what the turn defined. */
  finish(value: Value, outcome: "value" | "return" = "value"): RunResult<T> {
    const { env } = this.session;
    const rendered = within(this.activity, () => {
      if (value instanceof InfiniteSeq)
        throw new Fault(
          // A range without an end lacks an argument; other endless sequences are only in the wrong place.
          value.label.includes("(range)") ? "arity_error" : "type_error",
          `The result ${value.label} never ends.`,
          `Bound it: (take n ${value.label}).`,
        );
      return this.options.render?.(value) as T;
    });
    const history = env.history;
    if (outcome === "value") env.history = history.length === 0 ? [value] : [value, ...history].slice(0, 3);
    try {
      within(this.activity, () => this.options.beforeCommit?.(env));
    } catch (thrown) {
      env.history = history;
      throw thrown;
    }
    env.commit();
    if (this.defines) this.session.sources.keep({ source: this.source, forms: this.forms });
    const { prints, usage } = this.ended();
    return { ok: true, outcome, value, rendered, prints, usage };
  }

  abandon(): void {
    this.activity.cancellation.cancel(new Fault("cancelled", "The run has ended."));
  }

  /** Forgets what the turn defined, unless it ended with (return x). */
  fail(thrown: unknown): RunResult<T> {
    try {
      if (thrown instanceof Ending && thrown.kind === "return") return this.finish(thrown.value, "return");
      this.session.env.rollBack();
      if (!(thrown instanceof Ending)) return this.error(thrown);
      const rendered = within(this.activity, () => this.options.render?.(thrown.value) as T);
      const error = this.errorAt("failed", `The program ended with fail${failWords(thrown.value)}.`, this.site(), null);
      return { ok: false, outcome: "fail", value: thrown.value, rendered, error, problems: [], ...this.ended() };
    } catch (alsoThrown) {
      this.session.env.rollBack();
      return this.error(alsoThrown);
    }
  }

  private error(thrown: unknown): RunResult<T> {
    if (thrown instanceof Refused) {
      const { problems } = thrown;
      const first = problems[0]!;
      const error = this.errorAt(first.reason as Reason, first.message, first.span, first.hint ?? null);
      return { ok: false, outcome: "error", error, problems, ...this.ended() };
    }
    const { reason, message, hint, span, argument } = asFault(thrown);
    const at = span ?? this.site();
    const raw: Problem = { reason, severity: "error", message, span: at, ...(hint === null ? {} : { hint }) };
    const problem = brief(this.lookAgain(raw, argument));
    const error = this.errorAt(reason, problem.message, problem.span, problem.hint ?? null);
    return { ok: false, outcome: "error", error, problems: [problem], ...this.ended() };
  }

  /** What the text around the failure adds to its words. */
  private lookAgain(raw: Problem, argument: number | null): Problem {
    const { source, forms } = this;
    const { limits, sources } = this.session;
    const elsewhere = contains(forms, raw.span) ? null : sources.holding(raw.span);
    return withLimits(limits, () => {
      const program = { ...(elsewhere ?? { source, forms }), data: this.dataNames() };
      const seen = secondLook([raw], program, argument)[0] ?? raw;
      return elsewhere === null ? seen : seenFrom(seen, elsewhere, { source, forms });
    });
  }

  private dataNames(): string[] | null {
    const pairs = this.session.env.data?.pairs() ?? null;
    return pairs?.filter((_, i) => i % 2 === 0).map((k) => (k instanceof Keyword ? k.name : String(k))) ?? null;
  }

  private site(): Span {
    return this.activity.meter.site ?? { start: 0, end: this.source.length };
  }

  private ended(): Ended {
    const { budget, peakDepth } = this.activity.meter;
    const { fuel, memoryBytes } = this.session.limits;
    return {
      prints: this.prints.lines(),
      usage: { fuel: fuel - budget.fuel, memoryBytes: memoryBytes - budget.memory, peakDepth },
    };
  }

  private errorAt(reason: Reason, message: string, span: Span, hint: string | null): RunError {
    const { start, end } = span;
    return { reason, message, span: { start, end, ...placeOf(this.source, start) }, hint };
  }
}

/** What fail was given, when that is a short text: a message should say why. */
function failWords(value: Value): string {
  return typeof value === "string" && value.length <= 200 ? `: ${value.replace(/\.$/, "")}` : "";
}

/** The native stack ran out before the depth counter did: the last resort, with the same error. */
export function asFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message))
    return new Fault(
      "depth_exceeded",
      "Calls are nested too deeply.",
      "Use loop/recur, reduce or map instead of recursion that is not in tail position.",
    );
  if (thrown instanceof RangeError)
    return new Fault(
      "memory_exceeded",
      "The program asked for more memory than one value may use.",
      "Work on fewer items at a time.",
    );
  internalErrors.push(thrown);
  if (internalErrors.length > 20) internalErrors.shift();
  return new Fault(
    "internal_error",
    "The interpreter itself failed; this is a bug in ptc, not in the program.",
    "Please report the program that caused it.",
  );
}

/** What went wrong inside the interpreter, for the host's own log; never shown to programs. */
export const internalErrors: unknown[] = [];

/** Runs `work` (printing, conversion) on values outside a turn, under the same limits. */
export function withLimits<T>(limits: Partial<Limits>, work: () => T): T {
  const outer = isMetered() ? activeMeter() : null;
  // Inside a run its deadline holds here too.
  const previous = swapMeter(newMeter(withDefaults(limits), outer?.poll == null ? {} : { poll: outer.poll }));
  try {
    return work();
  } finally {
    swapMeter(previous);
  }
}

/** One program in a fresh environment. */
export function runProgram<T = undefined>(source: string, options: SessionOptions & TurnOptions<T> = {}): RunResult<T> {
  return new Session({ ...options, single: true }).turn(source, options);
}
