// Programs in, results out: the one door through which source text is evaluated. A session keeps definitions and the
// last three results; a turn keeps all it defined or, on any error or fail, nothing.

import type { Problem } from "../base/problem.ts";
import { type Place, placeOf, type Span } from "../base/span.ts";
import { secondLook } from "./advice/second-look.ts";
import { compileProgram } from "./compile/compile.ts";
import { type RunContext, setContext } from "./context.ts";
import { Ending } from "./ending.ts";
import { Environment } from "./environment.ts";
import { examine } from "./examine.ts";
import { Fault, type Reason } from "./fault.ts";
import { type Limits, withDefaults } from "./limits.ts";
import { currentSite, type Meter, newMeter, swapMeter } from "./meter.ts";
import { readProgram } from "./read/reader.ts";
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
}

interface Ended {
  readonly prints: readonly string[];
  readonly usage: Usage;
}

export type RunResult =
  | (Ended & { readonly ok: true; readonly outcome: "value" | "return"; readonly value: Value })
  /** (fail x): the program itself said so. */
  | (Ended & {
      readonly ok: false;
      readonly outcome: "fail";
      readonly value: Value;
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
}

export interface TurnOptions {
  /** What data/… reads. */
  readonly data?: PMap;
}

export class Session {
  private readonly env = new Environment();
  private readonly limits: Limits;

  constructor(private readonly options: SessionOptions = {}) {
    this.limits = withDefaults(options.limits);
  }

  /** Names defined so far. */
  definitions(): string[] {
    return [...this.env.names()];
  }

  turn(source: string, options: TurnOptions = {}): RunResult {
    const prints = new PrintLog(this.limits.printBytes);
    const meter = newMeter(this.limits);
    const previousMeter = swapMeter(meter);
    const previousContext = setContext(this.context(prints));
    this.env.data = options.data ?? null;
    this.env.begin();
    try {
      return this.evaluate(source, prints);
    } catch (thrown) {
      this.env.rollBack();
      return this.failed(thrown, source, prints);
    } finally {
      setContext(previousContext);
      swapMeter(previousMeter);
    }
  }

  private evaluate(source: string, prints: PrintLog): RunResult {
    const known = { defined: this.env.names(), tools: [], data: this.dataNames() };
    const { program, problems } = examine(source, this.limits, known);
    const [first] = problems;
    if (first !== undefined) {
      this.env.rollBack();
      const error = errorAt(source, first.reason as Reason, first.message, first.span, first.hint ?? null);
      return { ok: false, outcome: "error", error, problems, prints: prints.lines(), usage: this.usage() };
    }
    let outcome: "value" | "return" = "value";
    let value: Value;
    try {
      value = compileProgram(program, this.env, source)();
      if (value instanceof InfiniteSeq)
        throw new Fault("type_error", `The result ${value.label} never ends.`, `Bound it: (take n ${value.label}).`);
    } catch (thrown) {
      if (!(thrown instanceof Ending) || thrown.kind === "fail") throw thrown;
      outcome = "return";
      value = thrown.value;
    }
    this.env.commit();
    if (outcome === "value") this.env.history = [value, ...this.env.history].slice(0, 3);
    return { ok: true, outcome, value, prints: prints.lines(), usage: this.usage() };
  }

  private failed(thrown: unknown, source: string, prints: PrintLog): RunResult {
    const site = currentSite() ?? { start: 0, end: source.length };
    const ended = { prints: prints.lines(), usage: this.usage() };
    if (thrown instanceof Ending) {
      const error = errorAt(source, "failed", "The program ended with fail.", site, null);
      return { ok: false, outcome: "fail", value: thrown.value, error, problems: [], ...ended };
    }
    const fault = asFault(thrown);
    const { reason } = fault;
    const raw: Problem = {
      reason,
      severity: "error",
      message: fault.message,
      span: fault.span ?? site,
      ...(fault.hint === null ? {} : { hint: fault.hint }),
    };
    const { forms } = readProgram(source, this.limits);
    const [problem = raw] = secondLook([raw], { source, forms, data: this.dataNames() });
    const error = errorAt(source, reason, problem.message, problem.span, problem.hint ?? null);
    return { ok: false, outcome: "error", error, problems: [problem], ...ended };
  }

  private dataNames(): string[] | null {
    const pairs = this.env.data?.pairs() ?? null;
    return pairs?.filter((_, i) => i % 2 === 0).map((k) => (k instanceof Keyword ? k.name : String(k))) ?? null;
  }

  private context(prints: PrintLog): RunContext {
    return {
      print: (text) => prints.add(text),
      now: this.options.now ?? null,
      random: this.options.random ?? null,
      definition: (name) => this.env.get(name),
    };
  }

  private usage(): Usage {
    const now = swapMeter(null) as Meter;
    swapMeter(now);
    return { fuel: this.limits.fuel - now.fuel, memoryBytes: this.limits.memoryBytes - now.memory };
  }
}

/** The native stack ran out before the depth counter did: the last resort, with the same error. */
function asFault(thrown: unknown): Fault {
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

function errorAt(source: string, reason: Reason, message: string, span: Span, hint: string | null): RunError {
  return { reason, message, span: { start: span.start, end: span.end, ...placeOf(source, span.start) }, hint };
}

/** Keeps the head of what is printed within a byte budget and says how much was dropped. */
class PrintLog {
  private readonly kept: string[] = [];
  private left: number;
  private dropped = 0;

  constructor(budget: number) {
    this.left = budget;
  }

  add(text: string): void {
    if (text.length > this.left || this.dropped > 0) {
      this.dropped++;
      return;
    }
    this.left -= text.length + 1;
    this.kept.push(text);
  }

  lines(): string[] {
    return this.dropped === 0
      ? [...this.kept]
      : [...this.kept, `… ${this.dropped} more lines were dropped (limits.printBytes)`];
  }
}

/** Runs `work` (printing, conversion) on values outside a turn, under the same limits. */
export function withLimits<T>(limits: Partial<Limits>, work: () => T): T {
  const previous = swapMeter(newMeter(withDefaults(limits)));
  try {
    return work();
  } finally {
    swapMeter(previous);
  }
}

/** One program in a fresh environment. */
export function runProgram(source: string, options: SessionOptions & TurnOptions = {}): RunResult {
  return new Session(options).turn(source, options);
}
