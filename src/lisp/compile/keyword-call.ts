// (:key m) and (:key m default), the commonest call in programs over records.

import { KeywordReader } from "../values/access.ts";
import type { Node } from "../values/fn.ts";
import type { Keyword } from "../values/value.ts";
import { operand, placeOf } from "./operands.ts";

export function keywordCallNode(key: Keyword, m: Node, fallback: Node | null): Node {
  const reader = new KeywordReader(key);
  if (fallback !== null)
    return (p, a, b, c, d) => {
      const v = m(p, a, b, c, d);
      const otherwise = fallback(p, a, b, c, d);
      const found = reader.read(v);
      return found === undefined ? otherwise : found;
    };
  const place = placeOf(m);
  if (place === 0) return (_p, a) => reader.read(a) ?? null;
  return (p, a, b, c, d) => reader.read(operand(place, m, p, a, b, c, d)) ?? null;
}
