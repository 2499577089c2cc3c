// What a definition runs while it is loaded. The body of a function runs later; a collection or a made function only holds
// what it names; everything else may run at once, and then needs all that it reaches to be there already.

import type { Span } from "../../base/span.ts";
import type { Expr } from "../../lisp/analyze/expr.ts";

/** Builtins that keep the functions they are given without calling them. */
const keeping = new Set(
  "partial comp juxt complement constantly memoize fnil every-pred some-fn identity vector list hash-map array-map hash-set".split(
    " ",
  ),
);

export interface LoadSpans {
  when(span: Span): "later" | "value" | "load";
}

export function loadSpans(top: Expr): LoadSpans {
  const later: Span[] = [];
  const value: Span[] = [];
  const hold = (e: Expr): void => {
    switch (e.op) {
      case "fn":
        later.push(e.span);
        return;
      case "global":
      case "tool-ref":
        value.push(e.span);
        return;
      case "vector":
      case "set":
      case "map":
        e.items.forEach(hold);
        return;
      case "invoke":
        if (keeping.has(e.name)) e.args.forEach(hold);
        return;
      // What these give is held; what they do on the way is run.
      case "let":
      case "letfn":
        hold(e.body);
        return;
      case "do":
        hold(e.body.at(-1)!);
        return;
      case "if":
        hold(e.then);
        hold(e.else);
        return;
    }
  };
  if (top.op === "def" && top.init !== null) hold(top.init);
  const inside = (spans: readonly Span[], span: Span) => spans.some((s) => s.start <= span.start && span.end <= s.end);
  return { when: (span) => (inside(later, span) ? "later" : inside(value, span) ? "value" : "load") };
}
