// Map and set literals that write a key twice. Keys are compared as the reader sees them, before anything is evaluated:
// {(f) 1 (f) 2} repeats a key although (f) may give two values, while {:a 1 (keyword "a") 2} does not.

import type { Form } from "../read/form.ts";
import { PMap } from "../values/map.ts";
import { printReadable } from "../values/print.ts";
import { PSet } from "../values/set.ts";
import { Keyword, SymbolRef, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { Analysis } from "./context.ts";

export function checkDuplicates(a: Analysis, keys: readonly Form[], what: "map" | "set"): void {
  let seen = PSet.EMPTY;
  for (const form of keys) {
    const key = asRead(form);
    if (key === undefined) continue;
    if (seen.has(key))
      a.problem(
        "duplicate_key",
        form.span,
        `The ${what} literal has ${printReadable(key)} twice.`,
        "Remove one of them.",
      );
    else seen = seen.add(key);
  }
}

/** The form as data; undefined when it holds a function or a pattern, which are never equal to another. */
function asRead(form: Form): Value | undefined {
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
    case "var":
    case "deref": {
      const inner = asRead(form.form);
      return inner === undefined ? undefined : Vec.seq([new SymbolRef(form.kind), inner]);
    }
    case "list":
    case "vector":
      return all(form.items, (items) => Vec.of(items));
    case "map":
      return all(form.items, (items) => PMap.ofPairs(items));
    case "set":
      return all(form.items, (items) => PSet.of(items));
    case "regex":
    case "short-fn":
      return undefined;
  }
}

function all(forms: readonly Form[], build: (items: Value[]) => Value): Value | undefined {
  const items: Value[] = [];
  for (const f of forms) {
    const v = asRead(f);
    if (v === undefined) return undefined;
    items.push(v);
  }
  return build(items);
}
