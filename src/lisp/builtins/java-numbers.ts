// Static methods of Integer, Long, Double, Float, Boolean, String and System that models write by habit. Unlike parse-long
// the parsers fail on text that is not a number, as Java's do.

import { preview } from "../call.ts";
import { context } from "../context.ts";
import { fault } from "../fault.ts";
import { chargeString } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import {
  asBig,
  asDouble,
  isFloat,
  isInteger,
  isNumber,
  notNumber,
  toFloat,
  wholeToInteger,
} from "../values/numbers.ts";
import { printPlain } from "../values/print.ts";
import type { Value } from "../values/value.ts";
import { toInt, toLong } from "./conversion.ts";
import { nilOr } from "./java-receivers.ts";
import { parseJavaDouble, parseJavaInteger } from "./number-grammar.ts";
import type { Builtin, BuiltinTable, ClojureRelation } from "./table.ts";

const group = "Java: numbers";

type Runs = Pick<Builtin, "run0" | "run1" | "run2" | "varies">;

function row(
  params: Builtin["params"],
  doc: string,
  examples: Builtin["examples"],
  runs: Runs,
  clojure: ClojureRelation = "same",
): Builtin {
  return { home: "java", group, params, doc, examples, clojure, since: "0.1", ...runs };
}

function example(code: string, gives: string) {
  return { code, gives };
}

function isTrue(s: string): boolean {
  return s.length === 4 && s.toLowerCase() === "true";
}

function text(who: string, v: Value): string {
  if (typeof v === "string") return v;
  fault(
    nilOr(v, "java_type_error"),
    `${who} expects a string, got ${typeName(v)}.`,
    v === null ? "The value is nil: check the key, or use (parse-long s), which gives nil." : "Use the value as it is.",
  );
}

function malformed(who: string, s: string, kind: string, safe: string): never {
  fault(
    "java_domain_error",
    `${who}: ${preview(s)} is not ${kind}.`,
    `Use (${safe} s), which gives nil instead of failing.`,
  );
}

function parseInteger(who: string, bits: 32 | 64, v: Value, radixValue: Value): Value {
  const s = text(who, v);
  const radix = toInt(who, radixValue);
  if (radix < 2 || radix > 36) fault("java_domain_error", `${who}: the radix must be from 2 to 36, got ${radix}.`);
  const kind = `${bits === 32 ? "a 32-bit" : "a 64-bit"} integer${radix === 10 ? "" : ` in base ${radix}`}`;
  return parseJavaInteger(s, radix, bits) ?? malformed(who, s, kind, "parse-long");
}

function parseFloating(who: string, v: Value): number {
  const s = text(who, v);
  return parseJavaDouble(s) ?? malformed(who, s, "a number", "parse-double");
}

/** The range of a Java float without its precision: floats have 64 bits here. */
function toFloatRange(n: number): Value {
  if (Math.abs(n) >= 3.4028235677973366e38) return n < 0 ? -Infinity : Infinity;
  return toFloat(Math.abs(n) <= 2 ** -150 ? n * 0 : n);
}

function valueOfInteger(who: string, bits: 32 | 64, v: Value): Value {
  if (isInteger(v)) return bits === 32 ? toInt(who, v) : toLong(who, v);
  if (typeof v === "string") return parseInteger(who, bits, v, 10);
  fault(
    nilOr(v, "java_type_error"),
    `${who} expects an integer or a string, got ${typeName(v)}.`,
    "Convert first: (long x).",
  );
}

/** Java falls back to base ten when the radix makes no sense. */
function inRadix(who: string, n: Value, radixValue: Value): string {
  const radix = toInt(who, radixValue);
  return (n as number | bigint).toString(radix < 2 || radix > 36 ? 10 : radix);
}

function unsigned(bits: 32 | 64, n: Value, radix: number): string {
  return BigInt.asUintN(bits, asBig(n as number | bigint)).toString(radix);
}

