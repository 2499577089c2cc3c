// The parts of a pattern that stand for one character: [classes] with unions and intersections, and escapes such as
// \d, \x41 or \p{Lu}. Letters are widened to both cases here when (?i) is on, so nothing later knows about case.

import { all, type CharSet, complement, intersection, none, range, single, unionAll } from "./charset.ts";
import { RegexProblem } from "./node.ts";
import {
  digit,
  foldSet,
  horizontal,
  property,
  space,
  unicodeDigit,
  unicodeSpace,
  unicodeWord,
  vertical,
  word,
} from "./properties.ts";

/** Where parsing stands; shared by the parser and the functions here. */
export interface Cursor {
  readonly source: string;
  pos: number;
  flags: number;
  /** Grows with the ranges handled. */
  effort: number;
  has(flag: number): boolean;
}

export const Flag = {
  ignoreCase: 1,
  dotAll: 2,
  lines: 4,
  comments: 8,
  unicodeCase: 16,
  unixLines: 32,
  unicodeClasses: 64,
  letters: new Map([
    ["i", 1],
    ["s", 2],
    ["m", 4],
    ["x", 8],
    ["u", 16],
    ["d", 32],
    ["U", 64],
  ]) as ReadonlyMap<string, number>,
} as const;

const maxClassNesting = 32;
const simpleEscapes: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["r", 13],
  ["f", 12],
  ["a", 7],
  ["e", 27],
]);

/** A bracketed class; the cursor is at its [. */
export function parseClass(c: Cursor, nesting = 0): CharSet {
  const open = c.pos++;
  if (nesting > maxClassNesting)
    throw new RegexProblem("classes are nested too deeply", open, "List the characters in one [class].");
  const negated = c.source[c.pos] === "^";
  if (negated) c.pos++;
  let left: CharSet | null = null;
  let items: CharSet[] = [];
  let first = true;
  for (; ; first = false) {
    const ch = c.source[c.pos];
    if (ch === undefined)
      throw new RegexProblem("this [ is never closed", open, "Add the missing ], or write \\[ to match a bracket.");
    if (ch === "]" && !first) break;
    if (c.source.startsWith("&&", c.pos)) {
      while (c.source[c.pos] === "&") c.pos++;
      if (items.length > 0) left = narrowed(left, items);
      items = [];
    } else item(c, items, nesting);
  }
  c.pos++;
  const set = items.length === 0 && left !== null ? left : narrowed(left, items);
  c.effort += set.ranges.length;
  return negated ? complement(set) : set;
}

function narrowed(left: CharSet | null, items: readonly CharSet[]): CharSet {
  const right = unionAll(items);
  return left === null ? right : intersection(left, right);
}

/** One member of a class, appended to `items`. */
function item(c: Cursor, items: CharSet[], nesting: number): void {
  const at = c.pos;
  const ch = c.source[at]!;
  if (c.has(Flag.comments) && /[ \t-\r]/.test(ch)) {
    c.pos++;
  } else if (ch === "[") {
    items.push(parseClass(c, nesting + 1));
  } else if (c.source.startsWith("\\Q", at)) {
    const end = c.source.indexOf("\\E", at + 2);
    c.pos = end < 0 ? c.source.length : end + 2;
    for (const q of c.source.slice(at + 2, end < 0 ? undefined : end)) items.push(folded(c, single(q.codePointAt(0)!)));
  } else {
    const lo = member(c);
    if (typeof lo !== "number") items.push(lo);
    else items.push(folded(c, startsRange(c) ? rangeFrom(c, lo, at) : single(lo)));
  }
}

function startsRange(c: Cursor): boolean {
  const next = c.source[c.pos + 1];
  return c.source[c.pos] === "-" && next !== undefined && next !== "]" && next !== "[";
}

function rangeFrom(c: Cursor, lo: number, at: number): CharSet {
  c.pos++;
  const hi = member(c);
  if (typeof hi !== "number")
    throw new RegexProblem("a range ends in a class", at, "Put - last in the class, or write \\-, to match a hyphen.");
  if (hi < lo)
    throw new RegexProblem(
      `the range ${shown(lo)}-${shown(hi)} runs backwards`,
      at,
      "Swap its ends; put - last, or write \\-, to match a hyphen.",
    );
  return range(lo, hi);
}

function shown(cp: number): string {
  return cp > 0x20 && cp !== 0x7f ? String.fromCodePoint(cp) : `\\x${cp.toString(16).padStart(2, "0")}`;
}

function member(c: Cursor): number | CharSet {
  if (c.source[c.pos] === "\\") return escaped(c);
  const cp = c.source.codePointAt(c.pos)!;
  c.pos += cp > 0xffff ? 2 : 1;
  return cp;
}

/** With the other case of its letters, if case is to be ignored. */
export function folded(c: Cursor, set: CharSet): CharSet {
  if (!c.has(Flag.ignoreCase)) return set;
  const both = foldSet(set, c.has(Flag.unicodeCase));
  // a wide range is compared with every letter that has another case
  c.effort += both.ranges.length + (c.has(Flag.unicodeCase) && set.single < 0 ? 3000 : 0);
  return both;
}

