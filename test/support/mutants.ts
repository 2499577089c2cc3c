// Faults as people make them, in text: a wrong operator, a constant off by one, branches swapped, a call dropped, a wrong key,
// an argument too few. Each fault is one edit of one place; the same text always has the same faults in the same order.

import { defaultLimits } from "../../src/lisp/limits.ts";
import type { Form } from "../../src/lisp/read/form.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";

export interface Mutant {
  readonly text: string;
  /** "(+ a b) becomes (- a b)". */
  readonly fault: string;
}

const swaps: Readonly<Record<string, readonly string[]>> = {
  "+": ["-", "*"],
  "-": ["+"],
  "*": ["+", "/"],
  "/": ["*"],
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "=": ["not="],
  "not=": ["="],
  and: ["or"],
  or: ["and"],
  inc: ["dec"],
  dec: ["inc"],
  first: ["last"],
  last: ["first"],
  filter: ["remove"],
  remove: ["filter"],
  max: ["min"],
  min: ["max"],
  quot: ["rem"],
  mod: ["quot"],
  take: ["drop"],
  drop: ["take"],
  "str/upper-case": ["str/lower-case"],
  "str/lower-case": ["str/upper-case"],
  "empty?": ["some?"],
  "zero?": ["pos?"],
  "pos?": ["neg?"],
  "even?": ["odd?"],
  odd: ["even?"],
  "if-not": ["if"],
  "sort-by": ["group-by"],
  conj: ["cons"],
  assoc: ["dissoc"],
};

/** Every fault of the bodies of functions; names, documentation and options are left alone. */
export function lispMutants(text: string): readonly Mutant[] {
  const { forms } = readProgram(text, defaultLimits);
  const found: Mutant[] = [];
  const replace = (at: Form, now: string): void => {
    const { start, end } = at.span;
    const was = text.slice(start, end);
    if (now !== was) found.push({ text: text.slice(0, start) + now + text.slice(end), fault: `${was} becomes ${now}` });
  };
  const source = (form: Form): string => text.slice(form.span.start, form.span.end);

  const visit = (form: Form): void => {
    switch (form.kind) {
      case "symbol":
        for (const other of swaps[form.name] ?? []) replace(form, other);
        return;
      case "number":
        if (typeof form.value === "number") {
          replace(form, String(form.value + 1));
          replace(form, String(form.value - 1));
        } else replace(form, "(+ 1 " + source(form) + ")");
        return;
      case "string":
        replace(form, JSON.stringify(`${form.value}x`));
        if (form.value !== "") replace(form, '""');
        return;
      case "boolean":
        replace(form, String(!form.value));
        return;
      case "keyword":
        replace(form, `:${form.name}x`);
        return;
      case "list":
        call(form.items, form);
        return;
      case "vector":
      case "map":
      case "set":
      case "short-fn":
        form.items.forEach(visit);
        return;
    }
  };

  const call = (items: readonly Form[], whole: Form): void => {
    const [head, ...args] = items;
    const name = head?.kind === "symbol" ? head.name : "";
    if (name === "fn" || name === "let" || name === "loop" || name === "for" || name === "doseq") {
      const [bindings, ...body] = args;
      // Names that are bound stay; what they are bound to is code.
      if (bindings?.kind === "vector" && name !== "fn")
        bindings.items.forEach((item, i) => {
          if (i % 2 === 1) visit(item);
        });
      body.forEach(visit);
      return;
    }
    const words = items.map(source);
    if ((name === "if" || name === "if-not") && args.length === 3)
      replace(whole, `(${words[0]} ${words[1]} ${words[3]} ${words[2]})`);
    if (args.length >= 1 && !["cond", "case", "recur", "->", "->>"].includes(name)) {
      replace(whole, words[1]!);
      replace(whole, `(${words.slice(0, -1).join(" ")})`);
    }
    if (args.length >= 2 && !["if", "cond", "case", "when", "let"].includes(name))
      replace(whole, `(${[words[0], words[2], words[1], ...words.slice(3)].join(" ")})`);
    if (head !== undefined) visit(head);
    args.forEach(visit);
  };

  for (const form of forms) {
    if (form.kind !== "list") continue;
    const params = form.items.findIndex((item) => item.kind === "vector");
    form.items.slice(params + 1).forEach(visit);
  }
  return distinct(found);
}

const scriptFaults: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ \+ /g, [" - "]],
  [/ - /g, [" + "]],
  [/ \* /g, [" + "]],
  [/ \/ /g, [" * "]],
  [/ % /g, [" * "]],
  [/ < /g, [" <= ", " > "]],
  [/ > /g, [" >= ", " < "]],
  [/ <= /g, [" < "]],
  [/ >= /g, [" > "]],
  [/ === /g, [" !== "]],
  [/ !== /g, [" === "]],
  [/ && /g, [" || "]],
  [/ \|\| /g, [" && "]],
  [/ \? ([^:?]+) : ([^;)]+)/g, [" ? $2 : $1"]],
  [/ \+= /g, [" -= "]],
  [/\b(\d+)\b/g, ["($1 + 1)", "($1 - 1)"]],
  [/\btrue\b/g, ["false"]],
  [/\bfalse\b/g, ["true"]],
  [/"([^"]*)"/g, ['"$1x"']],
  [/\.(toLowerCase|trim|reverse|sort)\([^()]*\)/g, [""]],
  [/Math\.max/g, ["Math.min"]],
  [/Math\.min/g, ["Math.max"]],
  [/Math\.floor/g, ["Math.ceil"]],
  [/return /g, ["return void "]],
];

/** Faults of a JavaScript text, below the line that starts the tool's function. */
export function scriptMutants(text: string): readonly Mutant[] {
  const from = text.indexOf("export default");
  const head = text.slice(0, from);
  const body = text.slice(from);
  const found: Mutant[] = [];
  for (const [pattern, replacements] of scriptFaults)
    for (const match of body.matchAll(pattern))
      for (const replacement of replacements) {
        const [was] = match;
        const now = replacement.replace(/\$(\d)/g, (_, n: string) => match[Number(n)] ?? "");
        const at = match.index;
        found.push({
          text: head + body.slice(0, at) + now + body.slice(at + was.length),
          fault: `${was.trim()} becomes ${now.trim()}`,
        });
      }
  return distinct(found);
}

function distinct(mutants: readonly Mutant[]): readonly Mutant[] {
  return [...new Map(mutants.map((m) => [m.text, m])).values()];
}
