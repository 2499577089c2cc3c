// More of java.time: fields of a date set to a value, days and months by name, and the distance between two dates or
// instants in a ChronoUnit. Months, weekdays and units are strings here, spelled as Java prints them.

import { fault } from "../fault.ts";
import {
  asLong,
  civilOf,
  dateOf,
  daysOf,
  floorDiv,
  isLeapYear,
  monthLength,
  monthNames,
  totalNanos,
  weekdayNames,
} from "../values/calendar.ts";
import { toInteger } from "../values/numbers.ts";
import { Temporal } from "../values/temporal.ts";
import type { Value } from "../values/value.ts";
import { longOf, receiver, wrongArgument } from "./java-receivers.ts";
import type { BuiltinTable } from "./table.ts";

function dayNumber(v: Value, method: string): number {
  return Number(receiver(v, ["LocalDate"], method).amount);
}

function field(v: Value, method: string): number {
  return Number(longOf(v, method));
}

/** A day the new month lacks becomes its last, as in .plusMonths. */
function withMonth(date: Value, month: Value): Value {
  const { year, day } = civilOf(dayNumber(date, ".withMonth"));
  const m = field(month, ".withMonth");
  return dateOf(year, m, m >= 1 && m <= 12 ? Math.min(day, monthLength(year, m)) : 1);
}

function withYear(date: Value, year: Value): Value {
  const { month, day } = civilOf(dayNumber(date, ".withYear"));
  const y = field(year, ".withYear");
  return dateOf(y, month, Math.min(day, monthLength(y, month)));
}

function withDayOfMonth(date: Value, day: Value): Value {
  const { year, month } = civilOf(dayNumber(date, ".withDayOfMonth"));
  return dateOf(year, month, field(day, ".withDayOfMonth"));
}

function ofYearDay(year: Value, dayOfYear: Value): Value {
  const y = field(year, "LocalDate/ofYearDay");
  const d = field(dayOfYear, "LocalDate/ofYearDay");
  if (d < 1 || d > (isLeapYear(y) ? 366 : 365))
    fault(
      "java_domain_error",
      `The year ${y} has no day ${d}.`,
      "Days of a year go from 1 to 365, or 366 in leap years.",
    );
  const { month, day } = civilOf(daysOf({ year: y, month: 1, day: 1 }) + d - 1);
  return dateOf(y, month, day);
}

function positionOf(name: Value): Value {
  if (typeof name === "string")
    for (const names of [weekdayNames, monthNames]) if (names.includes(name)) return names.indexOf(name) + 1;
  return wrongArgument(name, ".getValue", "a day of the week or a month, such as .getDayOfWeek gives");
}

/** Nanoseconds in a unit; months and years have no fixed length. */
const lengths: ReadonlyMap<string, bigint> = new Map([
  ["Nanos", 1n],
  ["Millis", 1_000_000n],
  ["Seconds", 1_000_000_000n],
  ["Minutes", 60_000_000_000n],
  ["Hours", 3_600_000_000_000n],
  ["Days", 86_400_000_000_000n],
  ["Weeks", 604_800_000_000_000n],
]);
const monthsIn: ReadonlyMap<string, number> = new Map([
  ["Months", 1],
  ["Years", 12],
  ["Decades", 120],
  ["Centuries", 1200],
]);

function between(unit: Value, start: Value, end: Value): Value {
  const method = ".between";
  if (typeof unit !== "string" || !(lengths.has(unit) || monthsIn.has(unit)))
    fault("java_type_error", ".between belongs to a ChronoUnit.", "Write (.between ChronoUnit/DAYS start end).");
  const from = receiver(start, ["LocalDate", "Instant"], method);
  const to = receiver(end, [from.class_], method);
  if (from.class_ === "LocalDate") return toInteger(BigInt(datesBetween(unit, Number(from.amount), Number(to.amount))));
  const length = lengths.get(unit);
  if (length === undefined || unit === "Weeks")
    fault(
      "java_domain_error",
      `An Instant has no ${unit}.`,
      "Use ChronoUnit/DAYS or a shorter unit, or two LocalDates.",
    );
  // Java counts milliseconds from one whole millisecond to the other.
  if (unit === "Millis") return toInteger(floorDiv(totalNanos(to), length) - floorDiv(totalNanos(from), length));
  return toInteger(asLong((totalNanos(to) - totalNanos(from)) / length));
}

function datesBetween(unit: string, from: number, to: number): number {
  const months = monthsIn.get(unit);
  if (months !== undefined) return Math.trunc(monthsBetween(from, to) / months);
  if (unit !== "Days" && unit !== "Weeks")
    fault("java_domain_error", `A LocalDate has no ${unit}.`, "Use ChronoUnit/DAYS or a longer unit, or two Instants.");
  return Math.trunc((to - from) / (unit === "Weeks" ? 7 : 1));
}

/** Whole months, cut toward zero. */
function monthsBetween(from: number, to: number): number {
  const [a, b] = [civilOf(from), civilOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && b.day < a.day) return months - 1;
  return months < 0 && b.day > a.day ? months + 1 : months;
}

