// What string functions share: which arguments count as text, where the characters (graphemes) of a string lie, and which
// of them Java calls whitespace. Most strings consist of characters of one UTF-16 unit each; those are sliced and searched
// directly, all others are segmented first and pay for it.

import { fault, typeReason } from "../fault.ts";
import { chargeItems, chargeSlice, chargeString, PerRun, spendMany } from "../meter.ts";
import { typeName } from "./describe-type.ts";
import { graphemes } from "./graphemes.ts";
import { InfiniteSeq } from "./infinite.ts";
import { PMap } from "./map.ts";
import { isNumber } from "./numbers.ts";
import { printPlain } from "./print.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Flt, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

/** A string argument as it is; anything else is refused. */
export function stringArg(v: Value, who: string): string {
  return typeof v === "string" ? v : notText(v, who);
}

/** A receiver as Clojure's string functions take it: numbers, keywords and other scalars stand for their text. */
export function textOf(v: Value, who: string): string {
  if (typeof v === "string") return v;
  if (v === null || isCollection(v)) notText(v, who);
  return printPlain(v);
}

export function isCollection(v: Value): boolean {
  return v instanceof Vec || v instanceof PMap || v instanceof PSet || v instanceof InfiniteSeq;
}

function notText(v: Value, who: string): never {
  fault("type_error", `${who} expects a string, got ${typeName(v)}.`, textHint(v));
}

/** A long text that is about to be compared with another. */
export function payLong(text: string): string {
  if (text.length > 4096) spendMany(text.length >> 8);
  return text;
}

/** The text to look for in another. */
export function soughtArg(v: Value, who: string): string {
  if (typeof v === "string") return payLong(v);
  fault("type_error", `${who} expects a string to look for, got ${typeName(v)}.`, textHint(v));
}

function textHint(v: Value): string {
  if (v instanceof Regex) return "Swap the arguments: the string comes first, the regex second.";
  if (v === null) return 'A value is nil here: give a default, e.g. (or s "") or (get m :k "").';
  if (isCollection(v)) return "Apply it to each item: (map f coll); test membership with (some #{x} coll).";
  return "Convert it first: (str x).";
}

/** A position argument: floats are cut off as in Clojure, NaN counts as 0. */
export function positionArg(v: Value, who: string): number {
  if (typeof v === "number") {
    if (Number.isInteger(v)) return v;
    if (Number.isNaN(v)) return 0;
    if (Number.isFinite(v)) return Math.trunc(v);
  } else if (v instanceof Flt) return v.value;
  else if (typeof v === "bigint") return v > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  fault(
    typeReason(who),
    `${who} expects a position as a whole number, got ${isNumber(v) ? "an infinite number" : typeName(v)}.`,
    v === null ? "A position is nil here: index-of gives nil when nothing is found." : null,
  );
}

// Below U+0300 nothing combines, so there every UTF-16 unit is a character of its own.
const oneUnitEach = /^[\x00-\u02ff]*$/;
/** A long string found simple last time: programs step through one string with many calls of subs. */
const knownSimple = new PerRun<string>();

/** Whether positions in characters and in UTF-16 units are the same for this string. */
export function isSimple(s: string): boolean {
  if (s.length < 64) return oneUnitEach.test(s);
  if (s === knownSimple.get()) return true;
  spendMany(s.length >> 6);
  if (!oneUnitEach.test(s)) return false;
  knownSimple.set(s);
  return true;
}

/** The characters of a string; charged. */
export function charactersOf(s: string): string[] {
  chargeItems(s.length);
  spendMany(s.length >> 2);
  return graphemes(s);
}

/** Characters start to end, for 0 ≤ start; positions past the end are cut. */
export function sliceCharacters(s: string, start: number, end: number): string {
  if (start >= end || start >= s.length) return "";
  if (isSimple(s)) {
    chargeSlice();
    return s.slice(start, end);
  }
  chargeString(Math.min(end, s.length) - start);
  return charactersOf(s).slice(start, end).join("");
}

/** The UTF-16 offset at which each character starts, and the end of the string. */
export function characterOffsets(s: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const c of charactersOf(s)) {
    offsets.push(at);
    at += c.length;
  }
  offsets.push(at);
  return offsets;
}

/** The number of the character that holds UTF-16 offset `unit`. */
export function characterAt(offsets: readonly number[], unit: number): number {
  let lo = 0;
  let hi = offsets.length - 1;
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1;
    if (offsets[mid]! <= unit) lo = mid;
    else hi = mid - 1;
  }
  return lo;
}

/** Java's Character.isWhitespace, which clojure.string goes by: no-break spaces and U+0085 are not whitespace. */
export function isWhitespace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c;
  if (unit < 0x1680) return false;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** The string without the units at its ends for which `drop` holds. */
export function trimmed(s: string, drop: (unit: number) => boolean, left: boolean, right: boolean): string {
  let start = 0;
  let end = s.length;
  if (left) while (start < end && drop(s.charCodeAt(start))) start++;
  if (right) while (end > start && drop(s.charCodeAt(end - 1))) end--;
  spendMany((start + s.length - end) >> 3);
  if (end - start === s.length) return s;
  chargeSlice();
  return s.slice(start, end);
}

/** Shorter than this V8's own startsWith is as fast; it compares unit by unit, where two texts are compared in blocks. */
const LONG_AFFIX = 64;

/** Whether `affix` stands in `s` at `from`. */
export function standsAt(s: string, affix: string, from: number): boolean {
  if (affix.length < LONG_AFFIX) return s.startsWith(affix, from);
  return s.slice(from, from + affix.length) === affix;
}

export function endsIn(s: string, affix: string): boolean {
  return s.length >= affix.length && standsAt(s, affix, s.length - affix.length);
}

/** `count` times the same text; refused before it is built when it would be too long. */
export function repeated(text: string, count: number): string {
  const length = text.length * count;
  chargeString(length);
  return text.repeat(count);
}

/**
 * Pays for one search of a needle in a text. Searching forward is linear but for needles the host's skip tables do not
 * cover; searching backward compares at every place.
 */
export function chargeSearch(text: string, needle: string, backward = false): void {
  const places = Math.max(0, text.length - needle.length);
  const hard = backward ? 64 : needle.length > 250 ? 16_000 : 0;
  // V8 looks at up to 16 units in the time of a step when the needle's beginning is everywhere.
  spendMany((text.length >> 4) + (hard === 0 ? 0 : Math.ceil((places * needle.length) / hard)));
}
