// The door of this room: base tools are loaded and called here, JSON in and JSON out. The layers, outermost first: the
// broker decides what a tool may reach; a pooled worker or process is killed when late and thrown away in doubt; the
// engine inside has capped memory, a small stack and an interrupt; the prelude writes answers within budgets.

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { onlyKnown, refuse } from "../base/options-error.ts";
import { readyChecks } from "../names/schema.ts";
import { type Finished, Pool } from "../pool/pool.ts";
import {
  type Answer,
  type Broker,
  type BrokerEvent,
  type BrokerLimits,
  type Caller,
  createBroker,
  defaultBrokerLimits,
  hostFunctions,
  type KvStore,
} from "./broker.ts";
import { type Bundle, bundleTool, type ToolSource } from "./bundle.ts";
import { type Ambient, ambientOf, secretMarkOf, timeAndChance } from "./circumstances.ts";
import { argumentText, parsed, resultOf } from "./contract.ts";
import { EndOfCall } from "./end-of-call.ts";
import { type Reach, Refusal } from "./functions/host-function.ts";
import { type SandboxLimits, sandboxLimits, WASM_PAGE } from "./limits.ts";
import {
  type CallRequest,
  type FromRunner,
  isDoubtful,
  type RunnerSettings,
  readMessage,
  type ToRunner,
} from "./messages.ts";
import { checkMeta } from "./meta.ts";
import { no, type Read, type Report, readEnding, type Spoken } from "./outcome.ts";
import { atFile, metaPlace } from "./place.ts";
import { type Policy, type PolicyTexts, parsePolicy } from "./policy.ts";
import { printable, type SandboxReason, ToolLoadError, type ToolProblem } from "./problem.ts";
import { readStored, toolModule } from "./stored.ts";
import type { ToolModule, ToolModuleData } from "./tool-module.ts";
import { tooManyCalls } from "./usage.ts";

export interface SandboxOptions {
  readonly limits?: Partial<SandboxLimits>;
  /** What tools may reach: deny beats ask, ask beats allow, and nothing said is denied. */
  readonly grants?: PolicyTexts;
  readonly pool?: {
    /** Calls at once; as many as there are processors unless it says otherwise. */
    readonly size?: number;
    /** Threads, or processes without permissions for tenants that are hostile. */
    readonly isolate?: "worker" | "process";
  };
  /** The folder that relative paths and globs are relative to; the working directory unless it says otherwise. */
  readonly root?: string;
  readonly secrets?: Readonly<Record<string, string>> | ((name: string) => string | undefined);
  readonly kv?: KvStore;
  readonly hostLimits?: Partial<BrokerLimits>;
  readonly onEvent?: (event: BrokerEvent) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Permissions a person has approved for this call. */
  readonly approved?: readonly string[];
  readonly callId?: string;
  /** Decides which tools may be called by this one, and by those it calls; without it, all that are offered. */
  readonly reach?: Reach;
}

export interface CallUsage {
  readonly ms: number;
  /** The memory the engine has grown to. */
  readonly memoryBytes: number;
  readonly hostCalls: number;
}

export type CallResult = { readonly usage: CallUsage } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ToolProblem }
);

export interface Sandbox {
  /** Bundles a tool and reads what it says of itself, inside the sandbox. Throws a ToolLoadError. */
  load(source: ToolSource): Promise<ToolModule>;
  /** A tool from what was stored of it, checked like a new one. Throws a ToolLoadError. */
  restore(data: ToolModuleData): ToolModule;
  /** Lets other tools call it by name, given their permission tool:NAME. */
  offer(tool: ToolModule): void;
  /** Never rejects for what a tool does: how it ended is data. */
  call(tool: ToolModule, args: unknown, options?: CallOptions): Promise<CallResult>;
  readonly limits: SandboxLimits;
  readonly members: number;
  close(): Promise<void>;
}

