// The named classes of Java patterns (\d, \p{Alpha}, \p{Lu}, \p{IsGreek} …) as sets. ASCII classes are written out;
// Unicode ones are read once from the host's own tables and kept.

import { all, type CharSet, chars, complement, fromPairs, intersection, range, union, unionAll } from "./charset.ts";

export const digit = range(0x30, 0x39);
export const lower = range(0x61, 0x7a);
export const upper = range(0x41, 0x5a);
export const alpha = union(lower, upper);
const alnum = union(alpha, digit);
export const word = union(alnum, chars("_"));
export const space = fromPairs([
  [0x20, 0x20],
  [0x09, 0x0d],
]);
export const horizontal = unionAll([chars(" \t\u00a0\u1680\u180e\u202f\u205f\u3000"), range(0x2000, 0x200a)]);
export const vertical = unionAll([range(0x0a, 0x0d), chars("\u0085\u2028\u2029")]);
export const terminators = chars("\n\r\u0085\u2028\u2029");
const graph = range(0x21, 0x7e);
const ascii = range(0, 0x7f);
const punct = intersection(graph, complement(alnum));

const posix: ReadonlyMap<string, CharSet> = new Map([
  ["Lower", lower],
  ["Upper", upper],
  ["ASCII", ascii],
  ["Alpha", alpha],
  ["Digit", digit],
  ["Alnum", alnum],
  ["Punct", punct],
  ["Graph", graph],
  ["Print", range(0x20, 0x7e)],
  ["Blank", chars(" \t")],
  ["Cntrl", union(range(0, 0x1f), range(0x7f, 0x7f))],
  ["XDigit", unionAll([digit, range(0x41, 0x46), range(0x61, 0x66)])],
  ["Space", space],
]);

/** What the POSIX names mean under (?U), and the Is… and java… names, in the host's spelling of a class body. */
const unicodePosix: ReadonlyMap<string, string> = new Map([
  ["Lower", "\\p{Lowercase}"],
  ["Upper", "\\p{Uppercase}"],
  ["Alpha", "\\p{Alphabetic}"],
  ["Digit", "\\p{Nd}"],
  ["Alnum", "\\p{Alphabetic}\\p{Nd}"],
  ["Punct", "\\p{P}"],
  ["Graph", "^\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}"],
  ["Blank", "\\p{Zs}\\t"],
  ["Cntrl", "\\p{Cc}"],
  ["XDigit", "\\p{Nd}\\p{Hex_Digit}"],
  ["Space", "\\p{White_Space}"],
]);

const binary: ReadonlyMap<string, string> = new Map([
  ["ALPHABETIC", "\\p{Alphabetic}"],
  ["LETTER", "\\p{L}"],
  ["IDEOGRAPHIC", "\\p{Ideographic}"],
  ["LOWERCASE", "\\p{Lowercase}"],
  ["UPPERCASE", "\\p{Uppercase}"],
  ["TITLECASE", "\\p{Lt}"],
  ["WHITE_SPACE", "\\p{White_Space}"],
  ["WHITESPACE", "\\p{White_Space}"],
  ["CONTROL", "\\p{Cc}"],
  ["PUNCTUATION", "\\p{P}"],
  ["HEX_DIGIT", "\\p{Nd}\\p{Hex_Digit}"],
  ["HEXDIGIT", "\\p{Nd}\\p{Hex_Digit}"],
  ["ASSIGNED", "^\\p{Cn}"],
  ["NONCHARACTER_CODE_POINT", "\\p{Noncharacter_Code_Point}"],
  ["NONCHARACTERCODEPOINT", "\\p{Noncharacter_Code_Point}"],
  ["DIGIT", "\\p{Nd}"],
  ["ALNUM", "\\p{Alphabetic}\\p{Nd}"],
  ["BLANK", "\\p{Zs}\\t"],
  ["GRAPH", "^\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}"],
  ["JOIN_CONTROL", "\\p{Join_Control}"],
  ["EMOJI", "\\p{Emoji}"],
  ["EMOJI_PRESENTATION", "\\p{Emoji_Presentation}"],
]);

