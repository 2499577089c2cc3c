// The four time classes as Java has them: proleptic Gregorian dates, instants and durations in seconds and nanoseconds,
// legacy dates in milliseconds. Everything is UTC and pure arithmetic; text is what Java's toString prints, except for Date,
// which shows as the instant it stands for.

import { fault } from "../fault.ts";
import { charge } from "../meter.ts";
import { Temporal } from "./temporal.ts";

const NANOS = 1_000_000_000;
const DAY_SECONDS = 86_400n;
const LONG_MAX = 9_223_372_036_854_775_807n;
const LONG_MIN = -LONG_MAX - 1n;
const YEAR_MAX = 999_999_999;

export interface Civil {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01. Years count from March, so that a leap day comes last; eras are 400 years. */
export function daysOf({ year, month, day }: Civil): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function civilOf(days: number): Civil {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function monthLength(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const weekdayNames: readonly string[] = "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY".split(" ");
export const monthNames: readonly string[] =
  "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER".split(" ");

/** Day 0 was a Thursday. */
export function weekdayOf(days: number): string {
  return weekdayNames[(((days + 3) % 7) + 7) % 7]!;
}

const firstDay = daysOf({ year: -YEAR_MAX, month: 1, day: 1 });
const lastDay = daysOf({ year: YEAR_MAX, month: 12, day: 31 });
const firstSecond = BigInt(daysOf({ year: -YEAR_MAX - 1, month: 1, day: 1 })) * DAY_SECONDS;
const lastSecond = BigInt(daysOf({ year: YEAR_MAX + 1, month: 12, day: 31 })) * DAY_SECONDS + DAY_SECONDS - 1n;

function outOfRange(what: string): never {
  fault("java_domain_error", `The result is outside the range of ${what}.`, "Check the amount that is added.");
}

/** A count that must fit Java's long. */
export function asLong(n: bigint): bigint {
  if (n < LONG_MIN || n > LONG_MAX)
    fault("java_domain_error", "The result does not fit a 64-bit integer.", "Check the amount or use a larger unit.");
  return n;
}

export function localDate(days: bigint): Temporal {
  if (days < BigInt(firstDay) || days > BigInt(lastDay)) outOfRange("LocalDate");
  charge(96);
  return new Temporal("LocalDate", days, 0, () => dateText(Number(days)));
}

/** The date of a year, month and day of the month; an error when there is none. */
export function dateOf(year: number, month: number, day: number): Temporal {
  if (Math.abs(year) > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > monthLength(year, month))
    fault(
      "java_domain_error",
      `There is no day ${day} of month ${month} in the year ${year}.`,
      "Months go from 1 to 12.",
    );
  return localDate(BigInt(daysOf({ year, month, day })));
}

/** Java's compareTo of two dates: the difference of the years, else of the months, else of the days. */
export function compareDates(a: Temporal, b: Temporal): number {
  const [x, y] = [civilOf(Number(a.amount)), civilOf(Number(b.amount))];
  return x.year - y.year || x.month - y.month || x.day - y.day;
}

export function instant(seconds: bigint, nanos: number): Temporal {
  if (seconds < firstSecond || seconds > lastSecond) outOfRange("Instant");
  charge(96);
  return new Temporal("Instant", seconds, nanos, () => instantText(seconds, nanos));
}

export function instantOfMillis(millis: bigint): Temporal {
  return instant(floorDiv(millis, 1000n), Number(floorMod(millis, 1000n)) * 1_000_000);
}

export function duration(seconds: bigint, nanos: number): Temporal {
  asLong(seconds);
  charge(96);
  return new Temporal("Duration", seconds, nanos, () => durationText(seconds, nanos));
}

export function legacyDate(millis: bigint): Temporal {
  asLong(millis);
  charge(96);
  const seconds = floorDiv(millis, 1000n);
  const nanos = Number(floorMod(millis, 1000n)) * 1_000_000;
  return new Temporal("Date", millis, 0, () => instantText(seconds, nanos));
}

/** Seconds and nanoseconds from a total of nanoseconds. */
export function splitNanos(total: bigint): readonly [bigint, number] {
  return [floorDiv(total, BigInt(NANOS)), Number(floorMod(total, BigInt(NANOS)))];
}

export function totalNanos(t: Temporal): bigint {
  return t.amount * BigInt(NANOS) + BigInt(t.nanos);
}

export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

function floorMod(a: bigint, b: bigint): bigint {
  return a - floorDiv(a, b) * b;
}

/** Moves a date by whole months; a day the new month lacks becomes its last. */
export function plusMonths(days: number, months: bigint): Temporal {
  const { year, month, day } = civilOf(days);
  const total = BigInt(year) * 12n + BigInt(month - 1) + months;
  const newYear = floorDiv(total, 12n);
  if (newYear < BigInt(-YEAR_MAX) || newYear > BigInt(YEAR_MAX)) outOfRange("LocalDate");
  const y = Number(newYear);
  const m = Number(floorMod(total, 12n)) + 1;
  return localDate(BigInt(daysOf({ year: y, month: m, day: Math.min(day, monthLength(y, m)) })));
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}

/** Four digits at least; a plus sign only where there are more. */
function yearText(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, "0");
  return year < 0 ? `-${digits}` : year > 9999 ? `+${digits}` : digits;
}

function dateText(days: number): string {
  const { year, month, day } = civilOf(days);
  return `${yearText(year)}-${two(month)}-${two(day)}`;
}

/** No fraction, or 3, 6 or 9 digits of it. */
function instantText(seconds: bigint, nanos: number): string {
  const days = floorDiv(seconds, DAY_SECONDS);
  const rest = Number(floorMod(seconds, DAY_SECONDS));
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  const fraction =
    nanos === 0
      ? ""
      : nanos % 1_000_000 === 0
        ? `.${String(nanos / 1_000_000).padStart(3, "0")}`
        : nanos % 1000 === 0
          ? `.${String(nanos / 1000).padStart(6, "0")}`
          : `.${String(nanos).padStart(9, "0")}`;
  return `${dateText(Number(days))}T${time}${fraction}Z`;
}

/** Every part carries the sign of the whole: PT-1H-0.5S. */
function durationText(seconds: bigint, nanos: number): string {
  if (seconds === 0n && nanos === 0) return "PT0S";
  const total = seconds * BigInt(NANOS) + BigInt(nanos);
  const whole = total / BigInt(NANOS);
  const fraction = Number(total < 0n ? -(total % BigInt(NANOS)) : total % BigInt(NANOS));
  const hours = whole / 3600n;
  const minutes = (whole % 3600n) / 60n;
  const rest = whole % 60n;
  let text = "PT";
  if (hours !== 0n) text += `${hours}H`;
  if (minutes !== 0n) text += `${minutes}M`;
  if (rest === 0n && fraction === 0) return text;
  const sign = rest === 0n && total < 0n ? "-" : "";
  const digits = fraction === 0 ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
  return `${text}${sign}${rest}${digits}S`;
}
