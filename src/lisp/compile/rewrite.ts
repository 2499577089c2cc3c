// Rewrites that resumable code is compiled through: an operand that may wait is evaluated first, under a name or into a
// hole, so that the expression itself can be compiled as plain code.

import { type Expr, type ExprOf, FnScope, Local } from "../analyze/expr.ts";

/** Owner of the names made here; only analysis asks who owns a local. */
const nowhere = new FnScope(null);

export interface Split {
  /** Operands in the order they are evaluated. */
  readonly parts: readonly Expr[];
  /** The expression with operand i read from hole i. */
  readonly body: Expr;
}

function holes(parts: readonly Expr[]): Expr[] {
  return parts.map((e, index) => ({ op: "hole", index, span: e.span }));
}

/** Expressions that only compute with their operands. Null for those that bind, branch or have no operands. */
export function withHoles(e: Expr): Split | null {
  switch (e.op) {
    case "vector":
    case "set":
    case "map":
      return { parts: e.items, body: { ...e, items: holes(e.items) } };
    case "recur":
    case "invoke":
      return { parts: e.args, body: { ...e, args: holes(e.args) } };
    case "call": {
      const constant = e.callee.op === "const";
      const parts = constant ? e.args : [e.callee, ...e.args];
      const [first, ...rest] = holes(parts);
      return { parts, body: constant ? { ...e, args: holes(parts) } : { ...e, callee: first!, args: rest } };
    }
    case "tool":
      return e.args === null ? null : { parts: [e.args], body: { ...e, args: holes([e.args])[0]! } };
    case "return":
    case "fail":
      return { parts: [e.value], body: { ...e, value: holes([e.value])[0]! } };
    case "item":
    case "items-from":
    case "as-items":
    case "as-map":
      return { parts: [e.of], body: { ...e, of: holes([e.of])[0]! } };
    default:
      return null;
  }
}

export function condAsIfs(e: ExprOf<"cond">): Expr {
  return e.clauses.reduceRight<Expr>(
    (rest, { test, body }) => ({ op: "if", span: e.span, test, then: body, else: rest }),
    e.else,
  );
}

/** (case x …) as (let [s x] (case s …)). */
export function letSubject(e: ExprOf<"case">): Expr {
  const local = new Local("subject", nowhere);
  const subject: Expr = { op: "local", local, span: e.subject.span };
  return { op: "let", span: e.span, bindings: [{ local, init: e.subject }], body: { ...e, subject } };
}

/** The map and the key of a keyed lookup under names, so that its default stays in tail position. */
export function letOperands(e: ExprOf<"keyed">): Expr {
  const of = new Local("of", nowhere);
  const key = new Local("key", nowhere);
  return {
    op: "let",
    span: e.span,
    bindings: [
      { local: of, init: e.of },
      { local: key, init: e.key },
    ],
    body: {
      ...e,
      of: { op: "local", local: of, span: e.of.span },
      key: { op: "local", local: key, span: e.key.span },
    },
  };
}
