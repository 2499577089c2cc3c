// Where an expression asks the host for the time or for chance, inside of the functions it makes as well: what does so cannot
// keep a promise to be deterministic. Which builtins ask is in their rows.

import type { Span } from "../../base/span.ts";
import { childrenOf } from "./effects.ts";
import type { Expr, FnExpr } from "./expr.ts";

export interface VaryingUse {
  /** Of the builtin. */
  readonly name: string;
  readonly span: Span;
}

/** In the order of the text. */
export function varyingUses(whole: Expr): readonly VaryingUse[] {
  const found: VaryingUse[] = [];
  const left: Expr[] = [whole];
  const bodiesOf = (fn: FnExpr) => fn.arities.map(({ body }) => body);
  for (let e = left.pop(); e !== undefined; e = left.pop()) {
    // As a value it may be called with any number of arguments.
    const varies = e.op === "builtin" || e.op === "invoke" ? e.row.varies : undefined;
    const called = e.op === "invoke" ? e.args.length : 0;
    if (varies === "always" || (varies !== undefined && called === 0))
      found.push({ name: (e as { readonly name: string }).name, span: e.span });
    left.push(...childrenOf(e));
    if (e.op === "fn") left.push(...bodiesOf(e.fn));
    if (e.op === "letfn") left.push(...e.fns.flatMap(bodiesOf));
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}
