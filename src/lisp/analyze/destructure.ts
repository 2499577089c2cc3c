// Binding patterns to plain bindings: each pattern becomes a list of locals with the expression that fills them, in the
// order Clojure evaluates them.

import type { Form } from "../read/form.ts";
import { Keyword, SymbolRef } from "../values/value.ts";
import { type Analysis, formWords, type Scope } from "./context.ts";
import type { Binding, Expr, Local } from "./expr.ts";

/** What to write instead of a form that cannot be bound to. */
function patternHint(form: Form): string {
  switch (form.kind) {
    case "keyword":
    case "string": {
      const name = form.kind === "keyword" ? form.name : form.value;
      if (/^[A-Za-z][\w-]*$/.test(name)) return `Write ${name}, the bare name: [${name} value].`;
      break;
    }
    case "list":
      if (form.items.length > 0 && form.items.every((f) => f.kind === "symbol"))
        return `Take a sequence apart with [${form.items.map(formWords).join(" ")}].`;
      break;
    default:
  }
  return "Write the name first, then its value: [x 1]. A name may also be a pattern, [a b & more] or {:keys [a b]}.";
}

/** Binds `pattern` to the value of `init` in `scope`, appending to `out`. */
export function bindPattern(a: Analysis, pattern: Form, init: Expr, scope: Scope, out: Binding[]): void {
  switch (pattern.kind) {
    case "symbol": {
      if (!checkName(a, pattern)) return;
      out.push({ local: scope.bind(pattern.name), init });
      return;
    }
    case "vector":
      bindVector(a, pattern, init, scope, out);
      return;
    case "map":
      bindMap(a, pattern, init, scope, out);
      return;
    default:
      a.problem("unsupported_pattern", pattern.span, `Cannot bind to ${formWords(pattern)}.`, patternHint(pattern));
      for (const name of symbolsOf(pattern)) scope.bind(name);
      if (pattern.kind === "keyword") scope.bind(pattern.name);
      else if (pattern.kind === "string") scope.bind(pattern.value);
  }
}

function checkName(a: Analysis, form: Form & { kind: "symbol" }): boolean {
  const name = form.name;
  if (name.includes("/") && name !== "/") {
    a.problem(
      "unsupported_pattern",
      form.span,
      `Cannot bind the qualified name ${name}.`,
      `Bind a plain name: ${name.slice(name.lastIndexOf("/") + 1)}.`,
    );
    return false;
  }
  if (name.startsWith(".") && name.length > 1) {
    a.problem(
      "invalid_form",
      form.span,
      `${name} is a Java method name and cannot be bound.`,
      `Use a plain name such as ${name.slice(1)}.`,
    );
    return false;
  }
  return true;
}

/** Makes sure the source is a local, so that it is evaluated once. */
function hold(init: Expr, a: Analysis, scope: Scope, out: Binding[]): { local: Local; ref: Expr } {
  if (init.op === "local") return { local: init.local, ref: init };
  const local = scope.bind(a.fresh());
  out.push({ local, init });
  return { local, ref: { op: "local", local, span: init.span } };
}

function bindVector(a: Analysis, pattern: Form & { kind: "vector" }, init: Expr, scope: Scope, out: Binding[]): void {
  const span = pattern.span;
  const forms = pattern.items;
  // Only :as has use for the value itself.
  const named = forms.some((form) => form.kind === "keyword");
  const whole = named ? hold(init, a, scope, out) : null;
  const asSeq = forms.some((form) => form.kind === "symbol" && form.name === "&");
  const items = hold({ op: "as-items", of: whole?.ref ?? init, asSeq, span }, a, scope, out);
  let index = 0;
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i]!;
    if (form.kind === "symbol" && form.name === "&") {
      const rest = forms[++i];
      if (rest === undefined) {
        a.problem(
          "invalid_form",
          form.span,
          "& must be followed by a name for the remaining items.",
          "Write [a b & more].",
        );
        return;
      }
      const surplus = forms.slice(i + 1).find((f) => f.kind !== "keyword");
      if (surplus !== undefined && forms[i + 1]?.kind !== "keyword") {
        a.problem(
          "invalid_form",
          surplus.span,
          "& takes one name, which holds all remaining items; nothing but :as may follow it.",
          "Write [a b & more].",
        );
        for (const name of forms.slice(i + 1).flatMap(symbolsOf)) scope.bind(name);
        return;
      }
      const remainder: Expr = { op: "items-from", of: items.ref, index, span: rest.span };
      // [a & {:keys [b]}]: the remaining items are keyword arguments.
      bindPattern(
        a,
        rest,
        rest.kind === "map" ? { op: "as-map", of: remainder, span: rest.span } : remainder,
        scope,
        out,
      );
      continue;
    }
    if (form.kind === "keyword") {
      const name = forms[++i];
      if (form.name !== "as" || name?.kind !== "symbol") {
        a.problem(
          "unsupported_pattern",
          form.span,
          `:${form.name} is not part of a vector pattern.`,
          "Write [a b & more :as all]: & for the remaining items, :as for the whole.",
        );
        return;
      }
      if (whole !== null) scope.alias(name.name, whole.local);
      continue;
    }
    if (!(form.kind === "symbol" && form.name === "_"))
      bindPattern(a, form, { op: "item", of: items.ref, index, span: form.span }, scope, out);
    index++;
  }
}

