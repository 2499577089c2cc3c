// Arithmetic that keeps integers and floats apart (ADR 0003). The fast paths below decide with two or three
// Number.isInteger tests; everything else (whole floats, big integers, overflow, non-numbers) takes the slow path.

import { Fault, fault, typeReason } from "../fault.ts";
import { activeLimits, charge, spendMany } from "../meter.ts";
import { typeName } from "./describe-type.ts";
import { largeDoubleDigits } from "./double-digits.ts";
import { PMap } from "./map.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export type Num = number | bigint | Flt;

export function isNumber(v: Value): v is Num {
  return typeof v === "number" || typeof v === "bigint" || v instanceof Flt;
}

export function isInteger(v: Value): v is number | bigint {
  return (typeof v === "number" && Number.isInteger(v)) || typeof v === "bigint";
}

export function isFloat(v: Value): v is number | Flt {
  return (typeof v === "number" && !Number.isInteger(v)) || v instanceof Flt;
}

/** What V8 takes for a number that is not an integer of 32 bits. */
const NUMBER_BYTES = 16;
/** A float and, when it is whole, its box. */
const FLOAT_BYTES = 24;
/** An integer past 2^53 without its digits, and what making it leaves behind. */
const BIG_BYTES = 72;

/** A float value: boxed when whole. */
export function toFloat(n: number): Value {
  charge(FLOAT_BYTES);
  return Number.isInteger(n) ? new Flt(n) : n;
}

/** An integer value: a JS number when safe, else a bigint within the bit limit. */
export function toInteger(n: bigint): Value {
  if (n >= -9007199254740991n && n <= 9007199254740991n) {
    charge(BIG_BYTES);
    return Number(n);
  }
  checkBits(n);
  return n;
}

/** The integer value of a whole, finite double. */
export function wholeToInteger(n: number): Value {
  return Number.isSafeInteger(n) ? n + 0 : toInteger(BigInt(n));
}

export function checkBits(n: bigint): void {
  const bits = bitLength(n);
  // Wide integers cost what their size says, so that fuel bounds time whatever the numbers grow to.
  if (bits > 64) spendMany(bits >> 9);
  // Above 1,024 bits finding out how many there are takes a few copies.
  charge(bits > 1024 ? 640 + (bits >> 2) : BIG_BYTES + (bits >> 3));
  if (bits > activeLimits().integerBits) tooManyBits();
}

function tooManyBits(): never {
  fault(
    "memory_exceeded",
    `An integer of more than ${activeLimits().integerBits} bits is too large.`,
    "Use floats for magnitudes like this, or raise limits.integerBits.",
  );
}

/** Bits of the magnitude, at most one too many. Cheap below 2^1024; above, a few shifts find the range. */
function bitLength(n: bigint): number {
  let rest = n;
  let bits = 0;
  if (!Number.isFinite(Number(n))) {
    let step = 1024;
    while (step < activeLimits().integerBits) step *= 2;
    for (; step >= 512; step /= 2) {
      const above = rest >> BigInt(step);
      if (above === 0n || above === -1n) continue;
      rest = above;
      bits += step;
    }
  }
  return bits + Math.floor(Math.log2(Math.abs(Number(rest)) || 1)) + 1;
}

/** The value as a JS double. */
export function asDouble(v: Num): number {
  return typeof v === "number" ? v : v instanceof Flt ? v.value : Number(v);
}

/** The value of an integer as a bigint. */
export function asBig(v: number | bigint): bigint {
  return typeof v === "bigint" ? v : BigInt(v);
}

export function notNumber(op: string, v: Value, argument: number | null = null): never {
  const refusal = new Fault(typeReason(op), `${op} expects numbers, got ${typeName(v)}.`, numberHint(op, v));
  refusal.argument = argument;
  throw refusal;
}

