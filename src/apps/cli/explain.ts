// ptc explain: the long answer for each reason a program can fail with.

import { suggest } from "../../base/suggest.ts";
import { wrap } from "../../lisp/docs/doc.ts";
import { reasons } from "../../lisp/reasons.ts";
import { type Command, EXIT, jsonFlag, UsageError } from "./command.ts";

export const explainCommand: Command = {
  name: "explain",
  usage: ["explain REASON [--json]", "explain"],
  summary: "explains an error reason, or lists them all",
  flags: [jsonFlag],
  examples: ["ptc explain unbound_var", "ptc explain"],
  run: (args, shell) => {
    if (args.positional.length > 1) throw new UsageError("ptc explain takes one reason: ptc explain unbound_var.");
    const [name] = args.positional;
    const json = args.has("json");
    if (name === undefined) {
      for (const [reason, page] of reasons)
        shell.out(json ? JSON.stringify({ reason, ...page }) : `${reason.padEnd(28)} ${page.summary}`);
      return EXIT.ok;
    }
    const page = reasons.get(name);
    if (page === undefined) {
      const [near] = suggest(name, reasons.keys(), 1);
      throw new UsageError(
        `There is no reason ${name}.${near === undefined ? " ptc explain lists them all." : ` Did you mean ${near}?`}`,
      );
    }
    if (json) shell.out(JSON.stringify({ reason: name, ...page }));
    else
      shell.out(
        `${name}: ${page.summary}\n\n${wrap(page.text, 100)}\n\nExample:\n  ${page.wrong}\nInstead:\n  ${page.right}`,
      );
    return EXIT.ok;
  },
};
