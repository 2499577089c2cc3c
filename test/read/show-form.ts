// Forms as compact text, so that expectations read like programs. Kinds that look alike are told apart: whole floats
// print with a point, big integers with n, characters with a backslash.

import type { Form } from "../../src/lisp/read/form.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { Flt } from "../../src/lisp/values/value.ts";

export const limits = { sourceLength: 2_000_000, sourceDepth: 256 };

export function show(form: Form): string {
  switch (form.kind) {
    case "nil":
      return "nil";
    case "boolean":
      return String(form.value);
    case "number":
      return showNumber(form.value);
    case "string":
      return form.char ? `\\${form.value}` : JSON.stringify(form.value);
    case "keyword":
      return `:${form.name}`;
    case "symbol":
      return form.name;
    case "regex":
      return `#"${form.source}"`;
    case "list":
      return `(${showAll(form.items)})`;
    case "vector":
      return `[${showAll(form.items)}]`;
    case "map":
      return `{${showAll(form.items)}}`;
    case "set":
      return `#{${showAll(form.items)}}`;
    case "short-fn":
      return `#(${showAll(form.items)})`;
    case "quote":
      return `'${show(form.form)}`;
    case "var":
      return `#'${show(form.form)}`;
    case "deref":
      return `@${show(form.form)}`;
    default:
      return form satisfies never;
  }
}

function showNumber(value: number | bigint | Flt): string {
  if (value instanceof Flt) return Object.is(value.value, -0) ? "-0.0" : `${value.value}.0`;
  return typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "wrong: -0" : String(value);
}

export function showAll(forms: readonly Form[]): string {
  return forms.map(show).join(" ");
}

/** Reads text that must have no problems. */
export function read(source: string): string {
  const { forms, problems } = readProgram(source, limits);
  if (problems.length > 0) return `problem: ${problems[0]!.message}`;
  return showAll(forms);
}

/** Reads text that must have problems: what was recovered, then each problem as [text at its span, message, hint]. */
export function readBroken(source: string): {
  forms: string;
  problems: readonly (readonly [string, string, string])[];
} {
  const { forms, problems } = readProgram(source, limits);
  return {
    forms: showAll(forms),
    problems: problems.map((p) => [source.slice(p.span.start, p.span.end), p.message, p.hint ?? ""] as const),
  };
}