function numberHint(op: string, v: Value): string | null {
  if (v === null) return "A value is nil here: check the key or give a default, e.g. (or x 0) or (get m :k 0).";
  if (typeof v === "string")
    return op === "+"
      ? "To join text use (str a b); to add numbers parse them first: (parse-long s) or (parse-double s)."
      : op === "<" || op === ">" || op === "<=" || op === ">="
        ? "To order text use (compare a b), e.g. (neg? (compare a b)); to compare numbers parse them first: (parse-long s)."
        : "Parse the string first: (parse-long s) or (parse-double s).";
  if (v instanceof Vec || v instanceof PSet)
    return /^[-+*/<>=]|^m(?:ax|in)$/.test(op)
      ? `To combine the items write (apply ${op} coll); to change each one (map #(${op} % n) coll).`
      : `For each item write (map ${op} coll).`;
  if (v instanceof Temporal)
    return op === "-"
      ? "Count the days with (.between ChronoUnit/DAYS start end), or go back with (.minusDays date n)."
      : op === "+"
        ? "Go on with (.plusDays date n)."
        : "Order dates and times with (compare a b) or (.isBefore a b).";
  if (v instanceof PMap) return "Read a field of it: (:key m). A reduce over maps needs a start: (reduce f 0 coll).";
  if (v instanceof Keyword) return `Read the field first: (:${v.name} item).`;
  return null;
}

type FastOp = "+" | "-" | "*";

/** Whole floats, big integers, results past 2^53 and non-numbers. */
function slow(op: FastOp, x: Value, y: Value): Value {
  if (isInteger(x) && isInteger(y)) return bigResult(op, asBig(x), asBig(y));
  if (!isNumber(x)) notNumber(op, x, 0);
  if (!isNumber(y)) notNumber(op, y, 1);
  const a = asDouble(x);
  const b = asDouble(y);
  return toFloat(op === "+" ? a + b : op === "-" ? a - b : a * b);
}

function bigResult(op: FastOp, x: bigint, y: bigint): Value {
  if (op === "*") {
    spendProduct(x, y);
    return toInteger(x * y);
  }
  return toInteger(op === "+" ? x + y : x - y);
}

/** Pays for multiplying x and y, and refuses a product that would pass the bit limit before computing it. */
function spendProduct(x: bigint, y: bigint): void {
  const a = bitLength(x);
  const b = bitLength(y);
  // The product has at least this many bits.
  if (a + b - 4 > activeLimits().integerBits) tooManyBits();
  if (a > 64 || b > 64) spendMany(Math.trunc((a * b) / 65536));
}

function spendQuotient(x: bigint, y: bigint): void {
  const a = bitLength(x);
  const b = bitLength(y);
  if (a > 64 || b > 64) spendMany(Math.trunc((a * b) / 65536));
}

/**
 * The number itself, paid for when V8 has to box it. Sums of integers do not come here: looking at each of them would cost a
 * counting loop a tenth of its speed (ADR 0004).
 */
export function wide(n: number): number {
  if ((n | 0) !== n) charge(NUMBER_BYTES);
  return n;
}

export function add(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number") {
    const r = x + y;
    if (Number.isSafeInteger(r)) {
      if (Number.isInteger(x) && Number.isInteger(y)) return r;
    } else if (!Number.isInteger(r)) return wide(r);
  }
  return slow("+", x, y);
}

export function sub(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number") {
    const r = x - y;
    if (Number.isSafeInteger(r)) {
      if (Number.isInteger(x) && Number.isInteger(y)) return r;
    } else if (!Number.isInteger(r)) return wide(r);
  }
  return slow("-", x, y);
}

export function mul(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number") {
    const r = x * y;
    // `+ 0` turns an integer -0 into 0.
    if (Number.isSafeInteger(r)) {
      if (Number.isInteger(x) && Number.isInteger(y)) return wide(r + 0);
    } else if (!Number.isInteger(r)) return wide(r);
  }
  return slow("*", x, y);
}

export function negate(x: Value): Value {
  if (typeof x === "number") return 0 - x;
  if (!isNumber(x)) notNumber("-", x);
  return x instanceof Flt ? new Flt(-x.value) : toInteger(-x);
}

export function inc(x: Value): Value {
  if (typeof x === "number") {
    const r = x + 1;
    if (Number.isInteger(x) ? Number.isSafeInteger(r) : !Number.isInteger(r)) return r;
  } else if (!isNumber(x)) notNumber("inc", x);
  return slow("+", x, 1);
}

export function dec(x: Value): Value {
  if (typeof x === "number") {
    const r = x - 1;
    if (Number.isInteger(x) ? Number.isSafeInteger(r) : !Number.isInteger(r)) return r;
  } else if (!isNumber(x)) notNumber("dec", x);
  return slow("-", x, 1);
}