const hostFunctionNames = hostFunctions.map((f) => f.name);
const KILL_GRACE_MS = 100;
const READ_TIMEOUT_MS = 2_000;
/** Far above what the prelude lets through. */
const LONGEST_META = 1024 * 1024;
/** V8's own heap under the engine, and stacks that were measured to hold the guest's. */
const room = { heapMb: 32, youngMb: 4, stackMb: 16, processStackMb: 4 };

let builtFiles: { readonly script: string; readonly wasm: string } | null = null;

/** For tests, which run from source: where the built runner and its engine are. */
export function setSandboxFiles(script: string, wasm: string): void {
  builtFiles = { script, wasm };
}

function files(): { readonly script: string; readonly wasm: string } {
  return (
    builtFiles ?? {
      script: fileURLToPath(new URL("./sandbox-runner.mjs", import.meta.url)),
      wasm: fileURLToPath(new URL("./quickjs.wasm", import.meta.url)),
    }
  );
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  onlyKnown(options, ["limits", "grants", "pool", "root", "secrets", "kv", "hostLimits", "onEvent"], "createSandbox");
  onlyKnown(options.pool ?? {}, ["size", "isolate"], "pool of createSandbox");
  onlyKnown(options.grants ?? {}, ["allow", "ask", "deny"], "grants of createSandbox");
  return new PooledSandbox(options);
}

interface Part {
  readonly tool: ToolModule;
  readonly caller: Caller;
  /** What to say when the guest has taken a large answer, by the number of its call. */
  readonly untaken: Map<number, () => void>;
  hostCalls: number;
}

class PooledSandbox implements Sandbox {
  readonly limits: SandboxLimits;
  private readonly pool: Pool<ToRunner, FromRunner, Report>;
  private readonly broker: Broker;
  private readonly offered = new Map<string, ToolModule>();
  private readonly policy: Policy;
  private readonly emit: (event: BrokerEvent) => void;
  private readonly hostCalls: number;
  private readonly tooManyCalls: string;
  /** The last call of another tool by each call: they take turns, or a tool that calls itself twice would fill the machine. */
  private readonly turns = new WeakMap<Caller, Promise<unknown>>();
  private calls = 0;

  constructor(options: SandboxOptions) {
    this.limits = sandboxLimits(options.limits);
    const { size = Math.max(2, availableParallelism()), isolate = "worker" } = options.pool ?? {};
    if (!Number.isSafeInteger(size) || size < 1 || size > 64) refuse("pool.size of createSandbox must be 1 to 64.");
    if (isolate !== "worker" && isolate !== "process")
      refuse('pool.isolate of createSandbox must be "worker" or "process".');
    const parsed = parsePolicy(options.grants ?? {}, "grants");
    if (!parsed.ok) refuse(parsed.problems.map((p) => `${p.at}: ${p.message} ${p.hint}`).join("\n"));
    this.policy = parsed.policy;
    this.emit = options.onEvent ?? (() => {});
    this.hostCalls = options.hostLimits?.hostCalls ?? defaultBrokerLimits.hostCalls;
    this.tooManyCalls = JSON.stringify(errorFor(tooManyCalls(this.hostCalls)));
    const { script, wasm } = files();
    const data = isolate === "worker" ? { wasm: compiledEngine(wasm) } : null;
    const settings: RunnerSettings = { memoryPages: pagesOf(this.limits), functions: hostFunctionNames };
    this.pool = new Pool(isolate, { script, reads: [wasm], data, argument: JSON.stringify(settings), ...room }, size);
    this.broker = createBroker({
      policy: options.grants ?? {},
      root: options.root ?? process.cwd(),
      ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
      ...(options.kv === undefined ? {} : { kv: options.kv }),
      ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
      limits: { toolDepth: this.limits.depth, ...options.hostLimits },
      callTool: (name, args, caller) => this.inTurn(caller, () => this.callTool(name, args, caller)),
    });
  }

