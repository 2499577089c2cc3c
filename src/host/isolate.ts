// Isolated runs as their host sees them: the same options and the same Result as in process. Tools stay here; the runner
// only ever sees their contracts and, as text, what they answered.

import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { OptionsError, refuse } from "../base/options-error.ts";
import { Fault, type Reason } from "../lisp/fault.ts";
import { asFault, withLimits } from "../lisp/run.ts";
import { fromHost, toHost } from "../lisp/values/json.ts";
import type { MemberKind } from "../pool/member.ts";
import { type Ending, type Finished, Pool } from "../pool/pool.ts";
import { describe, isMade } from "../run/attempt.ts";
import { type EventBody, EventStream } from "../run/events.ts";
import { exactText, fromExactText } from "../run/exact.ts";
import { copied, fromTheHost, historyOf, newRunId, startBody } from "../run/one-run.ts";
import { asked, type RunOptions, type Settled, settle } from "../run/options.ts";
import type { Result } from "../run/result.ts";
import {
  decidedSoFar,
  type ResumeDecision,
  type ResumeOptions,
  type Resumption,
  resume as resumeHere,
  resumption,
  run as runHere,
} from "../run/run.ts";
import { wantSource } from "../run/session.ts";
import { emptyState } from "../run/state.ts";
import { ApprovalRequest, type Tool, ToolError } from "../run/tool.ts";
import { detailsOf, questionOf, type ToolCallRecord } from "../run/tool-calls.ts";
import { heapWatch } from "./heap.ts";
import type { FromRunner, RemoteTool, RunRequest, ToRunner } from "./messages.ts";

export interface NodeRunOptions extends RunOptions {
  /** Where the program runs: here (the default), in a worker thread, or in a child process without permissions. */
  readonly isolate?: "none" | MemberKind;
}

/** How much longer than its own deadline a runner may take before it is killed. */
const KILL_GRACE_MS = 250;

/**
 * Room for limits.heapBytes twice over (heapWatch lets a program have half of it), so that a program that holds too much is
 * told so, as in process, before V8 ends the runner. It is a bound: nothing is taken that is not used.
 */
const room = { heapMb: 2304, stackMb: 4 };

type RunnerPool = Pool<ToRunner, FromRunner, Outcome>;
type Outcome = { readonly result: Result } | { readonly refused: string };

/** After these a runner is not trusted with another run. */
const doubtful: ReadonlySet<string> = new Set([
  "memory_exceeded",
  "depth_exceeded",
  "timeout",
  "internal_error",
  "cancelled",
]);

/**
 * How many isolated runs wait for the code that runs now: their tools started it. Each depth has runners of its own, since a
 * run must not wait for one that those who wait for it hold.
 */
const nesting = new AsyncLocalStorage<number>();
const DEEPEST = 8;

const pools = new Map<string, RunnerPool>();
let script: string | null = null;

/** The built runner; it stands beside the bundle this code is in. */
function runnerScript(): string {
  return script ?? fileURLToPath(new URL("./runner.mjs", import.meta.url));
}

/** For tests, which run from source: where the built runner is. */
export function setRunnerScript(path: string): void {
  script = path;
}

function poolOf(kind: MemberKind, depth: number): RunnerPool {
  if (depth > DEEPEST)
    refuse(
      `run: tools of isolated runs have started isolated runs ${DEEPEST} deep. Run this one with isolate: "none".`,
    );
  const key = `${kind} ${depth}`;
  let pool = pools.get(key);
  if (pool === undefined) {
    pool = new Pool(kind, { script: runnerScript(), ...room }, Math.max(2, availableParallelism()));
    pools.set(key, pool);
  }
  return pool;
}

/** Ends all runners. They also end with the process; a host that is done with isolated runs can free them earlier. */
export async function closeIsolates(): Promise<void> {
  const all = [...pools.values()];
  pools.clear();
  await Promise.all(all.map((p) => p.close()));
}

/** How many runners there are now. */
export function isolateCount(): number {
  let n = 0;
  for (const pool of pools.values()) n += pool.members;
  return n;
}

/** Like the core's run, with isolation and with the live heap looked at. */
export async function run(source: string, options: NodeRunOptions = {}): Promise<Result> {
  if (typeof options !== "object" || options === null) refuse("run takes an object of options.");
  const { isolate = "none", ...rest } = options;
  if (isolate === "none") return runHere(source, { ...heapWatch, ...rest });
  wantIsolation(isolate, "run");
  return new IsolatedRun(wantSource(source), settle(rest, "run")).in(isolate);
}

