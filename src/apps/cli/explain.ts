// ptc explain: the long answer for each reason a program, a base tool or a link can fail with, or a registration.

import { suggest } from "../../base/suggest.ts";
import { linkReasons } from "../../linker/reasons.ts";
import { wrap } from "../../lisp/docs/doc.ts";
import { reasons } from "../../lisp/reasons.ts";
import { registryReasons } from "../../registry/reasons.ts";
import { sandboxReasons } from "../../sandbox/reasons.ts";
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
      for (const { reason, of, ...page } of pages)
        shell.out(json ? JSON.stringify({ reason, of, ...page }) : `${reason.padEnd(28)} ${page.summary}`);
      return EXIT.ok;
    }
    const found = pages.filter((page) => page.reason === name);
    if (found.length === 0) {
      const [near] = suggest(
        name,
        pages.map((page) => page.reason),
        1,
      );
      throw new UsageError(
        `There is no reason ${name}.${near === undefined ? " ptc explain lists them all." : ` Did you mean ${near}?`}`,
      );
    }
    if (json) for (const page of found) shell.out(JSON.stringify(page));
    else shell.out(found.map(textOf).join("\n\n"));
    return EXIT.ok;
  },
};

interface Page {
  readonly reason: string;
  /** Who fails: some reasons are those of programs and of base tools. */
  readonly of: "program" | "base tool" | "link" | "registration";
  readonly summary: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}

const pages: readonly Page[] = [
  ...[...reasons].map(([reason, page]) => ({ reason, of: "program" as const, ...page })),
  ...Object.entries(sandboxReasons).map(([reason, page]) => ({ reason, of: "base tool" as const, ...page })),
  ...Object.entries(registryReasons).map(([reason, page]) => ({ reason, of: "registration" as const, ...page })),
  ...Object.entries(linkReasons).map(([reason, page]) => ({ reason, of: "link" as const, ...page })),
];

function textOf({ reason, of, summary, text, wrong, right }: Page): string {
  const head = of === "program" ? reason : `${reason} of a ${of}`;
  return `${head}: ${summary}\n\n${wrap(text, 100)}\n\nExample:\n  ${wrong}\nInstead:\n  ${right}`;
}
