// do, for, doseq, quote, return, fail: order, iteration and endings.

import type { Form } from "../read/form.ts";
import { SymbolRef } from "../values/value.ts";
import { constantOf } from "./constants.ts";
import { type Analysis, formWords, listForm, type RecurTarget, type Scope, symbolForm } from "./context.ts";
import { bindPattern } from "./destructure.ts";
import type { Binding, Expr, ForClause } from "./expr.ts";
import { badShape, bindAll, headName, type ListForm, type SpecialForms } from "./forms.ts";

function comprehension(collect: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope): Expr => {
    const name = headName(form);
    const shape = `(${name} [x coll :when test] body)`;
    const vector = form.items[1];
    if (vector?.kind !== "vector")
      return a.problem(
        "invalid_arity",
        vector?.span ?? form.span,
        `${name} needs a vector of names and collections in pairs.`,
        `Write ${shape}.`,
      );
    const inside = vector.items.findIndex((f) => f.kind === "symbol" && /^(?:in|of|<-)$/.test(f.name));
    const letAt = vector.items.findIndex((f) => f.kind === "keyword" && f.name === "let");
    if (letAt !== -1 && vector.items[letAt + 1]?.kind === "symbol")
      return a.problem(
        "invalid_form",
        vector.items[letAt]!.span,
        ":let takes a vector of pairs.",
        "Write :let [y (* x 2)].",
      );
    if (vector.items.length % 2 !== 0 || vector.items.length === 0 || inside > 0) {
      const names = vector.items.slice(0, inside > 0 ? inside : -1).map(formWords);
      const word = vector.items[inside];
      return a.problem(
        "invalid_form",
        vector.span,
        `${name} needs a vector of names and collections in pairs.`,
        word?.kind === "symbol"
          ? `Leave out ${word.name}: write (${name} [${names.length > 1 ? `[${names.join(" ")}]` : names[0]} coll] body).`
          : inside === -1 && vector.items.length === 3 && vector.items.every((f) => f.kind === "symbol")
            ? `For [key value] pairs write (${name} [[${names.join(" ")}] coll] body).`
            : `Write ${shape}.`,
      );
    }
    const clauses: ForClause[] = [];
    let inner = scope;
    for (let i = 0; i < vector.items.length; i += 2) {
      const left = vector.items[i]!;
      const right = vector.items[i + 1]!;
      if (left.kind === "keyword") {
        if (left.name === "let") {
          inner = inner.child();
          const pairs: [Form, Form][] = [];
          if (right.kind !== "vector" || right.items.length % 2 !== 0) {
            a.problem("invalid_form", right.span, ":let takes a vector of pairs.", "Write :let [y (* x 2)].");
            continue;
          }
          for (let j = 0; j < right.items.length; j += 2) pairs.push([right.items[j]!, right.items[j + 1]!]);
          clauses.push({ kind: "let", bindings: bindAll(a, pairs, inner) });
        } else if (left.name === "when" || left.name === "while") {
          clauses.push({ kind: left.name, test: a.expr(right, inner, null) });
        } else
          a.problem(
            "invalid_form",
            left.span,
            `:${left.name} is not a modifier of ${name}.`,
            "Use :when, :while or :let.",
          );
        continue;
      }
      if (i > 0 && right.kind === "list" && left.kind === "symbol" && /^(?:when|while|let|if|where)$/.test(left.name)) {
        const modifier = left.name === "if" || left.name === "where" ? "when" : left.name;
        a.problem(
          "invalid_form",
          left.span,
          `${left.name} here would be a name.`,
          `Write :${modifier} test, with a colon.`,
        );
      }
      const source = a.expr(right, inner, null);
      inner = inner.child();
      const bind: Binding[] = [];
      if (left.kind === "symbol" && !left.name.includes("/")) {
        clauses.push({ kind: "each", item: inner.bind(left.name), source, bind });
      } else {
        const item = inner.bind(a.fresh());
        bindPattern(a, left, { op: "local", local: item, span: left.span }, inner, bind);
        clauses.push({ kind: "each", item, source, bind });
      }
    }
    if (clauses[0]?.kind !== "each")
      return a.problem("invalid_form", vector.span, `${name} starts with a name and a collection.`, `Write ${shape}.`);
    if (collect && form.items.length < 3) return badShape(a, form, "for needs a body.", shape);
    const outside = form.items.find((f, i) => i > 1 && f.kind === "keyword" && /^(?:when|while|let)$/.test(f.name));
    if (outside?.kind === "keyword" && outside !== form.items.at(-1))
      return a.problem(
        "invalid_form",
        outside.span,
        `:${outside.name} stands outside the vector of ${name}, where it does nothing.`,
        `Write it inside: (${name} [x coll :${outside.name} …] body).`,
      );
    return { op: "for", span: form.span, clauses, body: a.body(form.items.slice(2), inner, null, form.span), collect };
  };
}

function analyzeDotimes(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const vector = form.items[1];
  if (vector?.kind !== "vector" || vector.items.length !== 2)
    return badShape(a, form, "dotimes needs a name and a count.", "(dotimes [i n] body)");
  const s = vector.span;
  const range = listForm([symbolForm("clojure.core/range", s), vector.items[1]!], s);
  return a.expr(
    listForm(
      [
        symbolForm("clojure.core/doseq", s),
        { kind: "vector", items: [vector.items[0]!, range], span: s },
        ...form.items.slice(2),
      ],
      form.span,
    ),
    scope,
    tail,
  );
}

