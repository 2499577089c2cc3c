// if, when, cond, case and their kin.

import { findBuiltin } from "../builtins/index.ts";
import type { Form, FormOf } from "../read/form.ts";
import { equal } from "../values/equality.ts";
import { printReadable } from "../values/print.ts";
import type { Value } from "../values/value.ts";
import { constantOf, likeness } from "./constants.ts";
import { type Analysis, formWords, listForm, type RecurTarget, type Scope, symbolForm } from "./context.ts";
import { bindPattern } from "./destructure.ts";
import type { Binding, CaseClause, Expr } from "./expr.ts";
import { badShape, type ListForm, nil, type SpecialForms } from "./forms.ts";
import { habitOf } from "./habits.ts";

function analyzeIf(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const [head, test, then, otherwise] = form.items;
  if (form.items.length < 3 || form.items.length > 4)
    return badShape(
      a,
      form,
      `${(head as { name: string }).name} takes a test, a result and an optional else, got ${form.items.length - 1} ${form.items.length === 2 ? "form" : "forms"}.`,
      "(if test then else); put several expressions in (do …)",
    );
  return {
    op: "if",
    span: form.span,
    test: a.expr(test!, scope, null),
    then: a.expr(then!, scope, tail),
    else: otherwise === undefined ? nil(form) : a.expr(otherwise, scope, tail),
  };
}

/** if-let, when-let, if-some, when-some: bind, test the whole value, then destructure. */
function bindingTest(
  some: boolean,
  form: ListForm,
  a: Analysis,
  scope: Scope,
  then: (s: Scope) => Expr,
  otherwise: () => Expr,
): Expr {
  const name = (form.items[0] as { name: string }).name;
  const vector = form.items[1];
  if (vector?.kind !== "vector")
    return a.problem(
      "invalid_arity",
      vector?.span ?? form.span,
      `${name} needs a binding vector with a name and a value.`,
      `Write (${name} [x expr] …).`,
    );
  if (vector.items.length !== 2)
    return a.problem(
      "invalid_form",
      vector.span,
      `${name} takes exactly one name and one value, got ${vector.items.length} forms.`,
      vector.items.length > 2
        ? `Write (${name} [x expr] …), one inside the other for several names, or test with (when (and a b) …).`
        : `Write (${name} [x expr] …).`,
    );
  const pattern = vector.items[0]!;
  const inner = scope.child();
  const held = inner.bind(a.fresh());
  const init = a.expr(vector.items[1]!, scope, null);
  const ref: Expr = { op: "local", local: held, span: vector.span };
  const bindings: Binding[] = [];
  bindPattern(a, pattern, ref, inner, bindings);
  const test: Expr = some
    ? {
        op: "call",
        span: vector.span,
        callee: a.expr(symbolForm("clojure.core/some?", vector.span), scope, null),
        args: [ref],
      }
    : ref;
  return {
    op: "let",
    span: form.span,
    bindings: [{ local: held, init }],
    body: {
      op: "if",
      span: form.span,
      test,
      then: { op: "let", span: form.span, bindings, body: then(inner) },
      else: otherwise(),
    },
  };
}

function ifBinding(some: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const [head, , then, otherwise] = form.items;
    if (form.items.length < 3 || form.items.length > 4)
      return badShape(
        a,
        form,
        `${(head as { name: string }).name} takes a binding, a result and an optional else.`,
        "(if-let [x expr] then else)",
      );
    return bindingTest(
      some,
      form,
      a,
      scope,
      (s) => a.expr(then!, s, tail),
      () => (otherwise === undefined ? nil(form) : a.expr(otherwise, scope, tail)),
    );
  };
}

function whenBinding(some: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr =>
    bindingTest(
      some,
      form,
      a,
      scope,
      (s) => a.body(form.items.slice(2), s, tail, form.span),
      () => nil(form),
    );
}

