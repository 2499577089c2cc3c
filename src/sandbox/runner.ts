// The whole program of a sandbox's worker thread or child process: keeps one engine for each tool it has seen lately, runs
// one call at a time in it, and passes what the guest asks of its host on as messages. It decides nothing about
// permissions; it could not be trusted with that.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import {
  type CallRequest,
  type FromRunner,
  type GuestOutcome,
  isHarmless,
  MOST_ARGUMENTS,
  type RunnerSettings,
  type Thrown,
  type ToRunner,
} from "./messages.ts";
import { Instance, type Step } from "./quickjs.ts";

interface Loaded {
  readonly instance: Instance;
  /** What the prelude's load said: + and meta, or what is wrong with the module. */
  readonly said: string;
}

const MOST_TOOLS = 8;
/** What all engines together may have grown beyond their first size, which is mostly empty. */
const MOST_GROWTH = 48 * 1024 * 1024;
const JOBS_PER_SLICE = 1_000;
const MOST_DEPTH = 400;
const LONG_TEXT = 64 * 1024;
const META_BUDGET = JSON.stringify({ nodes: 20_000, bytes: 256 * 1024 });
/** Pairs that were measured to give clean errors for every recursion: a thread has 16 MB of stack, a process 4. */
const GUEST_STACK = { worker: 256 * 1024, process: 128 * 1024 };

/**
 * Set when the runner is built for the debug engine: each call gets an engine of its own, and everything is given back one
 * by one after it, at which the debug engine stops when a handle was forgotten.
 */
declare const __PTC_DISPOSE_ENGINES__: boolean | undefined;
const disposes = typeof __PTC_DISPOSE_ENGINES__ === "boolean" && __PTC_DISPOSE_ENGINES__;

class Runner {
  private readonly loaded = new Map<string, Loaded>();
  private current: Call | null = null;
  private wasm: WebAssembly.Module | null = null;
  /** An engine that nothing has run in, made before it is needed: for the first tool. */
  private spare: (RunnerSettings & { readonly instance: Promise<Instance> }) | null = null;

  constructor(
    private readonly send: (message: FromRunner) => void,
    private readonly stackBytes: number,
  ) {}

  receive(message: ToRunner): void {
    if (message.kind === "call") {
      this.current = new Call(message, (done) => this.finish(message.hash, done), this.send);
      const known = this.loaded.get(message.hash);
      if (known === undefined) this.send({ kind: "need-code", id: message.id });
      else this.run(this.current, known);
      return;
    }
    const call = this.current;
    if (call === null || call.request.id !== message.id) return;
    if (message.kind === "code") void this.loadAndRun(call, message.code, message.functions);
    else if (message.kind === "answer") {
      call.answer(message.call, message.ok, message.text);
      if (message.large) this.send({ kind: "taken", id: message.id, call: message.call });
    } else call.cancel();
  }

  prepare(settings: RunnerSettings): void {
    const instance = this.newInstance(settings);
    // Whoever needs it finds out why there is none.
    instance.catch(() => {});
    this.spare = { ...settings, instance };
  }

  private freshInstance(settings: RunnerSettings): Promise<Instance> {
    const { spare } = this;
    this.spare = null;
    const fits = spare?.memoryPages === settings.memoryPages && spare.functions.join() === settings.functions.join();
    return fits ? spare.instance : this.newInstance(settings);
  }

  private async newInstance({ memoryPages, functions }: RunnerSettings): Promise<Instance> {
    // The handlers outlive the call: they serve whichever call uses the instance.
    return Instance.start({
      wasm: this.engine(),
      memoryPages,
      stackBytes: this.stackBytes,
      functions,
      onCall: (number, f, args) => this.current?.ask(number, f, args) ?? noMore("This call is over."),
      isOver: () => this.current?.isOver() ?? true,
    });
  }