export interface NodeResumeOptions extends ResumeOptions {
  /** As in run; where the run was before is not in its record. */
  readonly isolate?: "none" | MemberKind;
}

/** Like the core's resume, with isolation and with the live heap looked at. */
export async function resume(
  suspended: string,
  decision: ResumeDecision,
  options: NodeResumeOptions = {},
): Promise<Result> {
  if (typeof options !== "object" || options === null) refuse("resume takes an object of options.");
  const { isolate = "none", ...rest } = options;
  if (isolate === "none") return resumeHere(suspended, decision, { ...heapWatch, ...rest });
  wantIsolation(isolate, "resume");
  const again = resumption(suspended, decision, rest);
  const result = await new IsolatedRun(again.source, settle(again.options, "run"), again).in(isolate);
  return decidedSoFar(result, again.decisions);
}

function wantIsolation(isolate: string, what: string): void {
  if (isolate !== "worker" && isolate !== "process")
    refuse(`${what}: isolate must be "none", "worker" or "process", got ${JSON.stringify(isolate)}.`);
}

class IsolatedRun {
  private readonly events: EventStream;
  private readonly aborts = new Map<number, AbortController>();
  private readonly depth = nesting.getStore() ?? 0;
  private readonly request: Omit<RunRequest, "kind" | "id">;

  constructor(
    source: string,
    private readonly settled: Settled,
    again: Resumption | null = null,
  ) {
    const { limits, tools, memory, history, onEvent } = settled;
    const data = copied(settled);
    const now = again === null ? asked(settled.now, "now") : again.now;
    const seed = again === null ? asked(settled.random, "random") : again.seed;
    const runId = settled.runId ?? newRunId();
    this.events = new EventStream(runId, { listener: onEvent });
    this.events.emit(startBody(source, data, settled, memory, { now, seed }));
    this.request = {
      runId,
      source,
      data: data === null ? null : fromTheHost(limits, () => exactText(data)),
      memory,
      history: history === undefined ? null : fromTheHost(limits, () => exactText(historyOf(history))),
      limits,
      now,
      seed,
      tools: [...tools.values()].map(contractOf),
      known: again?.calls ?? null,
      decisions: again?.decisions ?? [],
    };
  }

