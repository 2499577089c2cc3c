// The tool port of one run: everything between (tool/name {…}) and the host's function. Each call is counted, checked
// against the contract, run with its time limit and retries, its result copied in and checked, and told as events. What
// the host's code says when it fails goes to the event log; the program sees a safe message.

import type { Cancellation } from "../lisp/activity.ts";
import { context } from "../lisp/context.ts";
import type { ToolPort } from "../lisp/environment.ts";
import { Fault, fault } from "../lisp/fault.ts";
import type { Limits } from "../lisp/limits.ts";
import { charge, count, spendMany } from "../lisp/meter.ts";
import { withLimits } from "../lisp/run.ts";
import { Suspension } from "../lisp/suspension.ts";
import { fromHost, toHost, toJsonText } from "../lisp/values/json.ts";
import type { PMap } from "../lisp/values/map.ts";
import type { Value } from "../lisp/values/value.ts";
import { mismatchWords } from "../names/schema.ts";
import { type Attempt, attempt, isMade, type Stops } from "./attempt.ts";
import { clock, type EventStream, type ToolOutcome } from "./events.ts";
import { type ExactText, exactText, fromExactText } from "./exact.ts";
import { Gate } from "./gate.ts";
import type { Secrets } from "./secrets.ts";
import { ApprovalRequest, type Tool, type ToolCallInfo } from "./tool.ts";

export interface ToolCallRecord {
  readonly id: string;
  readonly tool: string;
  /** JSON text, secrets redacted. */
  readonly args: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly attempts: number;
  readonly cost: number;
}

export interface PendingApproval {
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly message: string;
  readonly details: unknown;
}

export interface Decision {
  readonly callId: string;
  readonly approved: boolean;
  /** Said to the program when declined. */
  readonly reason?: string;
}

/** A decision with what it was about: the details the call was suspended with, as JSON text. */
export interface Decided extends Decision {
  readonly details?: string;
}

/** What the record of an earlier run knows of a call. */
export interface KnownCall {
  /** Null when it had not ended: something else ended the run, or its part of it, first. */
  readonly outcome: ToolOutcome | null;
  /** Tells when it is this call's turn to end, where other things happened while it was under way; null: at once. */
  readonly turn: ((arrived: () => void) => void) | null;
}

/** What an earlier run already knows: its calls by id. */
export type KnownOutcomes = (id: string, tool: string, args: string) => KnownCall | null;

interface Call {
  readonly id: string;
  readonly parent: string | null;
  readonly tool: Tool;
  readonly args: unknown;
  readonly argsText: string;
  readonly cancellation: Cancellation;
  readonly began: number;
  /** Its answer did not come at once. */
  waited: boolean;
}

interface Taken {
  readonly value: Value;
  readonly text: string;
  readonly hidden: boolean;
  readonly expression: string | null;
}

type Question = Extract<ToolOutcome, { ok: "approval" }>;

const BYTES_PER_STEP = 64;

/** What one call leaves behind: its record, its events, its place in the queue. */
const CALL_BYTES = 8_000;
/** What an item or a field takes that crosses the border: it is copied, checked and written down. */
const NODE_BYTES = 400;

/** What a text that crosses the border costs the program. */
function pay(text: string): void {
  spendMany(1 + Math.ceil(text.length / BYTES_PER_STEP));
  charge(64 + text.length * 4 + nodesIn(text) * NODE_BYTES);
}

/** Arrays, objects and what they hold: a record tells them like the answer it was made of. */
function nodesIn(json: string): number {
  let nodes = 0;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (c === QUOTE) i = endOfString(json, i);
    else if (c === COMMA || c === OPEN_BRACKET || c === OPEN_BRACE) nodes++;
  }
  return nodes;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const BACKSLASH = 0x5c;

/** The place of the quote that closes the string opened at `start`. */
function endOfString(json: string, start: number): number {
  let i = start + 1;
  for (; i < json.length && json.charCodeAt(i) !== QUOTE; i++) if (json.charCodeAt(i) === BACKSLASH) i++;
  return i;
}

