// The rows the generators are fed with: every builtin and every special form.

import { specialForms } from "../analyze/analyze.ts";
import { builtins } from "../builtins/index.ts";
import type { BuiltinRows, FormRow, FormRows } from "./entry.ts";

export const builtinRows: BuiltinRows = builtins;

export function formRows(): FormRows {
  return [...specialForms].map(([name, f]): readonly [string, FormRow] => [
    name,
    {
      params: f.params,
      doc: f.doc,
      examples: f.examples,
      ...(typeof f.clojure === "object" ? { differs: f.clojure.differs } : {}),
    },
  ]);
}
