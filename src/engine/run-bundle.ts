// Running an image: its text with a call or a program behind it, its base tools in a sandbox that grants no more than both
// the image asks for and the host allows. No registry is needed; errors point into the tools' own files.

import { OptionsError } from "../base/options-error.ts";
import { type NodeRunOptions, run } from "../host/isolate.ts";
import { sandboxTool } from "../host/sandboxed-tools.ts";
import { type Bundle, type BundledBaseTool, type SourcePlace, sourcePlace } from "../linker/index.ts";
import { normalName, printSignature, signatureFromSchemas } from "../names/signature/index.ts";
import type { Result } from "../run/result.ts";
import { defineTool, type Tool, ToolError } from "../run/tool.ts";
import { ToolLoadError } from "../sandbox/problem.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { HostFunctions } from "./base-tools.ts";

export interface BundleCall {
  /** A visible tool, by its Lisp name or its id. */
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface RunBundleOptions extends Omit<NodeRunOptions, "tools" | "memory" | "history"> {
  /** Grants what base tools may reach. */
  readonly sandbox: () => Sandbox;
  readonly hostFunctions?: HostFunctions;
}

export type BundleRun = Result & {
  /** Where an error is in a tool's own file; null when it is in the call or the program. */
  readonly place: SourcePlace | null;
};

export type Refused = { readonly refused: string; readonly hint: string };

/** `what` is a call, or a program that uses the image's tools. */
export async function runBundle(
  bundle: Bundle,
  what: BundleCall | { readonly program: string },
  options: RunBundleOptions,
): Promise<BundleRun | Refused> {
  const { sandbox, hostFunctions = {}, ...given } = options;
  const text = "program" in what ? what.program : callText(bundle, what);
  if (typeof text !== "string") return text;
  const args = "program" in what ? null : what.args;
  const tools = toolsOf(bundle, sandbox, hostFunctions);
  if ("refused" in tools) return tools;
  const result = await run(`${bundle.prelude}\n${text}`, {
    ...given,
    ...(args === null ? {} : { data: { ...given.data, "ptc-args": args } }),
    tools,
  });
  return {
    ...result,
    place: result.ok ? null : sourcePlace(bundle.sourceMap, result.error.span.line, result.error.span.column),
  };
}

/** A bundle may come from anywhere, and what it says of its tools need not hold together. */
function toolsOf(bundle: Bundle, sandbox: () => Sandbox, hostFunctions: HostFunctions): Tool[] | Refused {
  try {
    return bundle.baseTools.map((tool) => baseTool(tool, bundle, sandbox, hostFunctions));
  } catch (e) {
    if (!(e instanceof ToolLoadError) && !(e instanceof OptionsError)) throw e;
    return { refused: `A tool of the image cannot be used. ${e.message}`, hint: "Link the image again." };
  }
}

function callText(bundle: Bundle, { call, args }: BundleCall): string | Refused {
  const tool = bundle.visible.find(
    ({ id, call: { name } }) => normalName(name) === normalName(call) || id === normalName(call),
  );
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

function baseTool(tool: BundledBaseTool, bundle: Bundle, sandbox: () => Sandbox, hostFunctions: HostFunctions): Tool {
  const { name, description, deterministic, timeoutMs, retries, body } = tool;
  const contract = {
    ...{ name, description, deterministic, retries },
    inputSchema: tool.inputSchema ?? {},
    outputSchema: tool.outputSchema ?? {},
    ...(timeoutMs === null ? {} : { timeoutMs }),
  };
  if (body.kind === "host") {
    const found = hostFunctions[body.reference];
    if (found !== undefined) return defineTool({ ...contract, run: found });
    return missing(contract, `${name} is the host's function ${body.reference}, which was not supplied.`);
  }
  const script = bundle.modules[body.hash];
  if (script === undefined) return missing(contract, `The script of ${name} is not in the image.`);
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
  return Object.freeze({ ...sandboxTool(sandbox(), module), name, retries });
}

function missing(contract: Omit<Parameters<typeof defineTool>[0], "run">, message: string): Tool {
  return defineTool({
    ...contract,
    run: () => {
      throw new ToolError(message, { hint: "Supply it where the image is run." });
    },
  });
}
