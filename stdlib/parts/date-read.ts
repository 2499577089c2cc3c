// Reads a date as people write it, without a pattern: the time is taken out first, then names, then what the remaining
// numbers must be. Nothing is guessed: digits alone follow the order of the locale or the one that is asked for, and a day
// that does not fit its weekday is an error.

import { clockOf, fromEpoch, type Moment, midnight, readIso, valid, wantOffset, weekdayOf } from "./calendar.ts";
import { type DateLocale, type DateOrder, orderOf } from "./date-locales.ts";
import { type DateWords, isFiller, plainWord, wordsOf } from "./date-words.ts";

export interface ReadingRules {
  readonly locale: DateLocale;
  readonly order: DateOrder | null;
}

/** Texts of one locale: what its words mean is found out once. */
export function dateReader(rules: ReadingRules): (text: string) => Moment {
  const words = wordsOf(rules.locale);
  const clocks = clockPatterns(words);
  return (text) => readDate(text, rules, words, clocks);
}

const LONGEST = 200;

function readDate(given: string, { locale, order }: ReadingRules, words: DateWords, clocks: readonly RegExp[]): Moment {
  const text = given
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[\u200e\u200f]/g, "")
    .trim()
    // Mails and JavaScript say in brackets what the offset is called.
    .replace(/((?:UTC|GMT)?[+\-−]\d{2}:?\d{2}) ?\([^()]{1,60}\)$/, "$1");
  if (text.length > LONGEST) throw new Error("The text is too long for one.");
  if (text === "") throw new Error("The text is empty.");
  const known = readIso(text) ?? readEpoch(text);
  if (known !== null) return known;
  const { rest, clock } = takeTime(withDigitsJoined(text), words, clocks);
  const { numbers, month, weekday } = readWords(rest, words);
  const day = month === null ? dayFromNumbers(numbers, order, locale) : dayBesideName(numbers, month);
  if (clock !== null && day.precision !== "day") throw new Error("There is a time but no day.");
  const moment = valid({ ...midnight, ...day, ...(clock === null ? {} : { ...clock, precision: "time" as const }) });
  if (weekday !== null && weekdayOf(moment) !== weekday)
    throw new Error(`That day is a ${locale.days[weekdayOf(moment) - 1]}, not a ${locale.days[weekday - 1]}.`);
  return moment;
}

/** "@1709649000", as date(1) writes it. */
function readEpoch(text: string): Moment | null {
  const seconds = /^@(-?\d{1,12}(?:\.\d{1,9})?)$/.exec(text)?.[1];
  return seconds === undefined ? null : fromEpoch(Math.round(Number(seconds) * 1000), 0);
}

/** Chinese, Japanese and Korean mark their numbers: 2024年3月5日 14時30分. */
function withDigitsJoined(text: string): string {
  return text
    .replace(
      /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일号])?/g,
      (_, y: string, m: string, d?: string) => (d === undefined ? `${y}-${m} ` : `${y}-${m}-${d} `),
    )
    .replace(
      /(\d{1,2})\s*[時时点點시]\s*(?:(\d{1,2})\s*[分분])?(?:\s*(\d{1,2})\s*[秒초])?/g,
      (_, h, m = "0", s = "0") => [h, String(m).padStart(2, "0"), String(s).padStart(2, "0")].join(":"),
    )
    .replace(/\((\p{L}+)\)/gu, " $1 ");
}

type Clock = ReturnType<typeof clockOf> & { readonly offset: number | null };

