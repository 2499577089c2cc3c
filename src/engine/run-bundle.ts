// Running an image: its text with a call or a program behind it, its base tools in a sandbox that grants no more than both
// the image asks for and the host allows. No registry is needed; errors point into the tools' own files.

import { OptionsError } from "../base/options-error.ts";
import { type NodeRunOptions, run } from "../host/isolate.ts";
import { sandboxTool } from "../host/sandboxed-tools.ts";
import { type Bundle, type BundledBaseTool, type SourcePlace, sourcePlace, type VisibleTool } from "../linker/index.ts";
import { normalName } from "../names/signature/index.ts";
import type { Result } from "../run/result.ts";
import { ApprovalRequest, defineTool, type Tool, ToolError } from "../run/tool.ts";
import { ToolLoadError } from "../sandbox/problem.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { HostFunctions } from "./base-tools.ts";
import { checksItself, kept, promises } from "./image-contract.ts";
import { ImageModules } from "./image-modules.ts";
import { implicitUse, inProgram, overImage } from "./program-access.ts";
import { reaching } from "./reach.ts";
import { type BaseCall, isCalled, type ToolUse, toolUses } from "./tool-uses.ts";

export interface BundleCall {
  /** A visible tool, by its Lisp name or its id. */
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The same as JSON text, where numbers have to stay exact. */
  readonly argsJson?: string;
}

export interface RunBundleOptions extends Omit<NodeRunOptions, "tools" | "memory" | "history"> {
  /** Grants what base tools may reach. */
  readonly sandbox: () => Sandbox;
  readonly hostFunctions?: HostFunctions;
}

export type BundleRun = Result & {
  /** Where an error is in a tool's own file; null when it is in the call or the program. The program's error.span is its own. */
  readonly place: SourcePlace | null;
  /** What the run showed about tools of the image: the trials to record. */
  readonly uses: readonly ToolUse[];
};

export type Refused = {
  readonly reason: "unknown_tool" | "bad_arguments" | "implicit_access" | "invalid_bundle";
  readonly refused: string;
  readonly hint: string;
};

/** A call of a tool, a program that uses the image's tools, or the program the image was linked for. */
export type BundleWork = BundleCall | { readonly program: string } | { readonly entry: true };

export async function runBundle(
  bundle: Bundle,
  what: BundleWork,
  options: RunBundleOptions,
): Promise<BundleRun | Refused> {
  const { sandbox, hostFunctions = {}, data, dataJson, ...given } = options;
  const over = "program" in what ? overImage(bundle, what.program) : null;
  const text = over?.text ?? textOf(bundle, what);
  if (typeof text !== "string") return text;
  const implicit = over === null ? null : implicitUse(bundle, over);
  if (implicit !== null) return { reason: "implicit_access", ...implicit };
  const calls: BaseCall[] = [];
  const tools = toolsOf(bundle, sandbox, hostFunctions, (call) => calls.push(call));
  if ("refused" in tools) return tools;
  const ran = await run(`${bundle.prelude}\n${text}`, {
    ...given,
    ...dataOf(what, data, dataJson ?? null),
    tools,
  });
  const called = "call" in what ? calledTool(bundle, what.call) : undefined;
  const result = called === undefined ? ran : kept(ran, called);
  const place = result.ok
    ? null
    : result === ran
      ? placeIn(bundle, "entry" in what, result.error.span)
      : definitionPlace(bundle, called!.call.name);
  const work = over === null ? what : { program: over.text };
  const uses = toolUses(bundle, work, { result, place, calls, limited: given.limits !== undefined });
  if (place !== null || over === null) return { ...result, place, uses };
  const before = bundle.prelude.length + 1;
  return { ...inProgram(result, bundle, over, { before, data: dataNames(options) }), place, uses };
}

/** The data of the run, with the arguments of a call among it. */
function dataOf(
  what: BundleWork,
  data: NodeRunOptions["data"],
  dataJson: string | null,
): Pick<NodeRunOptions, "data" | "dataJson"> {
  if (!("call" in what)) return dataJson === null ? (data === undefined ? {} : { data }) : { dataJson };
  if (dataJson === null && what.argsJson === undefined) return { data: { ...data, "ptc-args": what.args } };
  const inside = (dataJson ?? JSON.stringify(data ?? {})).trim().slice(1, -1).trim();
  const args = `"ptc-args":${what.argsJson ?? JSON.stringify(what.args)}`;
  return { dataJson: `{${inside === "" ? args : `${inside},${args}`}}` };
}

function dataNames({ data, dataJson }: Pick<NodeRunOptions, "data" | "dataJson">): readonly string[] | null {
  if (dataJson !== undefined) return Object.keys(JSON.parse(dataJson) as object);
  return data === undefined ? null : Object.keys(data);
}

function textOf(bundle: Bundle, what: BundleWork): string | Refused {
  if ("call" in what) return callText(bundle, what);
  if ("program" in what) return what.program;
  const none: Refused = {
    reason: "unknown_tool",
    refused: "The image has no program of its own.",
    hint: "Call one of its tools.",
  };
  return bundle.entry?.text ?? none;
}

function definitionPlace({ sourceMap }: Bundle, name: string): SourcePlace | null {
  const part = sourceMap.find((one) => one.name === name);
  return part === undefined ? null : { file: part.file, line: part.sourceLine, column: part.sourceColumn, name };
}

