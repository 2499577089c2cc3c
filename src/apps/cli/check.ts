// ptc check: every problem that can be found without running.

import { renderProblem } from "../../base/render.ts";
import { check } from "../../index.ts";
import { type Command, EXIT, jsonFlag, UsageError } from "./command.ts";
import { nameOf, readText } from "./files.ts";
import { plural } from "./plural.ts";

export const checkCommand: Command = {
  name: "check",
  usage: ["check FILE… [--json]"],
  summary: "shows all problems of programs without running them",
  flags: [jsonFlag],
  notes: ["With --json every problem is one line: file, reason, severity, message, span, line, column, hint."],
  examples: ["ptc check report.clj", "ptc check tools/*.clj --json", "cat report.clj | ptc check -"],
  run: (args, shell) => {
    const files = args.positional;
    if (files.length === 0) throw new UsageError("ptc check takes files: ptc check report.clj.");
    let found = 0;
    let unreadable = 0;
    for (const path of files) {
      let source: string;
      try {
        source = readText(path);
      } catch (e) {
        if (!(e instanceof UsageError)) throw e;
        shell.err(e.message); // the other files are still checked
        unreadable++;
        continue;
      }
      const file = nameOf(path);
      for (const { place, ...problem } of check(source)) {
        found++;
        if (args.has("json")) shell.out(JSON.stringify({ file, ...problem, ...place }));
        else shell.out(renderProblem(problem, source, { file, color: shell.colorOut }));
      }
    }
    if (unreadable === files.length) return EXIT.usage;
    const checked = plural(files.length - unreadable, "file");
    shell.err(found === 0 ? `${checked} checked, no problems` : `${checked} checked, ${plural(found, "problem")}`);
    return unreadable > 0 ? EXIT.usage : found > 0 ? EXIT.program : EXIT.ok;
  },
};
