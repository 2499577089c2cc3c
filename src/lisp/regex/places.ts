// Positions in text as Java sees them: line ends, word boundaries and code points.

import { spendMany } from "../meter.ts";
import type { Fold, Place } from "./node.ts";
import { foldOne, word } from "./properties.ts";

/** Like String.codePointAt, but a number past the end too (0). */
export function codePointAt(input: string, at: number): number {
  const unit = input.charCodeAt(at);
  if ((unit & 0xfc00) !== 0xd800) return unit;
  const low = input.charCodeAt(at + 1);
  return (low & 0xfc00) === 0xdc00 ? (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unit;
}

/** One code point back, not past `least`. */
export function previous(input: string, at: number, least: number): number {
  const low = (input.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return low && at - 2 >= least && (input.charCodeAt(at - 2) & 0xfc00) === 0xd800 ? at - 2 : at - 1;
}

/** Whether `at` is between the two halves of one character. */
export function splitsPair(input: string, at: number): boolean {
  return at > 0 && (input.charCodeAt(at) & 0xfc00) === 0xdc00 && (input.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

export function atPlace(place: Place, unix: boolean, input: string, at: number): boolean {
  switch (place) {
    case "start":
      return at === 0;
    case "end":
      return at === input.length;
    case "close":
      return (
        at === input.length || (beforeTerminator(input, at, unix) && at + terminatorLength(input, at) === input.length)
      );
    case "lineStart":
      return at < input.length && (at === 0 || afterTerminator(input, at, unix));
    case "lineEnd":
      return at === input.length || beforeTerminator(input, at, unix);
    case "word":
      return isWord(input, at - 1) !== isWord(input, at);
    case "notWord":
      return isWord(input, at - 1) === isWord(input, at);
    default:
      return place satisfies never;
  }
}

/**
 * A word character for \b, which in Java 17 is wider than \w: letters and digits of every script, and marks that sit on
 * one of them.
 */
function isWord(input: string, at: number): boolean {
  const unit = input.charCodeAt(at); // NaN outside the input
  if (!(unit >= 128)) return unit >= 0 && word.has(unit);
  let start = splitsPair(input, at) ? at - 1 : at;
  for (;;) {
    const character = String.fromCodePoint(codePointAt(input, start));
    if (/[\p{L}\p{Nd}]/u.test(character)) return true;
    if (!/\p{Mn}/u.test(character) || start === 0) return false;
    spendMany(1);
    start = previous(input, start, 0);
  }
}

function isTerminator(unit: number): boolean {
  return unit === 10 || unit === 13 || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}

/** Never between \r and \n. */
function beforeTerminator(input: string, at: number, unix: boolean): boolean {
  const unit = input.charCodeAt(at);
  if (unix) return unit === 10;
  return isTerminator(unit) && !(unit === 10 && input.charCodeAt(at - 1) === 13);
}

function afterTerminator(input: string, at: number, unix: boolean): boolean {
  const unit = input.charCodeAt(at - 1);
  if (unix) return unit === 10;
  return isTerminator(unit) && !(unit === 13 && input.charCodeAt(at) === 10);
}

function terminatorLength(input: string, at: number): number {
  return input.charCodeAt(at) === 13 && input.charCodeAt(at + 1) === 10 ? 2 : 1;
}

export function sameText(input: string, a: number, b: number, length: number, fold: Fold): boolean {
  if (b + length > input.length) return false;
  for (let i = 0; i < length; i++) {
    const x = input.charCodeAt(a + i);
    const y = input.charCodeAt(b + i);
    if (x === y) continue;
    if (fold === "exact" || (fold === "ascii" && !sameAscii(x, y)) || foldOne(x) !== foldOne(y)) return false;
  }
  return true;
}

function sameAscii(x: number, y: number): boolean {
  const lowered = x | 32;
  return lowered === (y | 32) && lowered >= 0x61 && lowered <= 0x7a;
}
