// A registry for tests: a real store in memory, and a runner that really runs tools, composed ones in the interpreter, base
// tools as functions of this test or in the sandbox. Nothing about an outcome is made up.

import { run, type ToolDefinition, ToolError } from "../../src/index.ts";
import { readToolFile } from "../../src/linker/text/tool-file.ts";
import { parseSignature } from "../../src/names/signature/index.ts";
import type { RegistryOptions } from "../../src/registry/context.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import { draftsOf } from "../../src/registry/from-file.ts";
import type { CaseOutcome, Stubs, ToolVersion } from "../../src/registry/model.ts";
import { createRegistry, type Registry } from "../../src/registry/registry.ts";
import type { RunnableTool, ToolRunner } from "../../src/registry/runner.ts";
import type { Store } from "../../src/registry/store.ts";
import type { CaseDraft } from "../../src/registry/suite.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { openSqliteStore } from "../../src/store/open.ts";

export type HostFunctions = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>>;

type Args = Readonly<Record<string, unknown>>;

/** Runs of the interpreter for a case end soon: a mutant may loop for ever. */
const limits = { fuel: 2_000_000, timeoutMs: 5_000 };

export function testRunner(functions: HostFunctions = {}, sandbox: Sandbox | null = null): ToolRunner {
  const callBase = async (tool: ToolVersion, args: Args): Promise<CaseOutcome> => {
    const { body } = tool;
    if (body.kind === "host") {
      const found = functions[body.reference];
      if (found === undefined) return failed("host_error", `The host has no ${body.reference}.`);
      try {
        return { ok: true, actual: await found(args) };
      } catch (e) {
        return failed("tool_error", e instanceof Error ? e.message : String(e));
      }
    }
    if (body.kind !== "module" || sandbox === null) return failed("host_error", `${tool.id} cannot be run here.`);
    const { description, signature, inputSchema, outputSchema, permissions, deterministic, stateful } = tool;
    const about = { timeoutMs: tool.timeoutMs, tags: tool.tags, examples: tool.examples };
    const name = tool.id.replaceAll("_", "-");
    const contract = { signature, inputSchema, outputSchema };
    const meta = { name, description, ...contract, permissions, deterministic, stateful, ...about };
    const ended = await sandbox.call(
      sandbox.restore({ file: body.file, hash: body.hash, code: body.script, map: body.map, meta }),
      args,
    );
    return ended.ok ? { ok: true, actual: ended.value } : failed(ended.error.reason, ended.error.message);
  };

  const toolFor = (name: string, tool: ToolVersion, answers: Map<string, number>, stubs: Stubs): ToolDefinition => ({
    name,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    run: async (args: Args) => {
      const stub = stubs[tool.id] ?? stubs[name];
      const ended = stub === undefined ? await callBase(tool, args) : stubbed(tool.id, stub, answers);
      if (ended.ok) return ended.actual;
      throw new ToolError(ended.error?.message ?? "It failed.");
    },
  });

  return {
    async run(target: RunnableTool, input, { stubs }) {
      const { tool, prelude, entry, baseTools } = target;
      if (entry === null) return callBase(tool, input);
      const answers = new Map<string, number>();
      const parsed = parseSignature(tool.signature);
      const params = parsed.ok ? parsed.value.params : [];
      const data = Object.fromEntries(params.map(({ name }, i) => [`p${i}`, input[name] ?? null]));
      const args = params.map((_, i) => ` data/p${i}`).join("");
      const tools = [...baseTools].map(([name, base]) => toolFor(name, base, answers, stubs));
      // The clock and the dice are those of the host, as in earnest.
      const host = { now: () => Date.now(), random: () => Math.random() };
      const result = await run(`${prelude}\n(${entry}${args})`, { data, tools, limits, ...host });
      if (!result.ok) return failed(result.error.reason, result.error.message);
      return result.valueProblem === undefined
        ? { ok: true, actual: result.value }
        : failed("bad_result", result.valueProblem);
    },
    async holds(code, value, input) {
      const source = `(let [f ${code}] (boolean (f data/result)))`;
      const both = `(let [f ${code}] (boolean (f data/result data/input)))`;
      const data = { result: value, input };
      const one = await run(source, { data, limits });
      const result = one.ok || one.error.reason !== "arity_error" ? one : await run(both, { data, limits });
      return result.ok ? { ok: true, holds: result.value === true } : { ok: false, message: result.error.message };
    },
  };
}

function failed(reason: string, message: string): CaseOutcome {
  return { ok: false, error: { reason, message } };
}

function stubbed(id: string, stub: Stubs[string], answers: Map<string, number>): CaseOutcome {
  const turn = answers.get(id) ?? 0;
  answers.set(id, turn + 1);
  const answer = stub[Math.min(turn, stub.length - 1)]!;
  return "result" in answer ? { ok: true, actual: answer.result } : failed("tool_error", answer.error);
}

/** Time and identities that are the same in every run of a test. */
export function testPorts(): Pick<RegistryOptions, "now" | "newId"> {
  let time = Date.parse("2026-01-01T00:00:00.000Z");
  let ids = 0;
  return {
    now: () => {
      time += 1;
      return new Date(time).toISOString();
    },
    newId: () => {
      ids += 1;
      const count = ids.toString(16).padStart(12, "0");
      return `${count.slice(0, 8)}-${count.slice(8)}-7000-8000-000000000000`;
    },
  };
}

export interface TestRegistry {
  readonly registry: Registry;
  readonly store: Store;
  readonly runner: ToolRunner;
}

export async function testRegistry(
  given: Partial<RegistryOptions> & { readonly functions?: HostFunctions; readonly sandbox?: Sandbox } = {},
): Promise<TestRegistry> {
  const { functions = {}, sandbox = null, ...options } = given;
  const store = options.store ?? (await openSqliteStore(":memory:"));
  const runner = options.runner ?? testRunner(functions, sandbox);
  const hostFunctions = new Set(Object.keys(functions));
  const registry = createRegistry({ ...testPorts(), hostFunctions, ...options, store, runner });
  return { registry, store, runner };
}

/** A composed tool from its text, which has one definition with a :signature, or the one called `main`. */
export function lisp(code: string, more: Partial<ToolDraft> & { readonly main?: string } = {}): ToolDraft {
  const { main, ...fields } = more;
  const drafts = draftsOf(readToolFile(code, "tools.clj"));
  const found = main === undefined ? drafts[0] : drafts.find((d) => d.body.kind === "lisp" && d.body.main === main);
  if (found === undefined) throw new Error(`No tool in ${code}`);
  return { ...found, ...fields };
}

/** A base tool that is a function of the host. */
export function host(id: string, signature: string, more: Partial<ToolDraft> = {}): ToolDraft {
  return { id, signature, body: { kind: "host", reference: id }, ...more };
}

export function gives(input: Args, value: unknown, more: Partial<CaseDraft> = {}): CaseDraft {
  return { input, expected: { kind: "value", value }, ...more };
}