  get members(): number {
    return this.pool.members;
  }

  async load(source: ToolSource): Promise<ToolModule> {
    // It starts, and readies an engine, while the tool is bundled; so do the checks.
    this.pool.warm();
    setImmediate(readyChecks);
    const bundle = await bundleTool(source, this.limits.bundleBytes);
    const read = await this.readMeta(bundle);
    if (!read.ok) throw new ToolLoadError(bundle.file, [printable(atFile(read.problem, bundle))]);
    const checked = checkMeta(parsed(read.text)?.value);
    if (!checked.ok) {
      const problems = checked.problems.map(
        ({ at, message, hint }): ToolProblem =>
          printable({ reason: "bad_meta", message: `${at}: ${message}`, hint, place: metaPlace(source, at) }),
      );
      throw new ToolLoadError(bundle.file, problems);
    }
    const { file, hash, code, map } = bundle;
    return toolModule({ file, hash, code, map, meta: checked.meta }, checked.declared);
  }

  restore(data: ToolModuleData): ToolModule {
    return readStored(data, this.limits.bundleBytes);
  }

  offer(tool: ToolModule): void {
    this.offered.set(tool.meta.name, tool);
  }

  call(tool: ToolModule, args: unknown, options: CallOptions = {}): Promise<CallResult> {
    return this.perform(tool, args, {
      callId: options.callId ?? `call-${++this.calls}`,
      depth: 0,
      approved: new Set(options.approved ?? []),
      signal: options.signal ?? null,
      ...(options.reach === undefined ? {} : { reach: options.reach }),
    });
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async perform(
    tool: ToolModule,
    args: unknown,
    how: Pick<Caller, "callId" | "depth" | "approved" | "reach"> & { readonly signal: AbortSignal | null },
  ): Promise<CallResult> {
    const began = performance.now();
    const used = (memoryBytes: number, hostCalls: number): { usage: CallUsage } => ({
      usage: { ms: Math.round((performance.now() - began) * 1000) / 1000, memoryBytes, hostCalls },
    });
    this.pool.warm();
    const given = argumentText(tool, args, this.limits.argumentBytes);
    if (!given.ok) return { ok: false, error: printable(given.problem), ...used(0, 0) };
    const ending = new EndOfCall();
    const { name, deterministic, stateful } = tool.meta;
    const { callId, depth, approved, reach } = how;
    const caller: Caller = {
      tool: name,
      declared: tool.declared,
      deterministic,
      stateful,
      callId,
      depth,
      approved,
      get signal() {
        return ending.signal;
      },
      secretMark: secretMarkOf(tool),
      ...(reach === undefined ? {} : { reach }),
    };
    const ambient = ambientOf(this.policy, caller, this.emit);
    if (ambient instanceof Refusal) return { ok: false, error: printable(problemOf(ambient)), ...used(0, 0) };
    const part: Part = { tool, caller, untaken: new Map(), hostCalls: 0 };
    const request = this.request(tool, given.text, caller, ambient);
    const running = this.pool.run({
      killAfterMs: request.timeoutMs + KILL_GRACE_MS,
      begin: (id) => ({ ...request, id }),
      cancel: (id) => ({ kind: "cancel", id }),
      receive: (message, reply) => this.receive(part, message, reply),
      beyond: depth > 0,
    });
    const cancel = (): void => running.cancel();
    if (how.signal?.aborted === true) cancel();
    how.signal?.addEventListener("abort", cancel, { once: true });
    try {
      const ended = await running.ended;
      const limits = { ...this.limits, timeoutMs: request.timeoutMs };
      const read = readEnding(ended, spokenOf(tool), limits, how.signal?.aborted === true);
      const usage = used(ended.kind === "done" ? ended.value.memoryBytes : 0, part.hostCalls);
      const result = read.ok ? resultOf(tool, read.text) : read;
      return result.ok
        ? { ok: true, value: result.value, ...usage }
        : { ok: false, error: printable(result.problem), ...usage };
    } finally {
      how.signal?.removeEventListener("abort", cancel);
      ending.tell();
      for (const taken of part.untaken.values()) taken();
    }
  }

  private request(tool: ToolModule, args: string, caller: Caller, ambient: Ambient): CallRequest {
    const { limits } = this;
    const { hash, meta } = tool;
    const budget = { nodes: limits.resultNodes, bytes: limits.resultBytes };
    return {
      kind: "call",
      id: 0,
      hash,
      name: scriptName(hash),
      call: {
        args,
        settings: {
          ...timeAndChance(ambient, hash, args),
          secretMark: caller.secretMark ?? "",
          host: budget,
          hostCalls: this.hostCalls,
          tooManyCalls: this.tooManyCalls,
          result: budget,
        },
      },
      timeoutMs: Math.min(meta.timeoutMs ?? limits.timeoutMs, limits.timeoutMs),
      jobs: limits.jobs,
      memoryPages: pagesOf(limits),
    };
  }

  private receive(part: Part, said: FromRunner, reply: (message: ToRunner) => void): Finished<Report> | undefined {
    const message = readMessage(said, this.limits.resultBytes);
    if (message === null) return notOurs;
    const { id } = message;
    switch (message.kind) {
      case "need-code":
        reply({ kind: "code", id, code: part.tool.code, functions: hostFunctionNames });
        return;
      case "host":
        part.hostCalls++;
        void this.serve(part, message, reply);
        return;
      case "taken":
        part.untaken.get(message.call)?.();
        part.untaken.delete(message.call);
        return;
      case "done":
        return { value: message, doubtful: isDoubtful(message) };
    }
  }

  private async serve(
    part: Part,
    { id, call, name, args, texts }: Extract<FromRunner, { kind: "host" }>,
    reply: (message: ToRunner) => void,
  ): Promise<void> {
    // A guest can make anything of a list of arguments, with a toJSON.
    const read = parsed(args)?.value;
    const given = Array.isArray(read) ? read : [read];
    for (const [at, text] of texts) given[at] = text;
    const answer = await this.broker.call(name, given, part.caller, (taken) => {
      if (part.caller.signal.aborted) taken();
      else part.untaken.set(call, taken);
    });
    const large = part.untaken.has(call);
    try {
      const text = answer.ok ? JSON.stringify(answer.value ?? null) : JSON.stringify(errorFor(answer));
      reply({ kind: "answer", id, call, ok: answer.ok, text, large });
    } catch {
      const reason = "host_error" as const;
      const error = errorFor({ reason, message: "The answer is nested too deeply.", hint: "Ask for less." });
      reply({ kind: "answer", id, call, ok: false, text: JSON.stringify(error), large });
    }
  }

  private inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(caller) ?? Promise.resolve()).then(work);
    this.turns.set(
      caller,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** A tool that a tool calls: with its own permissions, under the same grants. */
  private async callTool(name: string, args: unknown, caller: Caller): Promise<Answer> {
    const { reach } = caller;
    const tool = reach === undefined ? this.offered.get(name) : reach(caller.tool, name);
    if (tool !== undefined && "reason" in tool) return { ok: false, ...tool };
    if (tool === undefined)
      return {
        ok: false,
        reason: "host_error",
        message: `There is no tool ${name} here.`,
        hint: "Offer it to the sandbox (ptc tool run --tools), or call another.",
      };
    if (caller.deterministic && !tool.meta.deterministic)
      return {
        ...{ ok: false, reason: "permission_denied", permission: `tool:${name}` },
        message: `${caller.tool} is deterministic and may not call ${name}, which is not.`,
        hint: `Call a deterministic tool, or drop deterministic: true from ${caller.tool}.`,
      };
    const { depth, approved, signal, callId } = caller;
    if (signal.aborted)
      return { ok: false, reason: "host_error", message: `${caller.tool} has ended.`, hint: "Nothing to do." };
    const ended = await this.perform(tool, args, {
      callId: `${callId}/${++this.calls}`,
      depth: depth + 1,
      approved,
      signal,
      ...(reach === undefined ? {} : { reach }),
    });
    if (ended.ok) return { ok: true, value: ended.value };
    const { reason } = ended.error;
    const kept = reason === "approval_required" || reason === "permission_denied" || reason === "limit_exceeded";
    return { ok: false, ...problemOf({ ...ended.error, reason: kept ? reason : ("host_error" as const) }) };
  }

  private async readMeta(bundle: Bundle): Promise<Read> {
    const { limits } = this;
    const name = scriptName(bundle.hash);
    const request: CallRequest = {
      ...{ kind: "call", id: 0, hash: bundle.hash, name, call: null },
      timeoutMs: Math.min(READ_TIMEOUT_MS, limits.timeoutMs),
      jobs: limits.jobs,
      memoryPages: pagesOf(limits),
    };
    const running = this.pool.run({
      killAfterMs: request.timeoutMs + KILL_GRACE_MS,
      begin: (id) => ({ ...request, id }),
      cancel: (id) => ({ kind: "cancel", id }),
      receive: (said, reply) => {
        const message = readMessage(said, LONGEST_META);
        if (message === null) return notOurs;
        if (message.kind === "need-code")
          reply({ kind: "code", id: message.id, code: bundle.code, functions: hostFunctionNames });
        // While a module is evaluated there is no host to ask.
        return message.kind === "done" ? { value: message, doubtful: isDoubtful(message) } : undefined;
      },
    });
    const spoken = { name: bundle.file, file: bundle.file, script: name, map: bundle.map };
    const ended = await running.ended;
    if (ended.kind === "done" && ended.value.outcome.ended === "bad-result")
      return no(
        "bad_meta",
        `The meta of ${bundle.file} ${ended.value.outcome.trouble}.`,
        "Write it as plain JSON values.",
      );
    const read = readEnding(ended, spoken, { ...limits, timeoutMs: request.timeoutMs }, false);
    if (read.ok || read.problem.reason !== "timeout") return read;
    // What it says of its own time was not read.
    const hint = "Let it do less while it is loaded: work belongs into the function it exports.";
    return { ok: false, problem: { ...read.problem, hint } };
  }
}

/** How a call ends whose runner says what no runner of ours would. */
const notOurs: Finished<Report> = { value: { outcome: { ended: "broken" }, memoryBytes: 0 }, doubtful: true };

let engine: { readonly file: string; readonly module: WebAssembly.Module } | null = null;

/** Compiled once; threads share the compiled code. */
function compiledEngine(file: string): WebAssembly.Module {
  if (engine?.file !== file) engine = { file, module: new WebAssembly.Module(readFileSync(file)) };
  return engine.module;
}

function pagesOf({ memoryBytes }: SandboxLimits): number {
  return Math.floor(memoryBytes / WASM_PAGE);
}

interface Said<R extends SandboxReason> extends Pick<ToolProblem, "message" | "hint"> {
  readonly reason: R;
  readonly permission?: string | undefined;
}

function problemOf<R extends SandboxReason>({
  reason,
  message,
  hint,
  permission,
}: Said<R>): ToolProblem & { readonly reason: R } {
  return { reason, message, hint, ...(permission === undefined ? {} : { permission }) };
}

/** The error a guest gets, which finds its kind by its name. */
function errorFor(answer: Said<SandboxReason>): object {
  return { name: answer.reason, ...problemOf(answer) };
}

function spokenOf(tool: ToolModule): Spoken {
  return { name: tool.meta.name, file: tool.file, script: scriptName(tool.hash), map: tool.map };
}

/** What stack traces call a tool's script. */
function scriptName(hash: string): string {
  return `tool-${hash.slice(7, 19)}`;
}