function clock(who: string): number {
  const now = context().now;
  if (now === null)
    fault("runtime_error", `${who}: this run was given no clock.`, "The host must inject a clock to grant the time.");
  const time = now();
  if (!Number.isFinite(time)) fault("runtime_error", "The host's clock gave no time.", "Fix the injected clock.");
  return time;
}

/** Double.compare: -0.0 before 0.0, NaN after everything and equal to itself. */
function compareDoubles(x: Value, y: Value): number {
  const a = isNumber(x) ? asDouble(x) : notNumber("Double/compare", x);
  const b = isNumber(y) ? asDouble(y) : notNumber("Double/compare", y);
  if (a < b) return -1;
  if (a > b) return 1;
  const rank = (n: number) => (Number.isNaN(n) ? 1 : Object.is(n, -0) ? -1 : 0);
  return Math.sign(rank(a) - rank(b));
}

function compareLongs(who: string, x: Value, y: Value): number {
  const a = toLong(who, x) as number | bigint;
  const b = toLong(who, y) as number | bigint;
  return a < b ? -1 : a > b ? 1 : 0;
}

function double(who: string, v: Value): number {
  return isNumber(v) ? asDouble(v) : notNumber(who, v);
}

const parsers = {
  "Integer/parseInt": row(
    ["s", "s radix"],
    "The 32-bit integer that s spells, in base ten or radix; an error when it spells none.",
    [
      example('(Integer/parseInt "42")', "42"),
      example('(Integer/parseInt "ff" 16)', "255"),
      example('(Integer/parseInt "x")', "error: java_domain_error"),
    ],
    {
      run1: (s) => parseInteger("Integer/parseInt", 32, s, 10),
      run2: (s, radix) => parseInteger("Integer/parseInt", 32, s, radix),
    },
  ),
  "Long/parseLong": row(
    ["s", "s radix"],
    "The 64-bit integer that s spells, in base ten or radix; an error when it spells none.",
    [
      example('(Long/parseLong "9223372036854775807")', "9223372036854775807"),
      example('(Long/parseLong "101" 2)', "5"),
    ],
    {
      run1: (s) => parseInteger("Long/parseLong", 64, s, 10),
      run2: (s, radix) => parseInteger("Long/parseLong", 64, s, radix),
    },
  ),
  "Double/parseDouble": row(
    ["s"],
    "The float that s spells; an error when it spells none.",
    [example('(Double/parseDouble "1.5")', "1.5"), example('(Double/parseDouble "abc")', "error: java_domain_error")],
    { run1: (s) => toFloat(parseFloating("Double/parseDouble", s)) },
  ),
  "Float/parseFloat": row(
    ["s"],
    "The float that s spells; an error when it spells none.",
    [example('(Float/parseFloat "3.14")', "3.14"), example('(Float/parseFloat "1e40")', "##Inf")],
    { run1: (s) => toFloatRange(parseFloating("Float/parseFloat", s)) },
    { differs: "Keeps 64-bit precision; only the range is that of a 32-bit float." },
  ),
  "Boolean/parseBoolean": row(
    ["s"],
    'true for "true" in any case, false for every other string and nil.',
    [example('(Boolean/parseBoolean "TRUE")', "true"), example('(Boolean/parseBoolean "yes")', "false")],
    { run1: (s) => s !== null && isTrue(text("Boolean/parseBoolean", s)) },
  ),
  "Boolean/valueOf": row(
    ["x"],
    'A boolean itself; of a string, true for "true" in any case and false for every other.',
    [example('(Boolean/valueOf "True")', "true"), example("(Boolean/valueOf false)", "false")],
    { run1: (x) => (typeof x === "boolean" ? x : x !== null && isTrue(text("Boolean/valueOf", x))) },
  ),
  "Integer/valueOf": row(
    ["x", "s radix"],
    "The 32-bit integer x is or spells.",
    [example('(Integer/valueOf "12")', "12"), example("(Integer/valueOf 12)", "12")],
    {
      run1: (x) => valueOfInteger("Integer/valueOf", 32, x),
      run2: (s, radix) => parseInteger("Integer/valueOf", 32, s, radix),
    },
  ),
  "Long/valueOf": row(
    ["x", "s radix"],
    "The 64-bit integer x is or spells.",
    [example('(Long/valueOf "12")', "12"), example('(Long/valueOf "z" 36)', "35")],
    {
      run1: (x) => valueOfInteger("Long/valueOf", 64, x),
      run2: (s, radix) => parseInteger("Long/valueOf", 64, s, radix),
    },
  ),
  "Double/valueOf": row(
    ["x"],
    "The float x is or spells.",
    [example('(Double/valueOf "1.5")', "1.5"), example("(Double/valueOf 2.5)", "2.5")],
    {
      run1: (x) => {
        if (isFloat(x)) return x;
        if (isInteger(x)) fault("java_type_error", "Double/valueOf has no form for an integer.", "Use (double x).");
        return toFloat(parseFloating("Double/valueOf", x));
      },
    },
  ),
} satisfies BuiltinTable;

