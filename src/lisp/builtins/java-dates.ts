// Rows of java.time.LocalDate. They are part of the `javaTime` table.

import {
  asLong,
  type Civil,
  civilOf,
  dateOf,
  daysOf,
  floorDiv,
  isLeapYear,
  localDate,
  monthLength,
  plusMonths,
  weekdayOf,
} from "../values/calendar.ts";
import { parseLocalDate } from "../values/date-text.ts";
import { toInteger } from "../values/numbers.ts";
import type { Temporal } from "../values/temporal.ts";
import type { Value } from "../values/value.ts";
import { javaDateParts } from "./java-date-parts.ts";
import { clock, longOf, ordered, receiver, stringOf } from "./java-receivers.ts";
import type { BuiltinTable } from "./table.ts";

function dateArg(v: Value, method: string): Temporal {
  return receiver(v, ["LocalDate"], method);
}

function dayNumber(v: Value, method: string): number {
  return Number(dateArg(v, method).amount);
}

function civil(v: Value, method: string): Civil {
  return civilOf(dayNumber(v, method));
}

function dateFrom(year: Value, month: Value, day: Value): Value {
  const [y, m, d] = [year, month, day].map((n) => Number(longOf(n, "LocalDate/of"))) as [number, number, number];
  return dateOf(y, m, d);
}

function dayOfYear(date: Value): Value {
  const days = dayNumber(date, ".getDayOfYear");
  return days - daysOf({ year: civilOf(days).year, month: 1, day: 1 }) + 1;
}

function shiftDays(date: Value, n: Value, sign: bigint, method: string): Value {
  return localDate(asLong(dateArg(date, method).amount + sign * longOf(n, method)));
}

function shiftWeeks(date: Value, n: Value, sign: bigint, method: string): Value {
  return localDate(asLong(dateArg(date, method).amount + 7n * sign * longOf(n, method)));
}

function shiftMonths(date: Value, n: Value, sign: bigint, method: string): Value {
  return plusMonths(dayNumber(date, method), sign * longOf(n, method));
}

function shiftYears(date: Value, n: Value, sign: bigint, method: string): Value {
  return plusMonths(dayNumber(date, method), 12n * sign * longOf(n, method));
}

const group = "Dates";

