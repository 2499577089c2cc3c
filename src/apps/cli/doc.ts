// ptc doc: one entry, a search, the whole reference, or a card for a model's prompt.

import { didYouMean, suggest } from "../../base/suggest.ts";
import { habitOf } from "../../lisp/analyze/habits.ts";
import { canonicalConstant, findBuiltin } from "../../lisp/builtins/index.ts";
import { renderCard } from "../../lisp/docs/card.ts";
import { builtinRows, constantRows, formRows } from "../../lisp/docs/catalogue.ts";
import { renderConstantDoc, renderDoc, renderFormDoc, wrap } from "../../lisp/docs/doc.ts";
import { callForms, firstSentence } from "../../lisp/docs/entry.ts";
import { leftOut } from "../../lisp/docs/left-out.ts";
import { renderReference } from "../../lisp/docs/reference.ts";
import { estimateTokens } from "../../lisp/docs/tokens.ts";
import { type Arguments, type Command, EXIT, jsonFlag, UsageError } from "./command.ts";

export const docCommand: Command = {
  name: "doc",
  usage: ["doc NAME… [--json]", "doc --search TEXT [--json]", "doc --card TOKENS", "doc --reference"],
  summary: "explains functions and forms; --card writes a prompt card within a token budget",
  flags: [
    { name: "search", value: "TEXT", summary: "names whose entry mentions TEXT" },
    { name: "card", value: "TOKENS", summary: "what a model needs to know of the language, within so many tokens" },
    { name: "reference", summary: "the whole reference as Markdown" },
    jsonFlag,
  ],
  examples: ["ptc doc group-by", "ptc doc str/join let", "ptc doc --search mean", "ptc doc --card 1500"],
  run: (args, shell) => {
    const parts = [args.text("card"), args.text("search"), args.has("reference") || undefined, args.positional[0]];
    if (parts.filter((p) => p !== undefined).length !== 1)
      throw new UsageError("ptc doc takes a name, or one of --search, --card and --reference: ptc doc map.");
    shell.out(page(args));
    return EXIT.ok;
  },
};

function page(args: Arguments): string {
  const card = args.text("card");
  if (card !== undefined) return promptCard(card);
  if (args.has("reference")) return renderReference(builtinRows, formRows(), constantRows()).replace(/\n$/, "");
  const search = args.text("search");
  const found = search === undefined ? args.positional.map(entryNamed) : entriesWith(search);
  if (args.has("json")) return found.map(jsonEntry).join("\n");
  if (search === undefined) return found.map((e) => e.text()).join("\n\n\n");
  return found.map((e) => `${e.name.padEnd(24)} ${firstSentence(e.doc)}`).join("\n");
}

function promptCard(tokens: string): string {
  const budget = Number(tokens);
  if (!Number.isInteger(budget) || budget < 100)
    throw new UsageError(`--card takes a number of tokens, at least 100; got ${tokens}.`);
  return renderCard(builtinRows, formRows(), budget, estimateTokens);
}

interface Entry {
  readonly name: string;
  readonly kind: "function" | "form" | "constant" | "left out";
  readonly group: string;
  readonly params: readonly string[];
  readonly doc: string;
  readonly examples: readonly { readonly code: string; readonly gives: string }[];
  readonly text: () => string;
}

function entries(): Entry[] {
  return [
    ...[...formRows()].map(
      ([name, row]): Entry => ({
        name,
        kind: "form",
        group: "Special forms",
        ...row,
        text: () => renderFormDoc(name, row),
      }),
    ),
    ...[...builtinRows].map(
      ([name, row]): Entry => ({ name, kind: "function", ...row, text: () => renderDoc(name, row) }),
    ),
    ...[...constantRows()].map(
      ([name, row]): Entry => ({
        name,
        kind: "constant",
        params: [],
        ...row,
        text: () => renderConstantDoc(name, row),
      }),
    ),
    ...[...leftOut].map(
      ([name, doc]): Entry => ({
        name,
        kind: "left out",
        group: "",
        params: [],
        doc,
        examples: [],
        text: () => `${name}\n\n${wrap(doc, 100)}`,
      }),
    ),
  ];
}

function entryNamed(name: string): Entry {
  const all = entries();
  const canonical = findBuiltin(name)?.name ?? canonicalConstant(name);
  const found = all.find((e) => e.name === name) ?? all.find((e) => e.name === canonical);
  if (found !== undefined) return found;
  const habit = habitOf(name);
  if (habit !== undefined) throw new UsageError(`There is no ${name}. ${habit.hint}`);
  const near = suggest(
    name,
    all.map((e) => e.name),
  );
  throw new UsageError(`There is no ${name}. ${near.length > 0 ? didYouMean(near) : `Try ptc doc --search ${name}.`}`);
}

function entriesWith(text: string): Entry[] {
  const wanted = text.toLowerCase();
  const found = entries().filter((e) => `${e.name} ${e.group} ${e.doc}`.toLowerCase().includes(wanted));
  if (found.length === 0) throw new UsageError(`No entry mentions ${text}. ptc doc --reference has them all.`);
  return found;
}

function jsonEntry({ name, kind, params, doc, examples }: Entry): string {
  return JSON.stringify({ name, kind, calls: callForms(name, params), doc, examples });
}
