// The parts of dates and times that %t prints. Every time is taken in UTC: a program's result must not depend on where
// it runs. Years, months and days follow the proleptic Gregorian calendar.

import { asBig, isInteger } from "./numbers.ts";
import { Temporal } from "./temporal.ts";
import type { Value } from "./value.ts";

const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const DAY = 86_400_000n;

interface Moment {
  readonly days: number;
  /** Null for a LocalDate, which has no time of day. */
  readonly time: Clock | null;
}

interface Clock {
  readonly seconds: number;
  readonly nanos: number;
  readonly epochMillis: bigint;
  readonly epochSeconds: bigint;
}

/** A part by its letter; null when this value has no such part. */
export function formatTime(part: string, v: Value): string | null {
  const moment = momentOf(v);
  if (moment === null) return null;
  const date = dateParts[part];
  if (date !== undefined) return date(civil(moment.days), moment.days);
  const clock = clockParts[part];
  if (clock !== undefined) return moment.time === null ? null : clock(moment.time);
  const parts = composed[part]!.replace(/%(.)/g, (_, letter: string) => formatTime(letter, v) ?? "\0");
  return parts.includes("\0") ? null : part === "r" ? parts.replace(/[ap]m$/, (s) => s.toUpperCase()) : parts;
}

function momentOf(v: Value): Moment | null {
  if (isInteger(v)) return fromMillis(asBig(v));
  if (!(v instanceof Temporal)) return null;
  if (v.class_ === "Date") return fromMillis(v.amount);
  if (v.class_ === "LocalDate") return { days: Number(v.amount), time: null };
  if (v.class_ === "Instant") return fromMillis(v.amount * 1000n + BigInt(Math.floor(v.nanos / 1e6)), v.nanos);
  return null;
}

function fromMillis(millis: bigint, nanos = Number(floorMod(millis, 1000n)) * 1_000_000): Moment | null {
  // Java's long milliseconds; beyond them there is no date.
  if (millis < -(2n ** 63n) || millis >= 2n ** 63n) return null;
  const inDay = floorMod(millis, DAY);
  return {
    days: Number((millis - inDay) / DAY),
    time: {
      seconds: Math.floor(Number(inDay) / 1000),
      nanos,
      epochMillis: millis,
      epochSeconds: millis / 1000n,
    },
  };
}

function floorMod(n: bigint, d: bigint): bigint {
  return ((n % d) + d) % d;
}

interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01 to a date. Counts in 400-year cycles that begin on March 1st, so that leap days come last. */
function civil(days: number): Civil {
  const shifted = days + 719_468;
  const cycle = Math.floor(shifted / 146_097);
  const dayOfCycle = shifted - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle - Math.floor(dayOfCycle / 1460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

function dayOfYear({ year, month, day }: Civil): number {
  const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1]!;
  const leap = month > 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return before + day + (leap ? 1 : 0);
}

/** Java prints the year of the era: the year before 1 is 1 again. */
function eraYear(year: number): number {
  return year > 0 ? year : 1 - year;
}

const pad = (n: number, width: number): string => String(n).padStart(width, "0");
const hour12 = (seconds: number): number => Math.floor(seconds / 3600) % 12 || 12;

const dateParts: Readonly<Record<string, (date: Civil, days: number) => string>> = {
  Y: (d) => pad(eraYear(d.year), 4),
  y: (d) => pad(eraYear(d.year) % 100, 2),
  C: (d) => pad(Math.floor(eraYear(d.year) / 100), 2),
  m: (d) => pad(d.month, 2),
  B: (d) => months[d.month - 1]!,
  b: (d) => months[d.month - 1]!.slice(0, 3),
  h: (d) => months[d.month - 1]!.slice(0, 3),
  d: (d) => pad(d.day, 2),
  e: (d) => String(d.day),
  j: (d) => pad(dayOfYear(d), 3),
  A: (_, days) => weekdays[(((days + 4) % 7) + 7) % 7]!,
  a: (_, days) => weekdays[(((days + 4) % 7) + 7) % 7]!.slice(0, 3),
};

const clockParts: Readonly<Record<string, (time: Clock) => string>> = {
  H: (t) => pad(Math.floor(t.seconds / 3600), 2),
  k: (t) => String(Math.floor(t.seconds / 3600)),
  I: (t) => pad(hour12(t.seconds), 2),
  l: (t) => String(hour12(t.seconds)),
  M: (t) => pad(Math.floor(t.seconds / 60) % 60, 2),
  S: (t) => pad(t.seconds % 60, 2),
  L: (t) => pad(Math.floor(t.nanos / 1e6), 3),
  N: (t) => pad(t.nanos, 9),
  p: (t) => (t.seconds < 43_200 ? "am" : "pm"),
  z: () => "+0000",
  Z: () => "UTC",
  s: (t) => String(t.epochSeconds),
  Q: (t) => String(t.epochMillis),
};

const composed: Readonly<Record<string, string>> = {
  F: "%Y-%m-%d",
  D: "%m/%d/%y",
  T: "%H:%M:%S",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  c: "%a %b %d %H:%M:%S %Z %Y",
};

/** Every letter %t takes. */
export const timeConversions = [dateParts, clockParts, composed].flatMap((t) => Object.keys(t)).join("");
