// ptc fmt: one layout for every program.

import { writeFileSync } from "node:fs";
import { renderProblem } from "../../base/render.ts";
import { formatSource } from "../../lisp/format/format.ts";
import { type Command, EXIT, UsageError } from "./command.ts";
import { readText } from "./files.ts";

export const fmtCommand: Command = {
  name: "fmt",
  usage: "fmt FILE… [--check]    |    ptc fmt - < program",
  summary: "formats programs in place; comments stay, meaning stays",
  flags: [{ name: "check", summary: "change nothing; exit 1 and list files that would change" }],
  examples: ["ptc fmt report.clj", "ptc fmt --check tools/*.clj", "cat x.clj | ptc fmt -"],
  run: (args, shell) => {
    if (args.positional.length === 0) throw new UsageError("ptc fmt takes files: ptc fmt report.clj.");
    let code: number = EXIT.ok;
    for (const file of args.positional) {
      const source = readText(file);
      const { text, problems } = formatSource(source);
      if (problems.length > 0) {
        for (const p of problems) shell.err(renderProblem(p, source, { file, color: shell.color }));
        code = EXIT.program;
      } else if (file === "-") shell.out(text.replace(/\n$/, ""));
      else if (text !== source) {
        if (args.flags.has("check")) code = EXIT.program;
        else writeFileSync(file, text);
        shell.err(args.flags.has("check") ? `${file} would change` : `formatted ${file}`);
      }
    }
    return code;
  },
};
