// Days, months and years of the Gregorian calendar, and the ISO 8601 texts for them. A moment keeps what its text said: how
// precise it was, and whether it named an offset from UTC.

export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Minutes east of UTC; null when the text did not say. */
  readonly offset: number | null;
  readonly precision: "year" | "month" | "day" | "time";
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0, offset: null } as const;

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysIn(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days since 1970-01-01. Date.UTC would take the years 0 to 99 for 1900 to 1999. */
export function dayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf({ year, month, day }: Pick<Moment, "year" | "month" | "day">): number {
  return ((((dayNumber(year, month, day) + 3) % 7) + 7) % 7) + 1;
}

export function dayOfYear({ year, month, day }: Moment): number {
  return dayNumber(year, month, day) - dayNumber(year, 1, 1) + 1;
}

/** ISO weeks: the first is the one with the year's first Thursday. */
export function weekOf(moment: Moment): { readonly year: number; readonly week: number } {
  const thursday = dayNumber(moment.year, moment.month, moment.day) + 4 - weekdayOf(moment);
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

export function fromDayNumber(days: number): Pick<Moment, "year" | "month" | "day"> {
  const date = new Date(days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function epochOf(m: Moment): number {
  const clock = ((m.hour * 60 + m.minute) * 60 + m.second) * 1000 + m.millisecond;
  return dayNumber(m.year, m.month, m.day) * DAY_MS + clock - (m.offset ?? 0) * MINUTE_MS;
}

export function fromEpoch(ms: number, offset: number | null): Moment {
  const local = Math.floor(ms) + (offset ?? 0) * MINUTE_MS;
  const days = Math.floor(local / DAY_MS);
  const clock = local - days * DAY_MS;
  return valid({
    ...fromDayNumber(days),
    hour: Math.floor(clock / 3_600_000),
    minute: Math.floor(clock / MINUTE_MS) % 60,
    second: Math.floor(clock / 1000) % 60,
    millisecond: clock % 1000,
    offset,
    precision: "time",
  });
}

/** The moment itself, when there is such a one. */
export function valid(m: Moment): Moment {
  if (!(m.year >= 1 && m.year <= 9999)) throw new Error(`The year ${m.year} is out of range; 1 to 9999 are known.`);
  if (!(m.month >= 1 && m.month <= 12)) throw new Error(`There is no month ${m.month}.`);
  const days = daysIn(m.year, m.month);
  if (!(m.day >= 1 && m.day <= days))
    throw new Error(`There is no day ${m.day} in ${pad(m.year, 4)}-${pad(m.month, 2)}, which has ${days} days.`);
  if (m.hour > 23) throw new Error(`There is no hour ${m.hour}; a day ends at 23:59, and midnight is 00:00.`);
  if (m.minute > 59) throw new Error(`There is no minute ${m.minute}.`);
  if (m.second > 59) throw new Error(`There is no second ${m.second}.`);
  return m;
}

export function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

export function isoDate(m: Moment): string {
  const parts = [pad(m.year, 4), pad(m.month, 2), pad(m.day, 2)];
  return parts.slice(0, m.precision === "year" ? 1 : m.precision === "month" ? 2 : 3).join("-");
}

export function isoTime(m: Moment): string {
  const fraction = m.millisecond === 0 ? "" : `.${pad(m.millisecond, 3)}`;
  return `${pad(m.hour, 2)}:${pad(m.minute, 2)}:${pad(m.second, 2)}${fraction}`;
}

export function isoOffset(minutes: number, separator = ":"): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60), 2)}${separator}${pad(size % 60, 2)}`;
}

export function isoText(m: Moment): string {
  if (m.precision !== "time") return isoDate(m);
  return `${isoDate(m)}T${isoTime(m)}${m.offset === null ? "" : m.offset === 0 ? "Z" : isoOffset(m.offset)}`;
}

/** "Z", "UTC", "+02:00", "-0530" or "+2" as minutes; null for anything else. */
export function readOffset(text: string): number | null {
  const found = /^(?:(?:UTC|GMT|Z)|(?:UTC|GMT)?([+\-−])(\d{1,2})(?::?(\d{2}))?)$/i.exec(text.trim());
  if (found === null) return null;
  const [, sign, hours = "0", minutes = "0"] = found;
  const size = Number(hours) * 60 + Number(minutes);
  if (size > 18 * 60 || Number(minutes) > 59) return null;
  return sign === undefined || sign === "+" || size === 0 ? size : -size;
}

export function wantOffset(zone: string): number {
  const offset = readOffset(zone);
  if (offset !== null) return offset;
  throw new Error(
    `The zone ${JSON.stringify(zone)} is not an offset from UTC. Pass one like "+02:00" or "Z"; the rules of named zones are not known here.`,
  );
}

const isoTimeText = String.raw`(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?`;
const isoForms = new RegExp(
  String.raw`^(\d{4})(?:-?W(\d{2})(?:-?([1-7]))?|-(\d{3})|-(\d{2})(?:-(\d{2}))?|(\d{2})(\d{2}))?(?:(?:T|t|\s+)${isoTimeText}\s*(Z|z|[+\-−]\d{2}(?::?\d{2})?)?)?$`,
);

/** ISO 8601 and its common looks: dates, week dates, days of the year; with a time and an offset, or without. */
export function readIso(text: string): Moment | null {
  const found = isoForms.exec(text.trim());
  if (found === null) return null;
  const [, y, week, weekday, ordinal, m1, d1, m2, d2, hour, minute, second, fraction, zone] = found;
  const year = Number(y);
  const clock = clockOf(hour, minute, second, fraction);
  const offset = zone === undefined ? null : wantOffset(zone);
  const timed = hour !== undefined;
  const day = d1 ?? d2 ?? ordinal ?? weekday;
  if (timed && day === undefined) return null;
  const precision = timed ? "time" : day !== undefined ? "day" : (m1 ?? week) !== undefined ? "month" : "year";
  if (week !== undefined)
    return inWeek(year, Number(week), Number(weekday ?? 1), { ...clock, offset, precision: timed ? "time" : "day" });
  if (ordinal !== undefined) return onDay(year, Number(ordinal), { ...clock, offset, precision });
  return valid({ year, month: Number(m1 ?? m2 ?? 1), day: Number(d1 ?? d2 ?? 1), ...clock, offset, precision });
}

export function clockOf(hour = "0", minute = "0", second = "0", fraction = "") {
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
  };
}

type Clock = Omit<Moment, "year" | "month" | "day">;

function inWeek(year: number, week: number, weekday: number, clock: Clock): Moment {
  const fourth = { year, month: 1, day: 4 };
  const days = dayNumber(year, 1, 4) - weekdayOf(fourth) + (week - 1) * 7 + weekday;
  const moment = valid({ ...fromDayNumber(days), ...clock });
  if (week < 1 || weekOf(moment).year !== year) throw new Error(`There is no week ${week} in ${year}.`);
  return moment;
}

export function onDay(year: number, ordinal: number, clock: Clock): Moment {
  const last = isLeap(year) ? 366 : 365;
  if (ordinal < 1 || ordinal > last) throw new Error(`There is no day ${ordinal} in ${year}, which has ${last}.`);
  return valid({ ...fromDayNumber(dayNumber(year, 1, 1) + ordinal - 1), ...clock });
}
