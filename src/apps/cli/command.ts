// A command is a row: name, words, flags, examples and what it does. Help text and argument parser both read it.

import { suggest } from "../../base/suggest.ts";

export interface Flag {
  readonly name: string;
  /** The placeholder of its value; a flag without one is a switch. */
  readonly value?: string;
  /** It may be given several times, and every value counts. */
  readonly repeatable?: true;
  readonly summary: string;
}

export interface Arguments {
  readonly positional: readonly string[];
  /** Was the switch given? */
  has(name: string): boolean;
  /** The value given to a flag; the last one when it was given again. */
  text(name: string): string | undefined;
  /** Every value given to a repeatable flag. */
  all(name: string): readonly string[];
}

export interface Shell {
  /** A line of data. */
  out(text: string): void;
  /** A line of words. */
  err(text: string): void;
  readonly colorOut: boolean;
  readonly colorErr: boolean;
}

/** Modules outside the program, loaded when a command needs them: the library for Node, and files a user names. */
export interface Modules {
  library(): Promise<typeof import("../../node.ts")>;
  file(url: string): Promise<unknown>;
}

export interface Command {
  /** One word, or a group and a word: "tool run". */
  readonly name: string;
  /** The ways to call it, without "ptc". */
  readonly usage: readonly [string, ...string[]];
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** What else a reader of the help should know. */
  readonly notes?: readonly string[];
  readonly examples: readonly [string, ...string[]];
  readonly run: (args: Arguments, shell: Shell, modules: Modules) => number | Promise<number>;
}

/** Exit codes: 0 fine, 1 the program, 2 the usage, 70 our bug. */
export const EXIT = { ok: 0, program: 1, usage: 2, bug: 70 } as const;

/** What the caller asked for cannot be done; the message says what to do instead. */
export class UsageError {
  constructor(readonly message: string) {}
}

export const jsonFlag: Flag = { name: "json", summary: "print JSON instead of text" };

/** A word that is a flag, or was meant as one. `-`, `-1` and `->` are not. */
const isFlag = (word: string): boolean => /^-(?:-.|[A-Za-z])/.test(word);

export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const positional: string[] = [];
  const flags = new Map<string, string[]>();
  const give = (flag: Flag, value: string): void =>
    void flags.set(flag.name, flag.repeatable === true ? [...(flags.get(flag.name) ?? []), value] : [value]);
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === "--") {
      positional.push(...argv.slice(i + 1));
      break;
    }
    if (!isFlag(word)) {
      positional.push(word);
      continue;
    }
    const eq = word.indexOf("=");
    const written = eq === -1 ? word : word.slice(0, eq);
    const flag = command.flags.find((f) => `--${f.name}` === written);
    if (flag === undefined) throw new UsageError(unknownFlag(command, written));
    if (flag.value === undefined) {
      if (eq !== -1) throw new UsageError(`${written} takes no value.`);
      give(flag, "");
      continue;
    }
    const value = eq === -1 ? argv[++i] : word.slice(eq + 1);
    if (value === undefined || value === "")
      throw new UsageError(`${written} needs a value: ${written} ${flag.value}.`);
    give(flag, value);
  }
  return {
    positional,
    has: (name) => flags.has(name),
    text: (name) => flags.get(name)?.at(-1),
    all: (name) => flags.get(name) ?? [],
  };
}

function unknownFlag(command: Command, written: string): string {
  const names = [...command.flags.map((f) => f.name), "help"];
  const meant = written.replace(/^-+/, "");
  const near = names.includes(meant) ? meant : suggest(meant, names, 1)[0];
  return `ptc ${command.name} has no flag ${written}.${
    near === undefined ? ` See ptc ${command.name} --help.` : ` Did you mean --${near}?`
  }`;
}

export function helpText(command: Command): string {
  const lines = [`ptc ${command.name}: ${command.summary}`, "", ...command.usage.map((u) => `  ptc ${u}`)];
  const flags = command.flags.map((f) => ({ ...f, call: f.value === undefined ? f.name : `${f.name} ${f.value}` }));
  if (flags.length > 0) {
    const width = Math.max(...flags.map((f) => f.call.length));
    lines.push("", "Flags:", ...flags.map((f) => `  --${f.call.padEnd(width)}  ${f.summary}`));
  }
  if (command.notes !== undefined) lines.push("", ...command.notes);
  lines.push("", "Examples:", ...command.examples.map((e) => `  ${e}`));
  return lines.join("\n");
}
