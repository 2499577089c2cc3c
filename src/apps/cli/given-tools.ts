// The tools of a run: what --tools names. Modules that export meta are base tools and run in a sandbox with what the flags
// grant; other modules are the host's own code and run in this process with all its rights.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrokerEvent, Sandbox, Tools } from "../../node.ts";
import { type Arguments, type Modules, type Shell, UsageError } from "./command.ts";
import { readText } from "./files.ts";
import type { Library } from "./hosted.ts";
import { grantFlags, grantOptions, logLine, openSandbox } from "./sandbox-flags.ts";
import { baseToolFiles, loadTool } from "./tool-files.ts";

export interface GivenTools {
  readonly tools: Tools;
  close(): Promise<void>;
}

type ToolList = Extract<Tools, readonly unknown[]>;

export async function toolsFrom(
  args: Arguments,
  library: Library,
  shell: Shell,
  modules: Modules,
): Promise<GivenTools> {
  const paths = args.all("tools");
  const files = paths.map((path) => ({ path, base: baseToolFiles(path) }));
  const baseFiles = files.flatMap((f) => f.base);
  const flag = grantFlags.find((f) => args.has(f.name));
  if (flag !== undefined && baseFiles.length === 0)
    throw new UsageError(
      paths.length === 0
        ? `--${flag.name} is for base tools: name them with --tools.`
        : `--${flag.name} is for base tools, and ${paths.join(", ")} holds none: they say export const meta.`,
    );
  const hostTools = await Promise.all(
    files.filter((f) => f.base.length === 0).map((f) => hostToolsOf(f.path, modules)),
  );
  if (baseFiles.length === 0) {
    const [only, ...more] = hostTools;
    return { tools: only === undefined || more.length > 0 ? hostTools.flatMap(asList) : only, close: async () => {} };
  }
  const onEvent = (event: BrokerEvent): void => {
    if (event.type === "log" && !args.has("json")) shell.err(logLine(event));
  };
  const isolate = args.text("isolate") === "process" ? "process" : "worker";
  const sandbox = await openSandbox(library, { ...grantOptions(args), pool: { isolate }, onEvent });
  try {
    const baseTools = await loadAll(library, sandbox, baseFiles, shell);
    return { tools: [...hostTools.flatMap(asList), ...baseTools], close: () => sandbox.close() };
  } catch (e) {
    await sandbox.close();
    throw e;
  }
}

/** Base tools as programs call them; they may also call each other. */
async function loadAll(library: Library, sandbox: Sandbox, files: readonly string[], shell: Shell): Promise<ToolList> {
  const modules = await Promise.all(files.map((file) => loadTool(library, sandbox, file, shell)));
  for (const module of modules) sandbox.offer(module);
  return modules.map((module) => library.sandboxTool(sandbox, module));
}

/** The tools a module exports: a default export that is a list or an object of them, else every export that has `run`. */
async function hostToolsOf(path: string, modules: Modules): Promise<Tools> {
  readText(path); // Node's own words for a missing module name folders the user never typed
  let exported: Record<string, unknown>;
  try {
    exported = (await modules.file(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (e) {
    throw new UsageError(`Cannot load the tools of ${path}: ${e instanceof Error ? e.message : String(e)}.`);
  }
  const given = exported.default ?? exported.tools;
  if (given !== undefined) return given as Tools;
  const named = Object.values(exported).filter((v) => typeof v === "object" && v !== null && "run" in v);
  if (named.length === 0)
    throw new UsageError(`${path} exports no tools. Export a list: export default [{ name, signature, run }].`);
  return named as unknown as Tools;
}

function asList(tools: Tools): ToolList {
  if (Array.isArray(tools)) return tools as ToolList;
  return Object.entries(tools as Extract<Tools, Readonly<Record<string, unknown>>>).map(([name, tool]) =>
    "name" in tool ? tool : { ...tool, name },
  );
}
