// let, loop, recur, fn, def and their kin.

import { contractFor } from "../contract.ts";
import type { Form, FormOf } from "../read/form.ts";
import { type Analysis, formWords, type RecurTarget, type Scope, symbolForm } from "./context.ts";
import type { Expr, FnExpr, Local } from "./expr.ts";
import { badShape, bindAll, bindingPairs, headName, type ListForm, type SpecialForms } from "./forms.ts";
import { analyzeFn } from "./functions.ts";

function analyzeLet(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const pairs = bindingPairs(a, form);
  const inner = scope.child();
  const bindings = bindAll(a, pairs, inner);
  return { op: "let", span: form.span, bindings, body: a.body(form.items.slice(2), inner, tail, form.span) };
}

function analyzeLoop(a: Analysis, form: ListForm, scope: Scope): Expr {
  const pairs = bindingPairs(a, form);
  const target: RecurTarget = {
    count: pairs.length,
    what: "loop",
    names: pairs.map(([p]) => (p.kind === "symbol" ? p.name : "value")),
    used: false,
  };
  if (pairs.every(([p]) => p.kind === "symbol")) {
    const inner = scope.withTarget(target);
    const bindings = bindAll(a, pairs, inner);
    return { op: "loop", span: form.span, bindings, body: a.body(form.items.slice(2), inner, target, form.span) };
  }
  // Patterns: loop over plain locals, take them apart at the start of each turn. The first values are bound in order, so
  // that a later initial value may use an earlier pattern's names.
  const first = scope.child();
  const held: { name: string; pattern: Form }[] = [];
  const firstPairs: [Form, Form][] = [];
  for (const [pattern, init] of pairs) {
    const name = a.fresh();
    held.push({ name, pattern });
    firstPairs.push([symbolForm(name, pattern.span), init], [pattern, symbolForm(name, pattern.span)]);
  }
  const firstBindings = bindAll(a, firstPairs, first);
  const inner = first.withTarget(target);
  const loopBindings = held
    .map(({ name, pattern }) => {
      const init = a.expr(symbolForm(name, pattern.span), first, null);
      return { init, name };
    })
    .map(({ init, name }) => ({ local: inner.bind(name), init }));
  const taken = inner.child();
  const bindings = bindAll(
    a,
    held.map(({ name, pattern }) => [pattern, symbolForm(name, pattern.span)] as [Form, Form]),
    taken,
  );
  const body = a.body(form.items.slice(2), taken, target, form.span);
  return {
    op: "let",
    span: form.span,
    bindings: firstBindings,
    body: { op: "loop", span: form.span, bindings: loopBindings, body: { op: "let", span: form.span, bindings, body } },
  };
}

function analyzeRecur(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const args = form.items.slice(1).map((f) => a.expr(f, scope, null));
  if (tail === null) {
    return scope.target === null
      ? a.problem(
          "invalid_form",
          form.span,
          "recur is not inside a loop or function.",
          "Wrap it: (loop [i 0] … (recur (inc i))).",
        )
      : a.problem(
          "invalid_form",
          form.span,
          "recur is not in tail position: something still happens after it.",
          "Make recur the last thing the branch does, or call the function by name instead.",
        );
  }
  if (args.length !== tail.count)
    return a.problem(
      "invalid_arity",
      form.span,
      `recur passes ${args.length} ${args.length === 1 ? "value" : "values"}, but ${tail.what} binds ${tail.count}.`,
      tail.count === 0 ? "Write (recur)." : `Write (recur ${tail.names.join(" ")}), with a new value for each name.`,
    );
  tail.used = true;
  return { op: "recur", span: form.span, args };
}

function analyzeFnForm(a: Analysis, form: ListForm, scope: Scope): Expr {
  let rest = form.items.slice(1);
  let name: string | null = null;
  if (rest[0]?.kind === "symbol") {
    name = rest[0].name;
    rest = rest.slice(1);
  }
  const fn = analyzeFn(a, rest, scope, { name, doc: null, signature: null, form: "fn" }, form, name !== null);
  return { op: "fn", span: form.span, fn };
}