export class ToolCalls {
  readonly records: ToolCallRecord[] = [];
  approval: PendingApproval | null = null;
  private perTool: Map<string, number> | null = null;
  private readonly gate: Gate;
  private total = 0;

  constructor(
    private readonly tools: ReadonlyMap<string, Tool>,
    private readonly limits: Limits,
    private readonly events: EventStream,
    private readonly known: KnownOutcomes | null,
    private readonly decisions: ReadonlyMap<string, Decided>,
    private readonly secrets: Secrets,
    /** Ends the whole run. */
    private readonly run: Cancellation,
  ) {
    this.gate = new Gate(limits.parallelWidth);
  }

  readonly call: ToolPort = (name, args) => {
    const tool = this.tools.get(name);
    if (tool === undefined) fault("unknown_tool", `There is no tool ${name}.`);
    this.spend(name);
    const call = this.begin(tool, args);
    const earlier = this.known?.(call.id, name, call.argsText) ?? null;
    if (earlier !== null) return this.again(call, earlier);
    const mismatches = tool.checkArguments(call.args);
    if (mismatches.length === 0) return this.perform(call);
    const words = `tool/${name} was called with arguments that do not fit: ${mismatchWords(mismatches)}.`;
    return this.failed(call, new Fault("tool_error", words, `It takes ${tool.signature}.`), 0);
  };

  /** Settles when no call is under way: what was begun is known before a suspended run is put away. */
  quiet(): Promise<void> {
    return this.gate.quiet();
  }

  private spend(name: string): void {
    const { toolCalls, toolCallsPerTool } = this.limits;
    if (++this.total > toolCalls)
      fault(
        "tool_call_limit_exceeded",
        `The program made more than ${count(toolCalls)} tool calls.`,
        "Ask for more per call, or raise limits.toolCalls.",
      );
    this.perTool ??= new Map();
    const ofThis = (this.perTool.get(name) ?? 0) + 1;
    this.perTool.set(name, ofThis);
    if (ofThis > toolCallsPerTool)
      fault(
        "tool_call_limit_exceeded",
        `The program called tool/${name} more than ${count(toolCallsPerTool)} times.`,
        "Ask for more per call, or raise limits.toolCallsPerTool.",
      );
  }

  private begin(tool: Tool, args: PMap): Call {
    const { branch, cancellation } = context();
    const id = `${branch.path}${++branch.calls}`;
    const parent = branch.path === "" ? null : branch.path.slice(0, -1);
    const data = this.apart(() => toHost(args, { underscores: true, frozen: true }));
    const shown = this.secrets.hide(data, tool.secretFields).data;
    const argsText = this.apart(() => this.textOf(fromHost(shown), `The arguments of tool/${tool.name}`));
    charge(CALL_BYTES);
    pay(argsText);
    this.events.emit({ type: "tool-start", id, parent, tool: tool.name, args: argsText });
    return { id, parent, tool, args: data, argsText, cancellation, began: clock(), waited: false };
  }

  /**
   * Conversions run on a meter of their own, and the program pays by the size of the text: the same whether a result comes
   * from the tool or from a record.
   */
  private apart<T>(work: () => T): T {
    return withLimits(this.limits, work);
  }

  /** JSON text within limits.toolBytes. */
  private textOf(value: Value, what: string): string {
    const text = toJsonText(value, { keywords: "name" });
    if (text.length > this.limits.toolBytes)
      fault(
        "memory_exceeded",
        `${what} would take ${count(text.length)} bytes, more than the ${count(this.limits.toolBytes)} allowed.`,
        "Pass or ask for less at a time, or raise limits.toolBytes.",
      );
    return text;
  }

