// ptc check: every problem that can be found without running.

import { renderProblem } from "../../base/render.ts";
import { check } from "../../index.ts";
import { type Command, EXIT, UsageError } from "./command.ts";
import { readText } from "./files.ts";

export const checkCommand: Command = {
  name: "check",
  usage: "check FILE… [--json]",
  summary: "shows all problems of programs without running them",
  flags: [{ name: "json", summary: "one JSON object per problem" }],
  examples: ["ptc check report.clj", "ptc check tools/*.clj --json"],
  run: (args, shell) => {
    if (args.positional.length === 0) throw new UsageError("ptc check takes files: ptc check report.clj.");
    let found = 0;
    for (const file of args.positional) {
      const source = readText(file);
      for (const problem of check(source)) {
        found++;
        const { place, ...rest } = problem;
        if (args.flags.has("json")) shell.out(JSON.stringify({ file, ...rest, ...place }));
        else shell.out(renderProblem(rest, source, { file, color: shell.color }));
      }
    }
    shell.err(
      found === 0
        ? `${args.positional.length} ${args.positional.length === 1 ? "file" : "files"} checked, no problems`
        : `${found} ${found === 1 ? "problem" : "problems"}`,
    );
    return found === 0 ? EXIT.ok : EXIT.program;
  },
};
