// Reads a date along a pattern: field by field from left to right. Widths bind only where fields touch (yyyyMMdd); names are
// those of the locale in any of their forms; a blank stands for any blanks.

import { type Moment, onDay, readOffset, valid, weekdayOf } from "./calendar.ts";
import type { DateLocale } from "./date-locales.ts";
import { fieldsOf, type Letter, type PatternPart, parsePattern } from "./date-pattern.ts";
import { hourOf, yearOf } from "./date-read.ts";
import { type DateWords, plainWord, wordsOf } from "./date-words.ts";

const widest: Readonly<Partial<Record<Letter, number>>> = {
  y: 4,
  M: 2,
  L: 2,
  d: 2,
  D: 3,
  h: 2,
  H: 2,
  m: 2,
  s: 2,
  S: 9,
};

export function patternReader(pattern: string, locale: DateLocale): (text: string) => Moment {
  const parts = parsePattern(pattern);
  const fields = fieldsOf(parts);
  for (const letter of ["Q", "w", "Y"] as const)
    if (fields.has(letter)) throw new Error(`The pattern ${pattern} has ${letter}, which dates are not read by.`);
  const hasDay = fields.has("D") || (fields.has("d") && (fields.has("M") || fields.has("L")));
  const hasMonth = hasDay || fields.has("M") || fields.has("L");
  if (!fields.has("y") || (fields.has("d") && !hasDay))
    throw new Error(`The pattern ${pattern} does not make a date: it needs y, and a month before a day.`);
  const hasTime = fields.has("H") || fields.has("h");
  if (hasTime && !hasDay) throw new Error(`The pattern ${pattern} has a time but no day.`);
  if (fields.has("h") && !fields.has("a")) throw new Error(`The pattern ${pattern} has h without a. Write H for 0-23.`);
  const precision = hasTime ? "time" : hasDay ? "day" : hasMonth ? "month" : "year";
  const words = wordsOf(locale);
  return (text) => {
    const reading = new PatternReading(text.trim(), pattern, locale, words);
    for (const [i, part] of parts.entries()) reading.take(part, touches(parts[i + 1]));
    return reading.finish(precision);
  };
}

function touches(next: PatternPart | undefined): boolean {
  return next?.kind === "field" && next.letter in widest && !(/[ML]/.test(next.letter) && next.width > 2);
}

class PatternReading {
  private at = 0;
  private readonly values = new Map<Letter, number>();

  constructor(
    private readonly text: string,
    private readonly pattern: string,
    private readonly locale: DateLocale,
    private readonly words: DateWords,
  ) {}

  take(part: PatternPart, beforeDigits: boolean): void {
    if (part.kind === "text") this.literal(part.text);
    else if (part.letter === "E") this.name("E", "a weekday", this.words.weekdays);
    else if (part.letter === "a") this.name("a", "AM or PM", this.words.halves);
    else if (/[ML]/.test(part.letter) && part.width > 2) this.name("M", "a month", this.words.months);
    else if (/[XxZ]/.test(part.letter)) this.offset();
    else this.digits(part.letter, part.width, beforeDigits);
  }

  finish(precision: Moment["precision"]): Moment {
    if (this.at < this.text.length) throw this.misfit("the text goes on");
    const value = (letter: Letter, missing: number) => this.values.get(letter) ?? missing;
    const half = this.values.get("a");
    const hour =
      half === undefined ? value("H", value("h", 0)) : hourOf(value("h", value("H", 12)), half === 1 ? 1 : 0);
    const clock = {
      hour,
      minute: value("m", 0),
      second: value("s", 0),
      millisecond: value("S", 0),
      offset: this.values.get("X") ?? null,
      precision,
    };
    const year = value("y", 0);
    const ordinal = this.values.get("D");
    const moment =
      ordinal === undefined
        ? valid({ year, month: value("M", 1), day: value("d", 1), ...clock })
        : onDay(year, ordinal, clock);
    const weekday = this.values.get("E");
    if (weekday !== undefined && weekdayOf(moment) !== weekday)
      throw new Error(
        `That day is a ${this.locale.days[weekdayOf(moment) - 1]}, not a ${this.locale.days[weekday - 1]}.`,
      );
    return moment;
  }

  private literal(text: string): void {
    for (const piece of text.split(/(\s+)/)) {
      if (/^\s+$/.test(piece)) {
        const blanks = /^\s+/.exec(this.text.slice(this.at))?.[0];
        if (blanks === undefined) throw this.misfit("the pattern wants a blank");
        this.at += blanks.length;
      } else if (this.text.startsWith(piece, this.at)) this.at += piece.length;
      else throw this.misfit(`the pattern wants ${JSON.stringify(piece)}`);
    }
  }

  private digits(letter: Letter, width: number, exact: boolean): void {
    const most = letter === "y" && width === 2 ? 2 : (widest[letter] ?? 2);
    const least = (letter === "y" && width > 1) || exact ? width : 1;
    const found = new RegExp(`^\\d{${least},${exact ? width : Math.max(most, least)}}`).exec(
      this.text.slice(this.at),
    )?.[0];
    if (found === undefined) throw this.misfit(`the pattern wants ${letter.repeat(width)}`);
    this.at += found.length;
    const value = letter === "y" && width === 2 ? yearOf(found) : Number(found);
    this.values.set(letter === "L" ? "M" : letter, letter === "S" ? Number(found.slice(0, 3).padEnd(3, "0")) : value);
  }

  /** The longest name that stands here. */
  private name(letter: Letter, what: string, names: ReadonlyMap<string, number>): void {
    const rest = this.text.slice(this.at, this.at + 40);
    for (let length = rest.length; length > 0; length--) {
      const piece = rest.slice(0, length);
      const value = names.get(plainWord(piece));
      if (value === undefined || !/[\p{L}\p{M}.]$/u.test(piece)) continue;
      this.values.set(letter, value);
      this.at += length;
      return;
    }
    throw this.misfit(`the pattern wants ${what}`);
  }

  private offset(): void {
    const found = /^(?:Z|[+\-−]\d{2}(?::?\d{2})?)/i.exec(this.text.slice(this.at))?.[0];
    const offset = found === undefined ? null : readOffset(found);
    if (found === undefined || offset === null) throw this.misfit("the pattern wants an offset such as Z or +02:00");
    this.at += found.length;
    this.values.set("X", offset);
  }

  private misfit(why: string): Error {
    const here = this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 12)) : "the end";
    return new Error(`It does not fit the pattern ${this.pattern}: at character ${this.at + 1}, at ${here}, ${why}.`);
  }
}