function analyzeQuote(a: Analysis, form: ListForm): Expr {
  const target = form.items[1];
  if (target === undefined || form.items.length !== 2) return badShape(a, form, "quote takes one form.", "'name");
  return quoted(a, target);
}

/** 'x: an inert reference for a symbol; other data stands for itself. */
export function quoted(a: Analysis, form: Form): Expr {
  return {
    op: "const",
    span: form.span,
    value: form.kind === "symbol" ? new SymbolRef(form.name) : constantOf(a, form),
  };
}

function ending(op: "return" | "fail") {
  return (a: Analysis, form: ListForm, scope: Scope): Expr => {
    const value = form.items[1];
    if (value === undefined || form.items.length > 2)
      return badShape(a, form, `${op} takes one value, got ${form.items.length - 1}.`, `(${op} value)`);
    return { op, span: form.span, value: a.expr(value, scope, null) };
  };
}

/** doc, source …: a bare symbol as argument is a name, not a value. */
function naming(builtin: string) {
  return (a: Analysis, form: ListForm, scope: Scope): Expr => {
    const args = form.items
      .slice(1)
      .map(
        (f): Form =>
          f.kind === "symbol" && scope.find(f.name) === undefined
            ? { kind: "string", value: f.name, char: false, span: f.span }
            : f,
      );
    return a.expr(listForm([symbolForm(`clojure.core/${builtin}`, form.span), ...args], form.span), scope, null);
  };
}

const group = "Control";

export const controlForms: SpecialForms = {
  do: {
    params: ["& forms"],
    group,
    clojure: "same",
    doc: "Evaluates forms in order and gives the last value.",
    examples: [{ code: "(do 1 2 3)", gives: "3" }],
    analyze: (a, form, scope, tail) => a.body(form.items.slice(1), scope, tail, form.span),
  },
  comment: {
    params: ["& forms"],
    group,
    clojure: "same",
    doc: "Ignores its forms and gives nil.",
    examples: [{ code: "(comment (anything goes))", gives: "nil" }],
    analyze: (_a, form) => ({ op: "const", value: null, span: form.span }),
  },
  quote: {
    params: ["form"],
    group,
    clojure: { differs: "a quoted symbol is an inert reference; a quoted list is a vector" },
    doc: "The form itself, unevaluated.",
    examples: [{ code: "(quote [a b])", gives: "[a b]" }],
    analyze: (a, form) => analyzeQuote(a, form),
  },
  for: {
    params: ["[name coll modifiers …] & body"],
    group,
    clojure: { differs: "eager, and the body may hold several forms" },
    doc: "A vector of the body's value for every combination of items. Modifiers: :when, :while, :let.",
    examples: [
      { code: "(for [x [1 2 3] :when (odd? x)] (* x x))", gives: "[1 9]" },
      { code: "(for [x [1 2] y [:a :b]] [x y])", gives: "[[1 :a] [1 :b] [2 :a] [2 :b]]" },
    ],
    analyze: (a, form, scope) => comprehension(true)(a, form, scope),
  },
  doseq: {
    params: ["[name coll modifiers …] & body"],
    group,
    clojure: "same",
    doc: "Evaluates the body for every combination of items, for its effects. Gives nil.",
    examples: [{ code: "(doseq [x [1 2]] (println x))", gives: "nil" }],
    analyze: (a, form, scope) => comprehension(false)(a, form, scope),
  },
  dotimes: {
    params: ["[name n] & body"],
    group,
    clojure: "same",
    doc: "Evaluates the body for name from 0 to n−1. Gives nil.",
    examples: [{ code: "(dotimes [i 3] (println i))", gives: "nil" }],
    analyze: analyzeDotimes,
  },
  return: {
    params: ["value"],
    group,
    clojure: "ptc-only",
    doc: "Ends the program successfully with value.",
    examples: [{ code: "(do (return 1) 2)", gives: "1" }],
    analyze: (a, form, scope) => ending("return")(a, form, scope),
  },
  fail: {
    params: ["value"],
    group,
    clojure: "ptc-only",
    doc: "Ends the program as failed with value; definitions of the turn are not kept.",
    examples: [{ code: '(fail "no input")', gives: "error: failed" }],
    analyze: (a, form, scope) => ending("fail")(a, form, scope),
  },
  doc: {
    params: ["name"],
    group: "Introspection",
    clojure: "same",
    doc: "Prints what a function does and how it is called.",
    examples: [{ code: "(doc map)", gives: "nil" }],
    analyze: (a, form, scope) => naming("doc")(a, form, scope),
  },
  source: {
    params: ["name"],
    group: "Introspection",
    clojure: "same",
    doc: "Prints the text a definition was made from.",
    examples: [{ code: "(source map)", gives: "nil" }],
    analyze: (a, form, scope) => naming("source")(a, form, scope),
  },
  dir: {
    params: ["", "namespace"],
    group: "Introspection",
    clojure: "same",
    doc: "Lists namespaces, or the names in one.",
    examples: [{ code: '(vector? (dir "string"))', gives: "true" }],
    analyze: (a, form, scope) => naming("dir")(a, form, scope),
  },
  "export-meta": {
    params: ["name"],
    group: "Introspection",
    clojure: "ptc-only",
    doc: "What is known of a definition, as a map, or nil.",
    examples: [{ code: "(export-meta nothing-of-that-name)", gives: "nil" }],
    analyze: (a, form, scope) => naming("export-meta")(a, form, scope),
  },
};
