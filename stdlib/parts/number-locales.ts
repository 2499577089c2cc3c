// How locales write numbers: the decimal sign and what groups thousands. Blanks and apostrophes group everywhere, since they
// can mean nothing else, so only points and commas need a table.

export interface NumberLocale {
  readonly decimal: "." | ",";
  /** Whether the other of the two groups digits. */
  readonly groups: boolean;
  /** 12,34,567 as well as 1,234,567. */
  readonly indian: boolean;
}

const point: NumberLocale = { decimal: ".", groups: true, indian: false };
const comma: NumberLocale = { decimal: ",", groups: true, indian: false };
const commaBlank: NumberLocale = { decimal: ",", groups: false, indian: false };
const pointBlank: NumberLocale = { decimal: ".", groups: false, indian: false };
const indian: NumberLocale = { ...point, indian: true };

const each = (names: string, locale: NumberLocale): readonly (readonly [string, NumberLocale])[] =>
  names.split(" ").map((name) => [name, locale] as const);

export const numberLocales: ReadonlyMap<string, NumberLocale> = new Map([
  ...each("en ja zh ko th he ar es-mx es-us es-419 es-gt es-hn es-ni es-pa es-pe es-sv es-do es-pr", point),
  ...each("de-ch de-li it-ch", pointBlank),
  ...each("en-in hi bn ta te mr gu", indian),
  ...each("de es it pt nl da tr id vi ro el hr sl sr de-at pt-pt pl", comma),
  ...each("fr sv nb nn no fi cs sk hu bg ru uk be et lv lt en-za fr-ch", commaBlank),
]);
