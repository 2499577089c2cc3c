// Number literals, as Clojure writes them: decimal, hexadecimal, octal (leading 0) and any radix (2r101) integers of up
// to a thousand digits, and floats. Ratios and decimals (1/3, 1.5M) are not types of PTC-Lisp and say what to write.

import { Flt } from "../values/value.ts";

export type Numeral = number | bigint | Flt;

export interface BadNumeral {
  readonly message: string;
  readonly hint: string;
}

const mostDigits = 1000;
const decimal = /^[+-]?(?:0|[1-9][0-9]*)N?$/;
const float = /^[+-]?[0-9]+(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)$/;
const based = /^([+-]?)(?:0[xX]([0-9A-Fa-f]+)|0([0-7]+)|([1-9][0-9]?)[rR]([0-9A-Za-z]+))N?$/;

export function isBadNumeral(n: Numeral | BadNumeral): n is BadNumeral {
  return typeof n === "object" && "message" in n;
}

export function readNumeral(text: string): Numeral | BadNumeral {
  if (text.length > mostDigits + 1)
    return {
      message: `A number literal of ${text.length} characters is too long; at most ${mostDigits} digits are read.`,
      hint: "Compute large numbers in the program, or keep long digit runs as a string.",
    };
  if (decimal.test(text)) return whole(text.replace("N", "").replace("+", ""), false);
  if (float.test(text)) return fractional(Number(text));
  const match = based.exec(text);
  if (match !== null) {
    const [, sign, hex, octal, radix, digits] = match;
    if (hex !== undefined) return whole(`0x${hex}`, sign === "-");
    if (octal !== undefined) return whole(`0o${octal}`, sign === "-");
    const value = inRadix(digits!, Number(radix));
    if (value !== null) return safe(sign === "-" ? -value : value);
  }
  return { message: `\`${shorten(text)}\` is not a number.`, hint: hintFor(text) };
}

function whole(text: string, negative: boolean): Numeral {
  const value = BigInt(text);
  return safe(negative ? -value : value);
}

function safe(value: bigint): Numeral {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

function fractional(value: number): Numeral {
  return Number.isInteger(value) ? new Flt(value) : value;
}

function inRadix(digits: string, radix: number): bigint | null {
  if (radix < 2 || radix > 36) return null;
  const base = BigInt(radix);
  let value = 0n;
  for (const digit of digits) {
    const n = Number.parseInt(digit, 36);
    if (n >= radix) return null;
    value = value * base + BigInt(n);
  }
  return value;
}

function hintFor(text: string): string {
  const ratio = /^([+-]?[0-9]+)\/([0-9]+)$/.exec(text);
  if (ratio !== null) return `PTC-Lisp has no ratios: write (/ ${ratio[1]} ${ratio[2]}), which gives a float.`;
  if (/^[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?M$/.test(text))
    return `PTC-Lisp has no decimals: write the float ${text.slice(0, -1)}, or count in whole cents.`;
  if (/^[+-]?[0-9]+(?:_[0-9]+)+$/.test(text)) return `Write it without separators: ${text.replaceAll("_", "")}.`;
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return `A date is parsed from a string: (LocalDate/parse "${text}").`;
  if (/^0[bB][01]+$/.test(text)) return `Binary is written 2r${text.slice(2)}.`;
  if (/^0[oO][0-7]+$/.test(text)) return `Octal is written 8r${text.slice(2)}.`;
  if (/^[+-]?0[0-9]+$/.test(text)) return `A leading 0 means octal: write ${text.replace(/^([+-]?)0+/, "$1")}.`;
  if (/^[+-]?[0-9.]+[fFdDlL]$/.test(text)) return `Numbers have no type suffix: write ${text.slice(0, -1)}.`;
  if (/^[+-]?[0-9.]+%$/.test(text))
    return `Write the fraction: ${text.slice(0, -1)} % is (/ ${text.slice(0, -1)} 100.0).`;
  if (/^[0-9.]+j$/.test(text)) return "PTC-Lisp has no complex numbers.";
  return "A name cannot start with a digit. Put a space after the number, or write it as a string.";
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
