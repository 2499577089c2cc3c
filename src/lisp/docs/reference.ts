// docs/reference.md: every builtin, special form and constant, grouped by subject, from the tables alone. The output depends only
// on the rows, so a test can compare it with the file in the repository.

import type { Builtin } from "../builtins/table.ts";
import {
  type BuiltinRows,
  type ConstantRow,
  type ConstantRows,
  callForms,
  exampleLine,
  type FormRow,
  type FormRows,
} from "./entry.ts";

export function renderReference(rows: BuiltinRows, forms: FormRows = [], constants: ConstantRows = []): string {
  const groups = byGroup(rows);
  const formList = [...forms].sort(byName);
  const constantList = [...constants].sort(byName);
  const count = [...groups.values()].reduce((n, list) => n + list.length, 0);
  const parts = [
    "# PTC-Lisp reference",
    `<!-- Generated from the tables in src/lisp. Do not edit: run UPDATE=1 npm test. -->`,
    `${counted(count, formList.length, constantList.length)}. Every example below is run by the tests.`,
    contents([
      ...(formList.length > 0 ? ["Special forms"] : []),
      ...groups.keys(),
      ...(constantList.length > 0 ? ["Constants"] : []),
      "Differences from Clojure",
    ]),
  ];
  if (formList.length > 0) parts.push("## Special forms", ...formList.map(([name, row]) => formEntry(name, row)));
  for (const [group, list] of groups) parts.push(`## ${group}`, ...list.map(([name, row]) => entry(name, row)));
  if (constantList.length > 0)
    parts.push("## Constants", ...constantList.map(([name, row]) => constantEntry(name, row)));
  parts.push(differences(groups, formList));
  return `${parts.join("\n\n")}\n`;
}

type Named<T> = readonly [string, T];

function byName(a: Named<unknown>, b: Named<unknown>): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

function byGroup(rows: BuiltinRows): Map<string, Named<Builtin>[]> {
  const sorted = [...rows].sort(byName);
  const names = [...new Set(sorted.map(([, row]) => row.group))].sort();
  return new Map(names.map((group) => [group, sorted.filter(([, row]) => row.group === group)]));
}

function counted(functions: number, forms: number, constants: number): string {
  const parts = [`${functions} functions`];
  if (forms > 0) parts.push(`${forms} special forms`);
  if (constants > 0) parts.push(`${constants} constants`);
  return parts.join(", ").replace(/, (?=[^,]*$)/, " and ");
}

function contents(titles: readonly string[]): string {
  return titles.map((t) => `- [${t}](#${anchor(t)})`).join("\n");
}

/** The anchor GitHub gives a heading. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function entry(name: string, row: Builtin): string {
  const parts = [
    `### \`${name}\``,
    code(callForms(name, row.params)),
    prose(row.doc),
    code(row.examples.map(exampleLine)),
  ];
  const notes: string[] = [];
  if (row.clojure === "ptc-only") notes.push("Only in PTC-Lisp.");
  else if (row.clojure !== "same") notes.push(`Differs from Clojure: ${row.clojure.differs}`);
  if (row.aliases !== undefined && row.aliases.length > 0)
    notes.push(`Also called ${row.aliases.map((a) => `\`${a}\``).join(", ")}.`);
  if (row.since !== "0.1") notes.push(`Since ${row.since}.`);
  if (notes.length > 0) parts.push(prose(notes.join(" ")));
  return parts.join("\n\n");
}

function formEntry(name: string, row: FormRow): string {
  const parts = [`### \`${name}\``, code(callForms(name, row.params)), prose(row.doc)];
  if (row.examples.length > 0) parts.push(code(row.examples.map(exampleLine)));
  if (row.differs !== undefined) parts.push(prose(`Differs from Clojure: ${row.differs}`));
  return parts.join("\n\n");
}

function constantEntry(name: string, row: ConstantRow): string {
  return [`### \`${name}\``, prose(row.doc), code(row.examples.map(exampleLine))].join("\n\n");
}

function code(lines: readonly string[]): string {
  return `\`\`\`clojure\n${lines.join("\n")}\n\`\`\``;
}

/** Characters that Markdown would take as markup. */
function prose(text: string): string {
  return text.replace(/[\\*_<>[\]`|]/g, (c) => `\\${c}`);
}

function differences(groups: ReadonlyMap<string, readonly Named<Builtin>[]>, forms: readonly Named<FormRow>[]): string {
  const all = [...groups.values()].flat();
  const only = all
    .filter(([, row]) => row.clojure === "ptc-only")
    .sort(byName)
    .map(([name]) => `\`${name}\``);
  const parts = ["## Differences from Clojure", renderDifferences(all, forms)];
  if (only.length > 0) parts.push(`Only in PTC-Lisp: ${only.join(", ")}.`);
  return parts.join("\n\n");
}

/** One line per difference, with the names it holds for; forms and functions alike, in the order of their first name. */
export function renderDifferences(rows: BuiltinRows, forms: FormRows): string {
  const names = new Map<string, string[]>();
  const differing: [string, string][] = [];
  for (const [name, row] of forms) if (row.differs !== undefined) differing.push([name, row.differs]);
  for (const [name, row] of rows) if (typeof row.clojure === "object") differing.push([name, row.clojure.differs]);
  for (const [name, text] of differing.sort(byName)) names.set(text, [...(names.get(text) ?? []), `\`${name}\``]);
  return [...names].map(([text, list]) => `- ${list.join(", ")}: ${prose(text)}`).join("\n");
}