  private perform(call: Call): Value {
    const decision = this.decisions.get(call.id);
    if (decision?.approved === false)
      return this.failed(
        call,
        new Fault(
          "tool_error",
          `tool/${call.tool.name} was declined by a person${decision.reason === undefined ? "." : `: ${decision.reason}`}`,
          "Go on without it.",
        ),
        0,
      );
    const approval = { approved: decision !== undefined, details: detailsOf(decision) };
    const begun = this.gate.enter(() => this.attempted(call, approval));
    if (!(begun instanceof Promise)) return this.settle(call, begun);
    call.waited = true;
    // The awaited value is an Attempt until the frame below has made a value of it, inside the run's own limits.
    const suspension = new Suspension(begun as unknown as Promise<Value>);
    return suspension.push((ended) => this.settle(call, ended as unknown as Attempt));
  }

  private attempted(call: Call, approval: Pick<ToolCallInfo, "approved" | "details">): Attempt | Promise<Attempt> {
    const ended = attempt(call.tool, call.args, call.id, this.stopsOf(call), approval);
    return ended instanceof Promise ? ended.then((answer) => this.noted(call, answer)) : ended;
  }

  /** While a person is asked, calls that overlap with the question go on: the run will, too, and must not make them twice. */
  private stopsOf({ cancellation }: Call): Stops {
    return {
      get fault() {
        return cancellation.fault;
      },
      onCancel: (listener) => {
        let detach = (): void => {};
        const stop = cancellation.onCancel((cause) => {
          if (this.approval === null) listener(cause);
          else detach = this.run.onCancel(listener);
        });
        return () => {
          stop();
          detach();
        };
      },
    };
  }

  /** Writes down what a call was answered that nobody waits for any more, for the run that goes on. */
  private noted(call: Call, ended: Attempt): Attempt {
    const isLeft = this.approval !== null && call.cancellation.fault !== null;
    if (!isLeft || !ended.ok || isMade(ended.result, ApprovalRequest)) return ended;
    try {
      this.accept(
        call,
        this.apart(() => this.take(call.tool, ended.result)),
        ended.attempts,
      );
    } catch (thrown) {
      // An answer that cannot be taken is asked for again.
      if (!(thrown instanceof Fault)) throw thrown;
    }
    return ended;
  }

  private settle(call: Call, ended: Attempt): Value {
    if (!ended.ok) return this.failed(call, ended.fault, ended.attempts, ended.detail);
    if (isMade(ended.result, ApprovalRequest)) return this.suspend(call, ended.result);
    let taken: Taken;
    try {
      taken = this.apart(() => this.take(call.tool, ended.result));
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      // What JSON cannot hold (NaN, keys that collide) is the tool's doing too.
      const cause = thrown.reason === "type_error" ? new Fault("tool_error", thrown.message, thrown.hint) : thrown;
      return this.failed(call, cause, ended.attempts);
    }
    pay(taken.text);
    this.accept(call, taken, ended.attempts);
    return taken.value;
  }

  private accept(call: Call, { text, hidden, expression }: Taken, attempts: number): void {
    const more = expression === null ? {} : { expression };
    this.record(call, { ok: true, result: text, redacted: hidden, ...more }, attempts);
  }

  /** A copy of what the tool answered, checked against what it promises. */
  private take(tool: Tool, result: unknown): Taken {
    const what = `The result of tool/${tool.name}`;
    const { value, exact: text } = copyIn(result, what);
    const data = toHost(value);
    const mismatches = tool.checkResult(data);
    if (mismatches.length > 0)
      fault(
        "tool_error",
        `tool/${tool.name} answered with something else than it promises: ${mismatchWords(mismatches)}.`,
      );
    const { data: shown, hidden } = this.secrets.hide(data, tool.secretFields);
    const expression = !hidden && "expression" in text ? text.expression : null;
    return { value, text: this.textOf(hidden ? fromHost(shown) : value, what), hidden, expression };
  }

  private failed(call: Call, cause: Fault, attempts: number, detail?: string): never {
    const { reason, message, hint } = cause;
    this.record(call, { ok: false, reason, message, hint }, attempts, detail);
    throw cause;
  }

