// From forms to the core: names are resolved, calls are checked against what they call, sugar is gone. Returns the
// program even when there are problems; the caller decides not to run it.

import type { Problem } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import { didYouMean, suggest } from "../../base/suggest.ts";
import { accepts, argumentWords, arityWords, callForms } from "../builtins/arity.ts";
import { constants, findBuiltin } from "../builtins/index.ts";
import { extendCatalogue } from "../builtins/introspection.ts";
import { renderFormDoc } from "../docs/doc.ts";
import { Fault } from "../fault.ts";
import type { Form, FormOf } from "../read/form.ts";
import { compileRegex } from "../regex/compile.ts";
import { Keyword } from "../values/value.ts";
import { Analysis, type Elsewhere, formWords, type RecurTarget, Scope } from "./context.ts";
import { checkDuplicates } from "./duplicates.ts";
import { type Expr, FnScope } from "./expr.ts";
import type { ListForm, SpecialForms } from "./forms.ts";
import { bindingForms } from "./forms-binding.ts";
import { conditionalForms } from "./forms-conditional.ts";
import { controlForms, quoted } from "./forms-control.ts";
import { threadingForms } from "./forms-threading.ts";
import { analyzeShortFn } from "./functions.ts";
import { explainUnbound } from "./unbound.ts";

export const specialForms: ReadonlyMap<string, SpecialForms[string]> = new Map(
  [bindingForms, conditionalForms, threadingForms, controlForms].flatMap((t) => Object.entries(t)),
);

const formNames: ReadonlySet<string> = new Set(specialForms.keys());

extendCatalogue({
  formDoc: (name) => {
    const form = specialForms.get(name);
    if (form === undefined) return undefined;
    const differs = typeof form.clojure === "object" ? { differs: form.clojure.differs } : {};
    return renderFormDoc(name, { params: form.params, doc: form.doc, examples: form.examples, ...differs });
  },
});

export interface Program {
  readonly body: Expr;
  readonly scope: FnScope;
  /** Names the program defines somewhere. */
  readonly defines: readonly string[];
  /** It calls a tool somewhere. */
  readonly usesTools: boolean;
}

export interface Known {
  /** Names defined by earlier turns. */
  readonly defined: Iterable<string>;
  readonly tools: Iterable<string>;
  /** Set for a text that is only a part of a program: then every tool is granted, and other names may be defined elsewhere. */
  readonly elsewhere?: Elsewhere;
}

/** Nesting of analysed forms: threading and sugar may nest deeper than the source does. */
const maxNesting = 700;

export function analyze(forms: readonly Form[], known: Known): { program: Program; problems: readonly Problem[] } {
  const defines: string[] = [];
  const announced: string[] = [];
  for (const f of forms) collectDefinitions(f, defines, announced, 0);
  const a: Analysis = new Analysis(
    setOf([...known.defined, ...defines]),
    setOf(announced),
    setOf([...known.tools]),
    (form, scope, tail) => {
      if (a.depth > maxNesting)
        return a.problem("invalid_form", form.span, "The expression nests too deeply.", "Split it with let or defn.");
      a.depth++;
      const e = analyzeForm(a, form, scope, tail);
      a.depth--;
      return e;
    },
    known.elsewhere ?? null,
  );
  const fn = new FnScope(null);
  const span: Span = { start: 0, end: forms[forms.length - 1]?.span.end ?? 0 };
  const body = a.body(forms, new Scope(fn, null, null), null, span);
  return {
    program: { body, scope: fn, defines: [...setOf(defines)], usesTools: a.usesTools },
    problems: inOrder(a.problems),
  };
}

const noNames: ReadonlySet<string> = new Set();

/** Most programs define nothing and have no tools: sets made for nothing cost them a good part of a run. */
function setOf(names: readonly string[]): ReadonlySet<string> {
  return names.length === 0 ? noNames : new Set(names);
}

/** In the order of the text; where two start at one place, the form around the other comes first. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2
    ? problems
    : [...problems].sort((x, y) => x.span.start - y.span.start || y.span.end - x.span.end);
}

const defining = new Set(["def", "defn", "defn-", "defonce"]);
/** Definitions of other Lisps and of Clojure: they are reported themselves, so the names they would bind are not. */
const foreignDefining = /^(?:def|define|const|var|setq)/;

function collectDefinitions(form: Form, into: string[], announced: string[], depth: number): void {
  if (depth > maxNesting) return;
  if (form.kind === "list") {
    const [head, name] = form.items;
    if (head?.kind === "symbol" && head.name === "comment") return;
    if (head?.kind === "symbol" && name?.kind === "symbol") {
      if (defining.has(head.name)) into.push(name.name);
      else if (foreignDefining.test(head.name))
        for (const made of [name.name, `${name.name}.`, `->${name.name}`, `map->${name.name}`]) announced.push(made);
    }
  }
  if ("items" in form) for (const f of form.items) collectDefinitions(f, into, announced, depth + 1);
}

