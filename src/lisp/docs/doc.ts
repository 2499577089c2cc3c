// One entry as plain text: what `(doc f)`, `ptc doc f` and the REPL print.
//
//   str/join
//   (str/join coll)
//   (str/join sep coll)
//
//   Joins the items of coll into one string, with sep between them.
//
//     (str/join "," [1 2])  ; => "1,2"
//
//   As in Clojure. Since 0.1.

import type { Builtin, Example } from "../builtins/table.ts";
import { type ConstantRow, callForms, exampleLine, type FormRow, relationText } from "./entry.ts";

export function renderDoc(name: string, row: Builtin): string {
  const also = row.aliases === undefined || row.aliases.length === 0 ? "" : ` Also: ${row.aliases.join(", ")}.`;
  return entryText(name, row.params, row.doc, row.examples, `${relationText(row)} Since ${row.since}.${also}`);
}

export function renderFormDoc(name: string, row: FormRow): string {
  const note = row.differs === undefined ? "Special form." : `Special form. Differs from Clojure: ${row.differs}`;
  return entryText(name, row.params, row.doc, row.examples, note);
}

/** A constant has no call form: its name is the value. */
export function renderConstantDoc(name: string, row: ConstantRow): string {
  return entryText(name, [], row.doc, row.examples, `A value, not a function. Since ${row.since}.`);
}

function entryText(
  name: string,
  params: readonly string[],
  doc: string,
  examples: readonly Example[],
  note: string,
): string {
  const parts = [[name, ...callForms(name, params)].join("\n"), wrap(doc, 100)];
  if (examples.length > 0) parts.push(examples.map((e) => `  ${exampleLine(e)}`).join("\n"));
  parts.push(wrap(note, 100));
  return parts.join("\n\n");
}

/** Breaks lines at spaces; a word longer than a line stays whole. */
export function wrap(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.join("\n");
}
