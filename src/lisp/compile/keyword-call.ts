// (:key m) and (:key m default), the commonest call in programs over records.

import { flexGet, lookup, lookupOr } from "../values/access.ts";
import type { Node } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import type { Keyword } from "../values/value.ts";

export function keywordCallNode(key: Keyword, m: Node, fallback: Node | null): Node {
  if (fallback === null)
    return (p, a, b, c, d) => {
      const v = m(p, a, b, c, d);
      return (v instanceof PMap ? flexGet(v, key) : lookup(v, key)) ?? null;
    };
  return (p, a, b, c, d) => {
    const v = m(p, a, b, c, d);
    return lookupOr(v, key, fallback(p, a, b, c, d));
  };
}
