// The isolated side: takes one run at a time, runs it with tools that are messages to the host, and reports the result.
// It is the whole program of a worker thread or child process; nothing else is loaded there.

import { isMainThread, parentPort } from "node:worker_threads";
import { OptionsError } from "../base/options-error.ts";
import { Fault } from "../lisp/fault.ts";
import { withLimits } from "../lisp/run.ts";
import { fromHost } from "../lisp/values/json.ts";
import type { Vec } from "../lisp/values/vector.ts";
import { checkFor } from "../names/schema.ts";
import { exactText, fromExactText } from "../run/exact.ts";
import { OneRun } from "../run/one-run.ts";
import type { Settled } from "../run/options.ts";
import { knownIn } from "../run/replay.ts";
import { restored } from "../run/session.ts";
import { ApprovalRequest, type Tool, type ToolCallInfo, ToolError } from "../run/tool.ts";
import { heapWatch } from "./heap.ts";
import type { FromRunner, RemoteTool, RunRequest, ToRunner } from "./messages.ts";

type Answer = Extract<ToRunner, { kind: "answer" }>["answer"];

export interface Channel {
  send(message: FromRunner): void;
}

class Runner {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private abort: AbortController | null = null;
  private calls = 0;

  constructor(private readonly channel: Channel) {}

  receive(message: ToRunner): void {
    if (message.kind === "run") void this.run(message);
    else if (message.kind === "cancel") this.abort?.abort();
    else {
      const settle = this.waiting.get(message.call);
      this.waiting.delete(message.call);
      settle?.(message.answer);
    }
  }

  private async run(request: RunRequest): Promise<void> {
    const { id } = request;
    this.abort = new AbortController();
    try {
      const result = await this.perform(request, this.abort.signal);
      this.channel.send({ kind: "done", id, result: { ...result, events: [] } });
    } catch (thrown) {
      const message = thrown instanceof OptionsError ? thrown.message : "The isolated runner failed.";
      this.channel.send({ kind: "refused", id, message });
    } finally {
      this.abort = null;
      this.waiting.clear();
    }
  }

  private perform(request: RunRequest, signal: AbortSignal): ReturnType<OneRun["async"]> {
    const { limits, data, history, now, seed, memory, runId, decisions } = request;
    const { known } = request;
    const settled: Settled = {
      tools: new Map(request.tools.map((t) => [t.name, this.tool(t, request)])),
      limits,
      memory,
      signal,
      ...heapWatch,
      ...(runId === null ? {} : { runId }),
      ...(data === null
        ? {}
        : { data: withLimits(limits, () => fromExactText(data)) as unknown as Record<string, unknown> }),
      ...(history === null ? {} : { history: (withLimits(limits, () => fromExactText(history)) as Vec).items() }),
      // The host has the start of the run; sending its data back would only cost.
      onEvent: (event) => event.seq > 1 && this.channel.send({ kind: "event", id: request.id, event }),
    };
    const { session, memory: kept } = restored(settled, true);
    return new OneRun(session, request.source, settled, kept, {
      now,
      seed,
      decisions,
      ...(known === null ? {} : { known: knownIn(known) }),
    }).async();
  }

  private tool(remote: RemoteTool, request: RunRequest): Tool {
    return {
      ...remote,
      run: (args: unknown, call: ToolCallInfo) => this.call(request, remote.name, args, call),
      checkArguments: checkFor(remote.inputSchema),
      checkResult: remote.outputSchema === null ? () => [] : checkFor(remote.outputSchema),
    };
  }

  private async call({ id, limits }: RunRequest, tool: string, args: unknown, info: ToolCallInfo): Promise<unknown> {
    const call = ++this.calls;
    const { signal, callId, attempt } = info;
    const text = withLimits(limits, () => exactText(fromHost(args)));
    const answered = new Promise<Answer>((resolve) => this.waiting.set(call, resolve));
    signal.addEventListener("abort", () => this.channel.send({ kind: "abort", id, call }), { once: true });
    this.channel.send({ kind: "call", id, call, tool, args: text, callId, attempt });
    const answer = await answered;
    if (answer.ok === true) return withLimits(limits, () => fromExactText(answer.result));
    if (answer.ok === "approval") return new ApprovalRequest(answer.message, answer.details);
    if (answer.ok === "refused") throw new Fault("tool_error", answer.words.message, answer.words.hint);
    if (answer.safe !== null)
      throw new ToolError(answer.safe.message, answer.safe.hint === null ? {} : { hint: answer.safe.hint });
    // What the host's code said is the host's: it comes back to the host's own event log only.
    throw new HostWords(answer.detail);
  }
}

/** Carries the words of the host's error to the event that tells of it. */
class HostWords extends Error {
  constructor(readonly detail: string) {
    super("the tool failed");
    this.stack = detail;
  }
}

function start(): void {
  if (!isMainThread && parentPort !== null) {
    const port = parentPort;
    const runner = new Runner({ send: (message) => port.postMessage(message) });
    port.on("message", (message: ToRunner) => runner.receive(message));
    port.postMessage({ kind: "ready" });
    return;
  }
  if (process.send !== undefined) {
    const runner = new Runner({ send: (message) => void process.send?.(message) });
    process.on("message", (message) => runner.receive(message as ToRunner));
    process.on("disconnect", () => process.exit(0));
    process.send({ kind: "ready" });
  }
}

start();
