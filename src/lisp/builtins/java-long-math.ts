// The 64-bit arithmetic of Java by its Java names: Math's exact operations, the bit counts of Long and Integer, and the
// small functions on doubles next to them. What does not fit is an error, as in Java.

import { fault } from "../fault.ts";
import { asBig, asDouble, isFloat, isInteger, isNumber, notNumber, toFloat, toInteger } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { toInt, toLong } from "./conversion.ts";
import type { Builtin, BuiltinTable, Example } from "./table.ts";

type Examples = readonly [Example, Example];

function example(code: string, gives: string): Example {
  return { code, gives };
}

function row(
  group: string,
  params: string,
  doc: string,
  examples: Examples,
  run: Pick<Builtin, "run1" | "run2">,
  aliases: readonly string[] = [],
): Builtin {
  return { home: "java", group, params: [params], doc, examples, clojure: "same", since: "0.1", aliases, ...run };
}

/** Unlike a long parameter elsewhere, these have an overload for ints and longs only. */
function integer(who: string, v: Value): bigint {
  if (!isInteger(v)) {
    if (!isNumber(v)) notNumber(who, v);
    fault("java_type_error", `${who} takes integers, got a float.`, "Convert it first: (long x).");
  }
  return asBig(toLong(who, v) as number | bigint);
}

function fitting(who: string, n: bigint, bits: 32 | 64): Value {
  if (BigInt.asIntN(bits, n) !== n)
    fault(
      "java_domain_error",
      `${who}: the result does not fit in ${bits} bits.`,
      "Use + - * inc dec: integers may have any size.",
    );
  return toInteger(n);
}

function clojureNames(javaName: string): string[] {
  const spelled = javaName.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
  return [`clojure.math/${spelled}`, `math/${spelled}`];
}

function exactUnary(name: string, f: (n: bigint) => bigint, doc: string, examples: Examples): Builtin {
  const who = `Math/${name}`;
  const run1 = (x: Value) => fitting(who, f(integer(who, x)), 64);
  return row("Java: Math", "n", doc, examples, { run1 }, clojureNames(name));
}

function exactBinary(name: string, f: (n: bigint, m: bigint) => bigint, doc: string, examples: Examples): Builtin {
  const who = `Math/${name}`;
  const run2 = (x: Value, y: Value) => fitting(who, f(integer(who, x), integer(who, y)), 64);
  return row("Java: Math", "n m", doc, examples, { run2 }, clojureNames(name));
}

const exact = {
  "Math/addExact": exactBinary("addExact", (n, m) => n + m, "n + m, an error when it does not fit in 64 bits.", [
    example("(Math/addExact 1 2)", "3"),
    example("(Math/addExact Long/MAX_VALUE 1)", "error: java_domain_error"),
  ]),
  "Math/subtractExact": exactBinary(
    "subtractExact",
    (n, m) => n - m,
    "n - m, an error when it does not fit in 64 bits.",
    [
      example("(Math/subtractExact 5 7)", "-2"),
      example("(Math/subtractExact Long/MIN_VALUE 1)", "error: java_domain_error"),
    ],
  ),
  "Math/multiplyExact": exactBinary(
    "multiplyExact",
    (n, m) => n * m,
    "n * m, an error when it does not fit in 64 bits.",
    [
      example("(Math/multiplyExact 6 7)", "42"),
      example("(Math/multiplyExact Long/MAX_VALUE 2)", "error: java_domain_error"),
    ],
  ),
  "Math/incrementExact": exactUnary(
    "incrementExact",
    (n) => n + 1n,
    "n + 1, an error when it does not fit in 64 bits.",
    [
      example("(Math/incrementExact 5)", "6"),
      example("(Math/incrementExact Long/MAX_VALUE)", "error: java_domain_error"),
    ],
  ),
  "Math/decrementExact": exactUnary(
    "decrementExact",
    (n) => n - 1n,
    "n - 1, an error when it does not fit in 64 bits.",
    [
      example("(Math/decrementExact 5)", "4"),
      example("(Math/decrementExact Long/MIN_VALUE)", "error: java_domain_error"),
    ],
  ),
  "Math/negateExact": exactUnary("negateExact", (n) => -n, "-n, an error when it does not fit in 64 bits.", [
    example("(Math/negateExact 5)", "-5"),
    example("(Math/negateExact Long/MIN_VALUE)", "error: java_domain_error"),
  ]),
  "Math/toIntExact": row(
    "Java: Math",
    "n",
    "n itself, an error when it does not fit in 32 bits.",
    [example("(Math/toIntExact 5)", "5"), example("(Math/toIntExact 2147483648)", "error: java_domain_error")],
    { run1: (n) => fitting("Math/toIntExact", integer("Math/toIntExact", n), 32) },
  ),
} satisfies BuiltinTable;

