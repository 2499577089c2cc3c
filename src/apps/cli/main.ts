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
import { demoCommand } from "./demo.ts";
import { discoverCommand } from "./discover.ts";
import { discoverEvalCommand } from "./discover-eval.ts";
import { docCommand } from "./doc.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { fmtCommand } from "./fmt.ts";
import { billCommand } from "./link/bill.ts";
import { diffCommand } from "./link/diff.ts";
import { linkCommand } from "./link/link.ts";
import { indexRebuildCommand, indexStatusCommand } from "./registry/index-commands.ts";
import { initCommand } from "./registry/init.ts";
import { healthCommand, listCommand, showCommand } from "./registry/list.ts";
import { archiveCommand, caseAddCommand, gcCommand, restoreCommand, trialCommand } from "./registry/record.ts";
import { registerCommand, repairCommand } from "./registry/register.ts";
import { reviewCommand } from "./registry/review.ts";
import { syncCommand } from "./registry/sync.ts";
import { testCommand } from "./registry/test.ts";
import { exportCommand, importCommand, registryMigrateCommand, registryVerifyCommand } from "./registry/transfer.ts";
import { replCommand } from "./repl.ts";
import { replayCommand } from "./replay.ts";
import { resumeCommand } from "./resume.ts";
import { runCommand } from "./run.ts";
import { ReaderGone, terminal } from "./terminal.ts";
import { toolCheckCommand } from "./tool-check.ts";
import { toolNewCommand } from "./tool-new.ts";
import { toolRunCommand } from "./tool-run.ts";

declare const __PTC_VERSION__: string;

export const commands: readonly Command[] = [
  demoCommand,
  evalCommand,
  runCommand,
  replayCommand,
  resumeCommand,
  replCommand,
  checkCommand,
  fmtCommand,
  docCommand,
  explainCommand,
  toolNewCommand,
  toolRunCommand,
  toolCheckCommand,
  linkCommand,
  billCommand,
  diffCommand,
  initCommand,
  syncCommand,
  registerCommand,
  repairCommand,
  testCommand,
  listCommand,
  showCommand,
  healthCommand,
  caseAddCommand,
  trialCommand,
  reviewCommand,
  archiveCommand,
  restoreCommand,
  gcCommand,
  exportCommand,
  importCommand,
  registryVerifyCommand,
  registryMigrateCommand,
  discoverCommand,
  discoverEvalCommand,
  indexStatusCommand,
  indexRebuildCommand,
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
  const [name] = argv;
  if (name === undefined) throw new UsageError(overview());
  if (name === "--version" || name === "-V" || name === "-v") {
    shell.out(__PTC_VERSION__);
    return EXIT.ok;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const [asked] = name === "help" ? argv.slice(1) : [];
    const all = asked !== undefined && isGroup(asked) && argv.length === 2 && !commands.some((c) => c.name === asked);
    shell.out(
      asked === undefined ? overview() : all ? groupOverview(asked) : helpText(commandIn(argv.slice(1)).command),
    );
    return EXIT.ok;
  }
  if (isGroup(name) && asksForHelp(argv.slice(1, 2)) && !commands.some((c) => c.name === name)) {
    shell.out(groupOverview(name));
    return EXIT.ok;
  }
  const { command, rest } = commandIn(argv);
  if (asksForHelp(rest)) {
    shell.out(helpText(command));
    return EXIT.ok;
  }
  return command.run(parseArguments(command, rest), shell, modules);
}

/** The first word of commands that have two. */
function isGroup(word: string): boolean {
  return commands.some((c) => c.name.startsWith(`${word} `));
}

function commandIn([first = "", ...more]: readonly string[]): { command: Command; rest: readonly string[] } {
  if (!isGroup(first)) return { command: commandNamed(first), rest: more };
  const [second, ...rest] = more;
  // A command may also be the first word of others: ptc discover "…" and ptc discover eval.
  const own = commands.find((c) => c.name === first);
  if (own !== undefined && !commands.some((c) => c.name === `${first} ${second}`)) return { command: own, rest: more };
  if (second === undefined) throw new UsageError(groupOverview(first));
  return { command: commandNamed(`${first} ${second}`), rest };
}

function commandNamed(name: string): Command {
  const found = commands.find((c) => c.name === name);
  if (found !== undefined) return found;
  const [group, word] = name.split(" ");
  if (word !== undefined) throw new UsageError(`ptc ${group} has no command ${word}. ${nextStep(name)}`);
  const kind = name.startsWith("-") ? "flag" : "command";
  throw new UsageError(`ptc has no ${kind} ${name}. ${nextStep(name)}`);
}

/** People forget the command: an expression or a file in its place says which one was meant. */
function nextStep(name: string): string {
  if (/^[([{#'"]/.test(name)) return `Did you mean ptc eval '${name.replaceAll("'", "'\\''")}'?`;
  if (/^tool .*\.[jt]s$/.test(name)) return `Did you mean ptc tool run ${name.slice(5)}?`;
  if (/\.(clj[cs]?|ptc|lisp)$/.test(name)) return `Did you mean ptc run ${name}?`;
  const names = name.startsWith("-") ? ["--help", "--version"] : [...commands.map((c) => c.name), "help"];
  const [near] = suggest(name, names, 1);
  return near === undefined ? "ptc --help lists them all." : `Did you mean ptc ${near}?`;
}

const columns = Math.max(...commands.map((c) => c.name.length));
const row = (c: Command): string => `  ptc ${c.name.padEnd(columns)} ${c.summary}`;

function overview(): string {
  return [
    "ptc: PTC-Lisp for agents",
    "",
    ...commands.map(row),
    "",
    "  ptc --version",
    "",
    "ptc COMMAND --help shows flags and examples. A FILE may be - for standard input.",
    "Data goes to stdout, words to stderr. Exit codes: 0 fine, 1 the program, 2 the usage, 70 a bug in ptc.",
  ].join("\n");
}

function groupOverview(group: string): string {
  const those = commands.filter((c) => c.name.startsWith(`${group} `));
  return [...those.map(row), "", `ptc ${group} COMMAND --help shows flags and examples.`].join("\n");
}
