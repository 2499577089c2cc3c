// A command is a row: name, words, flags, examples and what it does. The help text and the argument parser both read it.

export interface Flag {
  readonly name: string;
  /** The placeholder of its value; a flag without one is a switch. */
  readonly value?: string;
  readonly summary: string;
}

export interface Arguments {
  readonly positional: readonly string[];
  readonly flags: ReadonlyMap<string, string | true>;
}

export interface Shell {
  /** Data. */
  out(text: string): void;
  /** Words. */
  err(text: string): void;
  readonly color: boolean;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
  readonly run: (args: Arguments, shell: Shell) => number | Promise<number>;
}

/** Exit codes: 0 fine, 1 the program, 2 the usage, 70 our bug. */
export const EXIT = { ok: 0, program: 1, usage: 2, bug: 70 } as const;

export class UsageError {
  constructor(readonly message: string) {}
}

export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const positional: string[] = [];
  const flags = new Map<string, string | true>();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === "--") {
      positional.push(...argv.slice(i + 1));
      break;
    }
    if (!arg.startsWith("--") || arg === "-") {
      positional.push(arg);
      continue;
    }
    const eq = arg.indexOf("=");
    const name = arg.slice(2, eq === -1 ? undefined : eq);
    const flag = command.flags.find((f) => f.name === name);
    if (flag === undefined)
      throw new UsageError(`ptc ${command.name} has no flag --${name}. See ptc ${command.name} --help.`);
    if (flag.value === undefined) {
      flags.set(name, true);
      continue;
    }
    const value = eq === -1 ? argv[++i] : arg.slice(eq + 1);
    if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}.`);
    flags.set(name, value);
  }
  return { positional, flags };
}

export function helpText(command: Command): string {
  const lines = [`ptc ${command.name}: ${command.summary}`, "", `  ptc ${command.usage}`];
  if (command.flags.length > 0) {
    lines.push("", "Flags:");
    const width = Math.max(
      ...command.flags.map((f) => f.name.length + (f.value === undefined ? 0 : f.value.length + 1)),
    );
    for (const f of command.flags)
      lines.push(`  --${`${f.name}${f.value === undefined ? "" : ` ${f.value}`}`.padEnd(width)}  ${f.summary}`);
  }
  lines.push("", "Examples:", ...command.examples.map((e) => `  ${e}`));
  return lines.join("\n");
}
