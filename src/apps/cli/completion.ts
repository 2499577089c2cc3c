// What Tab offers in the repl: functions, forms, the session's own definitions and the keys of the data.

import { specialForms } from "../../lisp/analyze/analyze.ts";
import { builtins, namesIn, namespaces } from "../../lisp/builtins/index.ts";
import type { PMap } from "../../lisp/values/map.ts";

/** The names that continue the last word of `line`, and that word, as readline's completer wants them. */
export function complete(line: string, definitions: Iterable<string>, data: PMap | null): [string[], string] {
  const word = /[^\s,()[\]{}"'`~@^;#]*$/.exec(line)?.[0] ?? "";
  if (word === "") return [[], word];
  const names = new Set([...definitions, ...specialForms.keys(), ...builtins.keys(), "*1", "*2", "*3"]);
  for (const key of data?.pairs().filter((_, i) => i % 2 === 0) ?? [])
    if (typeof key === "string") names.add(`data/${key}`);
  const home = namespaces.get(word.slice(0, word.indexOf("/")));
  if (home !== undefined) for (const name of namesIn(home)) names.add(word.slice(0, word.indexOf("/") + 1) + name);
  return [[...names].filter((name) => name.startsWith(word)).sort(), word];
}