function when(negate: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const test = form.items[1];
    if (test === undefined) return badShape(a, form, "when needs a test.", "(when test body)");
    const t = a.expr(test, scope, null);
    const body = a.body(form.items.slice(2), scope, tail, form.span);
    return { op: "if", span: form.span, test: t, then: negate ? nil(form) : body, else: negate ? body : nil(form) };
  };
}

function analyzeCond(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const rest = form.items.slice(1);
  if (rest.length % 2 !== 0) {
    const last = rest[rest.length - 1]!;
    return a.problem(
      "invalid_form",
      last.span,
      `cond takes pairs of test and result; ${formWords(last)} has no result.`,
      rest.every((f) => f.kind === "vector" || f.kind === "list")
        ? "Write (cond test1 result1 test2 result2 :else default), without wrapping each pair."
        : last.kind === "keyword"
          ? `Give the default after it: :${last.name} default.`
          : "Write (cond test1 result1 test2 result2 :else default).",
    );
  }
  const clauses: { test: Expr; body: Expr }[] = [];
  for (let i = 0; i < rest.length; i += 2) {
    const test = rest[i]!;
    const body = a.expr(rest[i + 1]!, scope, tail);
    if (test.kind === "keyword" || (test.kind === "boolean" && test.value)) {
      for (const unreachable of rest.slice(i + 2)) a.expr(unreachable, scope, null);
      return { op: "cond", span: form.span, clauses, else: body };
    }
    clauses.push({ test: a.expr(test, scope, null), body });
  }
  return { op: "cond", span: form.span, clauses, else: nil(form) };
}

function analyzeCase(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const subject = form.items[1];
  if (subject === undefined)
    return a.problem(
      "invalid_form",
      form.span,
      "case needs a value to dispatch on.",
      "Write (case x :a 1 (:b :c) 2 default).",
    );
  const rest = form.items.slice(2);
  const clauses: CaseClause[] = [];
  const seen = new Map<string, Value[]>();
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const test = rest[i]!;
    const values = test.kind === "list" ? test.items.map((f) => constantOf(a, f)) : [constantOf(a, test)];
    for (const v of values) {
      const alike = seen.get(likeness(v)) ?? [];
      if (alike.some((s) => equal(s, v)))
        a.problem(
          "invalid_form",
          test.span,
          `case has the constant ${printReadable(v)} twice.`,
          "Remove one of the clauses.",
        );
      else seen.set(likeness(v), [...alike, v]);
    }
    clauses.push({ values, body: a.expr(rest[i + 1]!, scope, tail) });
  }
  const fallback = rest.length % 2 === 1 ? a.expr(rest[rest.length - 1]!, scope, tail) : null;
  return { op: "case", span: form.span, subject: a.expr(subject, scope, null), clauses, else: fallback };
}

function analyzeCondp(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const [, predicate, subject, ...rest] = form.items;
  if (predicate === undefined || subject === undefined)
    return a.problem(
      "invalid_form",
      form.span,
      "condp needs a predicate and a value.",
      "Write (condp pred x test result … default).",
    );
  const inner = scope.child();
  const f = inner.bind(a.fresh());
  const x = inner.bind(a.fresh());
  const bindings: Binding[] = [
    { local: f, init: a.expr(predicate, scope, null) },
    { local: x, init: a.expr(subject, scope, null) },
  ];
  const ask = (test: Form): Expr => ({
    op: "call",
    span: test.span,
    callee: { op: "local", local: f, span: predicate.span },
    args: [a.expr(test, inner, null), { op: "local", local: x, span: subject.span }],
  });
  const build = (i: number): Expr => {
    const left = rest.length - i;
    if (left === 0)
      return {
        op: "case",
        span: form.span,
        subject: { op: "local", local: x, span: subject.span },
        clauses: [],
        else: null,
      };
    if (left === 1) return a.expr(rest[i]!, inner, tail);
    const arrow = rest[i + 1]!;
    if (arrow.kind === "keyword" && arrow.name === ">>" && left >= 3) {
      const hit = inner.bind(a.fresh());
      const ref: Expr = { op: "local", local: hit, span: arrow.span };
      const result: Expr = { op: "call", span: arrow.span, callee: a.expr(rest[i + 2]!, inner, null), args: [ref] };
      return {
        op: "let",
        span: form.span,
        bindings: [{ local: hit, init: ask(rest[i]!) }],
        body: { op: "if", span: form.span, test: ref, then: result, else: build(i + 3) },
      };
    }
    return { op: "if", span: form.span, test: ask(rest[i]!), then: a.expr(arrow, inner, tail), else: build(i + 2) };
  };
  return { op: "let", span: form.span, bindings, body: build(0) };
}

