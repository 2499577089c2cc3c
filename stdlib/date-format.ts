// Dates to text: by a pattern, or the way a locale writes them. The wall clock of a value is kept unless a zone is asked
// for; named zones are not known, since their rules are data that changes every year.

import type { BaseToolMeta } from "./host.d.ts";
import {
  dayOfYear,
  epochOf,
  fromEpoch,
  isoOffset,
  type Moment,
  pad,
  readIso,
  valid,
  wantOffset,
  weekdayOf,
  weekOf,
} from "./parts/calendar.ts";
import { type DateLocale, dateLocales } from "./parts/date-locales.ts";
import { type PatternPart, parsePattern } from "./parts/date-pattern.ts";
import { localeEntry, type OneOrMany, readEach } from "./parts/each.ts";

export const meta = {
  name: "date-format",
  description:
    'Writes a date (ISO text, milliseconds since 1970, or an answer of date-parse) by a pattern such as "dd.MM.yyyy HH:mm", or the way a locale does: short, medium, long or full. A list of values gives a list.',
  inputSchema: {
    type: "object",
    properties: {
      value: {
        type: ["string", "number", "object", "array"],
        description: 'Such as "2024-03-05T14:30:00+01:00", or a list of values.',
      },
      pattern: {
        type: ["string", "null"],
        description:
          "Letters as in CLDR: y year, M month (MMM, MMMM names), d day, E weekday (EEEE name), H or h hour, a AM/PM, m, s, S, X offset, w week, Q quarter, D day of the year; text in 'quotes'.",
      },
      date: {
        enum: ["short", "medium", "long", "full", "none", null],
        description: 'Without a pattern; "medium" when missing.',
      },
      time: {
        enum: ["short", "medium", "none", null],
        description: 'Without a pattern; "short" when missing and the value has a time.',
      },
      locale: { type: ["string", "null"], description: 'Such as "de" or "en-GB"; "en" when missing.' },
      zone: { type: ["string", "null"], description: 'The offset to show it in: "+02:00" or "Z".' },
    },
    required: ["value"],
    additionalProperties: false,
  },
  outputSchema: { type: ["string", "array"], items: { type: "string" } },
  permissions: [],
  deterministic: true,
  tags: ["date", "time", "format", "locale"],
  examples: [
    { args: { value: "2024-03-05", date: "full", locale: "de" }, result: "Dienstag, 5. März 2024" },
    {
      args: { value: "2024-03-05T14:30:00Z", pattern: "EEE d MMM yyyy, h:mm a XXX", zone: "+05:30" },
      result: "Tue 5 Mar 2024, 8:00 PM +05:30",
    },
    { args: { value: ["2024-12-30", "2025-01-05"], pattern: "YYYY-'W'ww" }, result: ["2025-W01", "2025-W01"] },
    { args: { value: 0, locale: "fr", date: "long" }, result: "1 janvier 1970 00:00" },
  ],
} satisfies BaseToolMeta;

type Value = string | number | { readonly iso?: unknown };

interface Args {
  readonly value: OneOrMany<Value>;
  readonly pattern?: string | null;
  readonly date?: "short" | "medium" | "long" | "full" | "none" | null;
  readonly time?: "short" | "medium" | "none" | null;
  readonly locale?: string | null;
  readonly zone?: string | null;
}

export default function formatDates(args: Args): OneOrMany<string | null> {
  const locale = localeEntry(dateLocales, args.locale ?? "en");
  const zone = args.zone === undefined || args.zone === null ? null : wantOffset(args.zone);
  const usuals = new Map<boolean, readonly PatternPart[]>();
  const given = typeof args.pattern === "string" ? parsePattern(args.pattern) : null;
  if (given !== null && (args.date ?? args.time ?? null) !== null)
    throw new Error("There is a pattern beside date or time. Pass one or the other.");
  const usual = (timed: boolean) => {
    const known = usuals.get(timed) ?? parsePattern(localePattern(args, timed, locale));
    usuals.set(timed, known);
    return known;
  };
  return readEach(args.value, "value", "error", (value) => {
    const moment = shifted(momentOf(value), zone);
    const parts = given ?? usual(moment.precision === "time");
    return parts.map((part) => (part.kind === "text" ? part.text : fieldText(part, moment, locale))).join("");
  });
}