/** An escape outside a class that stands for one character. */
export function parseEscapedSet(c: Cursor): CharSet {
  const found = escaped(c);
  return typeof found === "number" ? folded(c, single(found)) : found;
}

/** \d and the like as a set, any other escape as the code point it names; the cursor is at the backslash. */
function escaped(c: Cursor): number | CharSet {
  const at = c.pos;
  const ch = c.source[at + 1];
  if (ch === undefined)
    throw new RegexProblem("it ends in a lone backslash", at, "Write \\\\ to match a backslash, or remove it.");
  c.pos += 2;
  const simple = simpleEscapes.get(ch);
  if (simple !== undefined) return simple;
  const set = predefined(c, ch);
  if (set !== null) return set;
  if (ch === "x" || ch === "u" || ch === "0" || ch === "c") return numeric(c, ch, at);
  if (ch === "p" || ch === "P") return named(c, ch === "P", at);
  if (/[a-zA-Z1-9]/.test(ch))
    throw new RegexProblem(`\\${ch} is not an escape that can stand here`, at, escapeHint(ch));
  const cp = c.source.codePointAt(at + 1)!;
  if (cp > 0xffff) c.pos++;
  return cp;
}

function escapeHint(ch: string): string {
  if (ch === "b" || ch === "B") return "Inside [ ] there are no word boundaries; \\x08 is a backspace.";
  if (ch === "G") return "re-seq already goes on where the last match ended.";
  return "Known are \\d \\w \\s \\h \\v \\b \\t \\n \\r \\p{…} \\xhh \\uhhhh …; write \\\\ to match a backslash.";
}

function predefined(c: Cursor, ch: string): CharSet | null {
  const unicode = c.has(Flag.unicodeClasses);
  switch (ch) {
    case "d":
      return unicode ? unicodeDigit() : digit;
    case "D":
      return complement(unicode ? unicodeDigit() : digit);
    case "w":
      return unicode ? unicodeWord() : word;
    case "W":
      return complement(unicode ? unicodeWord() : word);
    case "s":
      return unicode ? unicodeSpace() : space;
    case "S":
      return complement(unicode ? unicodeSpace() : space);
    case "h":
      return horizontal;
    case "H":
      return complement(horizontal);
    case "v":
      return vertical;
    case "V":
      return complement(vertical);
    default:
      return null;
  }
}

const numericForms: ReadonlyMap<string, RegExp> = new Map([
  ["x", /(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/y],
  ["u", /([0-9a-fA-F]{4})/y],
  ["0", /([0-3]?[0-7]{1,2})/y],
  ["c", /([@-_a-z?])/y],
]);

function numeric(c: Cursor, ch: string, at: number): number {
  const form = numericForms.get(ch)!;
  form.lastIndex = c.pos;
  const found = form.exec(c.source);
  const text = found?.[1] ?? found?.[2];
  const cp =
    text === undefined ? -1 : ch === "c" ? text.charCodeAt(0) ^ 64 : Number.parseInt(text, ch === "0" ? 8 : 16);
  if (cp < 0 || cp > 0x10ffff)
    throw new RegexProblem(
      `\\${ch} is not followed by a character code`,
      at,
      "Write \\x41, \\x{1F600}, \\u0041, \\0101 or \\cA.",
    );
  c.pos = form.lastIndex;
  return ch === "u" ? paired(c, cp, form) : cp;
}

/** \ud83d\ude00 is one character. */
function paired(c: Cursor, high: number, form: RegExp): number {
  if (high < 0xd800 || high > 0xdbff || !c.source.startsWith("\\u", c.pos)) return high;
  form.lastIndex = c.pos + 2;
  const low = Number.parseInt(form.exec(c.source)?.[1] ?? "0", 16);
  if (low < 0xdc00 || low > 0xdfff) return high;
  c.pos += 6;
  return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

function named(c: Cursor, negated: boolean, at: number): CharSet {
  const form = /\{([^}]*)\}|([A-Za-z])/y;
  form.lastIndex = c.pos;
  const found = form.exec(c.source);
  const name = found?.[1] ?? found?.[2] ?? "";
  const caret = name.startsWith("^");
  const set = property(caret ? name.slice(1) : name, c.has(Flag.unicodeClasses), c.has(Flag.ignoreCase));
  if (found === null || set === null)
    throw new RegexProblem(
      `\\p{${name}} is not a known class`,
      at,
      "Known are \\p{L} \\p{Lu} \\p{Alpha} \\p{Upper} \\p{Punct} \\p{IsAlphabetic} \\p{IsGreek} and their kind.",
    );
  c.pos = form.lastIndex;
  c.effort += set.ranges.length;
  if (negated === caret) return set;
  return set === all ? none : complement(set);
}
