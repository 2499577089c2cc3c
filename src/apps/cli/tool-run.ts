// ptc tool run: one call of a base tool in the sandbox, with what the flags grant.

import { printable } from "../../base/width.ts";
import type { BrokerEvent, CallResult, SandboxOptions, ToolProblem } from "../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "./command.ts";
import { parseData, readText } from "./files.ts";
import { timeoutFrom } from "./hosted.ts";
import { memoryFlag, memoryFrom } from "./limit-flags.ts";
import { grantFlags, grantNote, grantOptions, logLine, openSandbox } from "./sandbox-flags.ts";
import { baseToolFiles, loadTool, sourceOf } from "./tool-files.ts";
import { renderToolProblem } from "./tool-problem.ts";

export const isolateFlag = {
  name: "isolate",
  value: "WHERE",
  summary: "run in a worker thread (worker, the default) or a process without rights (process)",
} as const;

/** How a sandbox is to be, by the flags of ptc tool run and ptc tool check. */
export function sandboxOptions(args: Arguments): SandboxOptions {
  const isolate = args.text("isolate") ?? "worker";
  if (isolate !== "worker" && isolate !== "process")
    throw new UsageError(`--isolate takes worker or process; got ${isolate}.`);
  return { ...grantOptions(args), limits: { ...timeoutFrom(args), ...memoryFrom(args) }, pool: { isolate } };
}

export const toolRunCommand: Command = {
  name: "tool run",
  usage: ["tool run FILE [--args JSON | --args @FILE.json | --args -] [--grant PERM]… [--json]"],
  summary: "calls a base tool in the sandbox",
  flags: [
    { name: "args", value: "JSON", summary: "its arguments, a JSON object; @FILE reads a file, - standard input" },
    ...grantFlags,
    { name: "approve", value: "PERM", repeatable: true, summary: "what a person has approved of what --ask names" },
    {
      name: "tools",
      value: "PATH",
      repeatable: true,
      summary: "base tools it may call, given its permission tool:NAME",
    },
    isolateFlag,
    {
      name: "timeout",
      value: "MS",
      summary: "milliseconds the call may take (5000); its own timeoutMs can shorten it",
    },
    memoryFlag,
    jsonFlag,
  ],
  notes: [
    grantNote,
    "The answer goes to stdout as JSON; what the tool logs, and what it was denied, to stderr. With --json the answer is",
    '{"ok", "value" or "error", "usage", "permissions", "logs"} on one line.',
  ],
  examples: [
    `ptc tool run word-count.ts --args '{"text": "to be or not to be"}'`,
    "ptc tool run load-orders.ts --args @args.json --grant 'filesystem:read:data/**'",
    "ptc tool run weather.ts --args '{}' --grant http:fetch:api.example.com --grant secret:key --secret key=API_KEY",
  ],
  run: async (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc tool run takes one file: ptc tool run word-count.ts --args '{…}'.");
    const options = sandboxOptions(args);
    const given = argumentsFrom(args.text("args") ?? "{}", shell);
    const others = args.all("tools").flatMap(baseToolFiles);
    const { source, named } = sourceOf(file);
    const library = await modules.library();
    const json = args.has("json");
    const events: BrokerEvent[] = [];
    const onEvent = (event: BrokerEvent): void => {
      events.push(event);
      if (event.type === "log" && !json) shell.err(logLine(event));
    };
    const sandbox = await openSandbox(library, { ...options, onEvent });
    try {
      for (const other of others) sandbox.offer(await loadTool(library, sandbox, other, shell));
      const tool = await sandbox.load(source);
      const ended = await sandbox.call(tool, given, { approved: args.all("approve") });
      if (json) shell.out(JSON.stringify({ ...ended, ...told(events) }));
      else {
        for (const line of denials(events, ended)) shell.err(line);
        if (ended.ok) shell.out(JSON.stringify(ended.value, null, 2));
        else shell.err(renderToolProblem(approvable(ended.error), named, shell.colorErr));
      }
      if (ended.ok) return EXIT.ok;
      return ended.error.reason === "engine_failed" ? EXIT.bug : EXIT.program;
    } catch (e) {
      if (!(e instanceof library.ToolLoadError)) throw e;
      if (json) shell.out(JSON.stringify({ ok: false, error: e.problems[0], problems: e.problems }));
      else for (const problem of e.problems) shell.err(renderToolProblem(problem, named, shell.colorErr));
      return EXIT.program;
    } finally {
      await sandbox.close();
    }
  },
};

function argumentsFrom(given: string, shell: Shell): unknown {
  const [text, name] =
    given === "-"
      ? [readText("-"), "standard input"]
      : given.startsWith("@")
        ? [readText(given.slice(1)), given.slice(1)]
        : [given, "--args"];
  parseData(text, name, shell, 'The arguments of a tool have names: {"text": "…"}.');
  return JSON.parse(text);
}

/** How a person approves on the command line. */
function approvable(problem: ToolProblem): ToolProblem {
  const { reason, permission } = problem;
  if (reason !== "approval_required" || permission === undefined) return problem;
  return { ...problem, hint: `Approve it: --approve '${permission.replaceAll("'", "'\\''")}'` };
}

const why: Readonly<Record<string, string>> = {
  ungranted: "it is not granted",
  undeclared: "meta does not declare it",
  denied: "--deny says so",
  deterministic: "the tool is deterministic",
  stateless: "the tool is not stateful",
  impossible: "nobody can have it",
};

/** What the tool was refused on the way, unless that is how it ended. */
function denials(events: readonly BrokerEvent[], ended: CallResult): readonly string[] {
  const last = ended.ok ? undefined : ended.error.permission;
  const lines = events.flatMap((e) =>
    e.type === "permission" && e.outcome === "deny" && e.permission !== last
      ? [`denied ${printable(e.permission)}: ${why[e.reason] ?? e.reason}`]
      : [],
  );
  return [...new Set(lines)];
}

function told(events: readonly BrokerEvent[]): { readonly permissions: unknown[]; readonly logs: unknown[] } {
  return {
    permissions: events.flatMap((e) =>
      e.type === "permission"
        ? [{ tool: e.tool, function: e.function, permission: e.permission, outcome: e.outcome, reason: e.reason }]
        : [],
    ),
    logs: events.flatMap((e) => (e.type === "log" ? [{ level: e.level, message: e.message, data: e.data }] : [])),
  };
}
