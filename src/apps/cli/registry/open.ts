// Every command of the registry starts here: the project around the working folder, its registry opened, and closed again
// whatever happens. What the store or the project file refuses is said in the words of the command line.

import { isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Engine, EngineOptions, HostFunctions, Project } from "../../../node.ts";
import { type Arguments, EXIT, type Flag, type Modules, type Shell, UsageError } from "../command.ts";
import type { Library } from "../hosted.ts";

export const registryFlag: Flag = {
  name: "registry",
  value: "WHERE",
  summary: "a registry file or postgres:// URL, instead of the project's",
};
export const projectFlag: Flag = {
  name: "project",
  value: "DIR",
  summary: "the folder of ptc.json; the nearest one above unless given",
};
export const placeFlags: readonly Flag[] = [registryFlag, projectFlag];

export interface Opened {
  readonly library: Library;
  readonly engine: Engine;
  readonly project: Project;
}

/** For commands that bring something into a registry: one that is not there is made. */
export const madeWhenMissing = (): Promise<Partial<EngineOptions>> => Promise.resolve({ create: true });

export async function withRegistry(
  args: Arguments,
  shell: Shell,
  modules: Modules,
  work: (opened: Opened) => Promise<number>,
  more: (library: Library, project: Project) => Promise<Partial<EngineOptions>> = () => Promise.resolve({}),
): Promise<number> {
  const library = await modules.library();
  const project = projectOf(args, library);
  try {
    const { config, root } = project;
    const engine = await library.openEngine({
      registry: registryPlace(args, project),
      root,
      testGrants: config.testGrants,
      deny: config.deny,
      // A misspelt path is no new registry.
      ...(args.text("registry") === undefined ? {} : { create: false }),
      ...(await more(library, project)),
      ...(config.hostFunctions === null
        ? {}
        : { hostFunctions: await hostFunctionsOf(join(root, config.hostFunctions), modules) }),
    });
    try {
      return await work({ library, engine, project });
    } finally {
      await engine.close();
    }
  } catch (e) {
    if (e instanceof library.StoreError) {
      shell.err(`error[${e.reason}]: ${e.message}`);
      for (const line of e.problems) shell.err(`  ${line}`);
      if (e.hint !== null) shell.err(`  = hint: ${e.hint}`);
      return EXIT.program;
    }
    if (e instanceof library.OptionsError) throw new UsageError(inProjectWords(e.message));
    throw e;
  }
}

/** What the rooms are given comes from the project file. */
function inProjectWords(message: string): string {
  return message
    .replace(/^(?:createRegistry: policy|(?:createSandbox: )?grants)\.deny\[/gm, "ptc.json: deny[")
    .replace(/^(?:createSandbox: )?grants\.allow\[/gm, "ptc.json: testGrants[");
}

export function projectOf(args: Arguments, library: Library): Project {
  const given = args.text("project");
  const root = given ?? library.findProjectRoot(process.cwd());
  if (root === null) {
    if (args.text("registry") === undefined)
      throw new UsageError(
        "There is no ptc.json here or above. Make a project: ptc init, or name a registry: --registry FILE.",
      );
    return { root: process.cwd(), config: library.defaultConfig };
  }
  const read = library.readProject(root);
  if (read.ok) return read.project;
  const { message, hint, at } = read.problem;
  throw new UsageError(`${at.file}:${at.line}:${at.column}: ${message}\n  = hint: ${hint}`);
}

export function registryPlace(args: Arguments, { root, config }: Project): string {
  const given = args.text("registry");
  const where = given ?? config.registry;
  if (where.startsWith("$")) {
    const value = process.env[where.slice(1)];
    if (value === undefined || value === "") throw new UsageError(`The registry is in ${where}, which is not set.`);
    return value;
  }
  if (/^postgres(ql)?:\/\//i.test(where) || where === ":memory:") return where;
  return given !== undefined ? resolve(where) : isAbsolute(where) ? where : join(root, where);
}

async function hostFunctionsOf(path: string, modules: Modules): Promise<HostFunctions> {
  try {
    const exported = (await modules.file(pathToFileURL(path).href)) as Record<string, unknown>;
    const named = (exported.default ?? exported) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(named).filter(([, f]) => typeof f === "function")) as HostFunctions;
  } catch (e) {
    throw new UsageError(`Cannot load the host's functions of ${path}: ${e instanceof Error ? e.message : String(e)}.`);
  }
}

/** A path as the user would type it here. */
export function shownPath(project: Project, file: string): string {
  return relative(process.cwd(), join(project.root, file)) || file;
}