/** Division always gives a float; an integer zero divisor is an error, a float one follows IEEE 754. */
export function div(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && y !== 0) {
    // Integers have no negative zero to give: (/ 0 -5) is 0.0.
    return x === 0 && Number.isInteger(y) ? new Flt(0) : toFloat(x / y);
  }
  if (!isNumber(x)) notNumber("/", x, 0);
  if (!isNumber(y)) notNumber("/", y, 1);
  if (y === 0)
    fault("arithmetic_error", "Division by zero.", "Test the divisor first: (if (zero? d) default (/ n d)).");
  if ((typeof x === "bigint" && isInteger(y)) || (typeof y === "bigint" && isInteger(x)))
    return toFloat(ratioToDouble(asBig(x as number | bigint), asBig(y)));
  return toFloat(asDouble(x) / asDouble(y));
}

/** The double nearest to n/d, ties to even, whatever the size of n and d. d is not zero. */
export function ratioToDouble(n: bigint, d: bigint): number {
  if (n === 0n) return 0;
  if (n < 0n) return -ratioToDouble(-n, d);
  if (d < 0n) return -ratioToDouble(n, -d);
  spendQuotient(n, d);
  const shift = 70 - bitLength(n) + bitLength(d);
  if (shift > 1000) {
    // Below the normal range the last bit is worth 2^-1074: round to that unit directly.
    const shifted = n << 1074n;
    const units = shifted / d;
    if (units < 4503599627370496n) {
      const twice = (shifted - units * d) * 2n;
      const up = twice > d || (twice === d && (units & 1n) === 1n);
      return Number(up ? units + 1n : units) * Number.MIN_VALUE;
    }
  }
  // 66 bits or more of the quotient, and one bit that says whether anything was cut off.
  const above = shift > 0 ? n << BigInt(shift) : n;
  const below = shift < 0 ? d << BigInt(-shift) : d;
  const quotient = above / below;
  const cut = quotient * below === above ? 0n : 1n;
  return timesPowerOfTwo(Number((quotient << 1n) | cut), -shift - 1);
}

function timesPowerOfTwo(n: number, exponent: number): number {
  let r = n;
  let e = exponent;
  for (; e > 1000 && r !== Infinity; e -= 1000) r *= 2 ** 1000;
  for (; e < -1000 && r !== 0; e += 1000) r *= 2 ** -1000;
  return r * 2 ** Math.max(-1000, Math.min(1000, e));
}

function checkDivision(op: string, x: Value, y: Value): void {
  if (!isNumber(x)) notNumber(op, x, 0);
  if (!isNumber(y)) notNumber(op, y, 1);
  if (asDouble(y) === 0)
    fault("arithmetic_error", `Division by zero in ${op}.`, "Test the divisor first: (if (zero? d) default …).");
}

export function quot(x: Value, y: Value): Value {
  // Exact: the quotient of two integers below 2^53 never rounds up to the next integer.
  if (typeof x === "number" && typeof y === "number" && y !== 0 && Number.isInteger(x) && Number.isInteger(y))
    return Math.trunc(x / y) + 0;
  checkDivision("quot", x, y);
  if (isInteger(x) && isInteger(y)) {
    const a = asBig(x);
    const b = asBig(y);
    spendQuotient(a, b);
    return toInteger(a / b);
  }
  return toFloat(floatQuotient("quot", x as Num, y as Num));
}

export function rem(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && y !== 0 && Number.isInteger(x) && Number.isInteger(y))
    return (x % y) + 0;
  checkDivision("rem", x, y);
  if (isInteger(x) && isInteger(y)) return toInteger(bigRemainder(asBig(x), asBig(y)));
  return toFloat(floatRemainder("rem", x as Num, y as Num));
}

export function mod(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && y !== 0 && Number.isInteger(x) && Number.isInteger(y)) {
    const r = x % y;
    return r !== 0 && r < 0 !== y < 0 ? r + y : r + 0;
  }
  checkDivision("mod", x, y);
  if (isInteger(x) && isInteger(y)) {
    const d = asBig(y);
    const r = bigRemainder(asBig(x), d);
    return toInteger(r !== 0n && r < 0n !== d < 0n ? r + d : r);
  }
  // As in Clojure the signs of the operands decide, not the sign of the rounded remainder.
  const r = floatRemainder("mod", x as Num, y as Num);
  const d = asDouble(y as Num);
  return toFloat(r === 0 || asDouble(x as Num) > 0 === d > 0 ? r : r + d);
}