  private async loadAndRun(call: Call, code: string, functions: readonly string[]): Promise<void> {
    const { hash, name, memoryPages } = call.request;
    let instance: Instance | null = null;
    try {
      instance = await this.freshInstance({ memoryPages, functions });
      const step = instance.load(code, name, META_BUDGET);
      if (!step.ok) {
        const { memoryBytes } = instance;
        call.end(givenBack(instance, call.failure(step.thrown, instance)), memoryBytes);
        return;
      }
      const late = call.runJobs(instance) ?? call.lateness();
      if (late !== null) {
        call.end(late, instance.memoryBytes);
        return;
      }
      instance.takePhotograph();
      const loaded = { instance, said: step.text };
      this.keep(hash, loaded);
      this.run(call, loaded);
    } catch (e) {
      const ended = instance === null ? "broken" : trapped(e, instance);
      call.end({ ended }, instance?.memoryBytes ?? 0);
    }
  }

  private run(call: Call, loaded: Loaded): void {
    // Tools used lately stand last.
    this.loaded.delete(call.request.hash);
    this.loaded.set(call.request.hash, loaded);
    try {
      loaded.instance.restore();
      call.run(loaded.instance, loaded.said);
    } catch (e) {
      call.end({ ended: trapped(e, loaded.instance) }, loaded.instance.memoryBytes);
    }
  }

  /** A call has ended; what is reported of it. */
  private finish(hash: string, outcome: GuestOutcome): GuestOutcome {
    const loaded = this.loaded.get(hash);
    if (loaded === undefined) return outcome;
    if (!disposes) return outcome;
    this.loaded.delete(hash);
    return givenBack(loaded.instance, outcome);
  }

  private keep(hash: string, loaded: Loaded): void {
    this.loaded.set(hash, loaded);
    let total = 0;
    for (const { instance } of this.loaded.values()) total += instance.growth;
    for (const [oldest, { instance }] of this.loaded) {
      if ((this.loaded.size <= MOST_TOOLS && total <= MOST_GROWTH) || oldest === hash) break;
      this.loaded.delete(oldest);
      total -= instance.growth;
    }
  }

  private engine(): WebAssembly.Module {
    if (this.wasm !== null) return this.wasm;
    const given = (workerData as { readonly wasm?: WebAssembly.Module } | null)?.wasm;
    const module = given ?? new WebAssembly.Module(readFileSync(new URL("./quickjs.wasm", import.meta.url)));
    this.wasm = module;
    return module;
  }
}

/** One call, from its request to its outcome. */
class Call {
  private readonly deadline: number;
  /** Host calls under way. */
  private readonly asked = new Set<number>();
  private askedEver = 0;
  private instance: Instance | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private jobs: number;
  private stopped: "timeout" | "cancelled" | null = null;
  private ended = false;

  constructor(
    readonly request: CallRequest,
    private readonly finished: (outcome: GuestOutcome) => GuestOutcome,
    private readonly send: (message: FromRunner) => void,
  ) {
    this.deadline = performance.now() + request.timeoutMs;
    this.jobs = request.jobs;
  }

  isOver(): boolean {
    if (performance.now() > this.deadline) this.stopped ??= "timeout";
    return this.ended || this.stopped !== null;
  }

  run(instance: Instance, said: string): void {
    const mark = said[0];
    if (mark === "!") {
      this.finish({ ended: "bad-module", lacks: said.slice(1) as "exports" | "default" | "meta" });
      return;
    }
    if (mark === "-") {
      this.finish({ ended: "bad-result", trouble: said.slice(1), at: "meta" });
      return;
    }
    const { call } = this.request;
    if (call === null && isTooDeep(said.slice(1))) {
      this.finish({ ended: "bad-result", trouble: `is nested more than ${MOST_DEPTH} deep`, at: "meta" });
      return;
    }
    if (call === null) {
      this.finish({ ended: "value", text: said.slice(1) });
      return;
    }
    this.instance = instance;
    this.timer = setTimeout(() => this.stop("timeout"), this.deadline - performance.now());
    this.advance(instance.begin(call.args, JSON.stringify(call.settings)));
  }

