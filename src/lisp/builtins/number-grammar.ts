// Java's spellings of numbers: what Long.parseLong and Double.parseDouble accept, which is also what Clojure's parse-long
// and parse-double accept. Scanners rather than regular expressions: text may be megabytes long and must not be able to
// exhaust a backtracking stack.

import { charge, spendMany } from "../meter.ts";
import { ratioToDouble, toInteger } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";

/** Written in a function and not as a constant: building the class of \p takes time that only its callers should pay. */
const isDecimalDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCharCode(code));

/** The value of a digit of any script, or of a letter for radixes above ten; -1 for other characters. */
function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  if (code < 128) return lower >= 97 && lower <= 122 ? lower - 87 : -1;
  if (!isDecimalDigit(code)) return -1;
  // The digits of one script stand together, zero first.
  let zero = code;
  while (code - zero < 9 && isDecimalDigit(zero - 1)) zero--;
  return code - zero;
}

/** An integer of at most `bits` bits in two's complement, or null when the text is not one. */
/** The bound a numeral is compared with, and its digits as they gather. */
const NUMERAL_BYTES = 72;

export function parseJavaInteger(text: string, radix: number, bits: 32 | 64): Value | null {
  spendMany(text.length >> 4);
  const negative = text.startsWith("-");
  const start = negative || text.startsWith("+") ? 1 : 0;
  if (text.length === start) return null;
  charge(NUMERAL_BYTES);
  const most = (1n << BigInt(bits - 1)) - (negative ? 0n : 1n);
  let small = 0;
  let big = 0n;
  for (let i = start; i < text.length; i++) {
    const digit = digitValue(text.charCodeAt(i));
    if (digit < 0 || digit >= radix) return null;
    if (big === 0n && small < 2 ** 46) small = small * radix + digit;
    else {
      big = (big === 0n ? BigInt(small) : big) * BigInt(radix) + BigInt(digit);
      if (big > most) return null;
    }
  }
  if (big === 0n) big = BigInt(small);
  if (big > most) return null;
  return toInteger(negative ? -big : big);
}

/** A double in any of Java's spellings, or null. Surrounding characters up to the space are ignored, as String.trim does. */
export function parseJavaDouble(text: string): number | null {
  spendMany(text.length >> 4);
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  const sign = text[start] === "-" ? -1 : 1;
  const body = text.slice(text[start] === "-" || text[start] === "+" ? start + 1 : start, end);
  if (body === "NaN") return Number.NaN;
  if (body === "Infinity") return sign * Infinity;
  const n = body[0] === "0" && (body[1] === "x" || body[1] === "X") ? hexadecimal(body) : decimal(body);
  return n === null ? null : sign * n;
}

function isSuffix(c: string | undefined): boolean {
  return c === "d" || c === "D" || c === "f" || c === "F";
}

/** The index after the run of decimal digits that starts at i. */
function skipDigits(s: string, i: number): number {
  let at = i;
  for (let c = s.charCodeAt(at); c >= 48 && c <= 57; c = s.charCodeAt(at)) at++;
  return at;
}

/** The index after an exponent that starts at i with its letter, or -1 when digits are missing. */
function skipExponent(s: string, i: number): number {
  const from = s[i + 1] === "+" || s[i + 1] === "-" ? i + 2 : i + 1;
  const to = skipDigits(s, from);
  return to === from ? -1 : to;
}

function decimal(s: string): number | null {
  let at = skipDigits(s, 0);
  let digits = at;
  if (s[at] === ".") {
    const after = skipDigits(s, at + 1);
    digits += after - at - 1;
    at = after;
  }
  if (digits === 0) return null;
  if (s[at] === "e" || s[at] === "E") {
    at = skipExponent(s, at);
    if (at === -1) return null;
  }
  if (at !== s.length && !(at === s.length - 1 && isSuffix(s[at]))) return null;
  return Number(s.slice(0, at));
}

function hexadecimal(s: string): number | null {
  let mantissa = 0n;
  let kept = 0;
  let cut = false;
  let digits = 0;
  let scale = 0;
  let at = 2;
  let point = false;
  for (; ; at++) {
    if (s[at] === "." && !point) {
      point = true;
      continue;
    }
    const code = s.charCodeAt(at);
    const digit = code < 128 ? digitValue(code) : -1;
    if (digit < 0 || digit > 15) break;
    digits++;
    if (point) scale -= 4;
    // 32 digits decide the rounding; of the rest only whether any is not zero.
    if (kept < 32) {
      mantissa = mantissa * 16n + BigInt(digit);
      if (mantissa > 0n) kept++;
    } else {
      cut ||= digit !== 0;
      scale += 4;
    }
  }
  if (digits === 0 || (s[at] !== "p" && s[at] !== "P")) return null;
  const end = skipExponent(s, at);
  if (end === -1 || (end !== s.length && !(end === s.length - 1 && isSuffix(s[end])))) return null;
  return scaled((mantissa << 1n) | (cut ? 1n : 0n), Number(s.slice(at + 1, end)) + scale - 1);
}

function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n || exponent < -2000) return 0;
  if (exponent > 2000) return Infinity;
  return exponent < 0
    ? ratioToDouble(mantissa, 1n << BigInt(-exponent))
    : ratioToDouble(mantissa << BigInt(exponent), 1n);
}
