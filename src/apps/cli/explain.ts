// ptc explain: the long answer for each reason a program can fail with.

import { suggest } from "../../base/suggest.ts";
import { reasons } from "../../lisp/reasons.ts";
import { type Command, EXIT, UsageError } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  usage: "explain [REASON]",
  summary: "explains an error reason, or lists them all",
  flags: [],
  examples: ["ptc explain unbound_var", "ptc explain"],
  run: (args, shell) => {
    const [name] = args.positional;
    if (name === undefined) {
      for (const [reason, page] of reasons) shell.out(`${reason.padEnd(28)} ${page.summary}`);
      return EXIT.ok;
    }
    const page = reasons.get(name);
    if (page === undefined) {
      const near = suggest(name, reasons.keys(), 1);
      throw new UsageError(
        `There is no reason ${name}.${near.length > 0 ? ` Did you mean ${near[0]}?` : " ptc explain lists them all."}`,
      );
    }
    shell.out(`${name}: ${page.summary}\n\n${page.text}\n\nExample:\n  ${page.wrong}\nInstead:\n  ${page.right}`);
    return EXIT.ok;
  },
};