const printers = {
  "Integer/toString": row(
    ["n", "n radix"],
    "A 32-bit integer as text, in base ten or radix.",
    [example("(Integer/toString 255)", '"255"'), example("(Integer/toString 255 16)", '"ff"')],
    {
      run1: (n) => String(toInt("Integer/toString", n)),
      run2: (n, radix) => inRadix("Integer/toString", toInt("Integer/toString", n), radix),
    },
  ),
  "Long/toString": row(
    ["n", "n radix"],
    "A 64-bit integer as text, in base ten or radix.",
    [example("(Long/toString 255)", '"255"'), example("(Long/toString 5 2)", '"101"')],
    {
      run1: (n) => String(toLong("Long/toString", n)),
      run2: (n, radix) => inRadix("Long/toString", toLong("Long/toString", n), radix),
    },
  ),
  "Double/toString": row(
    ["x"],
    "A number as text, the way str writes floats.",
    [example("(Double/toString 1.5)", '"1.5"'), example("(Double/toString 2)", '"2.0"')],
    { run1: (x) => printPlain(toFloat(double("Double/toString", x))) },
  ),
  "Integer/toBinaryString": row(
    ["n"],
    "The 32 bits of n in base two, without leading zeros.",
    [example("(Integer/toBinaryString 10)", '"1010"'), example("(Integer/toBinaryString 0)", '"0"')],
    { run1: (n) => unsigned(32, toInt("Integer/toBinaryString", n), 2) },
  ),
  "Integer/toHexString": row(
    ["n"],
    "The 32 bits of n in base sixteen, without leading zeros.",
    [example("(Integer/toHexString 255)", '"ff"'), example("(Integer/toHexString -1)", '"ffffffff"')],
    { run1: (n) => unsigned(32, toInt("Integer/toHexString", n), 16) },
  ),
  "Integer/toOctalString": row(
    ["n"],
    "The 32 bits of n in base eight, without leading zeros.",
    [example("(Integer/toOctalString 8)", '"10"'), example("(Integer/toOctalString 511)", '"777"')],
    { run1: (n) => unsigned(32, toInt("Integer/toOctalString", n), 8) },
  ),
  "Long/toBinaryString": row(
    ["n"],
    "The 64 bits of n in base two, without leading zeros.",
    [example("(Long/toBinaryString 5)", '"101"'), example("(count (Long/toBinaryString -1))", "64")],
    { run1: (n) => unsigned(64, toLong("Long/toBinaryString", n), 2) },
  ),
  "Long/toOctalString": row(
    ["n"],
    "The 64 bits of n in base eight, without leading zeros.",
    [example("(Long/toOctalString 8)", '"10"'), example("(Long/toOctalString 511)", '"777"')],
    { run1: (n) => unsigned(64, toLong("Long/toOctalString", n), 8) },
  ),
  "Long/toHexString": row(
    ["n"],
    "The 64 bits of n in base sixteen, without leading zeros.",
    [example("(Long/toHexString 255)", '"ff"'), example("(Long/toHexString -1)", '"ffffffffffffffff"')],
    { run1: (n) => unsigned(64, toLong("Long/toHexString", n), 16) },
  ),
  "Boolean/toString": row(
    ["x"],
    "A boolean as text.",
    [example("(Boolean/toString true)", '"true"'), example("(Boolean/toString 1)", "error: java_type_error")],
    {
      run1: (x) => {
        if (typeof x !== "boolean")
          fault(
            "java_type_error",
            `Boolean/toString expects a boolean, got ${typeName(x)}.`,
            "Use (str x) for any value.",
          );
        return String(x);
      },
    },
  ),
  "String/valueOf": row(
    ["x"],
    "x as text, as str writes it.",
    [example("(String/valueOf 5.0)", '"5.0"'), example("(String/valueOf :a)", '":a"')],
    {
      run1: (x) => {
        if (x === null)
          fault("java_domain_error", "String/valueOf expects a value, got nil.", 'Use (str x): nil gives "".');
        const s = printPlain(x);
        chargeString(s.length);
        return s;
      },
    },
  ),
} satisfies BuiltinTable;

