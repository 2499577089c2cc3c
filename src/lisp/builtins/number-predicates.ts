// Questions about numbers. They never fail: anything that is not a number answers false, so they can filter mixed data.

import { isFloat, isInteger, isNumber } from "../values/numbers.ts";
import { Flt, type Value } from "../values/value.ts";
import type { Builtin, BuiltinTable, ClojureRelation, Example } from "./table.ts";

const group = "Number predicates";
const neverFails: ClojureRelation = { differs: "Gives false for nil and other non-numbers instead of raising." };
const anySize: ClojureRelation = { differs: "True for integers of any size; Clojure's is false beyond 64 bits." };

function row(
  doc: string,
  run1: (x: Value) => boolean,
  examples: Builtin["examples"],
  clojure: ClojureRelation = "same",
  aliases: readonly string[] = [],
): Builtin {
  return { home: "core", group, params: ["x"], doc, examples, clojure, since: "0.1", aliases, run1 };
}

function shows(code: string, gives: boolean): Example {
  return { code, gives: String(gives) };
}

/** -1, 0 or 1; null when x is not a number or NaN. */
function sign(x: Value): number | null {
  if (typeof x === "bigint") return x > 0n ? 1 : -1;
  const n = x instanceof Flt ? x.value : x;
  if (typeof n !== "number" || Number.isNaN(n)) return null;
  return n > 0 ? 1 : n < 0 ? -1 : 0;
}

/** 0 or 1 for whole numbers, floats included; null for everything else. */
function parity(x: Value): number | null {
  if (typeof x === "bigint") return (x & 1n) === 0n ? 0 : 1;
  const n = x instanceof Flt ? x.value : x;
  return Number.isInteger(n) ? Math.abs((n as number) % 2) : null;
}

export const numberPredicates = {
  "number?": row("Whether x is a number, integer or float.", isNumber, [
    shows("(number? 1.5)", true),
    shows('(number? "1")', false),
  ]),
  "int?": row(
    "Whether x is an integer.",
    isInteger,
    [shows("(int? 5)", true), shows("(int? 5.0)", false), shows("(integer? 99999999999999999999)", true)],
    anySize,
    ["integer?"],
  ),
  "float?": row(
    "Whether x is a float; ##Inf and ##NaN are floats.",
    isFloat,
    [shows("(float? 5.0)", true), shows("(float? 5)", false), shows("(double? ##Inf)", true)],
    "same",
    ["double?"],
  ),
  "decimal?": row("Always false: there is no decimal type.", () => false, [
    shows("(decimal? 1.5)", false),
    shows("(decimal? 1)", false),
  ]),
  "ratio?": row("Always false: there is no ratio type, / gives floats.", () => false, [
    shows("(ratio? (/ 1 3))", false),
    shows("(ratio? 1)", false),
  ]),
  "rational?": row("Whether x is an integer, the only exact numbers there are.", isInteger, [
    shows("(rational? 5)", true),
    shows("(rational? 5.5)", false),
  ]),
  "nat-int?": row(
    "Whether x is an integer that is not negative.",
    (x) => isInteger(x) && x >= 0,
    [shows("(nat-int? 0)", true), shows("(nat-int? -1)", false)],
    anySize,
  ),
  "pos-int?": row(
    "Whether x is a positive integer.",
    (x) => isInteger(x) && x > 0,
    [shows("(pos-int? 3)", true), shows("(pos-int? 3.0)", false)],
    anySize,
  ),
  "neg-int?": row(
    "Whether x is a negative integer.",
    (x) => isInteger(x) && x < 0,
    [shows("(neg-int? -3)", true), shows("(neg-int? 0)", false)],
    anySize,
  ),
  "infinite?": row(
    "Whether x is ##Inf or ##-Inf.",
    (x) => x === Infinity || x === -Infinity,
    [shows("(infinite? (/ 1 0.0))", true), shows("(infinite? 1)", false)],
    neverFails,
  ),
  "NaN?": row(
    "Whether x is ##NaN, the float that is not a number.",
    (x) => Number.isNaN(x),
    [shows("(NaN? (/ 0.0 0.0))", true), shows("(NaN? nil)", false)],
    neverFails,
  ),
  "zero?": row(
    "Whether x is zero, integer or float.",
    (x) => x === 0 || (x instanceof Flt && x.value === 0),
    [shows("(zero? 0.0)", true), shows("(zero? 1)", false), shows("(zero? nil)", false)],
    neverFails,
  ),
  "pos?": row(
    "Whether x is greater than zero.",
    (x) => (typeof x === "number" ? x > 0 : sign(x) === 1),
    [shows("(pos? 3)", true), shows("(pos? 0)", false), shows('(pos? "1")', false)],
    neverFails,
  ),
  "neg?": row(
    "Whether x is less than zero.",
    (x) => (typeof x === "number" ? x < 0 : sign(x) === -1),
    [shows("(neg? -0.5)", true), shows("(neg? 0)", false)],
    neverFails,
  ),
  "even?": row(
    "Whether x is a whole number divisible by two.",
    (x) => (typeof x === "number" ? x % 2 === 0 : parity(x) === 0),
    [shows("(even? 4)", true), shows("(even? 4.0)", true), shows("(even? 4.5)", false)],
    { differs: "Accepts whole floats, and gives false for anything else that is not an integer." },
  ),
  "odd?": row(
    "Whether x is a whole number not divisible by two.",
    (x) => parity(x) === 1,
    [shows("(odd? 3)", true), shows("(odd? -3)", true), shows("(odd? nil)", false)],
    { differs: "Accepts whole floats, and gives false for anything else that is not an integer." },
  ),
} satisfies BuiltinTable;
