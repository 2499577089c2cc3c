// Runs one action of the walk as the command line would: the same rows, parsed from the same words, with what they write
// kept line by line.

import { copyFileSync } from "node:fs";
import { type Command, EXIT, type Modules, parseArguments, type Shell, UsageError } from "../command.ts";
import { billCommand } from "../link/bill.ts";
import { linkCommand } from "../link/link.ts";
import { healthCommand, showCommand } from "../registry/list.ts";
import { caseAddCommand } from "../registry/record.ts";
import { registerCommand, repairCommand } from "../registry/register.ts";
import { reviewCommand } from "../registry/review.ts";
import { syncCommand } from "../registry/sync.ts";
import { runCommand } from "../run.ts";
import type { Action } from "./walk.ts";

export interface Performed {
  /** As it would be typed. */
  readonly command: string;
  readonly exit: number;
  readonly output: readonly string[];
  readonly ms: number;
}

const rows: readonly Command[] = [
  ...[syncCommand, caseAddCommand, linkCommand, registerCommand, repairCommand, reviewCommand],
  ...[billCommand, runCommand, healthCommand, showCommand],
];

/** In the working folder. */
export async function perform(action: Action, color: boolean, modules: Modules): Promise<Performed> {
  const started = performance.now();
  const done = (exit: number, output: readonly string[]): Performed => ({
    command: typed(action),
    exit,
    output,
    ms: performance.now() - started,
  });
  if (action.do === "copy") {
    copyFileSync(action.from, action.to);
    return done(EXIT.ok, []);
  }
  const output: string[] = [];
  const keep = (text: string): void => void output.push(...text.replace(/\n$/, "").split("\n"));
  const shell: Shell = { out: keep, err: keep, colorOut: color, colorErr: color };
  const row = rows.find((one) => one.name === action.argv.slice(0, one.name.split(" ").length).join(" "));
  if (row === undefined) throw new Error(`The walk has no row for ${action.argv.join(" ")}.`);
  try {
    const args = parseArguments(row, action.argv.slice(row.name.split(" ").length));
    return done(await row.run(args, shell, modules), output);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return done(EXIT.usage, [...output, thrown.message]);
  }
}

export function typed(action: Action): string {
  if (action.do === "copy") return `cp ${action.from} ${action.to}`;
  return ["ptc", ...action.argv].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
