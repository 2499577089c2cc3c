// The arithmetic every program uses. Integers are exact at any size and never turn into floats except through `/`, which
// always gives a float; one float among the operands makes the result a float (values/numbers.ts does the work).

import { spendMany } from "../meter.ts";
import { add, dec, div, inc, isNumber, mod, mul, negate, notNumber, quot, rem, sub } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Arithmetic";
const anySize = { differs: "Integers grow as needed instead of overflowing at 64 bits." };

function numberOnly(op: string, x: Value): Value {
  return isNumber(x) ? x : notNumber(op, x);
}

function fold(args: readonly Value[], step: (x: Value, y: Value) => Value): Value {
  spendMany(args.length);
  let r = args[0] as Value;
  for (let i = 1; i < args.length; i++) r = step(r, args[i] as Value);
  return r;
}

export const arithmetic = {
  "+": {
    home: "core",
    group,
    params: ["", "x", "x y", "x y & more"],
    doc: "Adds numbers. Without arguments it gives 0. To join text use str; to add up a collection use (reduce + coll).",
    examples: [
      { code: "(+ 1 2 3)", gives: "6" },
      { code: "(+ 1 2.0)", gives: "3.0" },
      { code: "(+)", gives: "0" },
      { code: '(+ 1 "2")', gives: "error: type_error" },
    ],
    clojure: anySize,
    since: "0.1",
    aliases: ["+'"],
    run0: () => 0,
    run1: (x) => numberOnly("+", x),
    run2: add,
    run3: (x, y, z) => add(add(x, y), z),
    runN: (args) => fold(args, add),
  },
  "-": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: "Subtracts the later numbers from the first. With one argument it negates it.",
    examples: [
      { code: "(- 10 3 2)", gives: "5" },
      { code: "(- 5)", gives: "-5" },
      { code: "(- 1.5 0.5)", gives: "1.0" },
    ],
    clojure: anySize,
    since: "0.1",
    aliases: ["-'"],
    run1: negate,
    run2: sub,
    run3: (x, y, z) => sub(sub(x, y), z),
    runN: (args) => fold(args, sub),
  },
  "*": {
    home: "core",
    group,
    params: ["", "x", "x y", "x y & more"],
    doc: "Multiplies numbers. Without arguments it gives 1. Integer products are exact at any size.",
    examples: [
      { code: "(* 2 3 4)", gives: "24" },
      { code: "(* 99999999999 99999999999)", gives: "9999999999800000000001" },
      { code: "(* 2 0.5)", gives: "1.0" },
    ],
    clojure: anySize,
    since: "0.1",
    aliases: ["*'"],
    run0: () => 1,
    run1: (x) => numberOnly("*", x),
    run2: mul,
    run3: (x, y, z) => mul(mul(x, y), z),
    runN: (args) => fold(args, mul),
  },
  "/": {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc:
      "Divides, always giving a float. With one argument it gives the reciprocal. " +
      "An integer zero divisor is an error; dividing by 0.0 gives ##Inf, ##-Inf or ##NaN. For whole results use quot.",
    examples: [
      { code: "(/ 10 2)", gives: "5.0" },
      { code: "(/ 1 4)", gives: "0.25" },
      { code: "(/ 2)", gives: "0.5" },
      { code: "(/ 1 0.0)", gives: "##Inf" },
      { code: "(/ 1 0)", gives: "error: arithmetic_error" },
    ],
    clojure: { differs: "There are no ratios: (/ 1 3) is a float, and so is (/ 10 2)." },
    since: "0.1",
    run1: (x) => div(1, x),
    run2: div,
    run3: (x, y, z) => div(div(x, y), z),
    runN: (args) => fold(args, div),
  },
  inc: {
    home: "core",
    group,
    params: ["x"],
    doc: "Adds one.",
    examples: [
      { code: "(inc 41)", gives: "42" },
      { code: "(map inc [1 2 3])", gives: "[2 3 4]" },
      { code: "(inc nil)", gives: "error: type_error" },
    ],
    clojure: anySize,
    since: "0.1",
    aliases: ["inc'"],
    run1: inc,
  },
  dec: {
    home: "core",
    group,
    params: ["x"],
    doc: "Subtracts one.",
    examples: [
      { code: "(dec 43)", gives: "42" },
      { code: "(dec 0.5)", gives: "-0.5" },
    ],
    clojure: anySize,
    since: "0.1",
    aliases: ["dec'"],
    run1: dec,
  },
  quot: {
    home: "core",
    group,
    params: ["n d"],
    doc: "The quotient of n and d cut toward zero. Integers give an integer, floats a whole float.",
    examples: [
      { code: "(quot 10 3)", gives: "3" },
      { code: "(quot -7 2)", gives: "-3" },
      { code: "(quot 7.5 2)", gives: "3.0" },
      { code: "(quot 1 0)", gives: "error: arithmetic_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: quot,
  },
  rem: {
    home: "core",
    group,
    params: ["n d"],
    doc: "The remainder of (quot n d); it has the sign of n.",
    examples: [
      { code: "(rem 10 3)", gives: "1" },
      { code: "(rem -10 3)", gives: "-1" },
      { code: "(rem 7.5 2)", gives: "1.5" },
    ],
    clojure: "same",
    since: "0.1",
    run2: rem,
  },
  mod: {
    home: "core",
    group,
    params: ["n d"],
    doc: "n modulo d; it has the sign of d, so (mod n 7) is never negative.",
    examples: [
      { code: "(mod 10 3)", gives: "1" },
      { code: "(mod -10 3)", gives: "2" },
      { code: "(mod 10 -3)", gives: "-2" },
    ],
    clojure: "same",
    since: "0.1",
    run2: mod,
  },
} satisfies BuiltinTable;
