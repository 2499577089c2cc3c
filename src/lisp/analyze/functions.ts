// fn, #( ), defn and letfn: parameters, arities, recursion by name and by recur.

import type { Span } from "../../base/span.ts";
import type { Form, FormOf } from "../read/form.ts";
import type { FnForm } from "../values/fn.ts";
import { type Analysis, formWords, type RecurTarget, Scope } from "./context.ts";
import { bindPattern } from "./destructure.ts";
import { type Binding, type Expr, type FnArity, type FnExpr, FnScope, type Local } from "./expr.ts";

interface Head {
  readonly name: string | null;
  readonly doc: string | null;
  readonly signature: string | null;
  /** The form that makes the function, for messages. */
  readonly form: Exclude<FnForm, "short-fn">;
}

/** One arity from its parameter vector and body. */
function analyzeArity(
  a: Analysis,
  params: FormOf<"vector">,
  body: readonly Form[],
  outer: Scope,
  name: string | null,
): FnArity {
  const fn = new FnScope(outer.fn);
  const amp = params.items.findIndex((f) => f.kind === "symbol" && f.name === "&");
  const positional = amp === -1 ? params.items : params.items.slice(0, amp);
  const rest = amp === -1 ? undefined : params.items[amp + 1];
  if (amp !== -1 && (rest === undefined || params.items.length > amp + 2))
    a.problem("invalid_form", params.span, "& must be followed by exactly one name.", "Write [a b & more].");
  const variadic = rest !== undefined;
  const taken = rest === undefined ? positional : [...positional, rest];
  const target: RecurTarget = {
    count: taken.length,
    what: name ?? "fn",
    names: taken.map((f) => (f.kind === "symbol" ? f.name : "value")),
    used: false,
  };
  const scope = new Scope(fn, outer, target);
  const locals: Local[] = [];
  const patterns: { pattern: Form; local: Local }[] = [];
  const declare = (pattern: Form): void => {
    if (
      pattern.kind === "symbol" &&
      !pattern.name.includes("/") &&
      !(pattern.name.startsWith(".") && pattern.name.length > 1)
    ) {
      locals.push(scope.bind(pattern.name));
      return;
    }
    const local = scope.bind(`${a.fresh()}${patternWords(pattern)}`);
    locals.push(local);
    patterns.push({ pattern, local });
  };
  positional.forEach(declare);
  if (rest !== undefined) declare(rest);
  const bindings: Binding[] = [];
  for (const { pattern, local } of patterns) {
    const ref: Expr = { op: "local", local, span: pattern.span };
    const isRest = pattern === rest && pattern.kind === "map";
    bindPattern(a, pattern, isRest ? { op: "as-map", of: ref, span: pattern.span } : ref, scope, bindings);
  }
  // A :pre/:post map in front of a longer body is accepted and not enforced (DIV-16).
  const forms = body.length > 1 && body[0]!.kind === "map" && isConditionMap(body[0]!) ? body.slice(1) : body;
  const inner = a.body(forms, scope, target, params.span);
  return {
    scope: fn,
    params: locals,
    variadic,
    body: bindings.length === 0 ? inner : { op: "let", span: params.span, bindings, body: inner },
    recurs: target.used,
  };
}

function isConditionMap(form: Form): boolean {
  return form.kind === "map" && form.items.some((f) => f.kind === "keyword" && (f.name === "pre" || f.name === "post"));
}

/** `clauses` is what follows the name: a vector and a body, or several ([params] body) lists. */
export function analyzeFn(
  a: Analysis,
  clauses: readonly Form[],
  scope: Scope,
  head: Head,
  form: Form,
  self: boolean,
): FnExpr {
  const { span } = form;
  const selfScope = new Scope(scope.fn, scope, scope.target);
  // The own name lives in the enclosing function's scope and is captured; the compiler fills it with the closure itself.
  const own = self && head.name !== null ? selfScope.bind(head.name) : null;
  const arities: FnArity[] = [];
  const first = clauses[0];
  if (first?.kind === "vector") {
    arities.push(analyzeArity(a, first, clauses.slice(1), selfScope, head.name));
  } else if (
    first?.kind === "list" &&
    first.items[0]?.kind !== "vector" &&
    !(head.form === "fn" && head.name !== null)
  ) {
    // (defn f (x) …): the parameters in the wrong brackets.
    const names = first.items.map(formWords).join(" ");
    a.problem(
      "invalid_form",
      first.span,
      `${head.form} needs its parameters in [ ], not in ( ).`,
      `Write (${head.form === "fn" ? "fn" : `${head.form} ${head.name ?? "name"}`} [${names}] body).`,
    );
    arities.push(analyzeArity(a, { ...first, kind: "vector" }, clauses.slice(1), selfScope, head.name));
  } else if (first?.kind === "list" && first.items[0]?.kind === "vector") {
    for (const clause of clauses) {
      const params = clause.kind === "list" ? clause.items[0] : undefined;
      if (clause.kind !== "list" || params?.kind !== "vector") {
        a.problem(
          "invalid_form",
          clause.span,
          `Each arity is ([params] body), got ${formWords(clause)}.`,
          "Write (fn ([x] …) ([x y] …)).",
        );
        continue;
      }
      arities.push(analyzeArity(a, params, clause.items.slice(1), selfScope, head.name));
    }
    checkArities(a, arities, span);
  } else {
    a.problem(
      "invalid_form",
      first?.span ?? span,
      `${head.form} needs a vector of parameters${first === undefined ? "" : ` before ${formWords(first)}`}.`,
      head.form === "letfn"
        ? `Write (${head.name ?? "name"} [x] body).`
        : head.form === "fn"
          ? `Write (fn [${head.name ?? "x"}] body).`
          : `Write (${head.form} ${head.name ?? "name"} [${first?.kind === "symbol" ? first.name : "x"}] body).`,
    );
  }
  const captures: Local[] = [];
  for (const arity of arities) for (const c of arity.scope.captures) if (!captures.includes(c)) captures.push(c);
  return {
    form: head.form,
    span,
    threaded: isThreaded(form) ? form : null,
    name: head.name,
    self: own,
    arities,
    captures,
    doc: head.doc,
    signature: head.signature,
    params: arities.map((x) => paramWords(x)),
  };
}