function analyzeLetfn(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const vector = form.items[1];
  if (vector?.kind !== "vector")
    return badShape(a, form, "letfn needs a vector of functions.", "(letfn [(f [x] …) (g [y] …)] body)");
  const inner = scope.child();
  const named: { local: Local; clauses: readonly Form[]; name: string; form: Form }[] = [];
  const bare = vector.items[0];
  if (bare?.kind === "symbol") {
    a.problem(
      "invalid_form",
      bare.span,
      `letfn binds functions written (name [params] body), got ${bare.name}.`,
      `Write (letfn [(${bare.name} [x] …)] body).`,
    );
    inner.bind(bare.name);
    return a.body(form.items.slice(2), inner, tail, form.span);
  }
  for (const f of vector.items) {
    const name = f.kind === "list" ? f.items[0] : undefined;
    if (f.kind !== "list" || name?.kind !== "symbol") {
      a.problem(
        "invalid_form",
        f.span,
        `letfn binds (name [params] body), got ${formWords(f)}.`,
        "Write (letfn [(f [x] …)] body).",
      );
      continue;
    }
    named.push({ local: inner.bind(name.name), clauses: f.items.slice(1), name: name.name, form: f });
  }
  const fns: FnExpr[] = named.map((n) =>
    analyzeFn(a, n.clauses, inner, { name: n.name, doc: null, signature: null, form: "letfn" }, n.form, false),
  );
  return {
    op: "letfn",
    span: form.span,
    locals: named.map((n) => n.local),
    fns,
    body: a.body(form.items.slice(2), inner, tail, form.span),
  };
}

/** The name a definition binds, or null after reporting why it cannot. */
function definedName(a: Analysis, form: ListForm): string | null {
  const name = form.items[1];
  const head = headName(form);
  if (name?.kind !== "symbol") {
    a.problem(
      name === undefined ? "invalid_arity" : "invalid_form",
      name?.span ?? form.span,
      `${head} needs a name${name === undefined ? "" : `, got ${formWords(name)}`}.`,
      head === "def" || head === "defonce" ? `Write (${head} name value).` : `Write (${head} name [args] body).`,
    );
    return null;
  }
  if (name.name.includes("/") && name.name !== "/") {
    a.problem(
      "invalid_form",
      name.span,
      `Cannot define the qualified name ${name.name}.`,
      `Define a plain name: ${name.name.slice(name.name.lastIndexOf("/") + 1)}.`,
    );
    return null;
  }
  if (name.name.startsWith(".") && name.name.length > 1) {
    a.problem(
      "invalid_form",
      name.span,
      `${name.name} is a Java method name and cannot be defined.`,
      "Use a plain name.",
    );
    return null;
  }
  a.elsewhere?.defined(name.name, name.span);
  return name.name;
}

function analyzeDef(once: boolean) {
  return (a: Analysis, form: ListForm, scope: Scope): Expr => {
    const head = headName(form);
    const name = definedName(a, form);
    if (name === null) return { op: "const", value: null, span: form.span };
    let rest = form.items.slice(2);
    let doc: string | null = null;
    if (rest.length === 2 && rest[0]!.kind === "string") {
      doc = rest[0]!.value;
      rest = rest.slice(1);
    } else if (rest.length >= 2 && rest[0]!.kind === "map") rest = rest.slice(1);
    if (rest.length > 1)
      return badShape(
        a,
        form,
        `${head} takes a name and one value, got ${form.items.length - 1} forms.`,
        rest[0]!.kind === "symbol" && rest[0]!.name === "="
          ? `(${head} ${name} value), without =`
          : `(${head} name value), or (defn ${name} [args] body) for a function`,
      );
    const value = rest[0];
    if (value === undefined) return { op: "def", span: form.span, name, init: null, once };
    let init = a.expr(value, scope, null);
    if (init.op === "fn" && init.fn.name === null)
      init = { ...init, fn: { ...init.fn, name, doc: doc ?? init.fn.doc } };
    return { op: "def", span: form.span, name, init, once };
  };
}

function analyzeDefn(a: Analysis, form: ListForm, scope: Scope): Expr {
  const name = definedName(a, form);
  if (name === null) return { op: "const", value: null, span: form.span };
  let rest = form.items.slice(2);
  let doc: string | null = null;
  let signature: FormOf<"string"> | null = null;
  if (rest[0]?.kind === "string" && rest.length > 1) {
    doc = rest[0].value;
    rest = rest.slice(1);
  }
  if (rest[0]?.kind === "map" && rest.length > 1) {
    const meta = rest[0];
    for (let i = 0; i + 1 < meta.items.length; i += 2) {
      const k = meta.items[i]!;
      const v = meta.items[i + 1]!;
      if (k.kind !== "keyword" || v.kind !== "string") continue;
      if (k.name === "signature") signature = v;
      if (k.name === "doc") doc = v.value;
    }
    rest = rest.slice(1);
  }
  if (rest.length === 0) return badShape(a, form, "defn needs parameters and a body.", `(defn ${name} [args] body)`);
  const head = { name, doc, signature: signature?.value ?? null, form: "defn" } as const;
  const fn = analyzeFn(a, rest, scope, head, form, false);
  if (signature !== null) checkSignature(a, signature, fn);
  return { op: "def", span: form.span, name, init: { op: "fn", span: form.span, fn }, once: false };
}

