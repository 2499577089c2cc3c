// What every part of the analyzer shares: where problems go, which names exist, and the scopes. Analysis never stops at a
// problem: the broken form becomes nil and the rest is still looked at, so that one pass reports everything.

import type { Problem } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Reason } from "../fault.ts";
import type { Form } from "../read/form.ts";
import { type Expr, type FnScope, Local } from "./expr.ts";
import { foreignOperators } from "./spelling.ts";

/** A loop or function that a recur may jump to. */
export interface RecurTarget {
  readonly count: number;
  readonly what: string;
  /** The names it binds, for the message when a recur passes too few or too many values. */
  readonly names: readonly string[];
  used: boolean;
}

export class Scope {
  private names: Map<string, Local> | null = null;
  constructor(
    readonly fn: FnScope,
    readonly parent: Scope | null,
    /** The nearest loop or function, whether or not the current form is in its tail position. */
    readonly target: RecurTarget | null,
  ) {}

  child(): Scope {
    return new Scope(this.fn, this, this.target);
  }

  withTarget(target: RecurTarget): Scope {
    return new Scope(this.fn, this, target);
  }

  bind(name: string): Local {
    const local = new Local(name, this.fn);
    this.alias(name, local);
    return local;
  }

  alias(name: string, local: Local): void {
    this.names ??= new Map();
    this.names.set(name, local);
  }

  find(name: string): Local | undefined {
    for (let s: Scope | null = this; s !== null; s = s.parent) {
      const local = s.names?.get(name);
      if (local !== undefined) return local;
    }
    return undefined;
  }

  *visible(): Iterable<string> {
    for (let s: Scope | null = this; s !== null; s = s.parent) yield* s.names?.keys() ?? [];
  }
}

const mostProblems = 50;

/** Operators that other languages write between their operands. */
const infix = new Set([..."+ - * / < > <= >= = += -= *=".split(" "), ...foreignOperators.keys()]);

/** Analyses one form; `tail` is the recur target when the form is in its tail position. */
export type AnalyzeForm = (form: Form, scope: Scope, tail: RecurTarget | null) => Expr;

/** What xs[0], m["a"] and data["a"] are called here. */
function itemHint(owner: string, key: Form): string {
  if (key.kind === "keyword") return owner === "data" ? `Write data/${key.name}.` : `Write (:${key.name} ${owner}).`;
  if (key.kind === "string") return owner === "data" ? `Write data/${key.value}.` : `Write (get ${owner} key).`;
  return `Write (nth ${owner} i).`;
}

/** A name that is no local, as the text uses it. */
export interface NameUse {
  /** `tool`: written tool/name. `absent`: nil unless something defines it, as in (or total 0), and nothing here does. */
  readonly kind: "name" | "tool" | "absent";
  readonly name: string;
  /** Of the name alone. */
  readonly span: Span;
  readonly scope: Scope;
}

/** Who analyses a text that is linked with others: it hears of every name that is neither a local nor a builtin. */
export interface Elsewhere {
  /** May a name that nothing here defines be defined in another text? */
  mayDefine(name: string): boolean;
  used(use: NameUse): void;
  /** A definition of this name, wherever it stands, with the place of the name. */
  defined(name: string, span: Span): void;
  /** The name at this place is called with these forms, threaded ones included. */
  called(name: Span, args: readonly Form[]): void;
}

export class Analysis {
  readonly problems: Problem[] = [];
  /** Unbound names already reported, one problem for each being enough; true for those that stand for a form. */
  readonly told = new Map<string, boolean>();
  depth = 0;
  usesTools = false;
  private gensyms = 0;

  constructor(
    /** Names defined by the session or anywhere in this program. */
    readonly defined: ReadonlySet<string>,
    /** Names bound by forms that are reported themselves: not worth a second problem. */
    readonly announced: ReadonlySet<string>,
    readonly tools: ReadonlySet<string>,
    /** Set by analyze.ts: the dispatcher that special forms call back into. */
    readonly expr: AnalyzeForm,
    readonly elsewhere: Elsewhere | null,
  ) {}

  /** Beyond this nobody reads on, and a text of nothing but mistakes must not cost more than a good one. */
  get full(): boolean {
    return this.problems.length >= mostProblems;
  }

  problem(reason: Reason, span: Span, message: string, hint?: string): Expr {
    if (!this.full)
      this.problems.push({ reason, severity: "error", message, span, ...(hint === undefined ? {} : { hint }) });
    return { op: "const", value: null, span };
  }

  /** A name no program can write, for bindings the analyzer introduces. */
  fresh(): string {
    return `\u0000${this.gensyms++}`;
  }

  /**
   * xs[0] reads as two forms and a + b as three, of which only the last counts. Nobody means that, and without an error
   * the program would quietly give [0] or b.
   */
  private checkStatements(forms: readonly Form[], scope: Scope): void {
    for (let i = 0; i + 1 < forms.length; i++) {
      const name = forms[i]!;
      const index = forms[i + 1]!;
      if (i > 0 && name.kind === "symbol" && infix.has(name.name) && scope.find(name.name) === undefined) {
        const span = { start: forms[i - 1]!.span.start, end: index.span.end };
        const words = [formWords(forms[i - 1]!), name.name, formWords(index)].join(" ");
        this.problem(
          "invalid_form",
          span,
          `${words}: these are three forms, and only the last one counts.`,
          "Write the operator first, in parentheses, as in (+ a b) or (and a b).",
        );
      }
      const isGlued = name.span.end === index.span.start;
      const method = index.kind === "symbol" && index.name.startsWith(".") ? index.name : null;
      // "abc".length reads as two forms too, and its value would be the method itself.
      if (method !== null && name.kind !== "symbol" && isGlued && findBuiltin(method) !== undefined)
        this.problem("invalid_form", index.span, `${method} is not called here.`, `Write (${method} x).`);
      if (name.kind !== "symbol" || index.kind !== "vector" || index.items.length !== 1) continue;
      if (!isGlued) continue;
      const span = { start: name.span.start, end: index.span.end };
      this.problem(
        "invalid_form",
        span,
        `${name.name}[ … ] does not read an item.`,
        itemHint(name.name, index.items[0]!),
      );
    }
  }

  /** Several forms in sequence; an empty body is nil. */
  body(forms: readonly Form[], scope: Scope, tail: RecurTarget | null, span: Span): Expr {
    if (forms.length === 0) return { op: "const", value: null, span };
    if (forms.length === 1) return this.expr(forms[0]!, scope, tail);
    const last = forms.length - 1;
    this.checkStatements(forms, scope);
    return { op: "do", span, body: forms.map((f, i) => this.expr(f, scope, i === last ? tail : null)) };
  }
}

export function symbolForm(name: string, span: Span): Form {
  return { kind: "symbol", name, span };
}

export function listForm(items: readonly Form[], span: Span): Form {
  return { kind: "list", items, span };
}

/** How a form starts, for messages. */
export function formWords(form: Form): string {
  switch (form.kind) {
    case "symbol":
      return form.name;
    case "keyword":
      return `:${form.name}`;
    case "string":
      return "a string";
    case "number":
      return "a number";
    case "nil":
      return "nil";
    case "boolean":
      return String(form.value);
    case "list":
      return "a ( ) form";
    case "vector":
      return "a [ ] form";
    case "map":
      return "a { } form";
    case "set":
      return "a #{ } form";
    default:
      return "this form";
  }
}
