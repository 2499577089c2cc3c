// The rows the generators are fed with: every builtin, every special form and every constant.

import { specialForms } from "../analyze/analyze.ts";
import { builtins, constants } from "../builtins/index.ts";
import type { BuiltinRows, ConstantRows, FormRow, FormRows } from "./entry.ts";

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

/** Each constant under its first spelling. */
export function constantRows(): ConstantRows {
  return [...constants].filter(([, row], i, all) => all.findIndex(([, other]) => other === row) === i);
}
