// ptc fmt: one layout for every program. A file that does not parse is left alone, and one that changes is replaced in
// one step, so that no interruption can leave half of it.

import { renderProblem } from "../../base/render.ts";
import { formatSource } from "../../lisp/format/format.ts";
import { type Arguments, type Command, EXIT, type Shell, UsageError } from "./command.ts";
import { nameOf, readText, writeText } from "./files.ts";

export const fmtCommand: Command = {
  name: "fmt",
  usage: ["fmt FILE… [--check | --stdout]", "fmt - < program"],
  summary: "formats programs in place; comments stay, meaning stays",
  flags: [
    { name: "check", summary: "change nothing; exit 1 and list files that would change" },
    { name: "stdout", summary: "change nothing; print the formatted text, as - does" },
  ],
  notes: ["A file that does not parse is reported and left as it is."],
  examples: ["ptc fmt report.clj", "ptc fmt --check tools/*.clj", "cat x.clj | ptc fmt -"],
  run: (args, shell) => {
    const files = args.positional;
    if (files.length === 0) throw new UsageError("ptc fmt takes files: ptc fmt report.clj.");
    let code: number = EXIT.ok;
    for (const path of files) {
      try {
        code = Math.max(code, formatFile(path, args, shell));
      } catch (e) {
        if (!(e instanceof UsageError)) throw e;
        shell.err(e.message); // the other files are still formatted
        code = EXIT.usage;
      }
    }
    return code;
  },
};

function formatFile(path: string, args: Arguments, shell: Shell): number {
  const source = readText(path);
  const file = nameOf(path);
  const { text, problems } = formatSource(source);
  if (problems.length > 0) {
    for (const p of problems) shell.err(renderProblem(p, source, { file, color: shell.colorErr }));
    return EXIT.program;
  }
  if (args.has("check")) {
    if (text === source) return EXIT.ok;
    shell.err(`${file} would change`);
    return EXIT.program;
  }
  if (path === "-" || args.has("stdout")) {
    if (text !== "") shell.out(text.replace(/\n$/, ""));
  } else if (text !== source) {
    writeText(path, text);
    shell.err(`formatted ${file}`);
  }
  return EXIT.ok;
}