const java: ReadonlyMap<string, string> = new Map([
  ["javaLowerCase", "\\p{Lowercase}"],
  ["javaUpperCase", "\\p{Uppercase}"],
  ["javaTitleCase", "\\p{Lt}"],
  ["javaAlphabetic", "\\p{Alphabetic}"],
  ["javaDigit", "\\p{Nd}"],
  ["javaLetter", "\\p{L}"],
  ["javaLetterOrDigit", "\\p{L}\\p{Nd}"],
  ["javaWhitespace", "\\t-\\r\\x1c-\\x1f\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000"],
  ["javaSpaceChar", "\\p{Z}"],
  ["javaISOControl", "\\p{Cc}"],
]);

const categories = new Set(
  "L Lu Ll Lt LC Lm Lo M Mn Me Mc N Nd Nl No Z Zs Zl Zp C Cc Cf Co Cs Cn P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So".split(
    " ",
  ),
);
const cased = "\\p{Lowercase}\\p{Uppercase}\\p{Lt}";
const caseNames = new Set(["Lower", "Upper", "LOWERCASE", "UPPERCASE", "TITLECASE", "Lu", "Ll", "Lt"]);

/** The set a \p{name} stands for, or null when there is no such name. */
export function property(name: string, unicode: boolean, ignoreCase: boolean): CharSet | null {
  const equals = name.indexOf("=");
  if (equals >= 0) return keyed(name.slice(0, equals).toLowerCase(), name.slice(equals + 1), ignoreCase);
  const classic = posix.get(name);
  if (classic !== undefined) return posixSet(name, classic, unicode, ignoreCase);
  if (name === "L1") return range(0, 0xff);
  if (name === "all") return all;
  if (name === "LD") return hostSet("\\p{L}\\p{Nd}");
  if (categories.has(name)) return category(name, ignoreCase);
  const javaName = java.get(name);
  if (javaName !== undefined) return hostSet(ignoreCase && /(?:Lower|Upper|Title)Case/.test(name) ? cased : javaName);
  if (!name.startsWith("Is")) return null;
  const rest = name.slice(2);
  const flag = binary.get(rest.toUpperCase());
  if (flag !== undefined) return hostSet(ignoreCase && caseNames.has(rest.toUpperCase()) ? cased : flag);
  return categories.has(rest) ? category(rest, ignoreCase) : script(rest);
}

function keyed(key: string, value: string, ignoreCase: boolean): CharSet | null {
  if (key === "gc" || key === "general_category") return categories.has(value) ? category(value, ignoreCase) : null;
  return key === "sc" || key === "script" ? script(value) : null;
}

function posixSet(name: string, classic: CharSet, unicode: boolean, ignoreCase: boolean): CharSet {
  const caseless = ignoreCase && caseNames.has(name);
  if (!unicode) return caseless ? alpha : classic;
  if (name === "Print") return union(posixSet("Graph", classic, true, false), hostSet("\\p{Zs}"));
  const body = unicodePosix.get(name);
  return body === undefined ? classic : hostSet(caseless ? cased : body);
}

function category(name: string, ignoreCase: boolean): CharSet {
  return hostSet(ignoreCase && caseNames.has(name) ? "\\p{LC}" : `\\p{${name}}`);
}

function script(name: string): CharSet | null {
  if (!/^[A-Za-z_]+$/.test(name)) return null;
  const spelled = name
    .split("_")
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase())
    .join("_");
  try {
    new RegExp(`\\p{Script=${spelled}}`, "u");
  } catch {
    return null; // not a script the host knows
  }
  return hostSet(`\\p{Script=${spelled}}`);
}

/** \w, \d, \s and \b's word characters under (?U). */
export const unicodeWord = (): CharSet => hostSet("\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}");
export const unicodeDigit = (): CharSet => hostSet("\\p{Nd}");
export const unicodeSpace = (): CharSet => hostSet("\\p{White_Space}");

const known = new Map<string, CharSet>();

/** Reads a class of the host's regular expressions into ranges: a few milliseconds, once per class. */
function hostSet(body: string): CharSet {
  let set = known.get(body);
  if (set === undefined) {
    set = readHostSet(body);
    known.set(body, set);
  }
  return set;
}

