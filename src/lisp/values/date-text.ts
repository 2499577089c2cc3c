// Reading dates and times. ISO text is taken as strictly as java.time takes it; the legacy English forms of java.util.Date
// follow Java's old parser, with UTC where no zone is given and without its guesses about two-digit years.

import { fault } from "../fault.ts";
import { daysOf, monthLength } from "./calendar.ts";

/** What could not be read, in the program's terms. */
function unreadable(text: string, what: string, hint: string): never {
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  fault("java_domain_error", `"${shown}" is not ${what}.`, hint);
}

const DATE = "(-?\\d{4}|[+-]\\d{5,10})-(\\d\\d)-(\\d\\d)";
const isoDate = new RegExp(`^${DATE}$`);
const isoInstant = new RegExp(
  `^${DATE}[Tt](\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{0,9}))?(?:[Zz]|([+-])(\\d\\d):(\\d\\d)(?::(\\d\\d))?)$`,
);

/** Days since 1970 of the three fields of a date, or null when there is no such day. */
function days(year: string, month: string, day: string): number | null {
  if (/^-0+$/.test(year)) return null;
  const y = Number(year);
  const m = Number(month);
  const d = Number(day);
  return m < 1 || m > 12 || d < 1 || d > monthLength(y, m) ? null : daysOf({ year: y, month: m, day: d });
}

/** Days since 1970 of "2024-01-31". */
export function parseLocalDate(text: string): bigint {
  const m = text.length <= 32 ? isoDate.exec(text) : null;
  const found = m === null || Math.abs(Number(m[1])) > 999_999_999 ? null : days(m[1]!, m[2]!, m[3]!);
  if (found === null)
    unreadable(
      text,
      "a date",
      /^\d{4}-\d\d-\d\d[T ]/.test(text)
        ? "LocalDate/parse takes the date alone: use (subs s 0 10), or Instant/parse for a date with time and zone."
        : "Write it as YYYY-MM-DD, e.g. 2024-01-31.",
    );
  return BigInt(found);
}

/** Seconds since 1970 and nanoseconds of "2024-01-31T12:00:00Z". */
export function parseInstant(text: string): readonly [bigint, number] {
  const m = text.length <= 64 ? isoInstant.exec(text) : null;
  const day = m === null ? null : days(m[1]!, m[2]!, m[3]!);
  const clock = m === null ? null : secondsOfDay(Number(m[4]), Number(m[5]), Number(m[6]), m[7] ?? "");
  const offset = m === null ? null : offsetSeconds(m[8], m[9], m[10], m[11]);
  if (m === null || day === null || clock === null || offset === null)
    unreadable(
      text,
      "an instant",
      /^\d{4}-\d\d-\d\d$/.test(text)
        ? "Instant/parse needs a time and a zone; use LocalDate/parse for a date alone."
        : "Write it as 2024-01-31T12:00:00Z, with seconds and Z or an offset like +02:00.",
    );
  return [BigInt(day) * 86_400n + BigInt(clock - offset), Number((m[7] ?? "").padEnd(9, "0"))];
}

/** 24:00:00 is the end of the day; a leap second counts as the second before it. */
function secondsOfDay(hour: number, minute: number, second: number, fraction: string): number | null {
  if (hour === 24 && minute === 0 && second === 0 && /^0*$/.test(fraction)) return 86_400;
  if (hour === 23 && minute === 59 && second === 60) return 86_399;
  return hour > 23 || minute > 59 || second > 59 ? null : hour * 3600 + minute * 60 + second;
}

function offsetSeconds(sign?: string, hours = "0", minutes = "0", seconds = "0"): number | null {
  const s = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (Number(minutes) > 59 || Number(seconds) > 59 || s > 18 * 3600) return null;
  return sign === "-" ? -s : s;
}

const words: readonly (readonly [string, Word])[] = [
  ["am", { kind: "half", value: 0 }],
  ["pm", { kind: "half", value: 12 }],
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
    (name) => [name, { kind: "weekday", value: 0 }] as const,
  ),
  ...(
    "january february march april may june july august september october november december".split(" ") as string[]
  ).map((name, i) => [name, { kind: "month", value: i + 1 }] as const),
  ["gmt", { kind: "zone", value: 0 }],
  ["ut", { kind: "zone", value: 0 }],
  ["utc", { kind: "zone", value: 0 }],
  ["est", { kind: "zone", value: 300 }],
  ["edt", { kind: "zone", value: 240 }],
  ["cst", { kind: "zone", value: 360 }],
  ["cdt", { kind: "zone", value: 300 }],
  ["mst", { kind: "zone", value: 420 }],
  ["mdt", { kind: "zone", value: 360 }],
  ["pst", { kind: "zone", value: 480 }],
  ["pdt", { kind: "zone", value: 420 }],
];

