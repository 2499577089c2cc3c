// Forms that stand for themselves: case constants and quoted data.

import type { Form } from "../read/form.ts";
import { PMap } from "../values/map.ts";
import { asDouble, isNumber } from "../values/numbers.ts";
import { printReadable } from "../values/print.ts";
import { PSet } from "../values/set.ts";
import { Keyword, SymbolRef, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { type Analysis, formWords } from "./context.ts";

/** The value a literal form denotes without evaluation; lists become vectors, symbols become inert references. */
export function constantOf(a: Analysis, form: Form): Value {
  switch (form.kind) {
    case "nil":
      return null;
    case "boolean":
    case "number":
    case "string":
      return form.value;
    case "keyword":
      return Keyword.of(form.name);
    case "symbol":
      return new SymbolRef(form.name);
    case "quote":
      return constantOf(a, form.form);
    case "list":
      return Vec.seq(form.items.map((f) => constantOf(a, f)));
    case "vector":
      return Vec.of(form.items.map((f) => constantOf(a, f)));
    case "map":
      return PMap.ofPairs(form.items.map((f) => constantOf(a, f)));
    case "set":
      return PSet.of(form.items.map((f) => constantOf(a, f)));
    default:
      a.problem(
        "invalid_form",
        form.span,
        `${formWords(form)} is not a constant.`,
        "Use a keyword, string, number, boolean, nil or a collection of these.",
      );
      return null;
  }
}

/** Equal constants have the same likeness; those that share one must still be compared. Lets many be told apart at once. */
export function likeness(v: Value): string {
  if (isNumber(v)) return String(asDouble(v) + 0);
  if (v instanceof Vec) return `[${v.items().map(likeness).join(" ")}]`;
  if (v instanceof PSet) return `#{${v.items().map(likeness).sort().join(" ")}}`;
  if (!(v instanceof PMap)) return printReadable(v);
  const pairs = v.pairs();
  return `{${pairs
    .flatMap((k, i) => (i % 2 === 0 ? [`${likeness(k)} ${likeness(pairs[i + 1]!)}`] : []))
    .sort()
    .join(" ")}}`;
}