  /** "", or why the host is not asked. */
  ask(number: number, name: string, args: string): string {
    const { id, call } = this.request;
    // The guest counts too; this count is out of its reach.
    if (this.ended || call === null || this.askedEver >= call.settings.hostCalls) return noMore("This call is over.");
    const most = call.settings.host.bytes;
    if (isTooLarge(args, most)) return noMore(`What was passed to host.${name} is larger than ${most} bytes.`);
    if (isTooDeep(args)) return noMore(`What was passed to host.${name} is nested more than ${MOST_DEPTH} deep.`);
    this.askedEver++;
    this.asked.add(number);
    this.send({ kind: "host", id, call: number, name, ...withTextsApart(args) });
    return "";
  }

  answer(number: number, ok: boolean, text: string): void {
    if (this.ended || this.instance === null || !this.asked.delete(number)) return;
    this.advance(this.instance.settle(number, ok, text));
  }

  cancel(): void {
    this.stop("cancelled");
  }

  /** Runs pending jobs in slices until there are none or it is enough; what went wrong, or null. */
  runJobs(instance: Instance, isEnough: () => boolean = () => false): GuestOutcome | null {
    while (instance.hasJobs && !isEnough()) {
      if (this.isOver()) return { ended: this.stopped ?? "timeout" };
      if (this.jobs <= 0) return { ended: "too-many-jobs" };
      const done = instance.runJobs(Math.min(JOBS_PER_SLICE, this.jobs));
      if (!done.ok) return this.failure(done.thrown, instance);
      this.jobs -= Math.max(1, done.ran);
    }
    return null;
  }

  /** A job that is interrupted may be the last of its chain: nothing is left to run then, and yet it is over. */
  lateness(): GuestOutcome | null {
    return this.isOver() ? { ended: this.stopped ?? "timeout" } : null;
  }

  failure(thrown: string, { ranOut }: Instance): GuestOutcome {
    if (this.isOver()) return { ended: this.stopped ?? "timeout" };
    // The guest's own describe had nothing to say: it lacked the memory or the stack for it.
    if (thrown === "") return { ended: ranOut ? "out-of-memory" : "broken" };
    const words = JSON.parse(thrown) as Thrown;
    const { name, message } = words;
    // Without memory for an error, the engine throws null.
    if (message === "null" && name === "" && ranOut) return { ended: "out-of-memory" };
    if (name === "InternalError" && message.startsWith("out of memory")) return { ended: "out-of-memory" };
    // The parser calls it a mistake in the source.
    const isOfEngine = name === "InternalError" || name === "SyntaxError";
    if (isOfEngine && message === "stack overflow") return { ended: "stack-overflow" };
    return { ended: "threw", thrown: words };
  }

  end(outcome: GuestOutcome, memoryBytes: number): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.send({ kind: "done", id: this.request.id, outcome: this.finished(outcome), memoryBytes });
  }

  private advance(step: Step): void {
    const { instance } = this;
    if (instance === null) return;
    try {
      if (!step.ok) {
        this.finish(this.failure(step.thrown, instance));
        return;
      }
      this.look(instance);
    } catch (e) {
      this.finish({ ended: trapped(e, instance) });
    }
  }

  /** A tool has answered as soon as its value is there; jobs it left behind are not waited for. */
  private look(instance: Instance): void {
    let answered = this.outcomeOf(instance);
    if (answered === null) {
      const late = this.runJobs(instance, () => {
        answered = this.outcomeOf(instance);
        return answered !== null;
      });
      if (late !== null) {
        this.finish(late);
        return;
      }
      answered ??= this.outcomeOf(instance);
    }
    if (answered !== null) {
      this.finish(answered);
      return;
    }
    // Without memory a promise is not even rejected.
    if (this.asked.size === 0) this.finish({ ended: instance.ranOut ? "out-of-memory" : "no-answer" });
  }

  private outcomeOf(instance: Instance): GuestOutcome | null {
    const step = instance.outcome();
    if (!step.ok) return this.failure(step.thrown, instance);
    const { text } = step;
    if (text === "") return this.isOver() ? { ended: this.stopped ?? "timeout" } : null;
    const rest = text.slice(1);
    if (text[0] === "+") {
      const most = this.request.call?.settings.result.bytes ?? 0;
      if (isTooLarge(rest, most)) return { ended: "bad-result", trouble: `is larger than ${most} bytes`, at: "" };
      if (isTooDeep(rest)) return { ended: "bad-result", trouble: `is nested more than ${MOST_DEPTH} deep`, at: "" };
      return { ended: "value", text: rest };
    }
    if (text[0] === "-") return this.failure(rest, instance);
    return { ended: "bad-result", ...(JSON.parse(rest) as { trouble: string; at: string }) };
  }

  private finish(outcome: GuestOutcome): void {
    this.end(outcome, this.instance?.memoryBytes ?? 0);
  }

  private stop(why: "timeout" | "cancelled"): void {
    this.stopped ??= why;
    this.finish({ ended: this.stopped });
  }
}

