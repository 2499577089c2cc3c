// What runs a tool for the gates: the linked text with one call behind it, or one call in the sandbox. Nothing is granted
// unless the project says so for its tests; tools that a case stubs answer as the case says, in order.

import { compile } from "../host/doors.ts";
import { run } from "../host/isolate.ts";
import type { Limits } from "../lisp/limits.ts";
import { normalName, parseSignature } from "../names/signature/index.ts";
import type { CaseOutcome, Stubs, ToolVersion } from "../registry/model.ts";
import type { RunnableTool, RunTogether, ToolRunner } from "../registry/runner.ts";
import type { CompiledProgram } from "../run/compile.ts";
import type { RunOptions } from "../run/options.ts";
import type { Result } from "../run/result.ts";
import { defineTool, type Tool, ToolError } from "../run/tool.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { BaseTools, contract, type HostFunctions } from "./base-tools.ts";

export interface ToolRunnerOptions {
  /** Asked for when a base tool is run for the first time. */
  readonly sandbox: () => Sandbox;
  readonly hostFunctions?: HostFunctions;
  readonly limits?: Partial<Limits>;
  /** The clock and the dice of the tools that are run; one that asks for what is not there fails. */
  readonly now?: RunOptions["now"];
  readonly random?: RunOptions["random"];
}

/** A case is a small thing: what takes longer than this is broken or a benchmark. */
const caseLimits: Partial<Limits> = { timeoutMs: 10_000 };

type Input = Readonly<Record<string, unknown>>;

export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const limits = { ...caseLimits, ...options.limits };
  const { now, random } = options;
  const host = { ...(now === undefined ? {} : { now }), ...(random === undefined ? {} : { random }) };
  const base = new BaseTools(options.sandbox, options.hostFunctions ?? {});
  /** A suite calls the same text once for each case: it is read and analysed once. */
  const compiled = new WeakMap<RunnableTool, CompiledProgram>();

  function programOf(target: RunnableTool, entry: string, stubs: Stubs): CompiledProgram {
    const known = compiled.get(target);
    const isPlain = Object.keys(stubs).length === 0;
    if (known !== undefined && isPlain) return known;
    const tools = [...target.baseTools].map(
      ([name, version]) => stubbed(name, version, stubs) ?? base.callable(name, version, target.nested),
    );
    const program = compile(`${target.prelude}\n${callOf(target.tool, entry)}`, { tools, limits });
    if (isPlain) compiled.set(target, program);
    return program;
  }

  async function runComposed(
    target: RunnableTool,
    entry: string,
    input: Input,
    how: RunTogether,
  ): Promise<CaseOutcome> {
    const named = byParameter(target.tool, input);
    const result = await programOf(target, entry, how.stubs).run({
      dataJson: JSON.stringify({ args: named }),
      ...host,
      ...(how.signal === undefined ? {} : { signal: how.signal }),
    });
    return outcomeOf(result);
  }

  async function runBase(target: RunnableTool, input: Input, how: RunTogether): Promise<CaseOutcome> {
    const { tool } = target;
    const { body } = tool;
    if (body.kind === "module") {
      const sandbox = base.sandboxFor(target.nested);
      const ended = await sandbox.call(
        base.module(tool),
        input,
        how.signal === undefined ? {} : { signal: how.signal },
      );
      if (ended.ok) return { ok: true, actual: ended.value };
      return wrong(ended.error.reason, ended.error.message);
    }
    try {
      const actual: unknown = await base.hostFunction(tool)(input, {
        callId: "case",
        attempt: 1,
        approved: false,
        details: null,
        signal: how.signal ?? new AbortController().signal,
      });
      return { ok: true, actual: plain(actual) };
    } catch (thrown) {
      return wrong("tool_error", thrown instanceof ToolError ? thrown.message : `${tool.id} failed.`);
    }
  }

  return {
    async run(target, input, how) {
      // Whether arguments and answer keep the contract is judged by who asks, whatever runs the tool.
      const { entry } = target;
      return entry === null ? runBase(target, input, how) : runComposed(target, entry, input, how);
    },

    async holds(code, result, input) {
      const program = `(let [predicate ${code}] (boolean (predicate data/result data/input)))`;
      const dataJson = JSON.stringify({ result: result ?? null, input });
      const two = await run(program, { dataJson, limits });
      // A predicate of the result alone is given only that.
      const ended =
        two.ok || two.outcome !== "error" || two.error.reason !== "arity_error"
          ? two
          : await run(program.replace(" data/input", ""), { dataJson, limits });
      if (ended.ok) return { ok: true, holds: ended.value === true };
      return { ok: false, message: ended.error.message };
    },
  };
}

/** `(total (get data/args "records") …)`: arguments have names outside and places inside. */
function callOf(tool: ToolVersion, entry: string): string {
  const places = parametersOf(tool).map((name) => ` (get data/args ${JSON.stringify(name)})`);
  return `(${entry}${places.join("")})`;
}

function parametersOf(tool: ToolVersion): readonly string[] {
  const parsed = parseSignature(tool.signature);
  return parsed.ok ? parsed.value.params.map((p) => p.name) : [];
}

/** The input under the names of the signature, in which hyphen and underscore are one. */
function byParameter(tool: ToolVersion, input: Input): Record<string, unknown> {
  const spelled = new Map(parametersOf(tool).map((name) => [normalName(name), name]));
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [spelled.get(normalName(key)) ?? key, value]));
}

function stubbed(name: string, version: ToolVersion, stubs: Stubs): Tool | null {
  const key = Object.keys(stubs).find((k) => normalName(k) === normalName(name) || normalName(k) === version.id);
  const answers = key === undefined ? [] : (stubs[key] ?? []);
  if (answers.length === 0) return null;
  let calls = 0;
  return defineTool({
    ...contract(name, version),
    run: () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]!;
      if ("error" in answer) throw new ToolError(answer.error);
      return answer.result;
    },
  });
}

function outcomeOf(result: Result): CaseOutcome {
  if (result.ok)
    return result.valueProblem === undefined
      ? { ok: true, actual: plain(result.value) }
      : wrong("not_json", result.valueProblem);
  if (result.outcome === "fail") return { ...wrong("failed", result.error.message), actual: plain(result.value) };
  return wrong(result.outcome === "approval" ? "approval_required" : result.error.reason, result.error.message);
}

function wrong(reason: string, message: string): Extract<CaseOutcome, { ok: false }> {
  return { ok: false, error: { reason, message } };
}

/** Plain JSON; integers beyond what JSON numbers hold exactly stay exact as text. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, v: unknown) => (typeof v === "bigint" ? v.toString() : v));
  return text === undefined ? null : JSON.parse(text);
}