interface Word {
  readonly kind: "half" | "weekday" | "month" | "zone";
  /** Hours to add, the month, or minutes west of Greenwich. */
  readonly value: number;
}

interface Fields {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Minutes west of Greenwich. */
  zone?: number;
}

/** Milliseconds since 1970 of "Jan 8 2026 14:30:00 UTC" and its kin. */
export function parseLegacyDate(text: string): bigint {
  const fields = text.length <= 128 ? readLegacy(text) : null;
  const { year, month, day, hour = 0, minute = 0, second = 0, zone = 0 } = fields ?? {};
  const first = daysOf({ year: 1582, month: 10, day: 15 });
  if (year !== undefined && month !== undefined && day !== undefined && year <= 999_999) {
    // Like Java, a month or day past its end runs on into the next.
    const y = year + Math.floor((month - 1) / 12);
    const at = daysOf({ year: y, month: ((month - 1) % 12) + 1, day: 1 }) + day - 1;
    if (at >= first) return BigInt((at * 86_400 + hour * 3600 + (minute + zone) * 60 + second) * 1000);
  }
  return unreadable(
    text,
    "a date java.util.Date. can read",
    "Write it as Jan 8 2026 14:30:00 UTC with a four-digit year, or use LocalDate/parse or Instant/parse for ISO text.",
  );
}

/** The fields of the text by Java's rules, or null. */
function readLegacy(text: string): Fields | null {
  const fields: Fields = {};
  const plain = text.replace(/\([^)]*\)/g, " ");
  const token = /[A-Za-z.]+|\d+|\S|\s+/y;
  let sign = "";
  for (let m = token.exec(plain); m !== null; m = token.exec(plain)) {
    const part = m[0];
    const next = plain[token.lastIndex] ?? "";
    if (/^\d/.test(part)) {
      if (!takeNumber(fields, part, next, sign)) return null;
      sign = "";
      // The separator after a number belongs to it.
      if (next === "/" || next === ":") token.lastIndex++;
    } else if (/^[A-Za-z]/.test(part)) {
      if (!takeWord(fields, part)) return null;
      sign = "";
    } else if (part === "+" || part === "-") sign = part;
    else if (part.trim() !== "" && part !== ",") return null;
  }
  return fields;
}

function takeWord(f: Fields, part: string): boolean {
  const wanted = part.toLowerCase();
  const found = part.length < 2 ? undefined : words.findLast(([name]) => name.startsWith(wanted));
  if (found === undefined) return false;
  const { kind, value } = found[1];
  if (kind === "month") {
    if (f.month !== undefined) return false;
    f.month = value;
  } else if (kind === "zone") f.zone = value;
  else if (kind === "half") {
    if (f.hour === undefined || f.hour < 1 || f.hour > 12) return false;
    f.hour = (f.hour % 12) + value;
  }
  return true;
}

function takeNumber(f: Fields, digits: string, next: string, sign: string): boolean {
  if (digits.length > 7) return false;
  const n = Number(digits);
  const ends = next === "" || next === "," || next === "/" || next.trim() === "";
  if (sign === "+" || (sign === "-" && f.year !== undefined)) {
    if (f.zone !== undefined && f.zone !== 0) return false;
    const minutes = n < 24 ? n * 60 : (n % 100) + Math.floor(n / 100) * 60;
    f.zone = sign === "+" ? -minutes : minutes;
  } else if (n >= 70) {
    // Years of fewer than four digits would need a guess that changes with the calendar.
    if (f.year !== undefined || !ends || digits.length < 4) return false;
    f.year = n;
  } else if (next === ":") {
    if (f.hour === undefined) f.hour = n;
    else if (f.minute === undefined) f.minute = n;
    else return false;
  } else if (next === "/") {
    if (f.month === undefined) f.month = n;
    else if (f.day === undefined) f.day = n;
    else return false;
  } else if (!ends && next !== "-") return false;
  else if (f.hour !== undefined && f.minute === undefined) f.minute = n;
  else if (f.minute !== undefined && f.second === undefined) f.second = n;
  else if (f.day === undefined) f.day = n;
  else return false;
  return true;
}