/** The signature is compared with the parameters here, so that `check` reports it without running anything. */
function checkSignature(a: Analysis, signature: FormOf<"string">, fn: FnExpr): void {
  const name = fn.name ?? "fn";
  if (fn.arities.length > 1) {
    a.problem(
      "invalid_form",
      signature.span,
      `${name} has several arities, which a signature cannot describe.`,
      "Give each arity a function of its own, or remove the :signature.",
    );
    return;
  }
  const params = (fn.params[0] ?? "").split(" ").filter((p) => p !== "");
  const made = contractFor(signature.value, name, params);
  if (!("problem" in made)) return;
  const { offset, message, hint } = made.problem;
  const { start, end } = signature.span;
  // With escapes inside, places in the text and in the source differ: then the whole string is marked.
  const exact = offset > 0 && end - start === signature.value.length + 2;
  a.problem("invalid_form", exact ? { start: start + 1 + offset, end: end - 1 } : signature.span, message, hint);
}

const group = "Definitions and bindings";

export const bindingForms: SpecialForms = {
  let: {
    params: ["[name value …] & body"],
    group,
    clojure: "same",
    doc: "Binds names in order, then evaluates the body. Names may be destructuring patterns.",
    examples: [{ code: "(let [x 1 [a b] [2 3]] (+ x a b))", gives: "6" }],
    analyze: analyzeLet,
  },
  loop: {
    params: ["[name value …] & body"],
    group,
    clojure: "same",
    doc: "Like let, and a place recur jumps back to. Runs in constant stack.",
    examples: [{ code: "(loop [i 0 sum 0] (if (< i 5) (recur (inc i) (+ sum i)) sum))", gives: "10" }],
    analyze: (a, form, scope) => analyzeLoop(a, form, scope),
  },
  recur: {
    params: ["& values"],
    group,
    clojure: "same",
    doc: "Goes round the nearest loop or function again with new values. Only in tail position.",
    examples: [{ code: "((fn [n acc] (if (pos? n) (recur (dec n) (* acc n)) acc)) 5 1)", gives: "120" }],
    analyze: analyzeRecur,
  },
  fn: {
    params: ["[params] & body", "name [params] & body", "([params] & body) …"],
    group,
    clojure: "same",
    doc: "A function. It may have a name, several arities, & rest and destructured parameters.",
    examples: [
      { code: "((fn [x & more] [x more]) 1 2 3)", gives: "[1 [2 3]]" },
      { code: "((fn ([x] x) ([x y] (+ x y))) 1 2)", gives: "3" },
    ],
    analyze: (a, form, scope) => analyzeFnForm(a, form, scope),
  },
  letfn: {
    params: ["[(name [params] body) …] & body"],
    group,
    clojure: "same",
    doc: "Binds functions that may call one another.",
    examples: [
      {
        code: "(letfn [(ev? [n] (if (zero? n) true (od? (dec n)))) (od? [n] (if (zero? n) false (ev? (dec n))))] (ev? 10))",
        gives: "true",
      },
    ],
    analyze: analyzeLetfn,
  },
  def: {
    params: ["name", "name value", "name doc value"],
    group,
    clojure: "same",
    doc: "Binds a name for the rest of the program and, in a session, for later turns.",
    examples: [{ code: "(do (def x 42) x)", gives: "42" }],
    analyze: (a, form, scope) => analyzeDef(false)(a, form, scope),
  },
  defonce: {
    params: ["name value", "name doc value"],
    group,
    clojure: "same",
    doc: "Like def, unless the name is already bound; then the value is not evaluated.",
    examples: [{ code: "(do (defonce n 1) (defonce n 2) n)", gives: "1" }],
    analyze: (a, form, scope) => analyzeDef(true)(a, form, scope),
  },
  defn: {
    params: ["name doc? options? [params] & body"],
    group,
    clojure: "same",
    doc: "Defines a named function. Options may hold a :signature that is checked on every call.",
    examples: [{ code: "(do (defn twice [x] (* x 2)) (twice 21))", gives: "42" }],
    analyze: (a, form, scope) => analyzeDefn(a, form, scope),
  },
  "defn-": {
    params: ["name [params] & body"],
    group,
    clojure: "same",
    doc: "Like defn, for a helper that is not part of what a unit offers.",
    examples: [{ code: "(do (defn- half [x] (/ x 2)) (half 3))", gives: "1.5" }],
    analyze: (a, form, scope) => analyzeDefn(a, form, scope),
  },
  declare: {
    params: ["& names"],
    group,
    clojure: "same",
    doc: "Announces names defined later. Not needed: functions may use names defined after them.",
    examples: [{ code: "(do (declare g) (defn f [] (g)) (defn g [] 1) (f))", gives: "1" }],
    analyze: (_a, form) => ({ op: "const", value: null, span: form.span }),
  },
};
