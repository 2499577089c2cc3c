// A form as plain data, for options maps: what is written is what is meant, nothing is evaluated. Keywords and symbols are
// text; what no data could be (a call, a regex) answers with its form instead.

import type { Form } from "../../lisp/read/form.ts";
import { Flt } from "../../lisp/values/value.ts";

export type Literal = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly form: Form };

export function literalOf(form: Form): Literal {
  switch (form.kind) {
    case "nil":
      return { ok: true, value: null };
    case "boolean":
    case "string":
      return { ok: true, value: form.value };
    case "number":
      return number(form.value, form);
    case "keyword":
    case "symbol":
      return { ok: true, value: form.name };
    case "vector":
    case "set":
      return items(form.items);
    case "map":
      return map(form.items);
    case "quote":
      return form.form.kind === "list" ? items(form.form.items) : literalOf(form.form);
    default:
      return { ok: false, form };
  }
}

function number(value: number | bigint | Flt, form: Form): Literal {
  if (value instanceof Flt) return { ok: true, value: value.value };
  if (typeof value === "number") return { ok: true, value };
  return Number.isSafeInteger(Number(value)) ? { ok: true, value: Number(value) } : { ok: false, form };
}

function items(forms: readonly Form[]): Literal {
  const values: unknown[] = [];
  for (const form of forms) {
    const read = literalOf(form);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return { ok: true, value: values };
}

function map(forms: readonly Form[]): Literal {
  const entries: [string, unknown][] = [];
  for (let i = 0; i + 1 < forms.length; i += 2) {
    const key = literalOf(forms[i]!);
    const value = literalOf(forms[i + 1]!);
    if (!key.ok) return key;
    if (!value.ok) return value;
    if (typeof key.value === "object") return { ok: false, form: forms[i]! };
    entries.push([String(key.value), value.value]);
  }
  return { ok: true, value: Object.fromEntries(entries) };
}
