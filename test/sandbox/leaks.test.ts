// Whether the runner gives back what it takes from the engine. On the debug engine every call gets an engine of its own, which
// is taken down after it: that fails when a value is still held, and a leak sanitizer looks for memory that was
// forgotten. The runner is driven without pool and sandbox, whose deadlines are not made for an engine this slow.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallRequest, FromRunner, GuestOutcome, ToRunner } from "../../src/sandbox/messages.ts";
import { buildSandboxFiles } from "../support/sandbox-files.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-leaks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const functions = ["kv.get", "log"];
const budget = { nodes: 100_000, bytes: 1_000_000 };
const settings = {
  ...{ now: 0, seed: 1, log: true, secretMark: "mark", host: budget, result: budget, hostCalls: 50 },
  tooManyCalls: '{"name":"limit_exceeded","reason":"limit_exceeded","message":"Too many.","hint":"Ask less."}',
};
const refusal = '{"name":"permission_denied","reason":"permission_denied","message":"No.","hint":"Ask."}';

class DebugRunner {
  private readonly worker: Worker;
  /** What the engine printed: the debug engine names what was held too long. */
  printed = "";
  private ids = 0;

  constructor({ script, wasm }: { readonly script: string; readonly wasm: string }) {
    this.worker = new Worker(script, {
      ...{ env: {}, stdout: true, stderr: true, resourceLimits: { stackSizeMb: 16 } },
      workerData: { wasm: new WebAssembly.Module(readFileSync(wasm)) },
    });
    for (const stream of [this.worker.stdout, this.worker.stderr])
      stream.on("data", (text) => {
        this.printed += String(text);
      });
  }

  /** Runs a module given as an expression. Host calls for "bad" are refused, others answered. */
  run(code: string, isCall = true): Promise<GuestOutcome> {
    const id = ++this.ids;
    const request: CallRequest = {
      ...{ kind: "call", id, hash: `${id}`, name: "tool", timeoutMs: 120_000, jobs: 10_000, memoryPages: 8192 },
      call: isCall ? { args: '{"x":[1,{"y":"ü"}]}', settings } : null,
    };
    const post = (message: ToRunner): void => this.worker.postMessage(message);
    return new Promise((resolve, reject) => {
      this.worker.once("error", reject);
      const listen = (message: FromRunner | { readonly kind: "ready" }): void => {
        if (message.kind === "need-code") post({ kind: "code", id, code, functions });
        if (message.kind === "host") {
          const ok = !message.args.includes("bad");
          post({ kind: "answer", id, call: message.call, ok, large: false, text: ok ? message.args : refusal });
        }
        if (message.kind !== "done") return;
        this.worker.off("message", listen);
        this.worker.off("error", reject);
        resolve(message.outcome);
      };
      this.worker.on("message", listen);
      post(request);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

const tool = (body: string): string => `({ meta: { name: "t" }, default: async (args, host) => { ${body} } })`;

const programs = {
  "a value": [tool("return args"), "value"],
  "a function that is not async": ['({ meta: {}, default: (args) => [args, "ü".repeat(99)] })', "value"],
  "a text and nothing": [tool('return args === 1 ? "x" : undefined'), "value"],
  "many records": [tool("return Array.from({ length: 500 }, (_, id) => ({ id, args }))"), "value"],
  "promises and generators": [
    tool("function* f() { yield 1; yield 2 } return Promise.all([...f()].map(async (x) => x))"),
    "value",
  ],
  "work left behind": [tool("Promise.resolve().then(() => new Promise(() => {})); host.kv.get(1); return 1"), "value"],
  "cycles and closures": [
    tool("const a = { f: () => a, m: new Map() }; a.m.set(a, a); globalThis.keep = a; return 1"),
    "value",
  ],
  "a host's answer": [tool('return [await host.kv.get("a"), await Promise.all([1, 2, 3].map(host.kv.get))]'), "value"],
  "a host's refusal that is caught": [tool('try { await host.kv.get("bad") } catch (e) { return e.message }'), "value"],
  "a host's refusal": [tool('await host.kv.get("bad")'), "threw"],
  "a log": [tool('console.log("a", {}, 1n); console.error(); await host.log("info", "x"); return 1'), "value"],
  "too many host calls": [tool("for (let i = 0; i < 60; i++) await host.kv.get(i)"), "threw"],
  "an error": [tool('throw new TypeError("x")'), "threw"],
  "something else thrown": [tool("throw { message: Symbol() }"), "threw"],
  "a getter that throws": [tool("return { get x() { throw 1 } }"), "threw"],
  "a toJSON that asks its host": [tool('return { toJSON() { host.kv.get("a"); return 1 } }'), "threw"],
  "a result that is not JSON": [tool("return { a: [1, NaN] }"), "bad-result"],
  "a result that JSON would lose": [tool("return { a: new Map() }"), "bad-result"],
  "a result with a function": [tool("return [() => 1]"), "bad-result"],
  "no answer": [tool("return new Promise(() => {})"), "no-answer"],
  "no default": ["({ meta: {} })", "bad-module"],
  "no meta": ["({ default: () => 1 })", "bad-module"],
  "a module that throws": ['(() => { throw new Error("x") })()', "threw"],
  "a script that does not parse": ["(", "threw"],
  "a meta that is not JSON": ["({ meta: { x: () => 1 }, default: () => 1 })", "bad-result"],
} satisfies Record<string, readonly [string, GuestOutcome["ended"]]>;

describe("the debug engine finds nothing that was not given back", () => {
  let runner: DebugRunner;
  beforeAll(async () => {
    runner = new DebugRunner(await buildSandboxFiles(folder, "debug"));
  });
  afterAll(() => runner.close());

  test.each(Object.entries(programs))("%s", async (_, [code, ended]) => {
    const outcome = await runner.run(code);
    expect({ ended: outcome.ended, printed: runner.printed }).toEqual({ ended, printed: "" });
  });

  test("a meta alone", async () => {
    expect((await runner.run(tool(""), false)).ended).toBe("value");
    expect(runner.printed).toBe("");
  });
});

/** Places where a handle is given back, and a program that goes through each: without it, the engine must complain. */
const forgotten = [
  ["for (const handle of [made, make, names, send])", "for (const handle of [made, make, names])", "a value"],
  ["    limits.dispose();\n", "", "a value"],
  ["    evaluated.value.dispose();\n", "", "a value"],
  ["    id.dispose();\n", "", "a host's answer"],
  ["    for (const handle of handles) handle.dispose();\n", "", "a value"],
  ["    value.dispose();\n", "", "a value"],
  ["    error.dispose();\n", "", "a module that throws"],
  ["    described.value.dispose();\n", "", "a module that throws"],
] as const satisfies readonly (readonly [string, string, keyof typeof programs])[];

describe("a handle that is forgotten is found", () => {
  test.each(forgotten)("without %j", async (line, instead, program) => {
    const place = join(folder, String(forgotten.findIndex(([l]) => l === line)));
    mkdirSync(place);
    const files = await buildSandboxFiles(place, "debug", (quickjs) => {
      expect(quickjs.split(line)).toHaveLength(2);
      return quickjs.replace(line, instead);
    });
    const runner = new DebugRunner(files);
    const outcome = await runner.run(programs[program][0]);
    await runner.close();
    expect([outcome.ended, runner.printed !== ""]).toEqual(["broken", true]);
  });
});