function analyzeForm(a: Analysis, form: Form, scope: Scope, tail: RecurTarget | null): Expr {
  const span = form.span;
  switch (form.kind) {
    case "nil":
      return { op: "const", value: null, span };
    case "boolean":
    case "number":
    case "string":
      return { op: "const", value: form.value, span };
    case "keyword":
      return { op: "const", value: Keyword.of(form.name), span };
    case "regex":
      return regexLiteral(a, form);
    case "symbol":
      return resolveSymbol(a, form, scope);
    case "vector":
      return collection("vector", a, form, scope);
    case "set":
      checkDuplicates(a, form.items, "set");
      return collection("set", a, form, scope);
    case "map":
      checkDuplicates(
        a,
        form.items.filter((_, i) => i % 2 === 0),
        "map",
      );
      return { op: "map", span, items: form.items.map((f) => a.expr(f, scope, null)) };
    case "short-fn":
      return analyzeShortFn(a, form, scope);
    case "quote":
      return quoted(a, form.form);
    case "var":
      if (form.form.kind === "symbol") return a.expr(form.form, scope, null);
      return a.problem(
        "parse_error",
        span,
        `#' takes a name, got ${formWords(form.form)}.`,
        "Write #'name, or just name.",
      );
    case "deref":
      return a.problem(
        "parse_error",
        span,
        "@ dereferences a mutable reference, which PTC-Lisp does not have.",
        "Use the value directly; keep state with loop/recur, reduce or def.",
      );
    case "list":
      return analyzeList(a, form, scope, tail);
  }
}

/** A pattern is compiled here so that a bad one is reported before anything runs. */
function regexLiteral(a: Analysis, form: FormOf<"regex">): Expr {
  try {
    return { op: "const", value: compileRegex(form.source), span: form.span };
  } catch (e) {
    if (e instanceof Fault) return a.problem(e.reason, form.span, e.message, e.hint ?? undefined);
    throw e;
  }
}

function collection(op: "vector" | "set", a: Analysis, form: FormOf<"vector" | "set">, scope: Scope): Expr {
  return { op, span: form.span, items: form.items.map((f) => a.expr(f, scope, null)) };
}

function analyzeList(a: Analysis, form: ListForm, scope: Scope, tail: RecurTarget | null): Expr {
  const head = form.items[0];
  const span = form.span;
  if (head === undefined) return { op: "vector", items: [], span };
  if (head.kind === "symbol" && (neverShadowed.has(head.name) || scope.find(head.name) === undefined)) {
    const name = head.name.startsWith("clojure.core/") ? head.name.slice(13) : head.name;
    const special = specialForms.get(name);
    if (
      special !== undefined &&
      !(name === head.name && a.defined.has(name) && !reserved.has(name)) &&
      !(name !== head.name && findBuiltin(head.name) !== undefined)
    )
      return special.analyze(a, form, scope, tail);
    if (head.name.startsWith("tool/")) return toolCall(a, form, head.name.slice(5), scope);
    // Java's fields may be read in parentheses too: (Math/PI).
    if (form.items.length === 1 && constants.has(head.name) && !a.defined.has(head.name))
      return resolveSymbol(a, head, scope);
    if (!isBound(a, head.name)) {
      if (!reportUnbound(a, head.name, head.span, scope)) for (const f of form.items.slice(1)) a.expr(f, scope, null);
      return { op: "const", value: null, span };
    }
  }
  const callee = a.expr(head, scope, null);
  if (callee.op === "global") a.elsewhere?.called(callee.span, form.items.slice(1));
  const args = form.items.slice(1).map((f) => a.expr(f, scope, null));
  if (callee.op === "builtin") return builtinCall(a, form, callee, args);
  if (callee.op === "const" && head.kind === "symbol" && constants.has(head.name))
    return a.problem(
      "java_arity_error",
      span,
      `${head.name} is a value, not a function.`,
      `Write ${head.name} without parentheses.`,
    );
  if (callee.op === "const" && !isCallableConstant(callee.value) && head.kind !== "symbol")
    return a.problem(
      "not_callable",
      head.span,
      `${formWords(head)} cannot be called.`,
      head.kind === "string" || head.kind === "number"
        ? "The first item in ( ) is called: write [ ] for a list of data."
        : "Remove the extra parentheses.",
    );
  if (callee.op === "const" && callee.value instanceof Keyword && (args.length < 1 || args.length > 2))
    return a.problem(
      "invalid_arity",
      span,
      `A keyword takes a map and an optional default, got ${args.length} arguments.`,
      `Write (:${callee.value.name} m) or (:${callee.value.name} m default).`,
    );
  return { op: "call", span, callee, args };
}

/** What Clojure's compiler itself knows: no local of that name is ever called in their place. */
const neverShadowed = new Set(["if", "do", "def", "recur", "quote"]);

/** Core forms keep their meaning even when a program defines something of that name. */
const reserved = new Set([
  "if",
  "do",
  "let",
  "fn",
  "def",
  "defn",
  "loop",
  "recur",
  "quote",
  "case",
  "cond",
  "and",
  "or",
  "when",
]);

function isCallableConstant(v: unknown): boolean {
  return typeof v === "object" && v !== null && v instanceof Keyword;
}

