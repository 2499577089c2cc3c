// Numbers as people write them to numbers: 1.234,56 in German, 12,34,567 in India, (5.00) in accounts, 12 % and € 3.–.
// Strict about groups, since 1,234 is a thousand or a fraction depending on where it was written, and never on luck.

import type { BaseToolMeta } from "./host.d.ts";
import { localeEntry, type OneOrMany, readEach } from "./parts/each.ts";
import { type NumberLocale, numberLocales } from "./parts/number-locales.ts";

export const meta = {
  name: "number-parse",
  description:
    'Parses numbers written for people, by locale: "1.234,56" (de), "1 234,56" (fr), "1,234.56" (en), "12,34,567" (en-IN). Knows percent, currencies, accounting parentheses and other scripts\' digits. A list of texts gives a list.',
  inputSchema: {
    type: "object",
    properties: {
      text: {
        type: ["string", "array"],
        items: { type: "string" },
        description: "The text, or a list of texts.",
      },
      locale: { type: ["string", "null"], description: 'Such as "de", "fr-CH" or "en-IN"; "en" when missing.' },
      invalid: {
        enum: ["error", "null", null],
        description: 'What is no number: an "error" (default), or "null" in its place.',
      },
    },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: { type: ["number", "array", "null"], items: { type: ["number", "null"] } },
  permissions: [],
  deterministic: true,
  tags: ["number", "parse", "locale", "currency"],
  examples: [
    { args: { text: "1.234,56", locale: "de" }, result: 1234.56 },
    { args: { text: ["$1,234.50", "(12)", "12.5 %", "1e3"] }, result: [1234.5, -12, 0.125, 1000] },
    { args: { text: ["CHF 1'250.–", "−3.5"], locale: "de-CH" }, result: [1250, -3.5] },
    { args: { text: ["12,34,567", "n/a"], locale: "en-IN", invalid: "null" }, result: [1234567, null] },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly text: OneOrMany<string>;
  readonly locale?: string | null;
  readonly invalid?: "error" | "null" | null;
}

export default function parseNumbers({ text, locale, invalid }: Args): OneOrMany<number | null> {
  const name = locale ?? "en";
  const rules = localeEntry(numberLocales, name);
  return readEach(text, "text", invalid ?? "error", (item) => {
    const value = readNumber(item, rules);
    if (typeof value === "number") return value;
    throw new Error(`${shown(item)} is no number in locale ${name}: ${value.why}.${otherReading(item, rules)}`);
  });
}

interface Unreadable {
  readonly why: string;
}

const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10];
const digitsOfScripts = /[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u0dff\u0e50-\u0e59\uff10-\uff19]/g;
const blanks = /[\s\u00a0\u2007-\u200a\u202f]/g;
const invisible = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const currency =
  /^(?:[A-Z]{1,3}?\p{Sc}|\p{Sc}|[A-Z]{3}(?![A-Za-z])|(?:SFr|Fr|kr|Kr|zł|Kč|Ft|lei|руб|грн|лв|Rs)\.?(?!\p{L})|R\$)$/u;

const LONGEST = 400;

function readNumber(text: string, rules: NumberLocale): number | Unreadable {
  if (text.length > LONGEST) return { why: "it is too long" };
  const bracketed = /^\((.*)\)$/.exec(plainSigns(text));
  const { marks, rest } = withoutMarks(bracketed === null ? plainSigns(text) : bracketed[1]!.trim());
  const signs = [...(bracketed === null ? [] : ["-"]), ...marks.filter((mark) => /^[+-]$/.test(mark))];
  const percents = marks.filter((mark) => /^[%‰]$/.test(mark));
  const others = marks.filter((mark) => !/^[+\-%‰]$/.test(mark));
  const foreign = others.find((mark) => !currency.test(mark));
  if (foreign !== undefined) return { why: `${shown(foreign)} is no part of one` };
  if (signs.length > 1) return { why: "it has more than one sign" };
  if (others.length > 1) return { why: "it has more than one currency" };
  if (percents.length > 1) return { why: "it has more than one percent sign" };

  const digits = readDigits(rest, rules);
  if (typeof digits !== "string") return digits;
  if (/^\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)))
    return { why: "it has more digits than a number holds exactly; keep it as text" };
  const [mantissa, exponent = "0"] = digits.split("e");
  // Moving the point in the text keeps 0.7 % at 0.007, where a division would not.
  const shift = percents.length === 0 ? 0 : percents[0] === "%" ? 2 : 3;
  const value = Number(`${mantissa}e${Number(exponent) - shift}`);
  if (!Number.isFinite(value)) return { why: "it is too large" };
  return signs[0] === "-" && value !== 0 ? -value : value;
}

