// The small core a program is reduced to. Every sugar of the language ends in these; the compiler has one case per `op`.

import type { Span } from "../../base/span.ts";
import type { Builtin } from "../builtins/table.ts";
import type { Form } from "../read/form.ts";
import type { FnForm } from "../values/fn.ts";
import type { Value } from "../values/value.ts";

/** One binding. Locals never change, so closures capture them by value; loop turns make new ones. */
export class Local {
  constructor(
    readonly name: string,
    readonly owner: FnScope,
  ) {}
}

/** One function body (or the top level of a program): the unit that owns registers and captures. */
export class FnScope {
  /** Locals of enclosing functions used here, in capture order. */
  readonly captures: Local[] = [];
  constructor(readonly parent: FnScope | null) {}

  /** Notes that `local` is used in this function; enclosing functions between here and its owner capture it too. */
  use(local: Local): void {
    if (local.owner === this || this.captures.includes(local)) return;
    this.captures.push(local);
    this.parent?.use(local);
  }
}

export interface Binding {
  readonly local: Local;
  readonly init: Expr;
}

export interface FnArity {
  readonly scope: FnScope;
  /** Parameters in order; the last one is the rest parameter when `variadic`. */
  readonly params: readonly Local[];
  readonly variadic: boolean;
  /** Destructuring of parameters is already part of the body. */
  readonly body: Expr;
  /** True when the body holds a recur that targets this function. */
  readonly recurs: boolean;
}

export interface FnExpr {
  readonly form: FnForm;
  /** Of its own text: inside a letfn the clause alone. */
  readonly span: Span;
  /** The whole of it where -> or ->> put it together, since the span has only a part. */
  readonly threaded: Form | null;
  readonly name: string | null;
  /** The function's own name inside its body, when it was given one. */
  readonly self: Local | null;
  readonly arities: readonly FnArity[];
  /** Union of the captures of all arities, in order. */
  readonly captures: readonly Local[];
  readonly doc: string | null;
  readonly signature: string | null;
  readonly params: readonly string[];
}

export interface CaseClause {
  readonly values: readonly Value[];
  readonly body: Expr;
}

/** One level of for / doseq. */
export type ForClause =
  | { readonly kind: "each"; readonly item: Local; readonly source: Expr; readonly bind: readonly Binding[] }
  | { readonly kind: "when"; readonly test: Expr }
  | { readonly kind: "while"; readonly test: Expr }
  | { readonly kind: "let"; readonly bindings: readonly Binding[] };

interface At {
  readonly span: Span;
}

export type Expr =
  | (At & { readonly op: "const"; readonly value: Value })
  | (At & { readonly op: "local"; readonly local: Local })
  /** `orNil`: a name in (or name default) may be defined later or never. */
  | (At & { readonly op: "global"; readonly name: string; readonly orNil: boolean })
  | (At & { readonly op: "builtin"; readonly name: string; readonly row: Builtin })
  | (At & { readonly op: "data"; readonly name: string })
  | (At & { readonly op: "history"; readonly back: 1 | 2 | 3 })
  | (At & { readonly op: "if"; readonly test: Expr; readonly then: Expr; readonly else: Expr })
  | (At & { readonly op: "cond"; readonly clauses: readonly { test: Expr; body: Expr }[]; readonly else: Expr })
  | (At & { readonly op: "and" | "or"; readonly items: readonly Expr[] })
  | (At & { readonly op: "do"; readonly body: readonly Expr[] })
  | (At & { readonly op: "let"; readonly bindings: readonly Binding[]; readonly body: Expr })
  | (At & {
      readonly op: "letfn";
      readonly locals: readonly Local[];
      readonly fns: readonly FnExpr[];
      readonly body: Expr;
    })
  | (At & { readonly op: "loop"; readonly bindings: readonly Binding[]; readonly body: Expr })
  | (At & { readonly op: "recur"; readonly args: readonly Expr[] })
  | (At & { readonly op: "fn"; readonly fn: FnExpr })
  | (At & { readonly op: "call"; readonly callee: Expr; readonly args: readonly Expr[] })
  | (At & { readonly op: "invoke"; readonly name: string; readonly row: Builtin; readonly args: readonly Expr[] })
  | (At & { readonly op: "tool"; readonly name: string; readonly args: Expr | null })
  /** A tool used as a function value: tool/name. */
  | (At & { readonly op: "tool-ref"; readonly name: string })
  /** Never made by analysis: the i-th of the values that resumable code has gathered (compile/resumable.ts). */
  | (At & { readonly op: "hole"; readonly index: number })
  | (At & { readonly op: "def"; readonly name: string; readonly init: Expr | null; readonly once: boolean })
  | (At & { readonly op: "vector" | "set"; readonly items: readonly Expr[] })
  /** Keys and values alternate. */
  | (At & { readonly op: "map"; readonly items: readonly Expr[] })
  | (At & {
      readonly op: "case";
      readonly subject: Expr;
      readonly clauses: readonly CaseClause[];
      readonly else: Expr | null;
    })
  | (At & {
      readonly op: "for";
      readonly clauses: readonly ForClause[];
      readonly body: Expr;
      readonly collect: boolean;
    })
  | (At & { readonly op: "return" | "fail"; readonly value: Expr })
  /** Destructuring steps: positional item, remainder, keyed item with optional default. */
  | (At & { readonly op: "item"; readonly of: Expr; readonly index: number })
  | (At & { readonly op: "items-from"; readonly of: Expr; readonly index: number })
  | (At & { readonly op: "keyed"; readonly of: Expr; readonly key: Expr; readonly default: Expr | null })
  /** Checks that a value can be taken apart by place; `asSeq` when the pattern has a &, which takes (seq value) apart. */
  | (At & { readonly op: "as-items"; readonly of: Expr; readonly asSeq: boolean })
  /** Coerces a value to a map of keyword arguments. */
  | (At & { readonly op: "as-map"; readonly of: Expr });

export type Op = Expr["op"];
export type ExprOf<K extends Op> = Extract<Expr, { op: K }>;
