// date-parse and date-format beyond their examples: looks of dates, locales, patterns, calendars, and what is refused.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dateLocales } from "../../stdlib/parts/date-locales.ts";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
const iso = async (text: string | readonly string[], options: object = {}) =>
  [await tools.call("date-parse", { text, ...options })]
    .flat()
    .map((answer) => (answer as { iso: string } | null)?.iso);
const format = (value: unknown, options: object = {}) => tools.call("date-format", { value, ...options });

describe("reading", () => {
  test.each([
    ["2024-03-05", "2024-03-05"],
    ["20240305", "2024-03-05"],
    ["2024-03-05T14:30Z", "2024-03-05T14:30:00Z"],
    ["2024-03-05 14:30:15.25+0530", "2024-03-05T14:30:15.250+05:30"],
    ["20240305T143015Z", "2024-03-05T14:30:15Z"],
    ["2024-W10-2", "2024-03-05"],
    ["2020-W53", "2020-12-28"],
    ["2024-065", "2024-03-05"],
    ["2024-366", "2024-12-31"],
    ["2024-03", "2024-03"],
    ["2024", "2024"],
    ["@1709649000", "2024-03-05T14:30:00Z"],
    ["@-0.5", "1969-12-31T23:59:59.500Z"],
    ["Tue, 05 Mar 2024 14:30:00 GMT", "2024-03-05T14:30:00Z"],
    ["Tue, 5 Mar 2024 14:30:00 -0700", "2024-03-05T14:30:00-07:00"],
    ["Tue, 5 Mar 2024 14:30:00 +0000 (UTC)", "2024-03-05T14:30:00Z"],
    ["Sun Mar 31 2024 03:30:00 GMT+0200 (Central European Summer Time)", "2024-03-31T03:30:00+02:00"],
    ["March 5, 2024", "2024-03-05"],
    ["5 MARCH 2024", "2024-03-05"],
    ["5th of March, 2024", "2024-03-05"],
    ["Sept. 5 '99", "1999-09-05"],
    ["5-Mar-24", "2024-03-05"],
    ["March 2024", "2024-03"],
    ["3/5/2024", "2024-03-05"],
    ["3/5/68", "2068-03-05"],
    ["3/5/69", "1969-03-05"],
    ["2024/3/5", "2024-03-05"],
    ["3/2024", "2024-03"],
    ["3/5/2024, 2:30:15 PM", "2024-03-05T14:30:15"],
    ["3/5/2024 12am", "2024-03-05T00:00:00"],
    ["3/5/2024 12:05 p.m.", "2024-03-05T12:05:00"],
    ["5 pm, 3/5/2024", "2024-03-05T17:00:00"],
    ["Tuesday 3/5/2024 14:30 UTC+2", "2024-03-05T14:30:00+02:00"],
    ["29 Feb 2000", "2000-02-29"],
    ["0099-01-02", "0099-01-02"],
  ])("%s", async (text, expected) => {
    expect(await iso(text)).toEqual([expected]);
  });

  test.each([
    ["en-GB", "05/03/2024", "2024-03-05"],
    ["en-AU", "5/3/24", "2024-03-05"],
    ["de", "5.3.2024", "2024-03-05"],
    ["de-CH", "Di, 5. Mär. 2024, 14:30 Uhr", "2024-03-05T14:30:00"],
    ["de", "05.03.24 14.30 Uhr", "2024-03-05T14:30:00"],
    ["de", "DIENSTAG, DEN 5. MAERZ 2024".replace("MAERZ", "MÄRZ"), "2024-03-05"],
    ["fr", "mardi 5 mars 2024 à 14h30", "2024-03-05T14:30:00"],
    ["fr", "1er août 2024", "2024-08-01"],
    ["fr", "15 aout 2024", "2024-08-15"],
    ["es", "5 de marzo de 2024", "2024-03-05"],
    ["es", "mar 5 mar 2024", "2024-03-05"],
    ["es", "5/3/2024 2:30 p. m.", "2024-03-05T14:30:00"],
    ["it", "martedì 5 marzo 2024", "2024-03-05"],
    ["pt", "terça-feira, 5 de março de 2024", "2024-03-05"],
    ["nl", "5 mrt 2024", "2024-03-05"],
    ["sv", "2024-03-05 kl. 14:30", "2024-03-05T14:30:00"],
    ["da", "5. marts 2024 kl. 14.30", "2024-03-05T14:30:00"],
    ["fi", "5. maaliskuuta 2024 klo 14.30", "2024-03-05T14:30:00"],
    ["fi", "5.3.2024 14.30", "2024-03-05T14:30:00"],
    ["pl", "5 marca 2024", "2024-03-05"],
    ["cs", "5. března 2024", "2024-03-05"],
    ["ru", "5 марта 2024 г.", "2024-03-05"],
    ["ru", "март 2024", "2024-03"],
    ["uk", "5 березня 2024 р.", "2024-03-05"],
    ["tr", "5 Mart 2024 Salı", "2024-03-05"],
    ["ja", "2024年3月5日(火) 14時30分", "2024-03-05T14:30:00"],
    ["zh", "2024年3月5日 下午2:30", "2024-03-05T14:30:00"],
    ["ko", "2024년 3월 5일 오후 2:30", "2024-03-05T14:30:00"],
  ])("%s: %s", async (locale, text, expected) => {
    expect(await iso(text, { locale })).toEqual([expected]);
  });

  test("in another order, and in a zone", async () => {
    expect(await iso("5/3/2024", { order: "dmy" })).toEqual(["2024-03-05"]);
    expect(await iso("24.3.5", { order: "ymd" })).toEqual(["2024-03-05"]);
    expect(await iso(["2024-03-05 14:30", "2024-03-05 14:30Z", "2024-03-05"], { zone: "-05:00" })).toEqual([
      "2024-03-05T14:30:00-05:00",
      "2024-03-05T14:30:00Z",
      "2024-03-05",
    ]);
  });

  test.each([
    ["2023-02-29", {}, "There is no day 29 in 2023-02, which has 28 days"],
    ["1900-02-29", {}, "which has 28 days"],
    ["2024-13-01", {}, "There is no month 13"],
    ["25/12/2024", {}, "There is no month 25; mdy is the order here. Pass order"],
    ["05.03.2024", { locale: "sv" }, "Pass order"],
    ["2024-03-05T24:00", {}, "There is no hour 24"],
    ["2024-03-05 14:60", {}, "There is no minute 60"],
    ["3/5/2024 14:30 pm", {}, "There is no hour 14 before or after noon"],
    ["Mon, 5 Mar 2024", {}, "That day is a Tuesday, not a Monday"],
    ["5 March", {}, "There is no year"],
    ["3/5", {}, "There is no year"],
    ["March", {}, "no numbers beside the month"],
    ["tomorrow", {}, '"tomorrow" means nothing in a date'],
    ["5 März 2024", {}, '"März" means nothing in a date of this locale'],
    ["12:30", {}, "There must be a day, a month and a year"],
    ["March 2024 12:30", {}, "There is a time but no day"],
    ["2021-W53", {}, "There is no week 53 in 2021"],
    ["2023-366", {}, "There is no day 366 in 2023"],
    ["", {}, "The text is empty"],
    ["1 ".repeat(200), {}, "too long"],
    ["2024-03-05T10:00+99:00", {}, "not an offset from UTC"],
    ["3/5/2024 10:00 +99:00", {}, "not an offset from UTC"],
    ["5 Mar Apr 2024", {}, "more than one month"],
    ["2024-03-05", { zone: "Europe/Zurich" }, 'Pass one like "+02:00"'],
    ["2024-03-05", { locale: "xx" }, 'There is no locale "xx"'],
  ])("%j %j is refused", async (text, options, words) => {
    const problem = await tools.problem("date-parse", { text, ...options });
    expect(problem).toContain("tool_threw");
    expect(problem).toContain(words);
  });
});