  async in(kind: MemberKind): Promise<Result> {
    const { signal } = this.settled;
    const pool = poolOf(kind, this.depth);
    if (signal?.aborted === true) return this.failed(...this.words("killed"));
    const running = pool.run({
      killAfterMs: this.settled.limits.timeoutMs + KILL_GRACE_MS,
      begin: (id) => ({ kind: "run", id, ...this.request }),
      cancel: (id) => ({ kind: "cancel", id }),
      receive: (message, reply) => this.receive(message, reply),
    });
    const abort = (): void => running.cancel();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return this.resultOf(await running.ended);
    } finally {
      signal?.removeEventListener("abort", abort);
      for (const controller of this.aborts.values()) controller.abort();
    }
  }

  private receive(message: FromRunner, reply: (message: ToRunner) => void): Finished<Outcome> | undefined {
    switch (message.kind) {
      case "call":
        void this.call(message, reply);
        return;
      case "abort":
        this.aborts.get(message.call)?.abort();
        return;
      case "event":
        this.events.take(message.event);
        return;
      case "refused":
        return { value: { refused: message.message }, doubtful: false };
      case "done": {
        const { result } = message;
        return { value: { result }, doubtful: !result.ok && doubtful.has(result.error.reason) };
      }
    }
  }

  private async call(
    { id, call, callId, tool: name, args, attempt }: Extract<FromRunner, { kind: "call" }>,
    answer: (message: ToRunner) => void,
  ): Promise<void> {
    const controller = new AbortController();
    this.aborts.set(call, controller);
    try {
      const tool = this.settled.tools.get(name);
      if (tool === undefined) throw new Error(`the runner asked for the tool ${name}, which it was not given`);
      const data = withLimits(this.settled.limits, () => toHost(fromExactText(args), { frozen: true }));
      // The runner has checked this already; what it says is still only what a runner says.
      if (tool.checkArguments(data).length > 0) throw new Error(`the runner sent arguments that do not fit ${name}`);
      // So is what it says of a person's approval: the host knows itself what was decided.
      const decided = this.request.decisions.find((d) => d.callId === callId);
      const approval = { approved: decided?.approved === true, details: detailsOf(decided) };
      const info = { callId, signal: controller.signal, attempt, ...approval };
      const result = await nesting.run(this.depth + 1, () => tool.run(data, info));
      if (isMade(result, ApprovalRequest)) {
        const question = questionOf(result, this.settled.limits);
        answer({ kind: "answer", id, call, answer: { ok: "approval", ...question } });
        return;
      }
      const what = `The result of tool/${name}`;
      const text = withLimits(this.settled.limits, () => exactText(fromHost(result, { what })));
      answer({ kind: "answer", id, call, answer: { ok: true, result: text } });
    } catch (thrown) {
      answer({ kind: "answer", id, call, answer: failureOf(thrown) });
    } finally {
      this.aborts.delete(call);
    }
  }

  private resultOf(ending: Ending<Outcome>): Result {
    if (ending.kind === "done") {
      if ("refused" in ending.value) throw new OptionsError(ending.value.refused);
      const { result } = ending.value;
      return { ...result, events: this.events.kept };
    }
    const [reason, message, hint] = this.words(ending.kind);
    return this.failed(reason, message, hint);
  }

  private words(kind: "killed" | "out-of-memory" | "died"): [Reason, string, string] {
    const { limits, signal } = this.settled;
    if (kind === "killed" && signal?.aborted === true)
      return ["cancelled", "The host cancelled the run.", "Start it again."];
    if (kind === "killed")
      return [
        "timeout",
        `The run took longer than its ${limits.timeoutMs} ms.`,
        "Do less per run, wait for fewer tools (pmap overlaps them), or raise limits.timeoutMs.",
      ];
    if (kind === "out-of-memory")
      return ["memory_exceeded", "The isolated run used all of its memory.", "Work on fewer items at a time."];
    return ["internal_error", "The isolated run ended unexpectedly.", "Run it again; report it if that happens twice."];
  }

  /** The result of a run whose runner is gone. */
  private failed(reason: Reason, message: string, hint: string): Result {
    const { source } = this.request;
    const span = { start: 0, end: source.length };
    const prints = this.events.kept.flatMap((e) => (e.type === "print" ? [e.text] : []));
    const toolCalls = this.callsSoFar();
    const end: EventBody = {
      type: "run-end",
      outcome: "error",
      value: null,
      error: { reason, message },
      prints,
      fuel: 0,
      memoryBytes: 0,
    };
    this.events.emit(end);
    return {
      ok: false,
      outcome: "error",
      error: { reason, message, hint, span: { ...span, line: 1, column: 1 } },
      problems: [{ reason, severity: "error", message, span, hint }],
      prints,
      toolCalls,
      usage: {
        fuel: 0,
        memoryBytes: 0,
        peakDepth: 0,
        wallMs: this.events.elapsed(),
        cost: toolCalls.reduce((sum, c) => sum + c.cost, 0),
      },
      events: this.events.kept,
      memory: this.settled.memory ?? emptyState,
    };
  }

  /** The calls that the events tell of; those without an end are under way. */
  private callsSoFar(): ToolCallRecord[] {
    const calls = new Map<string, ToolCallRecord>();
    for (const e of this.events.kept) {
      if (e.type !== "tool-start" && e.type !== "tool-end") continue;
      const cost = this.settled.tools.get(e.tool)?.cost ?? 0;
      if (e.type === "tool-start") {
        const { id, tool, args, ms } = e;
        calls.set(id, { id, tool, args, ok: false, ms: this.events.elapsed() - ms, attempts: 1, cost });
        continue;
      }
      const { id, took, attempts, outcome } = e;
      const begun = calls.get(id);
      if (begun !== undefined)
        calls.set(id, { ...begun, ok: outcome.ok === true, ms: took, attempts, cost: cost * attempts });
    }
    return [...calls.values()];
  }
}

function contractOf(tool: Tool): RemoteTool {
  const { run: _run, checkArguments: _arguments, checkResult: _result, ...contract } = tool;
  return contract;
}

function failureOf(thrown: unknown): Extract<ToRunner, { kind: "answer" }>["answer"] {
  if (isMade(thrown, ToolError))
    return { ok: false, safe: { message: thrown.message, hint: thrown.hint }, detail: thrown.stack ?? thrown.message };
  if (isMade(thrown, Fault)) {
    // The border refused the result: those are our own words.
    const { message, hint } = asFault(thrown);
    return { ok: "refused", words: { message, hint } };
  }
  return { ok: false, safe: null, detail: describe(thrown) };
}
