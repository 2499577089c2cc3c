// The scripts of an image as modules of the sandbox, and which of them each may call: what the image says it declares.

import type { Bundle, BundledBaseTool } from "../linker/index.ts";
import { printSignature, signatureFromSchemas } from "../names/signature/index.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ToolModule } from "../sandbox/tool-module.ts";
import { reachOf } from "./reach.ts";

export class ImageModules {
  private readonly made = new Map<string, ToolModule>();

  constructor(
    private readonly bundle: Pick<Bundle, "baseTools" | "modules">,
    private readonly sandbox: () => Sandbox,
  ) {}

  readonly reach = reachOf((caller, name) => {
    const from = this.tool(caller);
    const calls = from?.calls ?? {};
    const to = Object.hasOwn(calls, name) ? this.tool(calls[name]) : undefined;
    if (to === undefined) return from?.permissions.includes(`tool:${name}`) === true ? "absent" : "undeclared";
    return to.body.kind === "host" ? "host" : (this.of(to) ?? "absent");
  });

  /** Null when its script is not in the image. */
  of(tool: BundledBaseTool): ToolModule | null {
    const known = this.made.get(tool.id);
    if (known !== undefined) return known;
    const { body, description, deterministic, timeoutMs, permissions, stateful } = tool;
    const script = body.kind === "module" ? this.bundle.modules[body.hash] : undefined;
    if (script === undefined || body.kind !== "module") return null;
    const { inputSchema, outputSchema } = {
      inputSchema: tool.inputSchema ?? {},
      outputSchema: tool.outputSchema ?? {},
    };
    const module = this.sandbox().restore({
      file: script.file,
      hash: body.hash,
      code: script.script,
      map: script.map,
      meta: {
        ...{ name: tool.id, description, deterministic, timeoutMs, permissions, stateful },
        ...{ inputSchema, outputSchema },
        signature: tool.signature ?? printSignature(signatureFromSchemas(inputSchema, outputSchema).value),
        tags: [],
        examples: [],
      },
    });
    this.made.set(tool.id, module);
    return module;
  }

  private tool(id: string | undefined): BundledBaseTool | undefined {
    return this.bundle.baseTools.find((tool) => tool.id === id);
  }
}