/** Some of it stands elsewhere in the text: -> or ->> put it there. */
export function isThreaded(form: Form): form is FormOf<"list"> {
  const { start, end } = form.span;
  return form.kind === "list" && form.items.some(({ span }) => span.start < start || span.end > end);
}

/** How a call form shows a parameter that is a pattern. */
function patternWords(pattern: Form): string {
  if (pattern.kind !== "vector") return "{…}";
  return `[${pattern.items.map((f) => (f.kind === "symbol" ? f.name : "…")).join(" ")}]`;
}

/** A name the analyzer made stands before the words for its pattern. */
function unnamed(name: string): string {
  return name.replace(/^\u0000\d+/, "");
}

function paramWords(arity: FnArity): string {
  const names = arity.params.map((p) => unnamed(p.name));
  if (arity.variadic) names.splice(names.length - 1, 0, "&");
  return names.join(" ");
}

function checkArities(a: Analysis, arities: readonly FnArity[], span: Span): void {
  const seen = new Set<number>();
  let variadics = 0;
  for (const x of arities) {
    if (x.variadic) variadics++;
    else if (seen.has(x.params.length))
      a.problem(
        "invalid_form",
        span,
        `Two arities take ${x.params.length} parameters.`,
        "Give each arity a different number of parameters.",
      );
    else seen.add(x.params.length);
  }
  if (variadics > 1)
    a.problem("invalid_form", span, "Only one arity may have & rest parameters.", "Merge the variadic arities.");
}

/** #( … ): % placeholders become parameters. */
export function analyzeShortFn(a: Analysis, form: FormOf<"short-fn">, scope: Scope): Expr {
  let most = 0;
  let rest = false;
  const visit = (f: Form): void => {
    if (f.kind === "symbol" && f.name.startsWith("%")) {
      if (f.name === "%") most = Math.max(most, 1);
      else if (f.name === "%&") rest = true;
      else if (/^%[1-9]\d?$/.test(f.name)) most = Math.max(most, Number(f.name.slice(1)));
      else if (f.name.length > 1) {
        a.told.set(f.name, false);
        a.problem("invalid_placeholder", f.span, `${f.name} is not a placeholder.`, "Use %, %1, %2 … or %&.");
      }
      return;
    }
    if ("items" in f) f.items.forEach(visit);
    else if ("form" in f) visit(f.form);
  };
  form.items.forEach(visit);
  if (most > 20)
    return a.problem(
      "invalid_placeholder",
      form.span,
      `%${most} asks for too many parameters.`,
      "Use (fn [a b …] …) with named parameters.",
    );
  const fn = new FnScope(scope.fn);
  const names = [...Array.from({ length: most }, (_, i) => `%${i + 1}`), ...(rest ? ["%&"] : [])];
  const target: RecurTarget = { count: names.length, what: "#()", names, used: false };
  const inner = new Scope(fn, scope, target);
  const params: Local[] = [];
  for (let i = 1; i <= most; i++) {
    const local = inner.bind(`%${i}`);
    if (i === 1) inner.alias("%", local);
    params.push(local);
  }
  if (rest) params.push(inner.bind("%&"));
  const body = a.expr({ kind: "list", items: form.items, span: form.span }, inner, target);
  const arity: FnArity = { scope: fn, params, variadic: rest, body, recurs: target.used };
  const words = paramWords(arity);
  return {
    op: "fn",
    span: form.span,
    fn: {
      form: "short-fn",
      threaded: null,
      span: form.span,
      name: null,
      self: null,
      arities: [arity],
      captures: fn.captures,
      doc: null,
      signature: null,
      params: [words],
    },
  };
}
