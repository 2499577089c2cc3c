// What words mean in dates of a locale: months, weekdays, halves of the day, and small words that mean nothing. Case,
// accents and points do not count; a month may be cut short where no other begins so.

import type { DateLocale } from "./date-locales.ts";

export interface DateWords {
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlyMap<string, number>;
  readonly halves: ReadonlyMap<string, 0 | 1>;
  /** As they are written, but for points and blanks. */
  readonly halfNames: readonly string[];
}

export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{Mn}.'’ʼ\s]/gu, "");
}

const fillers: ReadonlySet<string> = new Set(
  "the of at on st nd rd th d er re e de del do la le el em les den der dem am um uhr om kl klo il l al alle ore a o a las at dia di r g р г o в saat hrs h à"
    .split(" ")
    .map(plainWord),
);

export function isFiller(word: string): boolean {
  return fillers.has(plainWord(word)) || /^[ºª°]$/.test(word);
}

export function wordsOf(locale: DateLocale): DateWords {
  const months = numbered([locale.months, locale.monthsAlone, locale.shortMonths, locale.shortMonthsAlone]);
  addShortened(months, [...locale.months, ...locale.monthsAlone]);
  return {
    months,
    weekdays: numbered([locale.days, locale.shortDays]),
    halfNames: ["am", "pm", ...locale.halves.map((name) => name.replace(/[.\s]/g, ""))],
    halves: new Map([
      ["am", 0],
      ["pm", 1],
      [plainWord(locale.halves[0]), 0],
      [plainWord(locale.halves[1]), 1],
    ]),
  };
}

function numbered(lists: readonly (readonly string[])[]): Map<string, number> {
  const words = new Map<string, number>();
  for (const list of lists) for (const [i, name] of list.entries()) words.set(plainWord(name), i + 1);
  return words;
}

const SHORTEST = 3;

function addShortened(words: Map<string, number>, names: readonly string[]): void {
  const starts = new Map<string, number>();
  for (const name of names) {
    const word = plainWord(name);
    const month = words.get(word)!;
    for (let length = SHORTEST; length < word.length; length++) {
      const start = word.slice(0, length);
      const taken = starts.get(start);
      starts.set(start, taken === undefined || taken === month ? month : 0);
    }
  }
  for (const [start, month] of starts) if (month !== 0 && !words.has(start)) words.set(start, month);
}
