// Running an image: its text with a call or a program behind it, its base tools in a sandbox that grants no more than both
// the image asks for and the host allows. No registry is needed; errors point into the tools' own files.

import { OptionsError } from "../base/options-error.ts";
import { type NodeRunOptions, run } from "../host/isolate.ts";
import { sandboxTool } from "../host/sandboxed-tools.ts";
import { type Bundle, type BundledBaseTool, type SourcePlace, sourcePlace } from "../linker/index.ts";
import { normalName, printSignature, signatureFromSchemas } from "../names/signature/index.ts";
import type { Result } from "../run/result.ts";
import { ApprovalRequest, defineTool, type Tool, ToolError } from "../run/tool.ts";
import { ToolLoadError } from "../sandbox/problem.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { HostFunctions } from "./base-tools.ts";
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
  /** Where an error is in a tool's own file; null when it is in the call or the program. */
  readonly place: SourcePlace | null;
  /** What the run showed about tools of the image: the trials to record. */
  readonly uses: readonly ToolUse[];
};

export type Refused = { readonly refused: string; readonly hint: string };

/** A call of a tool, a program that uses the image's tools, or the program the image was linked for. */
export type BundleWork = BundleCall | { readonly program: string } | { readonly entry: true };

export async function runBundle(
  bundle: Bundle,
  what: BundleWork,
  options: RunBundleOptions,
): Promise<BundleRun | Refused> {
  const { sandbox, hostFunctions = {}, data, dataJson, ...given } = options;
  const text = textOf(bundle, what);
  if (typeof text !== "string") return text;
  const calls: BaseCall[] = [];
  const tools = toolsOf(bundle, sandbox, hostFunctions, (call) => calls.push(call));
  if ("refused" in tools) return tools;
  const result = await run(`${bundle.prelude}\n${text}`, {
    ...given,
    ...dataOf(what, data, dataJson ?? null),
    tools,
  });
  const place = result.ok ? null : placeIn(bundle, "entry" in what, result.error.span);
  const uses = toolUses(bundle, what, { result, place, calls, limited: given.limits !== undefined });
  return { ...result, place, uses };
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

function textOf(bundle: Bundle, what: BundleWork): string | Refused {
  if ("call" in what) return callText(bundle, what);
  if ("program" in what) return what.program;
  return bundle.entry?.text ?? { refused: "The image has no program of its own.", hint: "Call one of its tools." };
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
  try {
    return bundle.baseTools.map((tool) => baseTool(tool, bundle, sandbox, hostFunctions, told));
  } catch (e) {
    if (!(e instanceof ToolLoadError) && !(e instanceof OptionsError)) throw e;
    return { refused: `A tool of the image cannot be used. ${e.message}`, hint: "Link the image again." };
  }
}

function callText(bundle: Bundle, { call, args }: BundleCall): string | Refused {
  const tool = bundle.visible.find((one) => isCalled(one, call));
  if (tool === undefined)
    return {
      refused: `The image has no tool ${call}.`,
      hint: `It has ${bundle.visible.map((t) => t.call.name).join(", ") || "none"}.`,
    };
  const { by, name, params } = tool.call;
  const known = new Set(params.map(normalName));
  const stray = Object.keys(args).find((key) => !known.has(normalName(key)));
  if (stray !== undefined)
    return { refused: `${name} has no argument ${stray}.`, hint: `It takes ${params.join(", ") || "none"}.` };
  const value = (param: string): string => `(get data/ptc-args ${JSON.stringify(spelled(args, param))})`;
  if (by === "map")
    return `(tool/${name} {${params
      .filter((p) => spelled(args, p) in args)
      .map((p) => `:${p} ${value(p)}`)
      .join(" ")}})`;
  return `(${[name, ...params.map(value)].join(" ")})`;
}

/** The key under which this argument was given. */
function spelled(args: Readonly<Record<string, unknown>>, param: string): string {
  return Object.keys(args).find((key) => normalName(key) === normalName(param)) ?? param;
}

function baseTool(
  tool: BundledBaseTool,
  bundle: Bundle,
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
  const script = bundle.modules[body.hash];
  if (script === undefined) return missing(tool.id, contract, `The script of ${name} is not in the image.`, told);
  const module = sandbox().restore({
    file: script.file,
    hash: body.hash,
    code: script.script,
    map: script.map,
    meta: {
      ...{ name: tool.id, description, deterministic, timeoutMs },
      signature:
        tool.signature ?? printSignature(signatureFromSchemas(contract.inputSchema, contract.outputSchema).value),
      inputSchema: contract.inputSchema,
      outputSchema: contract.outputSchema,
      permissions: tool.permissions,
      stateful: tool.stateful,
      tags: [],
      examples: [],
    },
  });
  const { limits } = sandbox();
  const call: Sandbox["call"] = async (...asked) => {
    const ended = await sandbox().call(...asked);
    told({ id: tool.id, ...(ended.ok ? { ok: true } : { ok: false, ...ended.error }) });
    return ended;
  };
  return Object.freeze({ ...sandboxTool({ limits, call }, module), name, retries });
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
