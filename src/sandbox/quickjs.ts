// QuickJS in WebAssembly: the only file that knows it. An Instance is one WebAssembly memory with one tool loaded in it, and
// never anything else: tools do not share an engine. After the tool is loaded the memory is photographed, and every call
// starts by laying the photograph back, so that nothing of one call is there in the next, at the price of copying the
// pages that hold something (ADR 0009).

import releaseVariant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { WASM_PAGE } from "./limits.ts";
import { prelude } from "./prelude.ts";

const PAGE = 4096;
/** Most of a memory is empty, and is looked at in stretches of this size first. */
const STRETCH = 256 * 1024;
const FIRST_WASM_PAGES = 256;
const ATTEMPTS_TO_GROW = 3;

export type Step = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly thrown: string };

export interface InstanceOptions {
  /** The compiled engine; compiled once, shared by all. */
  readonly wasm: WebAssembly.Module;
  /** The most WebAssembly memory, in pages of 64 KB. */
  readonly memoryPages: number;
  /** Bytes of the guest's stack; must fit the stack of the thread this runs on. */
  readonly stackBytes: number;
  /** Names of host functions. */
  readonly functions: readonly string[];
  /** A host function was called: "", or why it is refused at once, as a host's error in JSON. */
  readonly onCall: (call: number, name: string, args: string) => string;
  /** Asked often while guest code runs; true stops it. */
  readonly isOver: () => boolean;
}

interface Driver {
  readonly load: QuickJSHandle;
  readonly begin: QuickJSHandle;
  readonly settle: QuickJSHandle;
  readonly outcome: QuickJSHandle;
  readonly describe: QuickJSHandle;
}

export class Instance {
  private photograph: readonly (readonly [at: number, bytes: Uint8Array])[] = [];
  /** Whether it was refused memory since the last restore. The guest may not be able to say so, or not want to. */
  ranOut = false;

  private constructor(
    private readonly engine: QuickJSWASMModule,
    private readonly memory: WebAssembly.Memory,
    private readonly runtime: QuickJSRuntime,
    private readonly context: QuickJSContext,
    private readonly driver: Driver,
  ) {}

  static async start(options: InstanceOptions): Promise<Instance> {
    const memory = new WebAssembly.Memory({ initial: FIRST_WASM_PAGES, maximum: options.memoryPages });
    // The engine asks for more by this method and takes an exception for a no; it asks for less then, three times in all.
    const grow = memory.grow.bind(memory);
    let refusals = 0;
    memory.grow = (pages) => {
      try {
        const before = grow(pages);
        refusals = 0;
        return before;
      } catch (e) {
        if (++refusals >= ATTEMPTS_TO_GROW) instance.ranOut = true;
        throw e;
      }
    };
    const variant = newVariant(releaseVariant, {
      wasmMemory: memory,
      emscriptenModule: {
        // At once: the library's own way waits for V8's background threads, which may be busy with something else.
        instantiateWasm: (imports, onSuccess) => {
          const started = new WebAssembly.Instance(options.wasm, imports);
          onSuccess(started);
          return started.exports;
        },
      },
    });
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(options.stackBytes);
    const context = runtime.newContext();
    const send = context.newFunction("send", (call, name, args) => {
      const refused = options.onCall(context.getNumber(call), context.getString(name), context.getString(args));
      return context.newString(refused);
    });
    const names = context.newString(JSON.stringify(options.functions));
    // V8 compiles the engine as it goes. Begun with something small, that takes 18 ms of processor time; begun with the
    // prelude, 48.
    context.unwrapResult(context.evalCode("(function (a) { return a; })", "ptc")).dispose();
    const make = context.unwrapResult(context.evalCode(prelude, "ptc", { strict: true }));
    const made = context.unwrapResult(context.callFunction(make, context.undefined, send, names));
    const driver = {
      load: context.getProp(made, "load"),
      begin: context.getProp(made, "begin"),
      settle: context.getProp(made, "settle"),
      outcome: context.getProp(made, "outcome"),
      describe: context.getProp(made, "describe"),
    };
    for (const handle of [made, make, names, send]) handle.dispose();
    // Only now, when code of a tool may come: an engine that is made slowly is late, not broken.
    runtime.setInterruptHandler(options.isOver);
    const instance = new Instance(quickjs, memory, runtime, context, driver);
    return instance;
  }

  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** Bytes beyond those it began with. */
  get growth(): number {
    return this.memoryBytes - FIRST_WASM_PAGES * WASM_PAGE;
  }

