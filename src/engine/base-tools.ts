// Registered base tools as things that can be called: a stored module becomes a module of the sandbox again, a reference
// becomes the function that the host supplied under that name.

import { sandboxTool } from "../host/sandboxed-tools.ts";
import type { SchemaObject } from "../names/signature/index.ts";
import type { NestedCalls } from "../registry/contracts/nested.ts";
import type { ToolVersion } from "../registry/model.ts";
import { defineTool, type Tool, type ToolDefinition, ToolError } from "../run/tool.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ToolModule } from "../sandbox/tool-module.ts";
import { reaching, reachOf } from "./reach.ts";

/** Functions of the host, by the name that tools of kind host refer to them by. */
export type HostFunctions = Readonly<Record<string, ToolDefinition["run"]>>;

export class BaseTools {
  private readonly modules = new Map<string, ToolModule>();
  /** By name and content: making one checks its schemas. */
  private readonly callables = new Map<string, Tool>();

  constructor(
    private readonly sandbox: () => Sandbox,
    private readonly hostFunctions: HostFunctions,
  ) {}

  /** The module of a sandboxed tool, made once for each content. */
  module(version: ToolVersion): ToolModule {
    const { body } = version;
    if (body.kind !== "module") throw new Error(`${version.id} is not a module.`);
    const known = this.modules.get(version.contentHash);
    if (known !== undefined) return known;
    const { description, signature, inputSchema, outputSchema, permissions, tags, examples } = version;
    const { deterministic, stateful, timeoutMs } = version;
    const made = this.sandbox().restore({
      file: body.file,
      hash: body.hash,
      code: body.script,
      map: body.map,
      meta: {
        name: version.id,
        ...{ description, signature, inputSchema, outputSchema, permissions, tags, examples },
        ...{ deterministic, stateful, timeoutMs },
      },
    });
    this.modules.set(version.contentHash, made);
    return made;
  }

  /** A sandbox in which each tool reaches what it declares. */
  sandboxFor(nested: NestedCalls): Pick<Sandbox, "limits" | "call"> {
    const reach = reachOf((caller, name) => {
      const found = nested.get(caller)?.get(name);
      if (found === undefined) return "undeclared";
      if (found === null) return "absent";
      return found.body.kind === "module" ? this.module(found) : "host";
    });
    return reaching(this.sandbox(), reach);
  }

  /** For programs: (tool/name {…}). */
  callable(name: string, version: ToolVersion, nested: NestedCalls): Tool {
    // What it may call differs from link to link; most call nobody.
    if ((nested.get(version.id)?.size ?? 0) > 0) return this.makeCallable(name, version, nested);
    const key = `${name} ${version.contentHash}`;
    const known = this.callables.get(key) ?? this.makeCallable(name, version, nested);
    this.callables.set(key, known);
    return known;
  }

  private makeCallable(name: string, version: ToolVersion, nested: NestedCalls): Tool {
    const { body } = version;
    if (body.kind === "module") {
      const tool = sandboxTool(this.sandboxFor(nested), this.module(version));
      return tool.name === name ? tool : Object.freeze({ ...tool, name });
    }
    return defineTool({ ...contract(name, version), run: this.hostFunction(version) });
  }

  hostFunction(version: ToolVersion): ToolDefinition["run"] {
    const { body } = version;
    const found = body.kind === "host" ? this.hostFunctions[body.reference] : undefined;
    if (found !== undefined) return found;
    return () => {
      const wanted = body.kind === "host" ? body.reference : version.id;
      throw new ToolError(`${version.id} is the host's function ${wanted}, which was not supplied.`, {
        hint: `Supply ${wanted} in hostFunctions.`,
      });
    };
  }
}

/** The promises of a registered tool in the words of defineTool. */
export function contract(name: string, version: ToolVersion): Omit<ToolDefinition, "run"> {
  const { description, deterministic, timeoutMs } = version;
  return {
    name,
    description,
    deterministic,
    inputSchema: version.inputSchema as SchemaObject,
    outputSchema: version.outputSchema as SchemaObject,
    ...(timeoutMs === null ? {} : { timeoutMs }),
  };
}