function builtinCall(
  a: Analysis,
  form: ListForm,
  callee: Extract<Expr, { op: "builtin" }>,
  args: readonly Expr[],
): Expr {
  const { name, row } = callee;
  if (!accepts(row, args.length)) {
    const head = form.items[0];
    const written = head?.kind === "symbol" ? head.name.replace(/^clojure\.core\//, "") : name;
    return a.problem(
      row.home === "java" ? "java_arity_error" : "arity_error",
      form.span,
      `${written} takes ${argumentWords(arityWords(row))}, got ${args.length}.`,
      `Call it as ${callForms(written, row)}.`,
    );
  }
  return { op: "invoke", span: form.span, name, row, args };
}

/** The granted tool a program means: hyphens and underscores are one spelling. Undefined after reporting the problem. */
function grantedTool(a: Analysis, written: string, span: Span, scope: Scope): string | undefined {
  if (a.elsewhere !== null) {
    a.usesTools = true;
    a.elsewhere.used({ kind: "tool", name: written, span, scope });
    return written;
  }
  const name = [written, written.replaceAll("-", "_"), written.replaceAll("_", "-")].find((n) => a.tools.has(n));
  if (name !== undefined) {
    a.usesTools = true;
    return name;
  }
  const near = suggest(written, a.tools);
  a.problem(
    "unknown_tool",
    span,
    `There is no tool ${written}.`,
    near.length > 0
      ? didYouMean(near.map((n) => `tool/${n}`))
      : a.tools.size > 0
        ? `Granted tools: ${[...a.tools].slice(0, 12).join(", ")}.`
        : "No tools are granted to this program.",
  );
  return undefined;
}

function toolCall(a: Analysis, form: ListForm, written: string, scope: Scope): Expr {
  const args = form.items.slice(1);
  const name = grantedTool(a, written, form.items[0]!.span, scope);
  a.elsewhere?.called(form.items[0]!.span, args);
  if (name === undefined) {
    for (const f of args) a.expr(f, scope, null);
    return { op: "const", value: null, span: form.span };
  }
  if (args.length === 0) return { op: "tool", span: form.span, name, args: null };
  if (args.length === 1) return { op: "tool", span: form.span, name, args: a.expr(args[0]!, scope, null) };
  if (args.length % 2 === 0 && args.every((f, i) => i % 2 === 1 || f.kind === "keyword"))
    return {
      op: "tool",
      span: form.span,
      name,
      args: a.expr({ kind: "map", items: args, span: form.span }, scope, null),
    };
  return a.problem(
    "invalid_arity",
    form.span,
    `tool/${name} takes named arguments in one map.`,
    `Write (tool/${name} {:key value}).`,
  );
}

/** Does a name that is no local mean anything? */
function isBound(a: Analysis, name: string): boolean {
  return (
    a.defined.has(name) ||
    constants.has(name) ||
    /^\*[123]$/.test(name) ||
    /^(?:data|tool)\/./.test(name) ||
    findBuiltin(name) !== undefined ||
    (a.elsewhere?.mayDefine(name) ?? false)
  );
}

function resolveSymbol(a: Analysis, form: FormOf<"symbol">, scope: Scope): Expr {
  const { name, span } = form;
  const local = scope.find(name);
  if (local !== undefined) {
    scope.fn.use(local);
    return { op: "local", local, span };
  }
  if (a.defined.has(name)) return global(a, name, span, scope);
  const constant = constants.get(name);
  if (constant !== undefined) return { op: "const", value: constant.value, span };
  if (name === "*1" || name === "*2" || name === "*3")
    return { op: "history", back: Number(name[1]) as 1 | 2 | 3, span };
  if (name.startsWith("data/") && name.length > 5) return { op: "data", name: name.slice(5), span };
  if (name.startsWith("tool/") && name.length > 5) {
    const tool = grantedTool(a, name.slice(5), span, scope);
    return tool === undefined ? { op: "const", value: null, span } : { op: "tool-ref", name: tool, span };
  }
  const found = findBuiltin(name);
  if (found !== undefined) return { op: "builtin", name: found.name, row: found.row, span };
  if (a.elsewhere?.mayDefine(name)) return global(a, name, span, scope);
  reportUnbound(a, name, span, scope);
  return { op: "const", value: null, span };
}

function global(a: Analysis, name: string, span: Span, scope: Scope): Expr {
  a.elsewhere?.used({ kind: "name", name, span, scope });
  return { op: "global", name, orNil: false, span };
}

/** Reports an unbound name once; true when it stands for a form whose arguments are not worth looking at. */
function reportUnbound(a: Analysis, name: string, span: Span, scope: Scope): boolean {
  const told = a.told.get(name);
  if (told !== undefined) return told;
  if (a.full || a.announced.has(name)) return false;
  const own = new Set([...[...scope.visible()].filter((n) => !n.startsWith("\u0000")), ...a.defined]);
  const { reason, message, hint, form } = explainUnbound(name, { own, forms: formNames, tools: a.tools });
  a.problem(reason, span, message, hint);
  a.told.set(name, form);
  return form;
}