function analyzeWhenFirst(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const vector = form.items[1];
  if (vector?.kind !== "vector" || vector.items.length !== 2)
    return badShape(a, form, "when-first needs a name and a collection.", "(when-first [x coll] body)");
  const s = vector.span;
  const seqName = symbolForm(a.fresh(), s);
  const first = listForm([symbolForm("clojure.core/first", s), seqName], s);
  const bound = listForm(
    [
      symbolForm("clojure.core/let", s),
      { kind: "vector", items: [vector.items[0]!, first], span: s },
      ...form.items.slice(2),
    ],
    form.span,
  );
  const seq = listForm([symbolForm("clojure.core/seq", s), vector.items[1]!], s);
  return a.expr(
    listForm(
      [symbolForm("clojure.core/when-let", s), { kind: "vector", items: [seqName, seq], span: s }, bound],
      form.span,
    ),
    scope,
    tail,
  );
}

function andOr(op: "and" | "or") {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const items = form.items.slice(1);
    if (items.length === 0) return { op: "const", value: op === "and" ? true : null, span: form.span };
    const last = items.length - 1;
    if (last === 0) return a.expr(items[0]!, scope, tail);
    return {
      op,
      span: form.span,
      items: items.map((f, i) => {
        if (op === "or" && i < last && mayBeUndefined(a, f, scope)) {
          // What one means that nothing here defines is for who links the text with others.
          const kind = a.defined.has(f.name) ? "name" : "absent";
          a.elsewhere?.used({ kind, name: f.name, span: f.span, scope });
          return { op: "global", name: f.name, orNil: true, span: f.span };
        }
        return a.expr(f, scope, i === last ? tail : null);
      }),
    };
  };
}

/** (or total 0): a name without a value counts as nil there, so that a first turn can read what later turns define. */
function mayBeUndefined(a: Analysis, form: Form, scope: Scope): form is FormOf<"symbol"> {
  return (
    form.kind === "symbol" &&
    /^[^/.%*]+$/.test(form.name) &&
    scope.find(form.name) === undefined &&
    habitOf(form.name) === undefined &&
    (a.defined.has(form.name) || findBuiltin(form.name) === undefined)
  );
}

const group = "Conditionals";