  /** Evaluates a tool's script and gives what `load` of the prelude says of its exports. */
  load(code: string, name: string, budget: string): Step {
    const evaluated = this.context.evalCode(code, name, { type: "global" });
    if (evaluated.error !== undefined) return this.thrownOf(evaluated.error);
    const limits = this.context.newString(budget);
    const step = this.call(this.driver.load, evaluated.value, limits);
    limits.dispose();
    evaluated.value.dispose();
    return step;
  }

  begin(args: string, settings: string): Step {
    return this.withTexts([args, settings], (a, s) => this.call(this.driver.begin, a, s));
  }

  settle(call: number, ok: boolean, text: string): Step {
    const id = this.context.newNumber(call);
    const step = this.withTexts([text], (t) =>
      this.call(this.driver.settle, id, ok ? this.context.true : this.context.false, t),
    );
    id.dispose();
    return step;
  }

  outcome(): Step {
    return this.call(this.driver.outcome);
  }

  /** Runs up to `most` jobs; how many ran, or what a job threw that nobody caught. */
  runJobs(most: number): { readonly ok: true; readonly ran: number } | { readonly ok: false; readonly thrown: string } {
    const done = this.runtime.executePendingJobs(most);
    if (done.error === undefined) return { ok: true, ran: done.value };
    const { error } = done;
    const step = this.thrownOf(error);
    return step.ok ? { ok: true, ran: 0 } : step;
  }

  get hasJobs(): boolean {
    return this.runtime.hasPendingJob();
  }

  /** Keeps the memory as it is now for `restore`. */
  takePhotograph(): void {
    const bytes = Buffer.from(this.memory.buffer);
    const runs: [number, Uint8Array][] = [];
    let from = -1;
    for (let at = 0; at < bytes.length; ) {
      const size = isEmpty(bytes, at, STRETCH) ? STRETCH : PAGE;
      const holds = size === PAGE && !isEmpty(bytes, at, PAGE);
      if (holds && from < 0) from = at;
      if (!holds && from >= 0) {
        runs.push([from, new Uint8Array(this.memory.buffer.slice(from, at))]);
        from = -1;
      }
      at += size;
    }
    if (from >= 0) runs.push([from, new Uint8Array(this.memory.buffer.slice(from))]);
    this.photograph = runs;
  }

  restore(): void {
    this.ranOut = false;
    const bytes = new Uint8Array(this.memory.buffer);
    for (const [at, run] of this.photograph) bytes.set(run, at);
  }

  /** Gives everything back one by one. The debug engine says what was forgotten, and this throws. */
  dispose(): void {
    for (const handle of Object.values(this.driver) as QuickJSHandle[]) handle.dispose();
    this.context.dispose();
    this.runtime.dispose();
    if (this.engine.getFFI().QTS_RecoverableLeakCheck() !== 0) throw new Error("Something was not given back.");
  }

  private withTexts<T>(texts: readonly string[], use: (...handles: QuickJSHandle[]) => T): T {
    const handles = texts.map((text) => this.context.newString(text));
    const result = use(...handles);
    for (const handle of handles) handle.dispose();
    return result;
  }

  private call(f: QuickJSHandle, ...args: QuickJSHandle[]): Step {
    const result = this.context.callFunction(f, this.context.undefined, ...args);
    if (result.error !== undefined) return this.thrownOf(result.error);
    const { value } = result;
    const text = this.context.typeof(value) === "string" ? this.context.getString(value) : "";
    value.dispose();
    return { ok: true, text };
  }

  /** Describes what was thrown with the prelude's describe: no code of the guest runs for it. */
  private thrownOf(error: QuickJSHandle): Step {
    const described = this.context.callFunction(this.driver.describe, this.context.undefined, error);
    error.dispose();
    if (described.error !== undefined) {
      described.error.dispose();
      return { ok: false, thrown: "" };
    }
    const thrown = this.context.getString(described.value);
    described.value.dispose();
    return { ok: false, thrown };
  }
}

const zeros = Buffer.alloc(STRETCH);

/** By native code: a loop over 16 MB takes longer than everything else when it is new to V8. */
function isEmpty(bytes: Buffer, from: number, size: number): boolean {
  return from + size <= bytes.length && zeros.compare(bytes, from, from + size, 0, size) === 0;
}
