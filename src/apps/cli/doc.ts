// ptc doc: one entry, a search, the whole reference, or a card for a model's prompt.

import { suggest } from "../../base/suggest.ts";
import { findBuiltin } from "../../lisp/builtins/index.ts";
import { renderCard } from "../../lisp/docs/card.ts";
import { builtinRows, formRows } from "../../lisp/docs/catalogue.ts";
import { renderDoc, renderFormDoc } from "../../lisp/docs/doc.ts";
import { renderReference } from "../../lisp/docs/reference.ts";
import { estimateTokens } from "../../lisp/docs/tokens.ts";
import { type Command, EXIT, UsageError } from "./command.ts";

export const docCommand: Command = {
  name: "doc",
  usage: "doc NAME    |    ptc doc --all    |    ptc doc --card TOKENS",
  summary: "explains a function or form; --card writes a prompt card within a token budget",
  flags: [
    { name: "all", summary: "the whole reference as Markdown" },
    { name: "card", value: "TOKENS", summary: "what a model needs to know of the language, within so many tokens" },
    { name: "search", value: "TEXT", summary: "names whose entry mentions TEXT" },
  ],
  examples: ["ptc doc group-by", "ptc doc str/join", "ptc doc --search average", "ptc doc --card 1500"],
  run: (args, shell) => {
    const card = args.flags.get("card");
    if (typeof card === "string") {
      const budget = Number(card);
      if (!Number.isInteger(budget) || budget < 100)
        throw new UsageError("--card takes a number of tokens, at least 100.");
      shell.out(renderCard(builtinRows, formRows(), budget, estimateTokens));
      return EXIT.ok;
    }
    if (args.flags.has("all")) {
      shell.out(renderReference(builtinRows, formRows()));
      return EXIT.ok;
    }
    const search = args.flags.get("search");
    if (typeof search === "string") {
      const wanted = search.toLowerCase();
      for (const [name, row] of builtinRows)
        if (`${name} ${row.doc} ${row.group}`.toLowerCase().includes(wanted))
          shell.out(`${name.padEnd(24)} ${row.doc.split(". ")[0]}`);
      return EXIT.ok;
    }
    const [name] = args.positional;
    if (name === undefined) throw new UsageError("ptc doc takes a name: ptc doc map.");
    const form = [...formRows()].find(([n]) => n === name);
    if (form !== undefined) {
      shell.out(renderFormDoc(form[0], form[1]));
      return EXIT.ok;
    }
    const found = findBuiltin(name);
    if (found === undefined) {
      const near = suggest(name, [...[...builtinRows].map(([n]) => n), ...[...formRows()].map(([n]) => n)]);
      shell.err(
        `There is no ${name}.${near.length > 0 ? ` Did you mean ${near.join(", ")}?` : ` Try ptc doc --search ${name}.`}`,
      );
      return EXIT.program;
    }
    shell.out(renderDoc(found.name, found.row));
    return EXIT.ok;
  },
};