function bigRemainder(x: bigint, y: bigint): bigint {
  spendQuotient(x, y);
  return x % y;
}

/** n/d cut to a whole number; `+ 0` because Clojure cuts through a long, which has no -0. */
function floatQuotient(op: string, x: Num, y: Num): number {
  const q = asDouble(x) / asDouble(y);
  if (!Number.isFinite(q))
    fault("arithmetic_error", `${op} needs finite numbers with a finite quotient.`, "Check for ##NaN and ##Inf first.");
  return Math.trunc(q) + 0;
}

function floatRemainder(op: string, x: Num, y: Num): number {
  return asDouble(x) - floatQuotient(op, x, y) * asDouble(y);
}

/** Negative, zero or positive; NaN when unordered. */
export function compareNumbers(x: Num, y: Num): number {
  if (typeof x === "bigint" || typeof y === "bigint") {
    const a = x instanceof Flt ? x.value : x;
    const b = y instanceof Flt ? y.value : y;
    // Mixed bigint/number comparison is exact in JS.
    if (a < b) return -1;
    if (a > b) return 1;
    return typeof a === "number" && Number.isNaN(a)
      ? Number.NaN
      : typeof b === "number" && Number.isNaN(b)
        ? Number.NaN
        : 0;
  }
  const a = asDouble(x);
  const b = asDouble(y);
  return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
}

export function less(x: Value, y: Value): boolean {
  if (typeof x === "number" && typeof y === "number") return x < y;
  return ordered("<", x, y) < 0;
}

export function greater(x: Value, y: Value): boolean {
  if (typeof x === "number" && typeof y === "number") return x > y;
  return ordered(">", x, y) > 0;
}

export function lessOrEqual(x: Value, y: Value): boolean {
  if (typeof x === "number" && typeof y === "number") return x <= y;
  return ordered("<=", x, y) <= 0;
}

export function greaterOrEqual(x: Value, y: Value): boolean {
  if (typeof x === "number" && typeof y === "number") return x >= y;
  return ordered(">=", x, y) >= 0;
}

function ordered(op: string, x: Value, y: Value): number {
  if (!isNumber(x)) notNumber(op, x, 0);
  if (!isNumber(y)) notNumber(op, y, 1);
  return compareNumbers(x, y);
}

/** Equal in value whatever the kind: (= 1 1.0). */
export function equalNumbers(x: Num, y: Num): boolean {
  return compareNumbers(x, y) === 0;
}

/** An index or count argument: Clojure truncates floats. */
export function asIndex(v: Value, what: string): number {
  if (typeof v === "number") return Number.isInteger(v) ? v : Number.isFinite(v) ? Math.trunc(v) : badIndex(v, what);
  if (v instanceof Flt) return v.value;
  if (typeof v === "bigint") return v > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  return badIndex(v, what);
}

function badIndex(v: Value, what: string): never {
  const got = typeof v === "number" ? printFloat(v) : typeName(v);
  fault("type_error", `${what} must be a finite number, got ${got}.`);
}

/** Java's Double.toString, which Clojure prints: 1.0, 0.001, 1.0E-4, 1.0E7. */
export function printFloat(n: number): string {
  if (Number.isNaN(n)) return "##NaN";
  if (n === Infinity) return "##Inf";
  if (n === -Infinity) return "##-Inf";
  if (n === 0) return Object.is(n, -0) ? "-0.0" : "0.0";
  const abs = Math.abs(n);
  if (abs >= 1e-3 && abs < 1e7) {
    const s = String(n);
    return s.includes(".") ? s : `${s}.0`;
  }
  if (abs >= 2 ** 53) {
    const { digits, exponent } = largeDoubleDigits(abs);
    return `${n < 0 ? "-" : ""}${digits.charAt(0)}.${digits.slice(1) || "0"}E${exponent}`;
  }
  const shortest = n.toExponential();
  // Java writes two digits at least, and then the two nearest: 4.9E-324 where JavaScript writes 5e-324.
  const [mantissa, exponent] = (shortest.includes(".") ? shortest : n.toExponential(1)).split("e") as [string, string];
  return `${mantissa}E${Number(exponent)}`;
}