export const javaDates = {
  ...javaDateParts,
  "LocalDate/parse": {
    home: "java",
    group,
    params: ["text"],
    doc: "Reads a date written as YYYY-MM-DD, as strictly as Java does.",
    examples: [
      { code: '(str (LocalDate/parse "2024-01-31"))', gives: '"2024-01-31"' },
      { code: '(LocalDate/parse "2024-02-30")', gives: "error: java_domain_error" },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.LocalDate/parse"],
    run1: (text) => localDate(parseLocalDate(stringOf(text, "LocalDate/parse"))),
  },
  "LocalDate/of": {
    home: "java",
    group,
    params: ["year month day"],
    doc: "The date of a year, month (1–12) and day of the month.",
    examples: [
      { code: "(str (LocalDate/of 2024 2 29))", gives: '"2024-02-29"' },
      { code: "(LocalDate/of 2023 2 29)", gives: "error: java_domain_error" },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.LocalDate/of"],
    run3: dateFrom,
  },
  "LocalDate/ofEpochDay": {
    home: "java",
    group,
    params: ["days"],
    doc: "The date so many days after 1970-01-01.",
    examples: [
      { code: "(str (LocalDate/ofEpochDay 0))", gives: '"1970-01-01"' },
      { code: "(str (LocalDate/ofEpochDay 19753))", gives: '"2024-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.LocalDate/ofEpochDay"],
    run1: (days) => localDate(longOf(days, "LocalDate/ofEpochDay")),
  },
  "LocalDate/now": {
    home: "java",
    group,
    params: [""],
    doc: "Today's date in UTC by the clock of the host; an error when the host gave none.",
    examples: [
      { code: "(= (LocalDate/now) (LocalDate/now))", gives: "true" },
      { code: "(.isBefore (LocalDate/of 2000 1 1) (LocalDate/now))", gives: "true" },
    ],
    clojure: { differs: "The clock is the one the host provides, and the zone is UTC." },
    since: "0.1",
    varies: "always",
    aliases: ["java.time.LocalDate/now"],
    run0: () => localDate(floorDiv(clock(), 86_400_000n)),
  },
  ".toEpochDay": {
    home: "java",
    group,
    params: ["date"],
    doc: "Days from 1970-01-01 to the date.",
    examples: [
      { code: '(.toEpochDay (LocalDate/parse "2024-01-31"))', gives: "19753" },
      { code: '(.toEpochDay (LocalDate/parse "1969-12-31"))', gives: "-1" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => toInteger(dateArg(date, ".toEpochDay").amount),
  },
  ".getYear": {
    home: "java",
    group,
    params: ["date"],
    doc: "The year of a date.",
    examples: [
      { code: '(.getYear (LocalDate/parse "2024-01-31"))', gives: "2024" },
      { code: "(.getYear (LocalDate/of 1999 12 31))", gives: "1999" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => civil(date, ".getYear").year,
  },
  ".getMonthValue": {
    home: "java",
    group,
    params: ["date"],
    doc: "The month of a date, 1 to 12.",
    examples: [
      { code: '(.getMonthValue (LocalDate/parse "2024-01-31"))', gives: "1" },
      { code: "(.getMonthValue (LocalDate/of 1999 12 31))", gives: "12" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => civil(date, ".getMonthValue").month,
  },
  ".getDayOfMonth": {
    home: "java",
    group,
    params: ["date"],
    doc: "The day of the month of a date.",
    examples: [
      { code: '(.getDayOfMonth (LocalDate/parse "2024-01-31"))', gives: "31" },
      { code: "(.getDayOfMonth (LocalDate/of 2024 2 29))", gives: "29" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => civil(date, ".getDayOfMonth").day,
  },
  ".getDayOfYear": {
    home: "java",
    group,
    params: ["date"],
    doc: "The day of the year of a date, from 1.",
    examples: [
      { code: '(.getDayOfYear (LocalDate/parse "2024-01-31"))', gives: "31" },
      { code: "(.getDayOfYear (LocalDate/of 2024 12 31))", gives: "366" },
    ],
    clojure: "same",
    since: "0.1",
    run1: dayOfYear,
  },
  ".lengthOfMonth": {
    home: "java",
    group,
    params: ["date"],
    doc: "How many days the month of a date has.",
    examples: [
      { code: '(.lengthOfMonth (LocalDate/parse "2024-01-31"))', gives: "31" },
      { code: "(.lengthOfMonth (LocalDate/of 2024 2 1))", gives: "29" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => {
      const { year, month } = civil(date, ".lengthOfMonth");
      return monthLength(year, month);
    },
  },
  ".isLeapYear": {
    home: "java",
    group,
    params: ["date"],
    doc: "Whether the year of a date is a leap year.",
    examples: [
      { code: '(.isLeapYear (LocalDate/parse "2024-01-31"))', gives: "true" },
      { code: "(.isLeapYear (LocalDate/of 1900 1 1))", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => isLeapYear(civil(date, ".isLeapYear").year),
  },
  ".getDayOfWeek": {
    home: "java",
    group,
    params: ["date"],
    doc: "The day of the week of a date as an upper-case English name.",
    examples: [
      { code: '(.getDayOfWeek (LocalDate/parse "2024-01-31"))', gives: '"WEDNESDAY"' },
      { code: "(.getDayOfWeek (LocalDate/of 2024 3 31))", gives: '"SUNDAY"' },
    ],
    clojure: { differs: "Gives a string, not a DayOfWeek." },
    since: "0.1",
    run1: (date) => weekdayOf(dayNumber(date, ".getDayOfWeek")),
  },
  ".plusDays": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n days later.",
    examples: [
      { code: '(str (.plusDays (LocalDate/parse "2024-01-31") 2))', gives: '"2024-02-02"' },
      { code: '(str (.plusDays (LocalDate/parse "2024-01-31") -31))', gives: '"2023-12-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftDays(date, n, 1n, ".plusDays"),
  },
  ".minusDays": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n days earlier.",
    examples: [
      { code: '(str (.minusDays (LocalDate/parse "2024-01-31") 31))', gives: '"2023-12-31"' },
      { code: '(str (.minusDays (LocalDate/parse "2024-01-31") 0))', gives: '"2024-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftDays(date, n, -1n, ".minusDays"),
  },
  ".plusWeeks": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n weeks later.",
    examples: [
      { code: '(str (.plusWeeks (LocalDate/parse "2024-01-31") 1))', gives: '"2024-02-07"' },
      { code: '(str (.plusWeeks (LocalDate/parse "2024-01-31") -1))', gives: '"2024-01-24"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftWeeks(date, n, 1n, ".plusWeeks"),
  },
  ".minusWeeks": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n weeks earlier.",
    examples: [
      { code: '(str (.minusWeeks (LocalDate/parse "2024-01-31") 1))', gives: '"2024-01-24"' },
      { code: '(str (.minusWeeks (LocalDate/parse "2024-01-31") 0))', gives: '"2024-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftWeeks(date, n, -1n, ".minusWeeks"),
  },
  ".plusMonths": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n months later. A day the new month lacks becomes its last.",
    examples: [
      { code: '(str (.plusMonths (LocalDate/parse "2024-01-31") 1))', gives: '"2024-02-29"' },
      { code: '(str (.plusMonths (LocalDate/parse "2024-01-31") 13))', gives: '"2025-02-28"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftMonths(date, n, 1n, ".plusMonths"),
  },
  ".minusMonths": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n months earlier. A day the new month lacks becomes its last.",
    examples: [
      { code: '(str (.minusMonths (LocalDate/parse "2024-01-31") 2))', gives: '"2023-11-30"' },
      { code: '(str (.minusMonths (LocalDate/parse "2024-01-31") 0))', gives: '"2024-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftMonths(date, n, -1n, ".minusMonths"),
  },
  ".plusYears": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n years later. A day the new month lacks becomes its last.",
    examples: [
      { code: '(str (.plusYears (LocalDate/parse "2024-01-31") 1))', gives: '"2025-01-31"' },
      { code: '(str (.plusYears (LocalDate/parse "2024-01-31") -24))', gives: '"2000-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftYears(date, n, 1n, ".plusYears"),
  },
  ".minusYears": {
    home: "java",
    group,
    params: ["date n"],
    doc: "The date n years earlier. A day the new month lacks becomes its last.",
    examples: [
      { code: '(str (.minusYears (LocalDate/parse "2024-01-31") 24))', gives: '"2000-01-31"' },
      { code: '(str (.minusYears (LocalDate/parse "2024-01-31") 0))', gives: '"2024-01-31"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (date, n) => shiftYears(date, n, -1n, ".minusYears"),
  },
  ".isBefore": {
    home: "java",
    group,
    params: ["a b"],
    doc: "Whether a comes before b, two LocalDates or two Instants.",
    examples: [
      { code: '(.isBefore (LocalDate/parse "2024-01-31") (LocalDate/of 2024 2 1))', gives: "true" },
      {
        code: '(.isBefore (Instant/parse "2024-01-01T00:00:00Z") (Instant/parse "2024-01-02T12:00:00Z"))',
        gives: "true",
      },
      {
        code: '(.isBefore (LocalDate/parse "2024-01-31") (Instant/parse "2024-01-31T12:00:00Z"))',
        gives: "error: java_type_error",
      },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => ordered(a, b, ["LocalDate", "Instant"], ".isBefore") < 0,
  },
  ".isAfter": {
    home: "java",
    group,
    params: ["a b"],
    doc: "Whether a comes after b, two LocalDates or two Instants.",
    examples: [
      { code: '(.isAfter (LocalDate/parse "2024-01-31") (LocalDate/of 2024 2 1))', gives: "false" },
      {
        code: '(.isAfter (Instant/parse "2024-01-01T00:00:00Z") (Instant/parse "2024-01-02T12:00:00Z"))',
        gives: "false",
      },
      {
        code: '(.isAfter (LocalDate/parse "2024-01-31") (Instant/parse "2024-01-31T12:00:00Z"))',
        gives: "error: java_type_error",
      },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => ordered(a, b, ["LocalDate", "Instant"], ".isAfter") > 0,
  },
  ".isEqual": {
    home: "java",
    group,
    params: ["a b"],
    doc: "Whether two LocalDates are the same day.",
    examples: [
      { code: '(.isEqual (LocalDate/parse "2024-01-31") (LocalDate/of 2024 1 31))', gives: "true" },
      { code: '(.isEqual (LocalDate/parse "2024-01-31") (LocalDate/of 2024 2 1))', gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => ordered(a, b, ["LocalDate"], ".isEqual") === 0,
  },
} satisfies BuiltinTable;