/** Blocks in which every code point has the same properties, so that its first one stands for all. */
const uniform: readonly (readonly [number, number])[] = [
  [0x3400, 0x4db5],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xd800, 0xdfff],
  [0xe000, 0xf8ff],
  [0x20000, 0x2a6d6],
  [0x34000, 0xdffff],
  [0xe1000, 0xeffff],
  [0xf0000, 0xffffd],
  [0xffffe, 0xfffff],
  [0x100000, 0x10fffd],
  [0x10fffe, 0x10ffff],
];

let sample: readonly (readonly [number, string])[] | null = null;

/** All other code points as text, each piece with its first one. */
function sampleText(): readonly (readonly [number, string])[] {
  if (sample !== null) return sample;
  const pieces: [number, string][] = [];
  let next = 0;
  for (const [lo, hi] of uniform) {
    while (next < lo) {
      const end = Math.min(next + 4096, next < 0x10000 ? Math.min(lo, 0x10000) : lo);
      const first = next;
      pieces.push([first, String.fromCodePoint(...Array.from({ length: end - first }, (_, i) => first + i))]);
      next = end;
    }
    next = hi + 1;
  }
  sample = pieces;
  return pieces;
}

function readHostSet(body: string): CharSet {
  const runs = new RegExp(`[${body}]+`, "gu");
  const pairs: [number, number][] = [];
  for (const [lo, hi] of uniform) {
    runs.lastIndex = 0;
    if (runs.test(String.fromCodePoint(lo))) pairs.push([lo, hi]);
  }
  for (const [first, text] of sampleText()) {
    const width = first > 0xffff ? 2 : 1;
    for (const run of text.matchAll(runs))
      pairs.push([first + run.index / width, first + (run.index + run[0].length) / width - 1]);
  }
  return fromPairs(pairs);
}

let families: Map<number, number[]> | null = null;

/** Every code point that equals another when case is ignored, keyed by a common form; one table for all patterns. */
function caseFamilies(): Map<number, number[]> {
  if (families !== null) return families;
  families = new Map();
  const ranges = hostSet("\\p{Changes_When_Casemapped}").ranges;
  for (let i = 0; i < ranges.length; i += 2)
    for (let cp = ranges[i]!; cp <= ranges[i + 1]!; cp++) {
      const key = foldOne(cp);
      const family = families.get(key);
      if (family === undefined) families.set(key, [cp]);
      else family.push(cp);
    }
  return families;
}

/** Java compares letters by lower(upper(c)), one code point at a time. */
export function foldOne(cp: number): number {
  return mapOne(mapOne(cp, true), false);
}

function mapOne(cp: number, up: boolean): number {
  const from = String.fromCodePoint(cp);
  const to = up ? from.toUpperCase() : from.toLowerCase();
  const first = to.codePointAt(0)!;
  return to.length === (first > 0xffff ? 2 : 1) ? first : cp;
}

/** The set with the other case of each member added: ASCII letters only, or all of Unicode. */
export function foldSet(set: CharSet, unicode: boolean): CharSet {
  const extra: [number, number][] = [];
  for (let i = 0; i < set.ranges.length; i += 2) {
    addShifted(extra, set.ranges[i]!, set.ranges[i + 1]!, 0x41, 0x5a, 32);
    addShifted(extra, set.ranges[i]!, set.ranges[i + 1]!, 0x61, 0x7a, -32);
    if (unicode && set.ranges[i + 1]! > 0x40) addFamilies(extra, set.ranges[i]!, set.ranges[i + 1]!);
  }
  return extra.length === 0 ? set : union(set, fromPairs(extra));
}

function addShifted(out: [number, number][], lo: number, hi: number, from: number, to: number, by: number): void {
  const start = Math.max(lo, from);
  const end = Math.min(hi, to);
  if (start <= end) out.push([start + by, end + by]);
}

function addFamilies(out: [number, number][], lo: number, hi: number): void {
  if (hi - lo < 256) {
    for (let cp = lo; cp <= hi; cp++)
      for (const other of caseFamilies().get(foldOne(cp)) ?? []) out.push([other, other]);
    return;
  }
  for (const family of caseFamilies().values())
    if (family.some((cp) => cp >= lo && cp <= hi)) for (const cp of family) out.push([cp, cp]);
}