const scratch = new DataView(new ArrayBuffer(8));

/** The double `steps` places further from zero among the doubles; not for NaN, infinities and zero. */
function stepped(x: number, steps: bigint): number {
  scratch.setFloat64(0, x);
  scratch.setBigInt64(0, scratch.getBigInt64(0) + steps);
  return scratch.getFloat64(0);
}

function nextUp(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  return x === 0 ? Number.MIN_VALUE : stepped(x, x > 0 ? 1n : -1n);
}

function ulp(x: number): number {
  const size = Math.abs(x);
  if (!Number.isFinite(size)) return size;
  return size === Number.MAX_VALUE ? 2 ** 971 : nextUp(size) - size;
}

function double(who: string, v: Value): number {
  return isNumber(v) ? asDouble(v) : notNumber(who, v);
}

/** Functions Java has for floats and doubles but not for longs: an integer would be ambiguous there. */
function onlyDouble(who: string, v: Value): number {
  if (isInteger(v))
    fault("java_type_error", `${who} has no form for an integer.`, `Pass a float: (${who} (double x)).`);
  return double(who, v);
}

const doubles = {
  "Math/ulp": row(
    "Java: Math",
    "x",
    "The distance from the float x to the next one further from zero.",
    [example("(Math/ulp 1.0)", "2.220446049250313E-16"), example("(Math/ulp 0.0)", "4.9E-324")],
    { run1: (x) => toFloat(ulp(onlyDouble("Math/ulp", x))) },
    clojureNames("ulp"),
  ),
  "Math/nextUp": row(
    "Java: Math",
    "x",
    "The float just above x.",
    [example("(Math/nextUp 1.0)", "1.0000000000000002"), example("(Math/nextUp -0.0)", "4.9E-324")],
    { run1: (x) => toFloat(nextUp(onlyDouble("Math/nextUp", x))) },
    clojureNames("nextUp"),
  ),
  "Math/nextDown": row(
    "Java: Math",
    "x",
    "The float just below x.",
    [example("(Math/nextDown 1.0)", "0.9999999999999999"), example("(Math/nextDown 0.0)", "-4.9E-324")],
    { run1: (x) => toFloat(-nextUp(-onlyDouble("Math/nextDown", x))) },
    clojureNames("nextDown"),
  ),
  "Math/copySign": row(
    "Java: Math",
    "x y",
    "The magnitude of the float x with the sign of y.",
    [example("(Math/copySign 1.5 -2.0)", "-1.5"), example("(Math/copySign -1.5 0.0)", "1.5")],
    {
      run2: (x, y) => {
        const size = Math.abs(onlyDouble("Math/copySign", x));
        const sign = onlyDouble("Math/copySign", y);
        return toFloat(sign < 0 || Object.is(sign, -0) ? -size : size);
      },
    },
    clojureNames("copySign"),
  ),
  "Double/sum": row(
    "Java: numbers",
    "x y",
    "The sum of two numbers as a float.",
    [example("(Double/sum 1.5 2.5)", "4.0"), example("(reduce Double/sum [1 2 3])", "6.0")],
    { run2: (x, y) => toFloat(double("Double/sum", x) + double("Double/sum", y)) },
  ),
  "Double/max": row(
    "Java: numbers",
    "x y",
    "The larger of two numbers as a float.",
    [example("(Double/max 1.5 2.5)", "2.5"), example("(Double/max 1 2)", "2.0")],
    { run2: (x, y) => toFloat(Math.max(double("Double/max", x), double("Double/max", y))) },
  ),
  "Double/min": row(
    "Java: numbers",
    "x y",
    "The smaller of two numbers as a float.",
    [example("(Double/min 1.5 2.5)", "1.5"), example("(Double/min 1 2)", "1.0")],
    { run2: (x, y) => toFloat(Math.min(double("Double/min", x), double("Double/min", y))) },
  ),
  "Double/isFinite": row(
    "Java: numbers",
    "x",
    "Whether the number x is neither infinite nor ##NaN.",
    [example("(Double/isFinite 1.5)", "true"), example("(Double/isFinite ##Inf)", "false")],
    { run1: (x) => Number.isFinite(isFloat(x) ? asDouble(x) : double("Double/isFinite", x)) },
  ),
} satisfies BuiltinTable;

type Width = "Integer" | "Long";

/** An argument of the class's own width. */
function argument(owner: Width, who: string, v: Value): bigint {
  return owner === "Integer" ? BigInt(toInt(who, v)) : asBig(toLong(who, v) as number | bigint);
}

function ofBits(owner: Width, name: string, f: (bits: string, n: bigint) => Value, doc: string, examples: Examples) {
  const who = `${owner}/${name}`;
  const width = owner === "Integer" ? 32 : 64;
  const run1 = (v: Value) => {
    const n = argument(owner, who, v);
    return f(BigInt.asUintN(width, n).toString(2).padStart(width, "0"), n);
  };
  return row("Java: numbers", "n", doc, examples, { run1 });
}

