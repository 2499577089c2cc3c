// ptc repl: turns of one session. On a terminal it has prompts, history and completion; from a pipe it reads the same
// lines without them.

import { Session } from "../../lisp/run.ts";
import type { PMap } from "../../lisp/values/map.ts";
import { type Command, EXIT, type Shell, UsageError } from "./command.ts";
import { complete } from "./completion.ts";
import { readData } from "./files.ts";
import { type History, openHistory } from "./history.ts";
import { heapPolls, host } from "./host.ts";
import { limitFlags, limitNote, limitsFrom } from "./limit-flags.ts";
import { linesOf } from "./lines.ts";
import { showResult } from "./output.ts";
import { stateOf } from "./typed-input.ts";

const help = [
  '(doc map)          explains a function; (apropos "sort") finds one',
  "*1 *2 *3           are the last results",
  "Tab                completes names; Ctrl-C drops the input; Ctrl-D or :quit leaves",
].join("\n");

export const replCommand: Command = {
  name: "repl",
  usage: ["repl [--data FILE.json]"],
  summary: "evaluates as you type; *1 *2 *3 are the last results, (doc f) explains, :quit leaves",
  flags: [{ name: "data", value: "FILE.json", summary: "a JSON object the session reads as data/key" }, ...limitFlags],
  notes: [
    limitNote.replace("a program", "a turn"),
    "Input goes on over several lines until its brackets are closed. A turn that fails changes nothing.",
    "History is kept in $XDG_STATE_HOME/ptc/history, by default ~/.local/state/ptc/history.",
    "Piped input works too; the exit code is then 1 when a turn failed.",
  ],
  examples: ["ptc repl", "ptc repl --data orders.json", "echo '(def x 20) (+ x 1)' | ptc repl"],
  run: async (args, shell) => {
    if (args.positional.length > 0) throw new UsageError("ptc repl takes no file: ptc run FILE runs a program.");
    const file = args.text("data");
    if (file === "-") throw new UsageError("ptc repl reads your input from standard input: give --data a file.");
    const turns = new Turns(
      shell,
      new Session({ ...host, limits: limitsFrom(args) }),
      file === undefined ? null : readData(file, shell),
    );
    if (process.stdin.isTTY !== true) return piped(process.stdin, turns);
    return interactive(process.stdin, process.stderr, turns, openHistory(process.env), shell);
  },
};

/** Lines in, results out; a turn is evaluated once its brackets are closed. */
export class Turns {
  failed = false;
  private pending = "";

  constructor(
    private readonly shell: Shell,
    private readonly session: Session,
    private readonly data: PMap | null,
  ) {}

  get waiting(): boolean {
    return this.pending !== "";
  }

  /** False when the line ends the session. */
  line(line: string): boolean {
    const command = this.waiting ? "" : line.trim();
    if (command === ":quit" || command === ":exit") return false;
    if (command === ":help") {
      this.shell.err(help);
      return true;
    }
    this.pending = this.waiting ? `${this.pending}\n${line}` : line;
    const state = stateOf(this.pending);
    if (state === "nothing") this.pending = "";
    else if (state === "whole") this.evaluate();
    return true;
  }

  drop(): void {
    this.pending = "";
  }

  /** The input has ended, so what is still open is evaluated for its error. */
  end(): void {
    if (this.waiting) this.evaluate();
  }

  completions(line: string): [string[], string] {
    return complete(line, this.session.definitions(), this.data);
  }

  private evaluate(): void {
    const source = this.pending;
    this.pending = "";
    const result = this.session.turn(source, {
      polls: heapPolls(),
      ...(this.data === null ? {} : { data: this.data }),
    });
    if (showResult(result, source, "repl", false, this.shell) !== EXIT.ok) this.failed = true;
  }
}

/** Bytes of one line. */
const mostBytes = 16 * 1024 ** 2;

async function piped(input: AsyncIterable<Uint8Array>, turns: Turns): Promise<number> {
  for await (const line of linesOf(input, mostBytes)) {
    if ("refused" in line) throw new UsageError(`The line ${line.refused}.`);
    if (!turns.line(line.text)) return turns.failed ? EXIT.program : EXIT.ok;
  }
  turns.end();
  return turns.failed ? EXIT.program : EXIT.ok;
}

export async function interactive(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  turns: Turns,
  history: History,
  shell: Shell,
): Promise<number> {
  const { createInterface } = await import("node:readline");
  const reader = createInterface({
    input,
    output,
    terminal: true,
    history: history.lines,
    historySize: 1000,
    removeHistoryDuplicates: true,
    completer: (line: string) => turns.completions(line),
  });
  const prompt = (): void => {
    reader.setPrompt(turns.waiting ? "...  " : "ptc> ");
    reader.prompt();
  };
  reader.on("SIGINT", () => {
    if (reader.line === "" && !turns.waiting) output.write("\nCtrl-D or :quit leaves.\n");
    else output.write("^C\n");
    turns.drop();
    // The end of the line, then everything before it: the whole line goes.
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
    prompt();
  });
  shell.err("PTC-Lisp. (doc map) explains, *1 is the last result, :help shows more, :quit leaves.");
  prompt();
  for await (const line of reader) {
    history.add(line);
    if (!turns.line(line)) {
      reader.close();
      return EXIT.ok;
    }
    prompt();
  }
  output.write("\n"); // Ctrl-D leaves the cursor behind the prompt
  return EXIT.ok;
}