  private suspend(call: Call, request: ApprovalRequest): never {
    const { message, details } = questionOf(request, this.limits);
    const outcome = { ok: "approval", message, ...this.detailsText(call.tool, details) } as const;
    return this.ask(call, outcome, details, 1);
  }

  private ask(call: Call, outcome: Question, details: unknown, attempts: number): never {
    const { id, tool } = call;
    const { message } = outcome;
    this.record(call, outcome, attempts);
    const args = this.secrets.hide(call.args, tool.secretFields).data;
    this.approval ??= { callId: id, tool: tool.name, args, message, details };
    fault("approval_required", `tool/${tool.name} needs a person's approval: ${message}`, "Wait for the decision.");
  }

  /** The details as the record keeps them; what is no JSON, or more than a result may be, is for the listener alone. */
  private detailsText(tool: Tool, details: unknown): { readonly details?: string } {
    if (details === null || details === undefined) return {};
    try {
      const text = this.apart(() => {
        const shown = this.secrets.hide(toHost(fromHost(details)), tool.secretFields).data;
        return this.textOf(fromHost(shown), "The details");
      });
      return { details: text };
    } catch {
      return {};
    }
  }

  /** A call of an earlier run: ends as it ended then, and in the same order among the others. */
  private again(call: Call, { outcome, turn }: KnownCall): Value {
    if (turn === null && outcome !== null) return this.repeat(call, outcome);
    const suspension = new Suspension({
      then: (arrived, failed) => {
        call.cancellation.onCancel(failed);
        turn?.(() => arrived(null));
      },
    });
    return suspension.push(() => this.repeat(call, outcome!));
  }

  /** The outcome an earlier run of the same program had. */
  private repeat(call: Call, outcome: ToolOutcome): Value {
    if (outcome.ok === "approval") return this.ask(call, outcome, detailsOf(outcome), 0);
    this.record(call, outcome, 0);
    if (!outcome.ok) fault(outcome.reason, outcome.message, outcome.hint);
    pay(outcome.result);
    const { result: json, expression } = outcome;
    return this.apart(() => fromExactText(expression === undefined ? { json } : { expression }));
  }

  private record(call: Call, outcome: ToolOutcome, attempts: number, detail?: string): void {
    const { id, parent, tool } = call;
    const took = Math.round((clock() - call.began) * 1000) / 1000;
    const extra = { ...(call.waited ? { waited: true as const } : {}), ...(detail === undefined ? {} : { detail }) };
    this.events.emit({ type: "tool-end", id, parent, tool: tool.name, took, attempts, outcome, ...extra });
    const cost = tool.cost * attempts;
    this.records.push({ id, tool: tool.name, args: call.argsText, ok: outcome.ok === true, ms: took, attempts, cost });
  }
}

/** What a tool asks, as data: the same for who decides, wherever the program runs. Details that are no data are null. */
export function questionOf(request: ApprovalRequest, limits: Limits): Pick<ApprovalRequest, "message" | "details"> {
  const read = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    message: read(() => String(request.message), "a question that cannot be read"),
    details: read(() => withLimits(limits, () => toHost(fromHost(request.details))), null),
  };
}

/** What the tool said when it asked for the approval; null, too, where a suspended text was changed. */
export function detailsOf(decided: Pick<Decided, "details"> | undefined): unknown {
  if (decided?.details === undefined) return null;
  try {
    return JSON.parse(decided.details);
  } catch {
    return null;
  }
}

/** What a tool answered is its own doing: a result that is no data, too deep or too large is an error of the tool. */
function copyIn(result: unknown, what: string): { readonly value: Value; readonly exact: ExactText } {
  try {
    const value = fromHost(result, { what });
    return { value, exact: exactText(value) };
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.reason === "timeout" || thrown.reason === "cancelled") throw thrown;
    throw new Fault("tool_error", thrown.message, thrown.hint);
  }
}
