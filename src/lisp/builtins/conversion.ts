// Turning numbers (and characters) into the number kind asked for. int and long keep Java's ranges so that a value that
// would not fit there is an error here as well.

import { fault } from "../fault.ts";
import { activeLimits } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import {
  asDouble,
  checkBits,
  isInteger,
  isNumber,
  notNumber,
  printFloat,
  toFloat,
  toInteger,
  wholeToInteger,
} from "../values/numbers.ts";
import type { Value } from "../values/value.ts";

const LONG_LIMIT = 9223372036854775808n;

/** The code point of a one-character string, which is what a character is; null for any other value. */
function codePointOf(v: Value): number | null {
  if (typeof v !== "string" || v.length === 0 || v.length > 2) return null;
  const code = v.codePointAt(0) as number;
  return v.length === (code > 0xffff ? 2 : 1) ? code : null;
}

/** (int x) and every Java parameter of type int: floats are cut, NaN is 0, characters give their code point. */
export function toInt(who: string, v: Value): number {
  const code = codePointOf(v);
  if (code !== null) return code;
  if (!isNumber(v)) notNumber(who, v);
  const n = asDouble(v);
  if (Number.isNaN(n)) return 0;
  if (n < -2147483648 || n > 2147483647) {
    fault(
      "arithmetic_error",
      `${who}: ${typeof v === "bigint" ? v.toString().slice(0, 40) : Number.isInteger(v) ? n : printFloat(n)} does not fit in 32 bits.`,
      "Use (long x), or leave the conversion out: integers may have any size.",
    );
  }
  return Math.trunc(n) + 0;
}

/** (long x) and every Java parameter of type long. */
export function toLong(who: string, v: Value): Value {
  const code = codePointOf(v);
  if (code !== null) return code;
  if (!isNumber(v)) notNumber(who, v);
  if (typeof v === "number" && Number.isInteger(v)) return v;
  if (typeof v === "bigint") {
    if (v >= -LONG_LIMIT && v < LONG_LIMIT) return v;
  } else {
    const n = asDouble(v);
    if (Number.isNaN(n)) return 0;
    // Java compares with 2^63 rounded to a double and then saturates.
    if (n === 2 ** 63) return LONG_LIMIT - 1n;
    if (Math.abs(n) < 2 ** 63 || n === -(2 ** 63)) return wholeToInteger(Math.trunc(n));
  }
  fault(
    "arithmetic_error",
    `${who}: the number does not fit in 64 bits.`,
    "Use (bigint x), or leave the conversion out: integers may have any size.",
  );
}

export function toDouble(who: string, v: Value): Value {
  if (!isNumber(v)) notNumber(who, v);
  return isInteger(v) ? toFloat(Number(v)) : v;
}

export function toBigint(v: Value): Value {
  if (isInteger(v)) return v;
  if (typeof v === "string") return textToBigint(v);
  if (!isNumber(v)) notNumber("bigint", v);
  const n = asDouble(v);
  if (!Number.isFinite(n))
    fault("arithmetic_error", `bigint: ${printFloat(n)} is not an integer.`, "Check with infinite? and NaN? first.");
  return Math.abs(n) < 2 ** 53 ? wholeToInteger(Math.trunc(n)) : toInteger(shortestDecimal(n));
}

/** The integer a large float is written as: 1e30 is ten to the thirtieth, as in Clojure, not the double's binary value. */
function shortestDecimal(n: number): bigint {
  const [mantissa, exponent] = n.toExponential().split("e") as [string, string];
  const fraction = mantissa.split(".")[1] ?? "";
  return BigInt(mantissa.replace(".", "")) * 10n ** BigInt(Number(exponent) - fraction.length);
}

function textToBigint(text: string): Value {
  // Each digit is worth more than three bits: refuse what cannot fit before parsing it.
  if (text.length > activeLimits().integerBits) checkBits(1n << BigInt(activeLimits().integerBits + 4));
  if (!/^[+-]?[0-9]+$/.test(text))
    fault("runtime_error", "bigint: the string is not an integer.", 'Digits with an optional sign: (bigint "123").');
  return toInteger(BigInt(text.startsWith("+") ? text.slice(1) : text));
}

export function toNumber(v: Value): Value {
  if (v !== null && !isNumber(v)) fault("type_error", `num expects a number, got ${typeName(v)}.`);
  return v;
}
