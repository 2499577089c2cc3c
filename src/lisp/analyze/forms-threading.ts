// ->, ->> and their kin: rewrites of forms, so that errors keep the places of the original text. The forms they are
// rewritten to are named in full, so that a program's own local called `let` or `if` is not taken for them.

import type { Form } from "../read/form.ts";
import { type Analysis, listForm, type RecurTarget, type Scope, symbolForm } from "./context.ts";
import type { Expr } from "./expr.ts";
import { badShape, headName, type ListForm, type SpecialForms } from "./forms.ts";

/** Puts `value` into `step` as its first or last argument. */
function threadInto(step: Form, value: Form, last: boolean): Form {
  if (step.kind !== "list" || step.items.length === 0) return listForm([step, value], step.span);
  const [head, ...args] = step.items;
  return listForm(last ? [head!, ...args, value] : [head!, value, ...args], step.span);
}

function threading(last: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const [, first, ...steps] = form.items;
    if (first === undefined)
      return badShape(a, form, `${headName(form)} needs a value to thread.`, `(${headName(form)} value step …)`);
    if (steps.length > 400)
      return a.problem("invalid_form", form.span, "Too many threading steps.", "Split the pipeline with let.");
    return a.expr(
      steps.reduce((value, step) => threadInto(step, value, last), first),
      scope,
      tail,
    );
  };
}

/** Nested lets over one fresh name; `wrap` decides what a step becomes. */
function steps(
  a: Analysis,
  form: ListForm,
  first: Form,
  list: readonly Form[],
  wrap: (name: Form, step: Form) => Form,
): Form {
  const s = form.span;
  if (list.length === 0) return first;
  const name = symbolForm(a.fresh(), s);
  const bindings: Form[] = [name, first];
  for (const step of list) bindings.push(name, wrap(name, step));
  return listForm([symbolForm("clojure.core/let", s), { kind: "vector", items: bindings, span: s }, name], s);
}

function someThreading(last: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const [, first, ...list] = form.items;
    if (first === undefined)
      return badShape(a, form, `${headName(form)} needs a value to thread.`, `(${headName(form)} value step …)`);
    const rewritten = steps(a, form, first, list, (name, step) =>
      listForm(
        [
          symbolForm("clojure.core/if", step.span),
          listForm([symbolForm("clojure.core/nil?", step.span), name], step.span),
          { kind: "nil", span: step.span },
          threadInto(step, name, last),
        ],
        step.span,
      ),
    );
    return a.expr(rewritten, scope, tail);
  };
}

function condThreading(last: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr => {
    const [, first, ...clauses] = form.items;
    if (first === undefined)
      return badShape(a, form, `${headName(form)} needs a value to thread.`, `(${headName(form)} value test step …)`);
    if (clauses.length % 2 !== 0)
      return a.problem(
        "invalid_form",
        clauses.at(-1)!.span,
        `${headName(form)} takes tests and steps in pairs; the last test has no step.`,
        `Write (${headName(form)} value test step …).`,
      );
    const pairs: Form[] = [];
    for (let i = 0; i + 1 < clauses.length; i += 2)
      pairs.push(listForm([clauses[i]!, clauses[i + 1]!], clauses[i]!.span));
    const rewritten = steps(a, form, first, pairs, (name, pair) => {
      const [test, step] = (pair as ListForm).items as [Form, Form];
      return listForm([symbolForm("clojure.core/if", step.span), test, threadInto(step, name, last), name], step.span);
    });
    return a.expr(rewritten, scope, tail);
  };
}

function analyzeAs(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const [, first, name, ...list] = form.items;
  if (first === undefined || name === undefined || name.kind === "list")
    return badShape(a, form, "as-> needs a value and a name.", "(as-> value name step …)");
  const s = form.span;
  // The last step is the result itself: when the name is a pattern, its value need not fit the pattern.
  const result = list.pop() ?? name;
  const bindings: Form[] = [name, first];
  for (const step of list) bindings.push(name, step);
  return a.expr(
    listForm([symbolForm("clojure.core/let", s), { kind: "vector", items: bindings, span: s }, result], s),
    scope,
    tail,
  );
}

const group = "Threading";

export const threadingForms: SpecialForms = {
  "->": {
    params: ["value & steps"],
    group,
    clojure: "same",
    doc: "Passes a value through steps as the first argument of each.",
    examples: [{ code: "(-> {:a 1} (assoc :b 2) (dissoc :a))", gives: "{:b 2}" }],
    analyze: threading(false),
  },
  "->>": {
    params: ["value & steps"],
    group,
    clojure: "same",
    doc: "Passes a value through steps as the last argument of each.",
    examples: [{ code: "(->> [1 2 3] (map inc) (filter even?))", gives: "[2 4]" }],
    analyze: threading(true),
  },
  "as->": {
    params: ["value name & steps"],
    group,
    clojure: "same",
    doc: "Binds the value to a name that each step may use anywhere.",
    examples: [{ code: "(as-> 1 x (+ x 1) (* x 2))", gives: "4" }],
    analyze: analyzeAs,
  },
  "some->": {
    params: ["value & steps"],
    group,
    clojure: "same",
    doc: "Like ->, stopping with nil as soon as a value is nil.",
    examples: [{ code: "(some-> {:a nil} :a inc)", gives: "nil" }],
    analyze: someThreading(false),
  },
  "some->>": {
    params: ["value & steps"],
    group,
    clojure: "same",
    doc: "Like ->>, stopping with nil as soon as a value is nil.",
    examples: [{ code: "(some->> [1 2] (map inc))", gives: "[2 3]" }],
    analyze: someThreading(true),
  },
  "cond->": {
    params: ["value & test-step-pairs"],
    group,
    clojure: "same",
    doc: "Threads as the first argument through the steps whose test is truthy.",
    examples: [{ code: "(cond-> 1 true inc false (* 10))", gives: "2" }],
    analyze: condThreading(false),
  },
  "cond->>": {
    params: ["value & test-step-pairs"],
    group,
    clojure: "same",
    doc: "Threads as the last argument through the steps whose test is truthy.",
    examples: [{ code: "(cond->> [1 2] true (map inc))", gives: "[2 3]" }],
    analyze: condThreading(true),
  },
};