function placeIn(bundle: Bundle, inEntry: boolean, at: { readonly line: number; readonly column: number }) {
  const place = sourcePlace(bundle.sourceMap, at.line, at.column);
  if (place !== null || !inEntry) return place;
  const before = bundle.prelude.split("\n").length;
  return sourcePlace(bundle.entry?.map ?? [], at.line - before, at.column);
}

/** A bundle may come from anywhere, and what it says of its tools need not hold together. */
function toolsOf(
  bundle: Bundle,
  sandbox: () => Sandbox,
  hostFunctions: HostFunctions,
  told: (call: BaseCall) => void,
): Tool[] | Refused {
  const modules = new ImageModules(bundle, sandbox);
  try {
    return bundle.baseTools.map((tool) => baseTool(tool, modules, sandbox, hostFunctions, told));
  } catch (e) {
    if (!(e instanceof ToolLoadError) && !(e instanceof OptionsError)) throw e;
    const refused = `A tool of the image cannot be used. ${e.message}`;
    return { reason: "invalid_bundle", refused, hint: "Link the image again." };
  }
}

function callText(bundle: Bundle, { call, args }: BundleCall): string | Refused {
  const tool = calledTool(bundle, call);
  if (tool === undefined)
    return {
      reason: "unknown_tool",
      refused: `The image has no tool ${call}.`,
      hint: `It has ${bundle.visible.map((t) => t.call.name).join(", ") || "none"}.`,
    };
  const { by, name, params } = tool.call;
  const known = new Set(params.map(normalName));
  const stray = Object.keys(args).find((key) => !known.has(normalName(key)));
  if (stray !== undefined)
    return {
      reason: "bad_arguments",
      refused: `${name} has no argument ${stray}.`,
      hint: `It takes ${params.join(", ") || "none"}.`,
    };
  const given = params.filter((p) => spelled(args, p) in args);
  const named = Object.fromEntries(given.map((p) => [p, args[spelled(args, p)]]));
  const unfit = checksItself(bundle, tool) ? null : promises(tool).input(named);
  if (unfit !== null && !unfit.ok)
    return { reason: "bad_arguments", refused: unfit.problem.message, hint: unfit.problem.hint };
  const value = (param: string): string => `(get data/ptc-args ${JSON.stringify(spelled(args, param))})`;
  if (by === "map") return `(tool/${name} {${given.map((p) => `:${p} ${value(p)}`).join(" ")}})`;
  return `(${[name, ...params.map(value)].join(" ")})`;
}

function calledTool({ visible }: Bundle, call: string): VisibleTool | undefined {
  return visible.find((one) => isCalled(one, call));
}

/** The key under which this argument was given. */
function spelled(args: Readonly<Record<string, unknown>>, param: string): string {
  return Object.keys(args).find((key) => normalName(key) === normalName(param)) ?? param;
}

function baseTool(
  tool: BundledBaseTool,
  modules: ImageModules,
  sandbox: () => Sandbox,
  hostFunctions: HostFunctions,
  told: (call: BaseCall) => void,
): Tool {
  const { name, description, deterministic, timeoutMs, retries, body } = tool;
  const contract = {
    ...{ name, description, deterministic, retries },
    inputSchema: tool.inputSchema ?? {},
    outputSchema: tool.outputSchema ?? {},
    ...(timeoutMs === null ? {} : { timeoutMs }),
  };
  if (body.kind === "host") {
    const found = hostFunctions[body.reference];
    if (found !== undefined) return defineTool({ ...contract, run: watched(tool.id, found, told) });
    return missing(
      tool.id,
      contract,
      `${name} is the host's function ${body.reference}, which was not supplied.`,
      told,
    );
  }
  const module = modules.of(tool);
  if (module === null) return missing(tool.id, contract, `The script of ${name} is not in the image.`, told);
  const within = reaching(sandbox(), modules.reach);
  const call: Sandbox["call"] = async (...asked) => {
    const ended = await within.call(...asked);
    told({ id: tool.id, ...(ended.ok ? { ok: true } : { ok: false, ...ended.error }) });
    return ended;
  };
  return Object.freeze({ ...sandboxTool({ limits: within.limits, call }, module), name, retries });
}

type HostFunction = HostFunctions[string];

function watched(id: string, work: HostFunction, told: (call: BaseCall) => void): HostFunction {
  return async (args, info) => {
    try {
      const answer = await work(args, info);
      if (answer instanceof ApprovalRequest)
        told({ id, ok: false, reason: "approval_required", message: answer.message });
      else told({ id, ok: true });
      return answer;
    } catch (thrown) {
      // What the host's code says is for its own log, unless it is meant to be said.
      const message = thrown instanceof ToolError ? thrown.message : `${id} failed.`;
      told({ id, ok: false, reason: "tool_error", message });
      throw thrown;
    }
  };
}

function missing(
  id: string,
  contract: Omit<Parameters<typeof defineTool>[0], "run">,
  message: string,
  told: (call: BaseCall) => void,
): Tool {
  return defineTool({
    ...contract,
    run: () => {
      told({ id, ok: false, reason: "not_supplied", message });
      throw new ToolError(message, { hint: "Supply it where the image is run." });
    },
  });
}
