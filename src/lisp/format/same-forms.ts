// Are two programs the same apart from their layout?

import type { Form } from "../read/form.ts";
import { Flt } from "../values/value.ts";

export function sameForms(a: readonly Form[], b: readonly Form[]): boolean {
  return a.length === b.length && a.every((form, i) => sameForm(form, b[i]!));
}

function sameForm(a: Form, b: Form): boolean {
  switch (a.kind) {
    case "nil":
      return b.kind === "nil";
    case "boolean":
      return b.kind === "boolean" && a.value === b.value;
    case "number":
      return b.kind === "number" && sameNumber(a.value, b.value);
    case "string":
      return b.kind === "string" && a.value === b.value && a.char === b.char;
    case "keyword":
      return b.kind === "keyword" && a.name === b.name;
    case "symbol":
      return b.kind === "symbol" && a.name === b.name;
    case "regex":
      return b.kind === "regex" && a.source === b.source;
    case "list":
    case "vector":
    case "map":
    case "set":
    case "short-fn":
      return b.kind === a.kind && sameForms(a.items, b.items);
    case "quote":
    case "var":
    case "deref":
      return b.kind === a.kind && sameForm(a.form, b.form);
    default:
      return a satisfies never;
  }
}

function sameNumber(a: number | bigint | Flt, b: number | bigint | Flt): boolean {
  if (a instanceof Flt) return b instanceof Flt && Object.is(a.value, b.value);
  return Object.is(a, b);
}
