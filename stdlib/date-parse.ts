// Dates as people, logs and machines write them to one form: by a pattern, or by what the locale makes of names and digits.

import type { BaseToolMeta } from "./host.d.ts";
import { epochOf, isoDate, isoOffset, isoText, isoTime, type Moment, wantOffset, weekdayOf } from "./parts/calendar.ts";
import { type DateOrder, dateLocales } from "./parts/date-locales.ts";
import { dateReader } from "./parts/date-read.ts";
import { patternReader } from "./parts/date-read-pattern.ts";
import { localeEntry, type OneOrMany, readEach } from "./parts/each.ts";

export const meta = {
  name: "date-parse",
  description:
    'Parses dates and times: ISO 8601, "March 5, 2024 2:30 pm", "5. März 2024" (de), "05/03/2024" by the locale\'s order, "2024年3月5日", or anything by a pattern such as "dd.MM.yy HH:mm". A list of texts gives a list.',
  inputSchema: {
    type: "object",
    properties: {
      text: { type: ["string", "array"], items: { type: "string" }, description: "The text, or a list of texts." },
      locale: { type: ["string", "null"], description: 'Such as "de" or "en-GB"; "en" (month first) when missing.' },
      pattern: {
        type: ["string", "null"],
        description: "What the text looks like, in the letters of date-format: yyyy-MM-dd HH:mm:ss, d MMM yy, h:mm a.",
      },
      order: { enum: ["dmy", "mdy", "ymd", null], description: "The order of digits, where the locale's is wrong." },
      zone: { type: ["string", "null"], description: 'The offset of texts that name none: "+02:00" or "Z".' },
      invalid: {
        enum: ["error", "null", null],
        description: 'What is no date: an "error" (default), or "null" in its place.',
      },
    },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: ["object", "array", "null"],
    items: { type: ["object", "null"] },
    properties: {
      iso: { type: "string" },
      date: { type: "string" },
      time: { type: ["string", "null"] },
      year: { type: "integer" },
      month: { type: "integer" },
      day: { type: "integer" },
      weekday: { type: "integer", description: "1 is Monday, 7 is Sunday." },
      offset: { type: ["string", "null"] },
      epoch_ms: { type: "integer", description: "Milliseconds since 1970, in UTC where no offset is known." },
      precision: { enum: ["year", "month", "day", "time"] },
    },
  },
  permissions: [],
  deterministic: true,
  tags: ["date", "time", "parse", "locale"],
  examples: [
    {
      args: { text: "Tue, March 5th 2024 at 2:30 pm +01:00" },
      result: {
        iso: "2024-03-05T14:30:00+01:00",
        date: "2024-03-05",
        time: "14:30:00",
        year: 2024,
        month: 3,
        day: 5,
        weekday: 2,
        offset: "+01:00",
        epoch_ms: 1709645400000,
        precision: "time",
      },
    },
    {
      args: { text: "5. März 2024", locale: "de" },
      result: {
        iso: "2024-03-05",
        date: "2024-03-05",
        time: null,
        year: 2024,
        month: 3,
        day: 5,
        weekday: 2,
        offset: null,
        epoch_ms: 1709596800000,
        precision: "day",
      },
    },
    {
      args: { text: ["05/03/24 08.15", "someday"], pattern: "dd/MM/yy HH.mm", zone: "Z", invalid: "null" },
      result: [
        {
          iso: "2024-03-05T08:15:00Z",
          date: "2024-03-05",
          time: "08:15:00",
          year: 2024,
          month: 3,
          day: 5,
          weekday: 2,
          offset: "+00:00",
          epoch_ms: 1709626500000,
          precision: "time",
        },
        null,
      ],
    },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly text: OneOrMany<string>;
  readonly locale?: string | null;
  readonly pattern?: string | null;
  readonly order?: DateOrder | null;
  readonly zone?: string | null;
  readonly invalid?: "error" | "null" | null;
}

export default function parseDates(args: Args): OneOrMany<ReturnType<typeof answerOf> | null> {
  const locale = localeEntry(dateLocales, args.locale ?? "en");
  const zone = args.zone === undefined || args.zone === null ? null : wantOffset(args.zone);
  const read =
    typeof args.pattern === "string"
      ? patternReader(args.pattern, locale)
      : dateReader({ locale, order: args.order ?? null });
  return readEach(args.text, "text", args.invalid ?? "error", (text) => {
    try {
      return answerOf(read(text), zone);
    } catch (e) {
      throw new Error(
        `${JSON.stringify(text.slice(0, 60))} is no date: ${e instanceof Error ? e.message : "it is unreadable."}`,
      );
    }
  });
}

function answerOf(read: Moment, zone: number | null) {
  const moment = read.precision === "time" && read.offset === null ? { ...read, offset: zone } : read;
  return {
    iso: isoText(moment),
    date: isoDate(moment),
    time: moment.precision === "time" ? isoTime(moment) : null,
    year: moment.year,
    month: moment.month,
    day: moment.day,
    weekday: weekdayOf(moment),
    offset: moment.offset === null ? null : isoOffset(moment.offset),
    epoch_ms: epochOf(moment),
    precision: moment.precision,
  };
}
