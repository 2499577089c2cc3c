// number-parse beyond its examples: what each locale reads, what surrounds numbers, and what is refused rather than guessed.

import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();

test.each([
  ["en", { "0": 0, "-0": 0, "1,234,567.89": 1234567.89, ".5": 0.5, "5.": 5, "+7": 7, "007": 7, "1 234.5": 1234.5 }],
  ["en", { "1.5e-3": 0.0015, "2E+2": 200, "6.02 × 10^23": 6.02e23, "  42\n": 42, "0.1234567890123": 0.1234567890123 }],
  [
    "en-US",
    { "$ 5": 5, "-$5.25": -5.25, "$-5.25": -5.25, "US$1,000": 1000, "USD 12": 12, "12 EUR": 12, "£3": 3, "₹9": 9 },
  ],
  [
    "en",
    {
      "(1,234.00)": -1234,
      "($5)": -5,
      "5-": -5,
      "−5": -5,
      "–5": -5,
      "12%": 0.12,
      "0.7%": 0.007,
      "5 ‰": 0.005,
      "-3 %": -0.03,
    },
  ],
  [
    "de",
    {
      "1.234,56": 1234.56,
      "1234,56": 1234.56,
      "1.234": 1234,
      "0,5": 0.5,
      "12,- €": 12,
      "1.000.000": 1000000,
      "€ 3,--": 3,
    },
  ],
  ["de_DE", { "1'234,5": 1234.5, "3,14": 3.14 }],
  ["de-CH", { "1'234.50": 1234.5, "1’234.50": 1234.5, "Fr. 5.–": 5, "SFr. 1'000.–": 1000 }],
  ["fr", { "1 234,56": 1234.56, "1\u202f234,56 €": 1234.56, "1\u00a0000": 1000, "12,5 %": 0.125 }],
  ["pl", { "1 234,50 zł": 1234.5 }],
  ["cs", { "1 234,50 Kč": 1234.5 }],
  ["sv-SE", { "12 345,6 kr": 12345.6, "−5,5": -5.5 }],
  ["pt-BR", { "R$ 1.234,50": 1234.5 }],
  ["es-MX", { "1,234.5": 1234.5 }],
  ["es", { "1.234,5": 1234.5 }],
  ["en-IN", { "12,34,567.5": 1234567.5, "1,234": 1234, "1,234,567": 1234567, "1,00,00,000": 10000000 }],
  ["ar", { "١٬٢٣٤٫٥": 1234.5, "٣٪": 0.03 }],
  ["hi", { "१२,३४,५६७": 1234567 }],
  ["ja", { "１，２３４．５": 1234.5, "¥1,000": 1000 }],
])("%s reads %j", async (locale, cases) => {
  expect(await tools.call("number-parse", { text: Object.keys(cases), locale })).toEqual(Object.values(cases));
});

describe("refused", () => {
  test.each([
    ["1.234,56", "en", 'With locale: "de" it is 1234.56.'],
    ["1,234.56", "de", 'With locale: "en" it is 1234.56.'],
    ["1,23", "en", 'With locale: "de" it is 1.23.'],
    ["1,2345", "en", "are not grouped that way"],
    ["12,34,567", "en", "are not grouped that way"],
    ["1,234'567", "en", "are not grouped that way"],
    ["1234,567", "en", "are not grouped that way"],
    ["1.2.3", "en", "no number in locale en"],
    ["", "en", "there are no digits"],
    ["-", "en", "there are no digits"],
    ["€", "en", "there are no digits"],
    [".", "en", "there are no digits"],
    ["n/a", "en", '"n/a" is no part of one'],
    ["5 kg", "en", '"kg" is no part of one'],
    ["--5", "en", "more than one sign"],
    ["(-5)", "en", "more than one sign"],
    ["€5 EUR", "en", "more than one currency"],
    ["Infinity", "en", "is no part of one"],
    ["0x10", "en", "no number"],
    ["12 34", "en", "are not grouped that way"],
    ["1e999", "en", "it is too large"],
    ["12345678901234567890", "en", "more digits than a number holds exactly"],
    ["5", "xx", 'There is no locale "xx" here. Known are'],
  ])("%j in %s", async (text, locale, words) => {
    const problem = await tools.problem("number-parse", { text, locale });
    expect(problem).toContain("tool_threw");
    expect(problem).toContain(words);
  });

  test("with its place in a list", async () => {
    expect(await tools.problem("number-parse", { text: ["1", "x"] })).toContain('text[1]: "x" is no number');
  });

  test("long text at once, not after a while", async () => {
    const text = `${"1,".repeat(20_000)}x`;
    expect(await tools.call("number-parse", { text, invalid: "null" })).toBe(null);
  });
});