/** Takes an engine down that ended well, when the runner is built for that. */
function givenBack(instance: Instance, outcome: GuestOutcome): GuestOutcome {
  if (!disposes || !isHarmless(outcome)) return outcome;
  try {
    instance.dispose();
    return outcome;
  } catch {
    return { ended: "broken" };
  }
}

/** What an exception of the engine itself means: it has run out of something where it cannot say so, or worse. */
function trapped(e: unknown, { ranOut }: Instance): "stack-overflow" | "out-of-memory" | "broken" {
  if (e instanceof RangeError && e.message.includes("call stack")) return "stack-overflow";
  return ranOut ? "out-of-memory" : "broken";
}

/** The guest counts characters; what counts is bytes. */
function isTooLarge(json: string, most: number): boolean {
  return json.length * 3 > most && Buffer.byteLength(json) > most;
}

/** Whether JSON text is nested deeper than whoever reads it may like. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (c === 0x22) i = endOfString(json, i);
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > MOST_DEPTH) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let i = json.indexOf('"', start + 1); ; i = json.indexOf('"', i + 1)) {
    let slashes = 0;
    while (json.charCodeAt(i - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return i;
  }
}

/** Long texts among the arguments, and the JSON of the others. */
function withTextsApart(json: string): Pick<Extract<FromRunner, { kind: "host" }>, "args" | "texts"> {
  const texts: [number, string][] = [];
  // A guest can make anything of a list, with a toJSON.
  if (json.length <= LONG_TEXT || json[0] !== "[") return { args: json, texts };
  let args = "";
  let from = 0;
  let argument = 0;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (c === 0x22) {
      const end = endOfString(json, i);
      if (depth === 1 && argument < MOST_ARGUMENTS && end - i > LONG_TEXT) {
        texts.push([argument, JSON.parse(json.slice(i, end + 1)) as string]);
        args += `${json.slice(from, i)}null`;
        from = end + 1;
      }
      i = end;
    } else if (c === 0x5b || c === 0x7b) depth++;
    else if (c === 0x5d || c === 0x7d) depth--;
    else if (c === 0x2c && depth === 1) argument++;
  }
  return { args: args + json.slice(from), texts };
}

/** A refusal in the shape of a host's. */
function noMore(message: string): string {
  const hint = "Ask for less.";
  return JSON.stringify({ name: "limit_exceeded", reason: "limit_exceeded", message, hint });
}

/** Guests compute with dates, and the engine asks its host for the time zone: here that is always UTC. */
function liveInUtc(): void {
  for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds"] as const)
    Object.defineProperty(Date.prototype, `get${part}`, { value: Date.prototype[`getUTC${part}`] });
  Object.defineProperty(Date.prototype, "getTimezoneOffset", { value: () => 0 });
}

function start(): void {
  liveInUtc();
  if (!isMainThread && parentPort !== null) {
    const port = parentPort;
    const runner = new Runner((message) => port.postMessage(message), GUEST_STACK.worker);
    port.on("message", (message: ToRunner) => runner.receive(message));
    port.postMessage({ kind: "ready" });
    prepare(runner);
    return;
  }
  if (process.send !== undefined) {
    const runner = new Runner((message) => void process.send?.(message), GUEST_STACK.process);
    process.on("message", (message) => runner.receive(message as ToRunner));
    process.on("disconnect", () => process.exit(0));
    process.send({ kind: "ready" });
    prepare(runner);
  }
}

function prepare(runner: Runner): void {
  const settings = process.argv[2];
  if (settings !== undefined) runner.prepare(JSON.parse(settings) as RunnerSettings);
}

start();
