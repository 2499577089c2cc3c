// The ptc command: picks the row, parses its flags, runs it, and turns whatever happens into an exit code.

import { suggest } from "../../base/suggest.ts";
import { checkCommand } from "./check.ts";
import {
  asksForHelp,
  type Command,
  EXIT,
  helpText,
  type Modules,
  parseArguments,
  type Shell,
  UsageError,
} from "./command.ts";
import { docCommand } from "./doc.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { fmtCommand } from "./fmt.ts";
import { replCommand } from "./repl.ts";
import { replayCommand } from "./replay.ts";
import { resumeCommand } from "./resume.ts";
import { runCommand } from "./run.ts";
import { ReaderGone, terminal } from "./terminal.ts";

declare const __PTC_VERSION__: string;

export const commands: readonly Command[] = [
  evalCommand,
  runCommand,
  replayCommand,
  resumeCommand,
  replCommand,
  checkCommand,
  fmtCommand,
  docCommand,
  explainCommand,
];

/** Runs one command line to its exit code; it never throws. */
export async function main(argv: readonly string[], modules: Modules, shell: Shell = terminal): Promise<number> {
  try {
    return await dispatch(argv, modules, shell);
  } catch (thrown) {
    if (thrown instanceof ReaderGone) return EXIT.ok;
    if (thrown instanceof UsageError) {
      shell.err(thrown.message);
      return EXIT.usage;
    }
    shell.err(`ptc failed; this is a bug in ptc: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return EXIT.bug;
  }
}

async function dispatch(argv: readonly string[], modules: Modules, shell: Shell): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) throw new UsageError(overview());
  if (name === "--version" || name === "-V" || name === "-v") {
    shell.out(__PTC_VERSION__);
    return EXIT.ok;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    shell.out(name === "help" && rest[0] !== undefined ? helpText(commandNamed(rest[0])) : overview());
    return EXIT.ok;
  }
  const command = commandNamed(name);
  if (asksForHelp(rest)) {
    shell.out(helpText(command));
    return EXIT.ok;
  }
  return command.run(parseArguments(command, rest), shell, modules);
}

function commandNamed(name: string): Command {
  const found = commands.find((c) => c.name === name);
  if (found !== undefined) return found;
  const kind = name.startsWith("-") ? "flag" : "command";
  throw new UsageError(`ptc has no ${kind} ${name}. ${nextStep(name)}`);
}

/** People forget the command: an expression or a file in its place says which one was meant. */
function nextStep(name: string): string {
  if (/^[([{#'"]/.test(name)) return `Did you mean ptc eval '${name.replaceAll("'", "'\\''")}'?`;
  if (/\.(clj[cs]?|ptc|lisp)$/.test(name)) return `Did you mean ptc run ${name}?`;
  const names = name.startsWith("-") ? ["--help", "--version"] : [...commands.map((c) => c.name), "help"];
  const [near] = suggest(name, names, 1);
  return near === undefined ? "ptc --help lists them all." : `Did you mean ptc ${near}?`;
}

function overview(): string {
  return [
    "ptc: PTC-Lisp for agents",
    "",
    ...commands.map((c) => `  ptc ${c.name.padEnd(8)} ${c.summary}`),
    "",
    "  ptc --version",
    "",
    "ptc COMMAND --help shows flags and examples. A FILE may be - for standard input.",
    "Data goes to stdout, words to stderr. Exit codes: 0 fine, 1 the program, 2 the usage, 70 a bug in ptc.",
  ].join("\n");
}
