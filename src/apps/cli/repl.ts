// ptc repl: turns of one session, with multi-line input, history and completion.

import { createInterface, type Interface } from "node:readline";
import { specialForms } from "../../lisp/analyze/analyze.ts";
import { builtins } from "../../lisp/builtins/index.ts";
import { defaultLimits } from "../../lisp/limits.ts";
import { readProgram } from "../../lisp/read/reader.ts";
import { Session } from "../../lisp/run.ts";
import type { PMap } from "../../lisp/values/map.ts";
import { type Command, EXIT, type Shell } from "./command.ts";
import { showResult } from "./output.ts";
import { readData } from "./run.ts";

export const replCommand: Command = {
  name: "repl",
  usage: "repl [--data FILE.json]",
  summary: "evaluates as you type; *1 *2 *3 are the last results, (doc f) explains, :quit leaves",
  flags: [{ name: "data", value: "FILE.json", summary: "a JSON object the session reads as data/key" }],
  examples: ["ptc repl", "ptc repl --data orders.json"],
  run: (args, shell) => {
    const file = args.flags.get("data");
    return repl(shell, typeof file === "string" ? readData(file) : null);
  },
};

/** True when the text so far only lacks closers: more lines will follow. */
export function isIncomplete(text: string): boolean {
  const { problems } = readProgram(text, defaultLimits);
  return problems.length > 0 && readProgram(`${text}\n"`, defaultLimits).problems.length < problems.length
    ? true
    : problems.length > 0 && problems.every((p) => /never closed|unclosed|not closed|unterminated/i.test(p.message));
}

function completer(session: Session): (line: string) => [string[], string] {
  return (line) => {
    const word = /[^\s()[\]{}"']*$/.exec(line)?.[0] ?? "";
    const names = [...builtins.keys(), ...specialForms.keys(), ...session.definitions()];
    return [word === "" ? [] : names.filter((n) => n.startsWith(word)).sort(), word];
  };
}

async function repl(shell: Shell, data: PMap | null): Promise<number> {
  const session = new Session({ now: () => Date.now(), random: () => Math.random() });
  const interactive = process.stdin.isTTY === true;
  const input: Interface = createInterface({
    input: process.stdin,
    output: interactive ? process.stderr : undefined,
    completer: completer(session),
    historySize: 500,
  });
  let pending = "";
  const prompt = (): void => {
    if (!interactive) return;
    input.setPrompt(pending === "" ? "ptc> " : "...  ");
    input.prompt();
  };
  if (interactive) shell.err("PTC-Lisp. (doc map) explains, *1 is the last result, :quit leaves.");
  prompt();
  for await (const line of input) {
    if (pending === "" && (line.trim() === ":quit" || line.trim() === ":exit")) break;
    pending = pending === "" ? line : `${pending}\n${line}`;
    if (pending.trim() === "") pending = "";
    else if (!isIncomplete(pending)) {
      showResult(session.turn(pending, data === null ? {} : { data }), pending, "repl", false, shell);
      pending = "";
    }
    prompt();
  }
  if (pending !== "") showResult(session.turn(pending, data === null ? {} : { data }), pending, "repl", false, shell);
  input.close();
  return EXIT.ok;
}
