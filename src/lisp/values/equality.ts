// `=`: collections by content, vectors and sequences alike, numbers by value whatever their kind (so (= 1 1.0) is true,
// also inside collections). Map keys and set members still match strictly, as in key.ts.

import { spendMany } from "../meter.ts";
import { ascend, bounded, descend, sameKey, sameText } from "./key.ts";
import { PMap } from "./map.ts";
import { equalNumbers, isNumber } from "./numbers.ts";
import { Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export function equal(a: Value, b: Value): boolean {
  if (typeof a === "string") return sameText(a, b);
  if (a === b) return true;
  if (typeof b === "string" || a === null || b === null) return false;
  if (a instanceof Keyword || b instanceof Keyword) return false;
  if (isNumber(a)) return isNumber(b) && equalNumbers(a, b);
  if (typeof a !== "object" || typeof b !== "object") return false;
  return equalWalk(a, b);
}

// A function of its own: a parameter that a closure captures costs every call of its function an allocation.
function equalWalk(a: Value, b: Value): boolean {
  return bounded("compare", () => equalComposite(a, b));
}

function equalComposite(a: Value, b: Value): boolean {
  if (a instanceof Vec) {
    if (!(b instanceof Vec) || a.length !== b.length) return false;
    descend();
    spendMany(a.length >> 3);
    let same = true;
    for (let i = 0; same && i < a.length; i++) same = equal(a.at(i), b.at(i));
    ascend();
    return same;
  }
  if (a instanceof PMap) {
    if (!(b instanceof PMap) || a.size !== b.size) return false;
    descend();
    spendMany(a.size >> 2);
    const pairs = a.pairs();
    const hashed = b.unsorted();
    let same = true;
    for (let i = 0; same && i < pairs.length; i += 2) {
      const other = hashed.get(pairs[i] as Value);
      same = other !== undefined && equal(pairs[i + 1] as Value, other);
    }
    ascend();
    return same;
  }
  // Members of sets match as keys do.
  return sameKey(a, b);
}
