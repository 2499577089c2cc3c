// Words for the kinds of values, as error messages and `type` use them.

import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { PMap } from "./map.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, Reduced, SymbolRef, type Value, VarRef } from "./value.ts";
import { Vec } from "./vector.ts";

/** A noun with its article where English wants one: "nil", "a string", "an integer". */
export function typeName(v: Value): string {
  if (v === null) return "nil";
  switch (typeof v) {
    case "boolean":
      return "a boolean";
    case "string":
      return "a string";
    case "bigint":
      return "an integer";
    case "number":
      return Number.isInteger(v) ? "an integer" : "a float";
    case "object":
      break;
  }
  if (v instanceof Flt) return "a float";
  if (v instanceof Keyword) return "a keyword";
  if (v instanceof Vec) return "a vector";
  if (v instanceof PMap) return "a map";
  if (v instanceof PSet) return "a set";
  if (v instanceof Fn || v instanceof NativeFn) return "a function";
  if (v instanceof Regex) return "a regex";
  if (v instanceof SymbolRef) return "a symbol";
  if (v instanceof VarRef) return "a var";
  if (v instanceof Reduced) return "a reduced value";
  if (v instanceof InfiniteSeq) return "an infinite sequence";
  if (v instanceof Temporal) return v.class_ === "Instant" ? "an Instant" : `a ${v.class_}`;
  return v satisfies never;
}