function until(start: Value, end: Value, unit: Value): Value {
  if (!(start instanceof Temporal)) receiver(start, ["LocalDate", "Instant"], ".until");
  return between(unit, start, end);
}

const about = { home: "java", group: "Dates", clojure: "same", since: "0.1" } as const;
const asString = { differs: "Months and days of the week are strings." } as const;

export const javaDateParts = {
  "LocalDate/ofYearDay": {
    ...about,
    params: ["year day"],
    doc: "The date of a year and a day of that year, from 1.",
    examples: [
      { code: "(str (LocalDate/ofYearDay 2024 60))", gives: '"2024-02-29"' },
      { code: "(LocalDate/ofYearDay 2023 366)", gives: "error: java_domain_error" },
    ],
    aliases: ["java.time.LocalDate/ofYearDay"],
    run2: ofYearDay,
  },
  ".getMonth": {
    ...about,
    params: ["date"],
    doc: "The month of a date as an upper-case English name; .getMonthValue gives its number.",
    examples: [
      { code: "(.getMonth (LocalDate/of 2024 1 31))", gives: '"JANUARY"' },
      { code: "(.getValue (.getMonth (LocalDate/of 2024 12 1)))", gives: "12" },
    ],
    clojure: asString,
    run1: (date) => monthNames[civilOf(dayNumber(date, ".getMonth")).month - 1] as string,
  },
  ".getValue": {
    ...about,
    params: ["name"],
    doc: "The number of a day of the week (MONDAY is 1) or of a month (JANUARY is 1).",
    examples: [
      { code: "(.getValue (.getDayOfWeek (LocalDate/of 2024 1 31)))", gives: "3" },
      { code: "(.getValue (.getMonth (LocalDate/of 2024 1 31)))", gives: "1" },
    ],
    clojure: asString,
    run1: positionOf,
  },
  ".lengthOfYear": {
    ...about,
    params: ["date"],
    doc: "How many days the year of a date has.",
    examples: [
      { code: "(.lengthOfYear (LocalDate/of 2024 1 31))", gives: "366" },
      { code: "(.lengthOfYear (LocalDate/of 2023 1 31))", gives: "365" },
    ],
    run1: (date) => (isLeapYear(civilOf(dayNumber(date, ".lengthOfYear")).year) ? 366 : 365),
  },
  ".withDayOfMonth": {
    ...about,
    params: ["date day"],
    doc: "The date with another day of the month.",
    examples: [
      { code: "(str (.withDayOfMonth (LocalDate/of 2024 1 31) 1))", gives: '"2024-01-01"' },
      { code: "(.withDayOfMonth (LocalDate/of 2024 2 1) 30)", gives: "error: java_domain_error" },
    ],
    run2: withDayOfMonth,
  },
  ".withMonth": {
    ...about,
    params: ["date month"],
    doc: "The date with another month, 1 to 12. A day the new month lacks becomes its last.",
    examples: [
      { code: "(str (.withMonth (LocalDate/of 2024 1 31) 2))", gives: '"2024-02-29"' },
      { code: "(.withMonth (LocalDate/of 2024 1 31) 13)", gives: "error: java_domain_error" },
    ],
    run2: withMonth,
  },
  ".withYear": {
    ...about,
    params: ["date year"],
    doc: "The date with another year. February 29 becomes 28 where there is none.",
    examples: [
      { code: "(str (.withYear (LocalDate/of 2024 2 29) 2023))", gives: '"2023-02-28"' },
      { code: "(str (.withYear (LocalDate/of 2024 2 29) 2000))", gives: '"2000-02-29"' },
    ],
    run2: withYear,
  },
  ".between": {
    ...about,
    params: ["unit start end"],
    doc: "How many whole units, such as ChronoUnit/DAYS, lie between two LocalDates or two Instants.",
    examples: [
      { code: "(.between ChronoUnit/DAYS (LocalDate/of 2024 1 1) (LocalDate/of 2024 3 5))", gives: "64" },
      { code: "(.between ChronoUnit/MONTHS (LocalDate/of 2024 1 31) (LocalDate/of 2024 3 30))", gives: "1" },
      { code: "(.between ChronoUnit/HOURS (Instant/ofEpochSecond 0) (Instant/ofEpochSecond 7300))", gives: "2" },
    ],
    run3: between,
  },
  ".until": {
    ...about,
    params: ["start end unit"],
    doc: "How many whole units, such as ChronoUnit/DAYS, lie between start and end.",
    examples: [
      { code: "(.until (LocalDate/of 2024 1 1) (LocalDate/of 2024 3 5) ChronoUnit/DAYS)", gives: "64" },
      { code: "(.until (LocalDate/of 2024 3 5) (LocalDate/of 2024 1 1) ChronoUnit/WEEKS)", gives: "-9" },
    ],
    run3: until,
  },
} satisfies BuiltinTable;
