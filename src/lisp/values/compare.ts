// `compare` and default sorting: nil first, then natural order within one type; mixed types are an error. As in Clojure,
// vectors compare by length first, NaN compares as equal to every number, and text gives Java's differences
// ((compare "a" "c") is -2).

import { fault } from "../fault.ts";
import { spendMany } from "../meter.ts";
import { compareDates } from "./calendar.ts";
import { typeName } from "./describe-type.ts";
import { ascend, bounded, descend } from "./key.ts";
import { compareNumbers, isNumber } from "./numbers.ts";
import { Temporal } from "./temporal.ts";
import { Keyword, SymbolRef, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) || 0;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (a instanceof Keyword && b instanceof Keyword) return compareText(a.name, b.name);
  if (typeof a === "boolean" && typeof b === "boolean") return a === b ? 0 : a ? 1 : -1;
  if (a instanceof Vec && b instanceof Vec)
    return a.length === b.length ? compareVectors(a, b) : a.length < b.length ? -1 : 1;
  if (a instanceof Temporal && b instanceof Temporal && a.class_ === b.class_)
    return a.class_ === "LocalDate" ? compareDates(a, b) : a.compare(b);
  if (a instanceof SymbolRef && b instanceof SymbolRef) return compareText(a.name, b.name);
  fault(
    "type_error",
    `Cannot compare ${typeName(a)} with ${typeName(b)}.`,
    "Sort by a key of one type, e.g. (sort-by str coll), or give a comparator.",
  );
}

// A function of its own: a parameter that a closure captures costs every call of its function an allocation.
function compareVectors(a: Vec, b: Vec): number {
  return bounded("compare", () => {
    descend();
    let c = 0;
    for (let i = 0; c === 0 && i < a.length; i++) {
      if ((i & 63) === 63) spendMany(8);
      c = compareValues(a.at(i), b.at(i));
    }
    ascend();
    return c;
  });
}

/** The difference of the first differing UTF-16 units, else of the lengths. */
function compareText(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  if (n > 4096) spendMany(n >> 6);
  for (let i = 0; i < n; i++) {
    const d = a.charCodeAt(i) - b.charCodeAt(i);
    if (d !== 0) return d;
  }
  return a.length - b.length;
}
