// ptc run IMAGE.json: a call of one of its tools, a program over them, or the program it was linked for. The digest is
// checked first. Inside a project, or with --registry, what the run showed about the tools is recorded there.

import { existsSync } from "node:fs";
import { withLimits } from "../../../lisp/run.ts";
import { toJsonText } from "../../../lisp/values/json.ts";
import type { PMap } from "../../../lisp/values/map.ts";
import type { Bundle, BundleCall, BundleRun, BundleWork, Sandbox } from "../../../node.ts";
import { type Arguments, EXIT, type Modules, type Shell, UsageError } from "../command.ts";
import { parseData, readData, readText } from "../files.ts";
import { host } from "../host.ts";
import { isolateFrom, type Library, timeoutFrom, withListeners } from "../hosted.ts";
import { limitsFrom } from "../limit-flags.ts";
import { projectOf, registryPlace } from "../registry/open.ts";
import { grantOptions, openSandbox } from "../sandbox-flags.ts";

export const imageFlags = [
  { name: "call", value: "TOOL", summary: "of an image (FILE.json made by ptc link): the tool to call" },
  { name: "args", value: "JSON", summary: "its arguments by name; @FILE reads a file" },
  { name: "program", value: "FILE", summary: "a program over the tools of an image, instead of --call" },
  { name: "registry", value: "WHERE", summary: "of an image: where its run is recorded; the project's unless given" },
  { name: "no-record", summary: "of an image: record nothing" },
] as const;

/** Another process may be writing; a run does not wait long for its record. */
const PATIENCE_MS = 2_000;

export async function runImage(file: string, args: Arguments, shell: Shell, modules: Modules): Promise<number> {
  const library = await modules.library();
  const opened = library.openBundle(readText(file));
  if (!opened.ok) {
    shell.err(library.renderLinkProblem(opened.problem, new Map(), { color: shell.colorErr }));
    return EXIT.program;
  }
  const { bundle } = opened;
  if (args.has("tools")) throw new UsageError("An image has its own tools; --tools is for programs without one.");
  const isolate = isolateFrom(args);
  const work = workFrom(file, bundle, args, shell);
  const dataFile = args.text("data");
  const data = dataFile === undefined ? {} : { dataJson: jsonText(readData(dataFile, shell)) };
  let sandbox: Sandbox | null = null;
  if (bundle.baseTools.some((t) => t.body.kind === "module")) sandbox = await openSandbox(library, grantOptions(args));
  try {
    const limits = { ...limitsFrom(args), ...timeoutFrom(args) };
    const own = Object.keys(limits).length === 0 ? {} : { limits };
    const { ended: done, exit } = await withListeners(args, library, shell, (listeners) =>
      library.runBundle(bundle, work, { ...host, ...listeners, ...own, ...data, isolate, sandbox: () => sandbox! }),
    );
    if ("refused" in done) {
      shell.err(`error[${done.reason}]: ${done.refused}\n  = hint: ${done.hint}`);
      return exit(EXIT.program);
    }
    const code = show(done, args, shell);
    await record(bundle, done, work, args, shell, library);
    return exit(code);
  } finally {
    await sandbox?.close();
  }
}

function workFrom(file: string, bundle: Bundle, args: Arguments, shell: Shell): BundleWork {
  const call = args.text("call");
  const program = args.text("program");
  if (call !== undefined && program === undefined) return { call, ...argumentsFrom(args.text("args"), shell) };
  if (program !== undefined && call === undefined) return { program: readText(program) };
  if (program === undefined && bundle.entry !== null) return { entry: true };
  throw new UsageError(`An image is run with one of --call and --program: ptc run ${file} --call TOOL --args '{…}'.`);
}

function show(done: BundleRun, args: Arguments, shell: Shell): number {
  if (args.has("json")) {
    const { ok, usage, place, prints } = done;
    const rest = done.ok ? { value: done.value } : { error: done.error, place };
    const printed = prints.length === 0 ? {} : { prints };
    shell.out(
      JSON.stringify({ ok, ...rest, ...printed, usage }, (_k, v: unknown) =>
        typeof v === "bigint" ? v.toString() : v,
      ),
    );
    return done.ok ? EXIT.ok : EXIT.program;
  }
  if (done.ok) {
    shell.out(done.text);
    return EXIT.ok;
  }
  const { reason, message, hint } = done.error;
  const program = args.text("program");
  const place = done.place ?? (program === undefined ? null : { file: program, ...done.error.span });
  const at = place === null ? "" : `\n  ┌─ ${place.file}:${place.line}:${place.column}`;
  shell.err(`error[${reason}]: ${message}${at}${hint === null ? "" : `\n  = hint: ${hint}`}`);
  return reason === "internal_error" ? EXIT.bug : EXIT.program;
}

/** Whatever is wrong with the registry is a warning: the run itself is done. */
async function record(
  bundle: Bundle,
  done: BundleRun,
  work: BundleWork,
  args: Arguments,
  shell: Shell,
  library: Library,
): Promise<void> {
  const warn = (message: string, hint: string | null): void =>
    shell.err(`warning[not_recorded]: ${message}${hint === null ? "" : `\n  = hint: ${hint}`}`);
  try {
    const registry = args.has("no-record") ? null : registryFor(args, library);
    if (registry === null) return;
    const engine = await library.openEngine({ registry, create: false, busyTimeoutMs: PATIENCE_MS });
    try {
      const about = "call" in work ? { input: work.args } : "program" in work ? { prompted: true } : {};
      const { changes, problem } = await engine.recordRun(bundle, done, about);
      if (problem !== null) warn(problem.message, problem.hint);
      for (const { id, version, before, after, reason } of changes)
        shell.err(`${id}@${version}: ${before} -> ${after}${reason === null ? "" : `: ${reason}`}`);
    } finally {
      await engine.close();
    }
  } catch (e) {
    if (e instanceof library.StoreError) warn(e.message, e.hint);
    else if (e instanceof UsageError) warn(e.message, "Run it with --no-record to leave the record alone.");
    else throw e;
  }
}

/** Null when there is none at hand: an image runs without. */
function registryFor(args: Arguments, library: Library): string | null {
  const given = args.text("registry");
  if (given === undefined && library.findProjectRoot(process.cwd()) === null) return null;
  const place = registryPlace(args, projectOf(args, library));
  const isFile = !/^postgres(ql)?:\/\//i.test(place);
  return given === undefined && isFile && !existsSync(place) ? null : place;
}

const inMap = '--args takes a JSON object of arguments by name: --args \'{"text": "…"}\'.';

/** Through the reader of data files, which keeps large numbers exact and points at what is wrong. */
function argumentsFrom(text: string | undefined, shell: Shell): Pick<BundleCall, "args" | "argsJson"> {
  if (text === undefined) return { args: {} };
  const file = text.startsWith("@") ? text.slice(1) : null;
  const given = file === null ? parseData(text, "--args", shell, inMap) : readData(file, shell);
  const argsJson = jsonText(given);
  return { args: JSON.parse(argsJson) as Record<string, unknown>, argsJson };
}

function jsonText(data: PMap): string {
  return withLimits({}, () => toJsonText(data));
}
