// Runs with tools, isolation or a trace, through the library a host would use. It is loaded when asked for: plain runs
// start without it.

import { runProgram, withLimits } from "../../lisp/run.ts";
import { toJsonText } from "../../lisp/values/json.ts";
import type { NodeRunOptions, Result, RunEvent } from "../../node.ts";
import { type Arguments, EXIT, type Flag, type Modules, type Shell, UsageError } from "./command.ts";
import { nameOf, parseData, readText, whyNot } from "./files.ts";
import { toolsFrom } from "./given-tools.ts";
import { host } from "./host.ts";
import { errorAnswer, showProblems } from "./output.ts";
import { progressLine } from "./progress.ts";
import { grantFlags } from "./sandbox-flags.ts";

export type Library = typeof import("../../node.ts");

export const isolationFlags: readonly Flag[] = [
  { name: "isolate", value: "WHERE", summary: "run in a worker thread (worker) or a child process (process)" },
  { name: "timeout", value: "MS", summary: "milliseconds the run may take, waiting for tools included" },
];

export const toolFlags: readonly Flag[] = [
  {
    name: "tools",
    value: "PATH",
    repeatable: true,
    summary: "a module that exports tools, or base tools: a file or folder of modules that export meta",
  },
  { name: "trace", value: "FILE.jsonl", summary: "write what happens to a file that ptc replay reads" },
  ...isolationFlags,
  ...grantFlags,
];

export function isHosted(args: Arguments): boolean {
  return toolFlags.some((f) => args.text(f.name) !== undefined);
}

export function timeoutFrom(args: Arguments): { readonly timeoutMs?: number } {
  const text = args.text("timeout");
  if (text === undefined) return {};
  const timeoutMs = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll("_", "")) : Number.NaN;
  if (!(timeoutMs >= 1)) throw new UsageError(`--timeout takes milliseconds, such as 5000; got ${text}.`);
  return { timeoutMs };
}

export function isolateFrom(args: Arguments): "none" | "worker" | "process" {
  const where = args.text("isolate") ?? "none";
  if (where === "none" || where === "worker" || where === "process") return where;
  throw new UsageError(`--isolate takes worker, process or none; got ${where}.`);
}

interface Traced<Ended> {
  readonly ended: Ended;
  /** The exit code, after telling of a trace that could not be written: the value is there, the record is not. */
  readonly exit: (code: number) => number;
}

/** Runs `work` with the listeners the flags ask for; what a host does wrong becomes a usage error. */
export async function withListeners<Ended>(
  args: Arguments,
  library: Library,
  shell: Shell,
  work: (options: Pick<NodeRunOptions, "onEvent">) => Promise<Ended>,
): Promise<Traced<Ended>> {
  const trace = args.text("trace");
  const cannotWrite = (e: unknown): string => `Cannot write ${trace}: ${whyNot(e)}.`;
  let log: ReturnType<Library["openEventLog"]> | null = null;
  try {
    log = trace === undefined ? null : library.openEventLog(trace);
  } catch (e) {
    throw new UsageError(cannotWrite(e));
  }
  const progress = progressLine();
  const onEvent = (event: RunEvent): void => {
    log?.onEvent(event);
    progress.onEvent(event);
    if (event.type !== "print" && event.type !== "dropped") return;
    progress.clear();
    if (!args.has("json"))
      shell.err(event.type === "print" ? event.text : `… what is printed beyond ${event.of} bytes is not shown …`);
  };
  let lost: string | null = null;
  const closeLog = (): void => {
    try {
      log?.close();
    } catch (e) {
      lost = cannotWrite(e);
    }
  };
  const exit = (code: number): number => {
    if (lost === null) return code;
    shell.err(lost);
    return code === EXIT.ok ? EXIT.usage : code;
  };
  try {
    return { ended: await work({ onEvent }), exit };
  } catch (e) {
    if (e instanceof library.OptionsError) throw new UsageError(e.message);
    throw e;
  } finally {
    progress.clear();
    closeLog();
    await library.closeIsolates();
  }
}

/** One program through the library, with what the flags ask for. */
export async function runHosted(
  source: string,
  name: string,
  args: Arguments,
  limits: NonNullable<NodeRunOptions["limits"]>,
  shell: Shell,
  modules: Modules,
): Promise<number> {
  const isolate = isolateFrom(args);
  const dataFile = args.text("data");
  const dataJson = dataFile === undefined ? null : readText(dataFile);
  if (dataFile !== undefined && dataJson !== null) parseData(dataJson, nameOf(dataFile), shell);
  const library = await modules.library();
  const { tools, close } = await toolsFrom(args, library, shell, modules);
  const { ended, exit } = await withListeners(args, library, shell, (listeners) =>
    library.run(source, {
      ...host,
      ...listeners,
      tools,
      isolate,
      limits,
      ...(dataJson === null ? {} : { dataJson }),
    }),
  ).finally(close);
  return exit(showHosted(ended, source, name, args.has("json"), shell));
}

export function showHosted(r: Result, source: string, file: string, json: boolean, shell: Shell): number {
  if (json) {
    const { text, code } = jsonAnswer(r);
    shell.out(`{${text}}`);
    return code;
  }
  if (r.ok) shell.out(r.text);
  else if (r.outcome === "fail") shell.err(`fail: ${r.text}`);
  else {
    const problems =
      r.outcome === "error" ? r.problems : [{ ...r.error, severity: "error" as const, hint: r.error.hint ?? "" }];
    showProblems(problems, source, file, shell);
  }
  if (r.outcome === "approval")
    shell.err("Decide with: ptc resume TRACE.jsonl --approve, or --decline (run with --trace).");
  if (r.ok) return EXIT.ok;
  return r.error.reason === "internal_error" ? EXIT.bug : EXIT.program;
}

export function jsonAnswer(r: Result): { readonly text: string; readonly code: number } {
  const { toolCalls, usage } = r;
  const more = `,"prints":${JSON.stringify(r.prints)},"toolCalls":${JSON.stringify(toolCalls)},"usage":${JSON.stringify(usage)}`;
  if (r.ok) {
    const json =
      r.valueProblem === undefined
        ? `"json":${jsonText(r.text, r.value)}`
        : `"json":null,"json_error":${JSON.stringify(r.valueProblem)}`;
    return { text: `"ok":true,"value":${JSON.stringify(r.text)},${json}${more}`, code: EXIT.ok };
  }
  const { reason, message, span, hint } = r.error;
  const shown = r.outcome === "fail" ? { value: r.text } : {};
  const approval = r.outcome === "approval" ? `,"approval":${jsonOf(r.approval)}` : "";
  return errorAnswer({ reason, message, span, hint, ...shown }, `${approval}${more}`);
}

/** The printed value read again: host numbers have lost which of them were floats. */
function jsonText(text: string, value: unknown): string {
  const again = runProgram(`'${text}`, { limits: { sourceLength: text.length + 1 } });
  if (!again.ok) return jsonOf(value);
  return withLimits({}, () => toJsonText(again.value, { keywords: "name" }));
}

/** Big integers keep their digits. */
function jsonOf(value: unknown): string {
  const bigs: string[] = [];
  const text = JSON.stringify(value, (_key, v) => {
    if (typeof v !== "bigint") return v;
    bigs.push(String(v));
    return `\u0000big${bigs.length - 1}\u0000`;
  });
  return (text ?? "null").replace(/"\\u0000big(\d+)\\u0000"/g, (_all, i) => bigs[Number(i)]!);
}