/** What the first or last set bit of a string of bits is worth. */
function worth(bits: string, index: number): Value {
  return index < 0 ? 0 : toInteger(BigInt.asIntN(bits.length, 1n << BigInt(bits.length - 1 - index)));
}

function reversed(bits: string): Value {
  return toInteger(BigInt.asIntN(bits.length, BigInt(`0b${[...bits].reverse().join("")}`)));
}

function ofTwo(owner: Width, name: string, f: (n: bigint, m: bigint) => bigint, doc: string, examples: Examples) {
  const who = `${owner}/${name}`;
  const width = owner === "Integer" ? 32 : 64;
  const run2 = (x: Value, y: Value) =>
    toInteger(BigInt.asIntN(width, f(argument(owner, who, x), argument(owner, who, y))));
  return row("Java: numbers", "n m", doc, examples, { run2 });
}

function rowsOf(owner: Width): BuiltinTable {
  const width = owner === "Integer" ? 32 : 64;
  const lowest = `${owner}/MIN_VALUE`;
  return {
    [`${owner}/bitCount`]: ofBits(
      owner,
      "bitCount",
      (bits) => bits.replaceAll("0", "").length,
      "How many bits of n are set.",
      [example(`(${owner}/bitCount 255)`, "8"), example(`(${owner}/bitCount -1)`, String(width))],
    ),
    [`${owner}/signum`]: ofBits(
      owner,
      "signum",
      (_, n) => (n < 0n ? -1 : n > 0n ? 1 : 0),
      "-1, 0 or 1 as n is negative, zero or positive.",
      [example(`(${owner}/signum -5)`, "-1"), example(`(${owner}/signum 0)`, "0")],
    ),
    [`${owner}/numberOfLeadingZeros`]: ofBits(
      owner,
      "numberOfLeadingZeros",
      (bits) => (bits.includes("1") ? bits.indexOf("1") : width),
      `How many of the ${width} bits of n come before the first set one.`,
      [
        example(`(${owner}/numberOfLeadingZeros 1)`, String(width - 1)),
        example(`(${owner}/numberOfLeadingZeros -1)`, "0"),
      ],
    ),
    [`${owner}/numberOfTrailingZeros`]: ofBits(
      owner,
      "numberOfTrailingZeros",
      (bits) => (bits.includes("1") ? width - 1 - bits.lastIndexOf("1") : width),
      `How many of the ${width} bits of n come after the last set one.`,
      [
        example(`(${owner}/numberOfTrailingZeros 8)`, "3"),
        example(`(${owner}/numberOfTrailingZeros 0)`, String(width)),
      ],
    ),
    [`${owner}/highestOneBit`]: ofBits(
      owner,
      "highestOneBit",
      (bits) => worth(bits, bits.indexOf("1")),
      "The value of the highest set bit of n.",
      [example(`(${owner}/highestOneBit 100)`, "64"), example(`(= ${lowest} (${owner}/highestOneBit -1))`, "true")],
    ),
    [`${owner}/lowestOneBit`]: ofBits(
      owner,
      "lowestOneBit",
      (bits) => worth(bits, bits.lastIndexOf("1")),
      "The value of the lowest set bit of n.",
      [example(`(${owner}/lowestOneBit 100)`, "4"), example(`(${owner}/lowestOneBit 0)`, "0")],
    ),
    [`${owner}/reverse`]: ofBits(owner, "reverse", reversed, `The ${width} bits of n in reverse order.`, [
      example(`(= ${lowest} (${owner}/reverse 1))`, "true"),
      example(`(${owner}/reverse -1)`, "-1"),
    ]),
    [`${owner}/sum`]: ofTwo(
      owner,
      "sum",
      (n, m) => n + m,
      `n + m within ${width} bits; what does not fit wraps around.`,
      [example(`(${owner}/sum 1 2)`, "3"), example(`(= ${lowest} (${owner}/sum ${owner}/MAX_VALUE 1))`, "true")],
    ),
    [`${owner}/max`]: ofTwo(owner, "max", (n, m) => (n > m ? n : m), "The larger of two integers.", [
      example(`(${owner}/max 1 2)`, "2"),
      example(`(reduce ${owner}/max [3 9 5])`, "9"),
    ]),
    [`${owner}/min`]: ofTwo(owner, "min", (n, m) => (n < m ? n : m), "The smaller of two integers.", [
      example(`(${owner}/min 1 2)`, "1"),
      example(`(reduce ${owner}/min [3 9 5])`, "3"),
    ]),
  };
}

export const javaLongMath: BuiltinTable = { ...exact, ...doubles, ...rowsOf("Long"), ...rowsOf("Integer") };