export const conditionalForms: SpecialForms = {
  if: {
    params: ["test then", "test then else"],
    group,
    clojure: "same",
    doc: "Evaluates then when test is truthy, else otherwise. Only nil and false are falsy.",
    examples: [
      { code: '(if (> 5 3) "bigger" "smaller")', gives: '"bigger"' },
      { code: "(if nil 1)", gives: "nil" },
    ],
    analyze: analyzeIf,
  },
  "if-not": {
    params: ["test then", "test then else"],
    group,
    clojure: "same",
    doc: "Evaluates then when test is falsy, else otherwise.",
    examples: [{ code: "(if-not false :yes :no)", gives: ":yes" }],
    analyze: (a, form, scope, tail) => {
      const e = analyzeIf(a, form, scope, tail);
      return e.op === "if" ? { ...e, then: e.else, else: e.then } : e;
    },
  },
  "if-let": {
    params: ["[name expr] then", "[name expr] then else"],
    group,
    clojure: "same",
    doc: "Binds the value of expr for then when it is truthy. The name may be a destructuring pattern.",
    examples: [
      { code: "(if-let [x (get {:a 1} :a)] (inc x) :none)", gives: "2" },
      { code: "(if-let [[a b] nil] a :none)", gives: ":none" },
    ],
    analyze: ifBinding(false),
  },
  "if-some": {
    params: ["[name expr] then", "[name expr] then else"],
    group,
    clojure: "same",
    doc: "Like if-let, but only nil counts as absent.",
    examples: [{ code: "(if-some [x false] x :none)", gives: "false" }],
    analyze: ifBinding(true),
  },
  when: {
    params: ["test & body"],
    group,
    clojure: "same",
    doc: "Evaluates the body when test is truthy, else nil.",
    examples: [
      { code: "(when true 1 2)", gives: "2" },
      { code: "(when nil 1)", gives: "nil" },
    ],
    analyze: when(false),
  },
  "when-not": {
    params: ["test & body"],
    group,
    clojure: "same",
    doc: "Evaluates the body when test is falsy, else nil.",
    examples: [{ code: "(when-not (empty? [1]) :some)", gives: ":some" }],
    analyze: when(true),
  },
  "when-let": {
    params: ["[name expr] & body"],
    group,
    clojure: "same",
    doc: "Binds the value of expr for the body when it is truthy, else nil.",
    examples: [{ code: "(when-let [x 41] (inc x))", gives: "42" }],
    analyze: whenBinding(false),
  },
  "when-some": {
    params: ["[name expr] & body"],
    group,
    clojure: "same",
    doc: "Like when-let, but only nil counts as absent.",
    examples: [{ code: "(when-some [x false] x)", gives: "false" }],
    analyze: whenBinding(true),
  },
  "when-first": {
    params: ["[name coll] & body"],
    group,
    clojure: "same",
    doc: "Binds the first item of coll for the body; nil when coll is empty.",
    examples: [{ code: "(when-first [x [7 8]] (* x 2))", gives: "14" }],
    analyze: analyzeWhenFirst,
  },
  cond: {
    params: ["& test-result-pairs"],
    group,
    clojure: "same",
    doc: "The result of the first truthy test, else nil. End with :else for a default.",
    examples: [{ code: '(cond (> 1 2) "a" :else "b")', gives: '"b"' }],
    analyze: analyzeCond,
  },
  condp: {
    params: ["pred value & clauses"],
    group,
    clojure: "same",
    doc: "Calls (pred test value) for each test and gives the result of the first truthy one. A last lone form is the default; test :>> f passes the predicate's result to f.",
    examples: [{ code: '(condp = 2 1 "one" 2 "two" "many")', gives: '"two"' }],
    analyze: analyzeCondp,
  },
  case: {
    params: ["value & clauses"],
    group,
    clojure: { differs: "numbers match by value: (case 1.0 1 :one) is :one" },
    doc: "Dispatches on constants; (a b) matches any of several. A last lone form is the default; without one, no match is an error.",
    examples: [{ code: "(case :b :a 1 (:b :c) 2 3)", gives: "2" }],
    analyze: analyzeCase,
  },
  and: {
    params: ["& forms"],
    group,
    clojure: "same",
    doc: "The first falsy value, else the last one. Later forms are not evaluated.",
    examples: [
      { code: "(and 1 2)", gives: "2" },
      { code: "(and nil 2)", gives: "nil" },
    ],
    analyze: andOr("and"),
  },
  or: {
    params: ["& forms"],
    group,
    clojure: { differs: "a name without a value counts as nil, except in the last place" },
    doc: "The first truthy value, else the last one. Later forms are not evaluated. A name that has no value yet counts as nil.",
    examples: [
      { code: '(or nil "x")', gives: '"x"' },
      { code: "(or not-yet-defined 0)", gives: "0" },
    ],
    analyze: andOr("or"),
  },
};