function bindMap(a: Analysis, pattern: Form & { kind: "map" }, init: Expr, scope: Scope, out: Binding[]): void {
  const whole = hold({ op: "as-map", of: init, span: pattern.span }, a, scope, out);
  const defaults = new Map<string, Form>();
  const entries: [Form, Form][] = [];
  for (let i = 0; i + 1 < pattern.items.length; i += 2) entries.push([pattern.items[i]!, pattern.items[i + 1]!]);
  for (const [key, value] of entries) {
    if (key.kind === "keyword" && key.name === "or") {
      if (value.kind !== "map") {
        a.problem("unsupported_pattern", value.span, ":or takes a map of defaults.", "Write :or {name default}.");
        continue;
      }
      for (let i = 0; i + 1 < value.items.length; i += 2) {
        const name = value.items[i]!;
        if (name.kind === "symbol") defaults.set(name.name, value.items[i + 1]!);
        else
          a.problem(
            "invalid_form",
            name.span,
            `:or names bindings by symbol, got ${formWords(name)}.`,
            "Write :or {age 0}, without a colon.",
          );
      }
    }
  }
  const keyed = (name: Form & { kind: "symbol" }, key: Expr): void => {
    const form = defaults.get(name.name);
    // Looked at before the name is bound: a default that mentions the name means what it meant outside.
    const fallback = form === undefined ? null : a.expr(form, scope, null);
    const init: Expr = { op: "keyed", of: whole.ref, key, default: fallback, span: name.span };
    out.push({ local: scope.bind(name.name), init });
  };
  for (const [key, value] of entries) {
    if (key.kind !== "keyword") {
      const keyExpr = a.expr(value, scope, null);
      if (key.kind === "symbol") keyed(key, keyExpr);
      else bindPattern(a, key, { op: "keyed", of: whole.ref, key: keyExpr, default: null, span: key.span }, scope, out);
      continue;
    }
    if (key.name === "or") continue;
    if (key.name === "as") {
      if (value.kind === "symbol") scope.alias(value.name, whole.local);
      else a.problem("unsupported_pattern", value.span, ":as takes a name.", "Write :as m.");
      continue;
    }
    if (key.name !== "keys" && key.name !== "strs" && key.name !== "syms") {
      a.problem(
        "unsupported_pattern",
        key.span,
        `In a map pattern the name comes before its key, not :${key.name} first.`,
        /^defaults?$/.test(key.name) && value.kind === "map"
          ? "Defaults are written :or {name default}."
          : `Write {${value.kind === "symbol" ? value.name : "name"} :${key.name}} or {:keys [${key.name}]}.`,
      );
      // The name is what was meant: bind it, so that its uses are no problems of their own.
      if (value.kind === "symbol") keyed(value, { op: "const", value: Keyword.of(key.name), span: key.span });
      continue;
    }
    if (value.kind !== "vector") {
      a.problem(
        "unsupported_pattern",
        value.span,
        `:${key.name} takes a vector of names.`,
        `Write {:${key.name} [${namesOf(value)}]}.`,
      );
      for (const name of symbolsOf(value)) scope.bind(name);
      continue;
    }
    for (const item of value.items) {
      const name =
        item.kind === "keyword" && key.name === "keys"
          ? ({ kind: "symbol", name: item.name, span: item.span } as const)
          : item;
      if (name.kind !== "symbol") {
        a.problem(
          "invalid_form",
          item.span,
          `:${key.name} takes names, got ${formWords(item)}.`,
          `Write {:${key.name} [a b]}.`,
        );
        continue;
      }
      if (!checkName(a, name)) continue;
      const k =
        key.name === "keys" ? Keyword.of(name.name) : key.name === "strs" ? name.name : new SymbolRef(name.name);
      keyed(name, { op: "const", value: k, span: name.span });
    }
  }
}

function symbolsOf(form: Form): string[] {
  if (form.kind === "symbol") return [form.name];
  return "items" in form ? form.items.flatMap(symbolsOf) : [];
}

function namesOf(form: Form): string {
  return symbolsOf(form).join(" ") || "a b";
}
