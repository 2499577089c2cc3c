// Expected results are those of Java 17's Formatter, but for the differences the row of format lists.

import { describe, expect, test } from "vitest";
import { Temporal } from "../../src/lisp/values/temporal.ts";
import type { Value } from "../../src/lisp/values/value.ts";
import { call, failure, float, kw, value, vec, withMeter } from "./strings-support.ts";

withMeter();

const cases: Record<string, readonly [format: string, args: Value[], text: string][]> = {
  "text and indexes": [
    ["%5s|%-5s|%.2s|%S", ["ab", "cd", "efg", "straße"], "   ab|cd   |ef|STRASSE"],
    ["%s %s %s", [float(1), kw("a"), vec(1, "b", null)], '1.0 :a [1 "b" nil]'],
    ["%2$s %1$s %<s %s", ["a", "b"], "b a a a"],
    ["%s", ["a", "b"], "a"],
    ["%5%|%-3%|%n", [], "    %|%  |\n"],
    ["%b %B %b %.1b", [null, true, 1, true], "false TRUE true t"],
    ["%c%C%3c|", ["a", "b", 0x1f600], "aB  😀|"],
    ["%h %H %h %h %h", ["abc", "zzzz", -1, 1.5, true], "17862 394E80 0 3ff80000 4cf"],
    ["[%s][%5s][%d][%5x][%.1f][%X]", [null, null, null, null, null, null], "[][     ][null][ null][n][NULL]"],
  ],
  integers: [
    ["%d|%5d|%-5d|%05d", [1, 42, 42, -42], "1|   42|42   |-0042"],
    ["%,d %(d %+d % d %(,d", [-1234567, -3, 3, 3, -1234], "-1,234,567 (3) +3  3 (1,234)"],
    ["%(06d %0,10d %+06d", [-42, 1234, 42], "(0042) 000001,234 +00042"],
    ["%x %X %o %#x %#o %#X", [255, 255, 8, 15, 8, 255], "ff FF 10 0xf 010 0XFF"],
    ["%x %o", [-1, -1], "ffffffffffffffff 1777777777777777777777"],
    ["%08x %#06x %-#8x|", [255, 10, 255], "000000ff 0x000a 0xff    |"],
    ["%d %x", [2n ** 70n, -(2n ** 70n)], "1180591620717411303424 -400000000000000000"],
    ["%d", [float(5)], "5"],
  ],
  floats: [
    ["%f %.2f %.0f %.0f %.0f", [3.14, 1.005, 0.5, 1.5, 2.5], "3.140000 1.01 1 2 3"],
    ["%.2f %.1f %.1f %.3f %.1f", [0.125, 0.35, 9.96, 1e-5, -0.04], "0.13 0.4 10.0 0.000 -0.0"],
    ["%.20f", [0.1], "0.10000000000000000000"],
    ["%f", [float(1e20)], "100000000000000000000.000000"],
    [
      "%8.2f|%-8.1f|%08.2f|%+.2f|%#.0f",
      [6.5432, 6.5432, -3.1, 6.5432, float(3)],
      "    6.54|6.5     |-0003.10|+6.54|3.",
    ],
    ["%,.2f %,015.2f %(,.2f", [1234.5, 1234567.891, -1234.567], "1,234.50 0001,234,567.89 (1,234.57)"],
    [
      "%e %.0e %#.0e %E %.3e",
      [123456.789, 9.5, 123456.789, 1.5e-7, 9.9996],
      "1.234568e+05 1e+01 1.e+05 1.500000E-07 1.000e+01",
    ],
    ["%012.2e %(012.2e %e", [-1.5, -1.5, float(0)], "-0001.50e+00 (001.50e+00) 0.000000e+00"],
    ["%g %g %g %g", [float(1), 123456.789, 1234567.89, 0.0001], "1.00000 123457 1.23457e+06 0.000100000"],
    ["%g %.0g %.2g %.3g %,g", [float(0), 1.5, 99.5, float(1e10), float(123456)], "0.00000 2 1.0e+02 1.00e+10 123,456"],
    [
      "%f %f %(f %+f %E",
      [Infinity, Number.NaN, -Infinity, Infinity, Number.NaN],
      "Infinity NaN (Infinity) +Infinity NAN",
    ],
    ["%010f|%6s", [-Infinity, Number.NaN], " -Infinity|   NaN"],
    ["%.2f", [5], "5.00"],
  ],
};

describe.each(Object.entries(cases))("%s", (_, list) => {
  test.each(list)("%j %o", (format, args, text) => {
    expect(value("format", format, ...args)).toBe(text);
  });
});

test("dates and times are in UTC", () => {
  const at = new Temporal("Instant", 1_709_647_629n, 123_456_789, () => "");
  expect(value("format", "%tF %<tT.%<tL %<tN %<tj %<te %<tB %<tb %<tA %<ta %<tp %<ty %<tI %<tk %<ts", at)).toBe(
    "2024-03-05 14:07:09.123 123456789 065 5 March Mar Tuesday Tue pm 24 02 14 1709647629",
  );
  const day = new Temporal("LocalDate", 20_088n, 0, () => "");
  expect(value("format", "%tA %<tD %<tF %<tj %<TB", day)).toBe("Tuesday 12/31/24 2024-12-31 366 DECEMBER");
  expect(call("format", "%tH", day)).toBe("error: type_error");
  expect(value("format", "%tY %<tc", 0)).toBe("1970 Thu Jan 01 00:00:00 UTC 1970");
  expect(value("format", "%tF %<tL %<tQ %<tr", -1)).toBe("1969-12-31 999 -1 11:59:59 PM");
});

describe("mistakes", () => {
  const inFormat = [
    "%",
    "%%%",
    "%q",
    "%5",
    "%.f",
    "%D",
    "%t",
    "%tX",
    "%++d",
    "%-05d",
    "%+ d",
    "%-d",
    "%0d",
    "%.2d",
    "%#d",
  ];
  const moreInFormat = ["%,x", "%,e", "%#g", "%05s", "%#s", "%.1c", "%5n", "%.1%", "%+%", "%0$s", "%<s", "%3$s", "%+x"];
  test.each([...inFormat, ...moreInFormat])("%j", (format) => {
    expect(call("format", format, 1)).toBe("error: runtime_error");
  });

  test("wrong arguments are named", () => {
    expect(failure("format", "%d", "x").message).toBe("format: %d expects an integer, got a string.");
    expect(failure("format", "%d", 1.5).hint).toContain("%.2f");
    expect(call("format", "%f", "x")).toBe("error: type_error");
    expect(call("format", "%c", "ab")).toBe("error: type_error");
    expect(call("format", "%d", Infinity)).toBe("error: type_error");
    expect(failure("format", "%s %s", 1).message).toContain("no argument for %s; 1 was given");
  });

  test("huge widths and precisions are refused before anything is built", () => {
    for (const format of ["%999999999d", "%-99999999999s", "%0999999999d", "%.999999999e"])
      expect(call("format", format, 1)).toBe("error: memory_exceeded");
  });
});
