// Rounding, roots and conversions. The bare names give PTC-Lisp's results: floor, ceil, round and trunc give integers,
// sqrt and pow give floats. The Java-named ones (Math/floor …) are in java-math.ts.

import { asDouble, isInteger, isNumber, notNumber, toFloat, toInteger, wholeToInteger } from "../values/numbers.ts";
import { precisePow } from "../values/precise-math.ts";
import { Flt, type Value } from "../values/value.ts";
import { toBigint, toDouble, toInt, toLong, toNumber } from "./conversion.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Math";

/** x as an integer by `cut`; infinities and NaN stay what they are. */
function whole(op: string, x: Value, cut: (n: number) => number): Value {
  if (isInteger(x)) return x;
  if (!isNumber(x)) notNumber(op, x);
  const n = asDouble(x);
  return Number.isFinite(n) ? wholeToInteger(cut(n)) : n;
}

/** Halves go away from zero. Adding 0.5 would round 0.49999999999999994 up, so the fraction is looked at instead. */
function roundAway(n: number): number {
  const t = Math.trunc(n);
  return Math.abs(n - t) >= 0.5 ? t + Math.sign(n) : t;
}

export function absolute(x: Value): Value {
  if (typeof x === "number") return Math.abs(x);
  if (!isNumber(x)) notNumber("abs", x);
  return x instanceof Flt ? new Flt(Math.abs(x.value)) : x < 0n ? toInteger(-x) : x;
}

function double(op: string, x: Value): number {
  return isNumber(x) ? asDouble(x) : notNumber(op, x);
}

const rounding = {
  floor: {
    home: "core",
    group,
    params: ["x"],
    doc: "The largest integer not above x. Math/floor gives a float instead.",
    examples: [
      { code: "(floor 3.7)", gives: "3" },
      { code: "(floor -3.7)", gives: "-4" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => whole("floor", x, Math.floor),
  },
  ceil: {
    home: "core",
    group,
    params: ["x"],
    doc: "The smallest integer not below x. Math/ceil gives a float instead.",
    examples: [
      { code: "(ceil 3.2)", gives: "4" },
      { code: "(ceil -3.2)", gives: "-3" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => whole("ceil", x, Math.ceil),
  },
  round: {
    home: "core",
    group,
    params: ["x"],
    doc: "The nearest integer, halves away from zero. For two decimals: (/ (round (* x 100)) 100).",
    examples: [
      { code: "(round 3.5)", gives: "4" },
      { code: "(round -3.5)", gives: "-4" },
      { code: "(/ (round (* 2.71828 100)) 100)", gives: "2.72" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => whole("round", x, roundAway),
  },
  trunc: {
    home: "core",
    group,
    params: ["x"],
    doc: "The integer part of x: cuts toward zero.",
    examples: [
      { code: "(trunc 3.7)", gives: "3" },
      { code: "(trunc -3.7)", gives: "-3" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => whole("trunc", x, Math.trunc),
  },
} satisfies BuiltinTable;

const powers = {
  abs: {
    home: "core",
    group,
    params: ["x"],
    doc: "The absolute value of x.",
    examples: [
      { code: "(abs -5)", gives: "5" },
      { code: "(abs -1.5)", gives: "1.5" },
    ],
    clojure: "same",
    since: "0.1",
    run1: absolute,
  },
  sqrt: {
    home: "core",
    group,
    params: ["x"],
    doc: "The square root as a float; ##NaN for a negative number.",
    examples: [
      { code: "(sqrt 16)", gives: "4.0" },
      { code: "(sqrt -1)", gives: "##NaN" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => toFloat(Math.sqrt(double("sqrt", x))),
  },
  pow: {
    home: "core",
    group,
    params: ["base exponent"],
    doc: "base raised to exponent, as a float. For exact integer powers: (reduce * (repeat n base)).",
    examples: [
      { code: "(pow 2 10)", gives: "1024.0" },
      { code: "(pow 2 -1)", gives: "0.5" },
      { code: "(pow -1 0.5)", gives: "##NaN" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run2: (x, y) => toFloat(precisePow(double("pow", x), double("pow", y))),
  },
} satisfies BuiltinTable;

const conversions = {
  double: {
    home: "core",
    group,
    params: ["x"],
    doc: "x as a float.",
    examples: [
      { code: "(double 5)", gives: "5.0" },
      { code: "(float 0.1)", gives: "0.1" },
      { code: '(double "1")', gives: "error: type_error" },
    ],
    clojure: { differs: "float is the same as double: all floats have 64 bits." },
    since: "0.1",
    aliases: ["float"],
    run1: (x) => toDouble("double", x),
  },
  int: {
    home: "core",
    group,
    params: ["x"],
    doc: "x as a 32-bit integer, floats cut toward zero. A one-character string gives its code point; to read digits use parse-long.",
    examples: [
      { code: "(int 3.7)", gives: "3" },
      { code: "(int \\A)", gives: "65" },
      { code: "(int 2147483648)", gives: "error: arithmetic_error" },
    ],
    clojure: { differs: 'Characters are one-character strings, so (int "A") works like (int \\A).' },
    since: "0.1",
    run1: (x) => toInt("int", x),
  },
  long: {
    home: "core",
    group,
    params: ["x"],
    doc: "x as a 64-bit integer, floats cut toward zero. A one-character string gives its code point; to read digits use parse-long.",
    examples: [
      { code: "(long 3.7)", gives: "3" },
      { code: "(long -3.7)", gives: "-3" },
      { code: "(long 1e19)", gives: "error: arithmetic_error" },
    ],
    clojure: { differs: 'Characters are one-character strings, so (long "A") works like (long \\A).' },
    since: "0.1",
    run1: (x) => toLong("long", x),
  },
  bigint: {
    home: "core",
    group,
    params: ["x"],
    doc: "x as an integer of any size: cuts floats toward zero and reads strings of digits.",
    examples: [
      { code: "(bigint 1e20)", gives: "100000000000000000000" },
      { code: '(bigint "123456789012345678901")', gives: "123456789012345678901" },
    ],
    clojure: { differs: "There is one integer type, printed without N." },
    since: "0.1",
    aliases: ["biginteger"],
    run1: toBigint,
  },
  num: {
    home: "core",
    group,
    params: ["x"],
    doc: "x itself when it is a number (or nil), else an error.",
    examples: [
      { code: "(num 3)", gives: "3" },
      { code: '(num "3")', gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: toNumber,
  },
} satisfies BuiltinTable;

export const math = { ...rounding, ...powers, ...conversions } satisfies BuiltinTable;
