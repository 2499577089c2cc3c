#!/usr/bin/env node

// The ptc command: picks the row, parses its flags, runs it. Commands load lazily so that `ptc eval` starts fast.

import { checkCommand } from "./check.ts";
import { type Command, EXIT, helpText, parseArguments, type Shell, UsageError } from "./command.ts";
import { docCommand } from "./doc.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { fmtCommand } from "./fmt.ts";
import { replCommand } from "./repl.ts";
import { runCommand } from "./run.ts";

const commands: readonly Command[] = [
  evalCommand,
  runCommand,
  replCommand,
  checkCommand,
  fmtCommand,
  docCommand,
  explainCommand,
];

const overview = (): string =>
  [
    "ptc: PTC-Lisp for agents",
    "",
    ...commands.map((c) => `  ptc ${c.name.padEnd(8)} ${c.summary}`),
    "",
    "ptc COMMAND --help shows flags and examples.",
  ].join("\n");

async function main(argv: readonly string[]): Promise<number> {
  const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
  const shell: Shell = {
    out: (t) => void process.stdout.write(`${t}\n`),
    err: (t) => void process.stderr.write(`${t}\n`),
    color,
  };
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    shell.out(overview());
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  if (name === "--version") {
    shell.out(__PTC_VERSION__);
    return EXIT.ok;
  }
  const command = commands.find((c) => c.name === name);
  if (command === undefined) {
    shell.err(`ptc has no command ${name}.\n\n${overview()}`);
    return EXIT.usage;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    shell.out(helpText(command));
    return EXIT.ok;
  }
  return command.run(parseArguments(command, rest), shell);
}

declare const __PTC_VERSION__: string;

// A reader that stops reading (ptc … | head) is not an error.
process.stdout.on("error", (e: { code?: string }) => process.exit(e.code === "EPIPE" ? EXIT.ok : EXIT.bug));

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = EXIT.usage;
      return;
    }
    process.stderr.write(
      `ptc failed; this is a bug in ptc: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = EXIT.bug;
  },
);