const zone = String.raw`(?<zone>(?:UTC|GMT)?\s?[+\-−]\d{1,2}(?::?\d{2})?(?!\d)|UTC|GMT|Z)(?![\p{L}\d])`;
const clockForms = [
  String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`,
  String.raw`(?<hour>\d{1,2})\s?h(?:\s?(?<minute>\d{2}))?(?!\p{L})`,
  // With points only where it can be no date: after one, or before a word for the hour.
  String.raw`(?<=\S\s(?:klo?\.?\s)?)(?<hour>\d{1,2})\.(?<minute>\d{2})(?:\.(?<second>\d{2}))?(?=\s*(?:Uhr|$))`,
];

function clockPatterns(words: DateWords): readonly RegExp[] {
  const half = words.halfNames.map((name) => [...name].join("\\.?\\s?")).join("|");
  const forms = [
    ...clockForms.map(
      (form) => `(?:(?<before>${half})\\s?)?${form}(?:\\s?(?<after>${half})(?!\\p{L}))?\\.?(?:\\s?${zone})?`,
    ),
    String.raw`(?<![\d.:/-])(?<hour>\d{1,2})\s?(?<after>${half})(?!\p{L})\.?(?:\s?${zone})?`,
  ];
  return forms.map((form) => new RegExp(`(?<![\\d:])${form}(?!\\d)`, "iu"));
}

function takeTime(
  text: string,
  words: DateWords,
  clocks: readonly RegExp[],
): { readonly rest: string; readonly clock: Clock | null } {
  for (const pattern of clocks) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const { hour, minute, second, fraction, before, after, zone: offset } = found.groups ?? {};
    const clock = clockOf(hour, minute, second, fraction);
    const named = before ?? after;
    return {
      rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.replace(/(\d)T\s/, "$1 "),
      clock: {
        ...clock,
        hour: named === undefined ? clock.hour : hourOf(clock.hour, words.halves.get(plainWord(named)) ?? 0),
        offset: offset === undefined ? null : wantOffset(offset.replace(/\s/g, "")),
      },
    };
  }
  return { rest: text, clock: null };
}

export function hourOf(hour: number, half: 0 | 1): number {
  if (hour < 1 || hour > 12) throw new Error(`There is no hour ${hour} before or after noon; 1 to 12 are.`);
  return (hour % 12) + half * 12;
}

interface Found {
  readonly numbers: readonly string[];
  readonly month: number | null;
  readonly weekday: number | null;
}

function readWords(text: string, words: DateWords): Found {
  const numbers: string[] = [];
  const months: number[] = [];
  const weekdays: number[] = [];
  const either: string[] = [];
  for (const [piece] of text.matchAll(/'?\d+|(?:[\p{L}\p{M}ºª°'’ʼ]|(?<=\p{L})-(?=\p{L}))+|[^\s,./()'-]/gu)) {
    const word = plainWord(piece);
    const month = words.months.get(word);
    const weekday = words.weekdays.get(word);
    if (/\d$/.test(piece)) numbers.push(piece);
    else if (month !== undefined && weekday !== undefined) either.push(word);
    else if (month !== undefined) months.push(month);
    else if (weekday !== undefined) weekdays.push(weekday);
    else if (!isFiller(piece)) throw new Error(`${JSON.stringify(piece)} means nothing in a date of this locale.`);
  }
  // "mar" is March or Tuesday in Spanish: the month, unless there is another.
  for (const word of either) {
    if (months.length === 0) months.push(words.months.get(word)!);
    else weekdays.push(words.weekdays.get(word)!);
  }
  if (months.length > 1) throw new Error("There is more than one month.");
  if (weekdays.length > 1) throw new Error("There is more than one weekday.");
  return { numbers, month: months[0] ?? null, weekday: weekdays[0] ?? null };
}

type Day = Pick<Moment, "year" | "month" | "day" | "precision">;

function dayBesideName(numbers: readonly string[], month: number): Day {
  const [first, second] = numbers;
  if (first === undefined || numbers.length > 2)
    throw new Error(first === undefined ? "There are no numbers beside the month." : "There are too many numbers.");
  const isYear = (text: string) => text.length >= 3 || Number(text) > 31;
  if (second === undefined) {
    if (isYear(first)) return { year: yearOf(first), month, day: 1, precision: "month" };
    throw new Error("There is no year. Add it: without a clock this tool cannot know it.");
  }
  const [year, day] = isYear(first) && !isYear(second) ? [first, second] : [second, first];
  return { year: yearOf(year), month, day: Number(day), precision: "day" };
}

function dayFromNumbers(numbers: readonly string[], order: DateOrder | null, locale: DateLocale): Day {
  const [a = "", b = "", c = ""] = numbers;
  if (numbers.length === 2) {
    if (a.length === 4) return { year: yearOf(a), month: Number(b), day: 1, precision: "month" };
    if (b.length === 4) return { year: yearOf(b), month: Number(a), day: 1, precision: "month" };
    throw new Error("There is no year. Add it: without a clock this tool cannot know it.");
  }
  if (numbers.length !== 3) throw new Error("There must be a day, a month and a year.");
  const usual = order ?? orderOf(locale);
  if (a.length === 4) return inOrder("ymd", [a, b, c]);
  if (usual === "ymd" && c.length === 4)
    throw new Error("Which number is the month cannot be told here: it is written with the year last. Pass order.");
  const day = inOrder(usual, [a, b, c]);
  if (day.month > 12 && day.day <= 12)
    throw new Error(
      `There is no month ${day.month}; ${usual} is the order here. Pass order, or the locale it was written in.`,
    );
  return day;
}

function inOrder(order: DateOrder, numbers: readonly [string, string, string]): Day {
  const of = (letter: string) => numbers[order.indexOf(letter)]!;
  return { year: yearOf(of("y")), month: Number(of("m")), day: Number(of("d")), precision: "day" };
}

/** Two digits are 1969 to 2068, as POSIX has it. */
export function yearOf(text: string): number {
  const digits = text.replace("'", "");
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 69 ? 2000 : 1900);
}