function momentOf(value: Value): Moment {
  if (typeof value === "number") return fromEpoch(value, 0);
  const text = typeof value === "string" ? value : value.iso;
  const moment = typeof text === "string" ? readIso(text) : null;
  if (moment !== null) return moment;
  throw new Error(
    `${JSON.stringify(value).slice(0, 60)} is no date in ISO form, such as 2024-03-05 or 2024-03-05T14:30:00Z. Read other texts with date-parse.`,
  );
}

/** In another zone. A date without a time is the same day everywhere; a time without an offset is taken to be there. */
function shifted(moment: Moment, zone: number | null): Moment {
  if (zone === null || moment.precision !== "time") return moment;
  return moment.offset === null ? valid({ ...moment, offset: zone }) : fromEpoch(epochOf(moment), zone);
}

function localePattern(args: Args, timed: boolean, locale: DateLocale): string {
  const sizes = ["short", "medium", "long", "full"] as const;
  const size = args.date ?? "medium";
  const date = size === "none" ? "" : locale.date[sizes.indexOf(size)]!;
  const timeSize = args.time ?? (timed ? "short" : "none");
  const time = timeSize === "none" ? "" : locale.time[timeSize === "short" ? 0 : 1];
  return date === "" || time === "" ? date + time : `${date}${quotedText(locale.between)}${time}`;
}

function quotedText(text: string): string {
  return text.replace(/\p{L}+/gu, "'$&'");
}

function fieldText({ letter, width }: Extract<PatternPart, { kind: "field" }>, m: Moment, locale: DateLocale): string {
  switch (letter) {
    case "y":
      return width === 2 ? pad(m.year % 100, 2) : pad(m.year, width);
    case "Y": {
      const { year } = weekOf(m);
      return width === 2 ? pad(year % 100, 2) : pad(year, width);
    }
    case "Q":
      return pad(Math.ceil(m.month / 3), width);
    case "M":
      return named(m.month, width, locale.shortMonths, locale.months);
    case "L":
      return named(m.month, width, locale.shortMonthsAlone, locale.monthsAlone);
    case "w":
      return pad(weekOf(m).week, width);
    case "d":
      return pad(m.day, width);
    case "D":
      return pad(dayOfYear(m), width);
    case "E":
      return (width > 3 ? locale.days : locale.shortDays)[weekdayOf(m) - 1]!;
    case "a":
      return locale.halves[m.hour < 12 ? 0 : 1];
    case "h":
      return pad(m.hour % 12 === 0 ? 12 : m.hour % 12, width);
    case "H":
      return pad(m.hour, width);
    case "m":
      return pad(m.minute, width);
    case "s":
      return pad(m.second, width);
    case "S":
      return pad(m.millisecond, 3).padEnd(width, "0").slice(0, width);
    case "X":
    case "x":
    case "Z":
      return offsetText(m, letter, width);
    default:
      return letter satisfies never;
  }
}

function named(month: number, width: number, short: readonly string[], long: readonly string[]): string {
  return width > 2 ? (width === 3 ? short : long)[month - 1]! : pad(month, width);
}

function offsetText({ offset }: Moment, letter: "X" | "x" | "Z", width: number): string {
  if (offset === null)
    throw new Error(
      "The pattern shows an offset, but the value has none. Pass zone, or a value that ends in Z or +02:00.",
    );
  if (letter === "X" && offset === 0) return "Z";
  if (letter === "Z") return isoOffset(offset, "");
  const text = isoOffset(offset, width >= 3 ? ":" : "");
  return width === 1 && offset % 60 === 0 ? text.slice(0, 3) : text;
}
