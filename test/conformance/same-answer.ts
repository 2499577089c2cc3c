// Whether PTC-Lisp's printed value is what Clojure printed. Texts that differ are read as data with our own reader and
// compared in a common spelling; every freedom this gives is a documented property of PTC-Lisp and is listed here.

import type { Form } from "../../src/lisp/read/form.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { Flt } from "../../src/lisp/values/value.ts";

const limits = { sourceLength: 1_000_000, sourceDepth: 256 };

export function sameAnswer(clojure: string, ptc: string): boolean {
  if (clojure === ptc) return true;
  if (clojure === "error" || ptc === "error") return false;
  const [a, b] = [spellingOf(clojure), spellingOf(ptc)];
  return a !== null && a === b;
}

/** Null when the text is not data our reader knows (ratios, host objects). */
function spellingOf(text: string): string | null {
  const { forms, problems } = readProgram(text, limits);
  return problems.length > 0 ? null : forms.map(spell).join(" ");
}

function spell(form: Form): string {
  switch (form.kind) {
    case "nil":
      return "nil";
    case "boolean":
      return String(form.value);
    case "number":
      // Integers are one type (DIV-37): Clojure's 12N is 12. Floats stay apart from integers.
      return form.value instanceof Flt
        ? `float ${Object.is(form.value.value, -0) ? "-0" : form.value.value}`
        : String(form.value);
    case "string":
      // A character is a one-character string (DIV-36): \a is "a".
      return JSON.stringify(form.value);
    case "keyword":
      return `:${form.name}`;
    case "symbol":
      return form.name;
    case "regex":
      return `#"${form.source}"`;
    case "list":
    case "vector":
      // There is one sequential type, and it prints as a vector (DIV-25).
      return `[${form.items.map(spell).join(" ")}]`;
    case "map": {
      // Maps and sets have no order of their own (DIV-38, DIV-39), nor does the comma between entries mean anything.
      const entries: string[] = [];
      for (let i = 0; i < form.items.length; i += 2)
        entries.push(
          form.items
            .slice(i, i + 2)
            .map(spell)
            .join(" "),
        );
      return `{${entries.sort().join(", ")}}`;
    }
    case "set":
      return `#{${form.items.map(spell).sort().join(" ")}}`;
    case "short-fn":
      return `#(${form.items.map(spell).join(" ")})`;
    case "quote":
      return `'${spell(form.form)}`;
    case "var":
      // There are no namespaces (DIV-07): #'user/x is #'x.
      return `#'${spell(form.form).replace(/^user\//, "")}`;
    case "deref":
      return `@${spell(form.form)}`;
    default:
      return form satisfies never;
  }
}
