// The tools of stdlib/ as tests use them: loaded from their files into one sandbox, called through its door.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { sandboxTool } from "../../src/host/sandboxed-tools.ts";
import type { Tool } from "../../src/run/tool.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import type { ToolModule } from "../../src/sandbox/tool-module.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

export const stdlib = fileURLToPath(new URL("../../stdlib/", import.meta.url));

export const toolNames: readonly string[] = readdirSync(stdlib)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort();

export interface BaseTools {
  load(name: string): Promise<ToolModule>;
  /** The tools as programs call them. */
  forPrograms(names: readonly string[]): Promise<Tool[]>;
  /** What the tool answers, twice the same; throws its problem otherwise. */
  call(name: string, args: object): Promise<unknown>;
  /** "reason: message" of the problem the call must end in. */
  problem(name: string, args: object): Promise<string>;
}

/** One sandbox for a test file; relative paths of tools are relative to stdlib/ unless `options` says otherwise. */
export function withBaseTools(options: SandboxOptions = {}): BaseTools {
  withSandboxFiles();
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createSandbox({
      pool: { size: 1 },
      root: stdlib,
      grants: { allow: ["filesystem:read:**"] },
      limits: { timeoutMs: 30_000 },
      ...options,
    });
  });
  afterAll(() => sandbox.close());
  const loaded = new Map<string, Promise<ToolModule>>();
  const load = (name: string): Promise<ToolModule> => {
    const known = loaded.get(name) ?? sandbox.load({ file: `${stdlib}${name}.ts` });
    loaded.set(name, known);
    return known;
  };
  return {
    load,
    forPrograms: (names) => Promise.all(names.map(async (name) => sandboxTool(sandbox, await load(name)))),
    async call(name, args) {
      const tool = await load(name);
      const first = await sandbox.call(tool, args);
      if (!first.ok) throw new Error(`${first.error.reason}: ${first.error.message}`);
      const second = await sandbox.call(tool, args);
      if (!second.ok || JSON.stringify(second.value) !== JSON.stringify(first.value))
        throw new Error(`${name} gave another answer the second time: ${JSON.stringify(second)}`);
      return first.value;
    },
    async problem(name, args) {
      const ended = await sandbox.call(await load(name), args);
      if (ended.ok) throw new Error(`${name} answered ${JSON.stringify(ended.value)} where a problem was expected.`);
      return `${ended.error.reason}: ${ended.error.message}`;
    },
  };
}