const questions = {
  "Double/isNaN": row(
    ["x"],
    "Whether the number x is ##NaN.",
    [example("(Double/isNaN ##NaN)", "true"), example("(Double/isNaN 1)", "false")],
    { run1: (x) => Number.isNaN(double("Double/isNaN", x)) },
  ),
  "Double/isInfinite": row(
    ["x"],
    "Whether the number x is ##Inf or ##-Inf.",
    [example("(Double/isInfinite ##-Inf)", "true"), example("(Double/isInfinite 1.5)", "false")],
    { run1: (x) => Math.abs(double("Double/isInfinite", x)) === Infinity },
  ),
  "Integer/compare": row(
    ["x y"],
    "-1, 0 or 1 as the integer x is less than, equal to or greater than y.",
    [example("(Integer/compare 1 2)", "-1"), example("(Integer/compare 2 2)", "0")],
    { run2: (x, y) => compareLongs("Integer/compare", toInt("Integer/compare", x), toInt("Integer/compare", y)) },
  ),
  "Long/compare": row(
    ["x y"],
    "-1, 0 or 1 as the integer x is less than, equal to or greater than y.",
    [example("(Long/compare 5 3)", "1"), example("(Long/compare 3 5)", "-1")],
    { run2: (x, y) => compareLongs("Long/compare", x, y) },
  ),
  "Double/compare": row(
    ["x y"],
    "-1, 0 or 1 as the number x is less than, equal to or greater than y; ##NaN comes last.",
    [example("(Double/compare 1.5 2.5)", "-1"), example("(Double/compare ##NaN 1.0)", "1")],
    { run2: compareDoubles },
  ),
  "System/currentTimeMillis": row(
    [""],
    "Milliseconds since 1970, from the clock the host injected.",
    [example("(int? (System/currentTimeMillis))", "true"), example("(pos? (System/currentTimeMillis))", "true")],
    { run0: () => wholeToInteger(Math.trunc(clock("System/currentTimeMillis"))), varies: "always" },
    { differs: "An error when the host granted no clock." },
  ),
  "System/nanoTime": row(
    [""],
    "Nanoseconds on the clock the host injected, for measuring how long something took.",
    [example("(int? (System/nanoTime))", "true"), example("(pos? (System/nanoTime))", "true")],
    { run0: () => wholeToInteger(Math.trunc(clock("System/nanoTime") * 1e6)), varies: "always" },
    { differs: "An error when the host granted no clock." },
  ),
} satisfies BuiltinTable;

export const javaNumbers = { ...parsers, ...printers, ...questions } satisfies BuiltinTable;