describe("reading by a pattern", () => {
  test.each([
    ["dd.MM.yyyy", "05.03.2024", "2024-03-05"],
    ["d.M.y", "5.3.2024", "2024-03-05"],
    ["yyyyMMddHHmmss", "20240305143015", "2024-03-05T14:30:15"],
    ["yyMMdd", "240305", "2024-03-05"],
    ["EEEE, d MMMM yyyy", "Tuesday, 5 March 2024", "2024-03-05"],
    ["EEE MMM d HH:mm:ss yyyy", "Tue Mar  5 14:30:15 2024", "2024-03-05T14:30:15"],
    ["MM/dd/yy h:mm a", "03/05/24 2:30 PM", "2024-03-05T14:30:00"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-03-05T14:30:15.007+01:00", "2024-03-05T14:30:15.007+01:00"],
    ["dd/MMM/yyyy:HH:mm:ss Z", "05/Mar/2024:14:30:15 +0100", "2024-03-05T14:30:15+01:00"],
    ["yyyy DDD", "2024 065", "2024-03-05"],
    ["MMMM yyyy", "March 2024", "2024-03"],
    ["'week of' d MMM ''yy", "week of 5 Mar '24", "2024-03-05"],
  ])("%s", async (pattern, text, expected) => {
    expect(await iso(text, { pattern })).toEqual([expected]);
  });

  test.each([
    ["dd.MM.yyyy", "05/03/2024", 'at character 3, at "/03/2024", the pattern wants "."'],
    ["dd.MM.yyyy", "05.03.24", "the pattern wants yyyy"],
    ["dd.MM.yyyy", "05.03.2024 x", "the text goes on"],
    ["d MMMM y", "5 Foo 2024", "the pattern wants a month"],
    ["YYYY-MM-DD", "2024-03-05", "Write yyyy-MM-dd"],
    ["dd.MM", "05.03", "it needs y"],
    ["yyyy-MM-dd hh:mm", "2024-03-05 02:30", "Write H for 0-23"],
    ["yyyy-MM-dd'T", "2024-03-05T", "opens a quote that it never closes"],
    ["yyyy-MM-dd jj", "2024-03-05 1", "has jj, which means nothing"],
    ["yyyy-'Q'Q", "2024-Q1", "which dates are not read by"],
  ])("%s on %j is refused", async (pattern, text, words) => {
    expect(await tools.problem("date-parse", { text, pattern })).toContain(words);
  });
});

describe("writing", () => {
  test.each([
    ["en", "3/5/24", "Mar 5, 2024", "March 5, 2024", "Tuesday, March 5, 2024", "2:30 PM"],
    ["en-GB", "05/03/2024", "5 Mar 2024", "5 March 2024", "Tuesday, 5 March 2024", "14:30"],
    ["de-AT", "05.03.24", "05.03.2024", "5. März 2024", "Dienstag, 5. März 2024", "14:30"],
    ["es", "5/3/24", "5 mar 2024", "5 de marzo de 2024", "martes, 5 de marzo de 2024", "14:30"],
    ["ru", "05.03.2024", "5 мар. 2024 г.", "5 марта 2024 г.", "вторник, 5 марта 2024 г.", "14:30"],
    ["fi", "5.3.2024", "5.3.2024", "5. maaliskuuta 2024", "tiistai 5. maaliskuuta 2024", "14.30"],
    ["ja", "2024/03/05", "2024/03/05", "2024年3月5日", "2024年3月5日火曜日", "14:30"],
    ["ko", "24. 3. 5.", "2024. 3. 5.", "2024년 3월 5일", "2024년 3월 5일 화요일", "오후 2:30"],
  ])("%s", async (locale, short, medium, long, full, time) => {
    const value = "2024-03-05T14:30:00";
    const dates = await Promise.all(
      ["short", "medium", "long", "full"].map((date) => format(value, { locale, date, time: "none" })),
    );
    expect(dates).toEqual([short, medium, long, full]);
    expect(await format(value, { locale, date: "none" })).toBe(time);
  });

  test.each([
    ["2024-03-05", "d.M.yy", "5.3.24"],
    ["0007-03-05", "y yyyy yy", "7 0007 07"],
    ["2024-03-05T00:05:09.070", "h:mm:ss.SSS a; H; HH; S; SSSSSS", "12:05:09.070 AM; 0; 00; 0; 070000"],
    ["2024-03-05T12:00:00", "h a", "12 PM"],
    ["2024-12-31", "D DDD Q 'Q'Q", "366 366 4 Q4"],
    ["2021-01-03", "YYYY-'W'ww EEEE", "2020-W53 Sunday"],
    ["2024-03-05T14:30:00Z", "X XX XXX x xx xxx Z", "Z Z Z +00 +0000 +00:00 +0000"],
    ["2024-03-05T14:30:00-03:30", "X XX XXX Z", "-0330 -0330 -03:30 -0330"],
    ["2024-03-05", "'it''s' d 'o''clock' ''", "it's 5 o'clock '"],
    ["2024-03-05", "", ""],
  ])("%s by %j", async (value, pattern, expected) => {
    expect(await format(value, { pattern })).toBe(expected);
  });

  test("months without a day have their own form", async () => {
    expect(await format("2024-03", { pattern: "LLLL y", locale: "ru" })).toBe("март 2024");
    expect(await format("2024-03-05", { pattern: "d MMMM", locale: "ru" })).toBe("5 марта");
  });

  test("zones move times over midnight, and leave days alone", async () => {
    const pattern = "yyyy-MM-dd HH:mm XXX";
    expect(await format("2024-02-29T23:30:00Z", { pattern, zone: "+01:00" })).toBe("2024-03-01 00:30 +01:00");
    expect(await format("2024-01-01T00:15:00+00:00", { pattern, zone: "-0330" })).toBe("2023-12-31 20:45 -03:30");
    expect(await format(-1, { pattern: "yyyy-MM-dd HH:mm:ss.SSS" })).toBe("1969-12-31 23:59:59.999");
    expect(await format("2024-03-05", { date: "short", zone: "-10:00" })).toBe("3/5/24");
  });

  test("takes what date-parse answers", async () => {
    const parsed = await tools.call("date-parse", { text: "5 March 2024 14:30" });
    expect(await format([parsed, "2024-03-06"], { pattern: "d/M H:mm" })).toEqual(["5/3 14:30", "6/3 0:00"]);
  });

  test.each([
    [{ value: "5 March 2024" }, "is no date in ISO form"],
    [{ value: { year: 2024 } }, "is no date in ISO form"],
    [{ value: ["2024-03-05", "x"] }, "value[1]:"],
    [{ value: "2024-03-05", pattern: "HH:mm X" }, "the value has none. Pass zone"],
    [{ value: "2024-03-05", pattern: "d", date: "short" }, "Pass one or the other"],
    [{ value: "2024-03-05", pattern: "YYYY-MM-DD" }, "Write yyyy-MM-dd"],
    [{ value: 1e18 }, "is out of range"],
  ])("%j is refused", async (args, words) => {
    expect(await tools.problem("date-format", args)).toContain(words);
  });
});

test("what each locale writes, it reads", async () => {
  const locales = [...dateLocales.keys()];
  const date = fc.date({
    min: new Date("1970-01-01T00:00:00Z"),
    max: new Date("2068-12-31T23:59:00Z"),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...locales),
      fc.constantFrom("short", "medium", "long", "full"),
      date,
      async (locale, size, at) => {
        const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString().slice(0, 19);
        const text = (await format(minute, { locale, date: size })) as string;
        expect([locale, text, ...(await iso(text, { locale }))]).toEqual([locale, text, minute]);
      },
    ),
    { numRuns: 400 },
  );
});
