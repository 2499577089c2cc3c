// Equality and order. `=` compares by value, numbers whatever their kind; `<` and its kin take numbers only; `compare`
// orders any two values of one kind.

import { spendMany } from "../meter.ts";
import { compareValues } from "../values/compare.ts";
import { equal } from "../values/equality.ts";
import { greater, greaterOrEqual, less, lessOrEqual } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { extrema } from "./extrema.ts";
import { logic } from "./logic.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Comparison";
const numbersOnly = "Numbers only. One argument gives true.";

/** `equal`, with the commonest answers first. */
function same(x: Value, y: Value): boolean {
  return x === y || ((typeof x !== "number" || typeof y !== "number") && equal(x, y));
}

function allSame(args: readonly Value[]): boolean {
  spendMany(args.length);
  for (let i = 1; i < args.length; i++) if (!same(args[i - 1] as Value, args[i] as Value)) return false;
  return true;
}

/** Whether each neighbouring pair is in order; like Clojure it stops at the first pair that is not. */
function chain(args: readonly Value[], inOrder: (x: Value, y: Value) => boolean): boolean {
  spendMany(args.length);
  for (let i = 1; i < args.length; i++) if (!inOrder(args[i - 1] as Value, args[i] as Value)) return false;
  return true;
}

/** Empty vectors are one object here as in Clojure, wherever they came from. */
function identical(x: Value, y: Value): boolean {
  if (x === y) return true;
  return x instanceof Vec && y instanceof Vec && x.length === 0 && y.length === 0 && x.tag === y.tag;
}

const order = {
  "=": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc:
      "Whether all arguments are equal in value. Collections compare by content, vectors and sequences alike; " +
      "1 and 1.0 are equal; ##NaN equals nothing.",
    examples: [
      { code: "(= 1 1.0)", gives: "true" },
      { code: "(= [1 2] (list 1 2))", gives: "true" },
      { code: "(= {:a 1} {:a 1} {:a 2})", gives: "false" },
      { code: '(= :a "a")', gives: "false" },
    ],
    clojure: { differs: "Numbers are equal when their values are: (= 1 1.0) is true." },
    since: "0.1",
    run1: () => true,
    run2: same,
    runN: allSame,
  },
  "==": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: "Numeric equality; the same as = here, which already compares numbers by value.",
    examples: [
      { code: "(== 1 1.0)", gives: "true" },
      { code: "(== 1 2)", gives: "false" },
      { code: '(== "a" "a")', gives: "true" },
    ],
    clojure: { differs: "Accepts any values; Clojure's == raises on non-numbers." },
    since: "0.1",
    run1: () => true,
    run2: same,
    runN: allSame,
  },
  "not=": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: "The opposite of =.",
    examples: [
      { code: "(not= 1 2)", gives: "true" },
      { code: "(not= 1 1.0)", gives: "false" },
      { code: "(not= :a :a :b)", gives: "true" },
    ],
    clojure: { differs: "Numbers are equal when their values are: (not= 1 1.0) is false." },
    since: "0.1",
    run1: () => false,
    run2: (x, y) => !same(x, y),
    runN: (args) => !allSame(args),
  },
  "<": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: `Whether the numbers strictly increase. ${numbersOnly}`,
    examples: [
      { code: "(< 1 2 3)", gives: "true" },
      { code: "(< 2 1.5)", gives: "false" },
      { code: '(< "a" "b")', gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: () => true,
    run2: less,
    runN: (args) => chain(args, less),
  },
  ">": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: `Whether the numbers strictly decrease. ${numbersOnly}`,
    examples: [
      { code: "(> 3 2 1)", gives: "true" },
      { code: "(> 1 1)", gives: "false" },
      { code: "(> nil 240)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: () => true,
    run2: greater,
    runN: (args) => chain(args, greater),
  },
  "<=": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: `Whether the numbers never decrease. ${numbersOnly}`,
    examples: [
      { code: "(<= 1 1 2)", gives: "true" },
      { code: "(<= 0 5 3)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: () => true,
    run2: lessOrEqual,
    runN: (args) => chain(args, lessOrEqual),
  },
  ">=": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: `Whether the numbers never increase. ${numbersOnly}`,
    examples: [
      { code: "(>= 3 3 1)", gives: "true" },
      { code: "(>= 1 2)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: () => true,
    run2: greaterOrEqual,
    runN: (args) => chain(args, greaterOrEqual),
  },
  compare: {
    home: "core",
    group,
    params: ["x y"],
    doc:
      "A negative number, zero or a positive number as x sorts before, with or after y. nil sorts first; " +
      "vectors compare by length, then item by item; values of different kinds are an error.",
    examples: [
      { code: "(compare 1 2)", gives: "-1" },
      { code: '(compare "b" "a")', gives: "1" },
      { code: "(compare nil 1)", gives: "-1" },
      { code: '(compare "a" 1)', gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: compareValues,
  },
  "identical?": {
    home: "core",
    group,
    params: ["x y"],
    doc: "Whether x and y are the very same value. For values that are equal use =.",
    examples: [
      { code: "(identical? :a :a)", gives: "true" },
      { code: "(identical? [1] [1])", gives: "false" },
      { code: "(let [v [1]] (identical? v v))", gives: "true" },
    ],
    clojure: { differs: "Integers are identical when equal, whatever their size." },
    since: "0.1",
    run2: identical,
  },
} satisfies BuiltinTable;

export const comparison = { ...order, ...extrema, ...logic } satisfies BuiltinTable;
