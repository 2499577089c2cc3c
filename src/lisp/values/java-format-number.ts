// How Java's Formatter writes numbers. Floats are rounded half up on the digits that print them exactly (0.125 is 0.13
// with two places), not on their binary value; grouping comes before zero padding, and zeros go after the sign.

import { chargeString } from "../meter.ts";
import type { Specifier } from "./java-format.ts";

type NumberSpec = Pick<Specifier, "flags" | "width" | "precision" | "conversion" | "upper">;

/** Room for the digits of the largest float besides the places asked for. */
const MOST_DIGITS = 400;

export function formatDecimal(spec: NumberSpec, n: bigint): string {
  const negative = n < 0n;
  return signed(spec, negative, magnitude(spec, (negative ? -n : n).toString(), 0, negative));
}

export function fitsLong(n: bigint): boolean {
  return n >= -(2n ** 63n) && n < 2n ** 63n;
}

/** Octal and hexadecimal: as 64-bit two's complement within a long, beyond that with a sign. */
export function formatRadix(spec: NumberSpec, n: bigint): string {
  const isLong = fitsLong(n);
  const negative = n < 0n && !isLong;
  const value = isLong ? BigInt.asUintN(64, n) : negative ? -n : n;
  const digits = value.toString(spec.conversion === "x" ? 16 : 8);
  const prefix = spec.flags.has("#") ? (spec.conversion === "x" ? "0x" : "0") : "";
  const sign = signBefore(spec, negative);
  const used = sign.length + prefix.length + digits.length + signAfter(spec, negative).length;
  const text = sign + prefix + zeros(spec, spec.width - used) + digits + signAfter(spec, negative);
  return spec.upper ? text.toUpperCase() : text;
}

export function formatFloat(spec: NumberSpec, n: number): string {
  if (Number.isNaN(n)) return spec.upper ? "NAN" : "NaN";
  const negative = n < 0 || Object.is(n, -0);
  const value = Math.abs(n);
  if (value === Number.POSITIVE_INFINITY) return signed(spec, negative, spec.upper ? "INFINITY" : "Infinity");
  const places = spec.precision < 0 ? 6 : spec.precision;
  if (places > 100) chargeString(places + MOST_DIGITS);
  if (spec.conversion === "f") return signed(spec, negative, magnitude(spec, fixed(value, places), 0, negative));
  if (spec.conversion === "e") return signed(spec, negative, scientific(spec, value, places, negative));
  const significant = Math.max(1, places);
  const rounded = round(digitsOf(value), significant);
  const exponent = value === 0 ? 0 : rounded.exponent;
  if (exponent >= -4 && exponent < significant)
    return signed(spec, negative, magnitude(spec, fixed(value, significant - 1 - exponent), 0, negative));
  return signed(spec, negative, scientific(spec, value, significant - 1, negative));
}

interface Digits {
  /** Significant digits, without leading zeros but for zero itself. */
  readonly digits: string;
  /** Power of ten of the first digit. */
  readonly exponent: number;
}

/** The shortest digits that stand for this float alone. */
function digitsOf(value: number): Digits {
  const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

/** The first `keep` digits, rounded half up; keep may be 0 or negative. */
function round({ digits, exponent }: Digits, keep: number): Digits {
  if (keep >= digits.length) return { digits, exponent };
  if (keep < 0 || (keep === 0 && digits[0]! < "5")) return { digits: "0", exponent };
  const head = BigInt(digits.slice(0, keep) || "0") + (digits[keep]! >= "5" ? 1n : 0n);
  const text = head.toString();
  return { digits: text, exponent: exponent + text.length - keep };
}

/** Positional notation with exactly this many places. */
function fixed(value: number, places: number): string {
  const exact = digitsOf(value);
  const { digits, exponent } = round(exact, exact.exponent + 1 + places);
  const whole = exponent < 0 ? "0" : digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = exponent < 0 ? "0".repeat(Math.min(places, -exponent - 1)) + digits : digits.slice(exponent + 1);
  return places === 0 ? whole : `${whole}.${rest.slice(0, places).padEnd(places, "0")}`;
}

function scientific(spec: NumberSpec, value: number, places: number, negative: boolean): string {
  const { digits, exponent } = round(digitsOf(value), places + 1);
  const size = Math.abs(exponent).toString().padStart(2, "0");
  const power = `${spec.upper ? "E" : "e"}${exponent < 0 ? "-" : "+"}${size}`;
  const mantissa = places === 0 ? digits[0]! : `${digits[0]}.${digits.slice(1, places + 1).padEnd(places, "0")}`;
  return magnitude(spec, mantissa, power.length, negative) + power;
}

/** Digits grouped and padded with zeros to the width, of which `reserved` units and the signs belong to others. */
function magnitude(spec: NumberSpec, text: string, reserved: number, negative: boolean): string {
  let shown = spec.flags.has("#") && !text.includes(".") ? `${text}.` : text;
  if (spec.flags.has(",")) shown = grouped(shown);
  const others = reserved + signBefore(spec, negative).length + signAfter(spec, negative).length;
  return zeros(spec, spec.width - others - shown.length) + shown;
}

function grouped(text: string): string {
  const point = text.indexOf(".");
  const whole = point < 0 ? text.length : point;
  const groups: string[] = [];
  for (let end = whole; end > 0; end -= 3) groups.unshift(text.slice(Math.max(0, end - 3), end));
  return groups.join(",") + text.slice(whole);
}

function zeros(spec: NumberSpec, count: number): string {
  if (!spec.flags.has("0") || count <= 0) return "";
  chargeString(count);
  return "0".repeat(count);
}

function signed(spec: NumberSpec, negative: boolean, text: string): string {
  return signBefore(spec, negative) + text + signAfter(spec, negative);
}

function signBefore({ flags }: NumberSpec, negative: boolean): string {
  if (negative) return flags.has("(") ? "(" : "-";
  return flags.has("+") ? "+" : flags.has(" ") ? " " : "";
}

function signAfter({ flags }: NumberSpec, negative: boolean): string {
  return negative && flags.has("(") ? ")" : "";
}