const markBefore = /^([+-]|[%‰]|[^\d\s.,'+%‰-]+\.?)\s*(.*)$/su;
const markAfter = /^(.*?[\d.,'])\s*([+-]|[%‰]|[^\d\s.,'+%‰-]+\.?)$/su;

/** Signs, currencies and percent stand around the digits in any order that people use. */
function withoutMarks(text: string): { readonly marks: readonly string[]; readonly rest: string } {
  const marks: string[] = [];
  let rest = text;
  for (let found = markBefore.exec(rest); found !== null; found = markBefore.exec(rest)) {
    marks.push(found[1]!);
    rest = found[2]!;
  }
  for (let found = markAfter.exec(rest); found !== null; found = markAfter.exec(rest)) {
    marks.push(found[2]!);
    rest = found[1]!;
  }
  return { marks, rest };
}

/** One spelling for digits, signs, blanks and apostrophes of all scripts. */
function plainSigns(text: string): string {
  return (
    text
      .replace(invisible, "")
      .replace(digitsOfScripts, (digit) => {
        const code = digit.charCodeAt(0);
        const zero = zeros.find((z) => code >= z && code < z + 10);
        return zero === undefined ? digit : String(code - zero);
      })
      .replace(blanks, " ")
      .replace(/[−‒–—﹣－]/g, "-")
      // ",-" and ".–" stand for no cents.
      .replace(/([.,])--?(?!\d)/, "$1")
      .replace(/[’ʼ‘´`]/g, "'")
      .replace(/[٪％]/g, "%")
      .replace(/，/g, ",")
      .replace(/．/g, ".")
      .trim()
  );
}

/** Digits with the locale's groups and decimal sign, as JavaScript writes them. */
function readDigits(text: string, { decimal, groups, indian }: NumberLocale): string | Unreadable {
  // Arabic has signs of its own for both.
  const form = `^([\\d\\s.,'٬]*?)(?:[${decimal}٫](\\d*))?(?:\\s?[eE]([+-]?\\d+)|\\s?[x×]\\s?10\\^([+-]?\\d+))?$`;
  const parts = new RegExp(form).exec(text);
  if (parts === null) return { why: text === "" ? "there are no digits" : `${shown(text)} cannot be read` };
  const [, whole = "", fraction = "", plain, power] = parts;
  if (!/\d/.test(whole + fraction)) return { why: "there are no digits" };
  const joined = withoutGroups(whole, groups ? (decimal === "." ? "," : ".") : null, indian);
  if (joined === null) return { why: `the digits of ${shown(whole)} are not grouped that way` };
  const exponent = plain ?? power;
  return `${joined === "" ? "0" : joined}${fraction === "" ? "" : `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
}

function withoutGroups(whole: string, group: "." | "," | null, indian: boolean): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const separator = /\D/.exec(whole)![0];
  if (separator !== group && separator !== " " && separator !== "'" && separator !== "٬") return null;
  const [first = "", ...rest] = whole.split(separator);
  const threes = /^\d{1,3}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
  const twos =
    indian &&
    /^\d{1,2}$/.test(first) &&
    rest.every((part, i) => (i === rest.length - 1 ? /^\d{3}$/ : /^\d\d$/).test(part));
  return threes || twos ? first + rest.join("") : null;
}

function otherReading(text: string, { decimal }: NumberLocale): string {
  const locale = decimal === "." ? "de" : "en";
  const value = readNumber(text, numberLocales.get(locale)!);
  return typeof value === "number" ? ` With locale: "${locale}" it is ${value}.` : "";
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
