// What programs may use of java.lang by its Java names: functions, and constants such as Math/PI, which are values and not
// functions.

import { Flt, type Value } from "../values/value.ts";
import { javaCharacters } from "./java-characters.ts";
import { javaLongMath } from "./java-long-math.ts";
import { javaMath } from "./java-math.ts";
import { javaNumbers } from "./java-numbers.ts";
import { javaObjects } from "./java-objects.ts";
import type { BuiltinTable, Example } from "./table.ts";

export const javaLang: BuiltinTable = {
  ...javaMath,
  ...javaLongMath,
  ...javaNumbers,
  ...javaCharacters,
  ...javaObjects,
};

export interface Constant {
  readonly value: Value;
  readonly group: string;
  readonly doc: string;
  readonly examples: readonly [Example, Example, ...Example[]];
  readonly since: string;
}

function constant(value: Value, doc: string, first: Example, second: Example): Constant {
  return { value, group: "Java: constants", doc, examples: [first, second], since: "0.1" };
}

function example(code: string, gives: string): Example {
  return { code, gives };
}

const pi = constant(
  Math.PI,
  "The ratio of a circle's circumference to its diameter.",
  example("Math/PI", "3.141592653589793"),
  example("(Math/round (* 100 Math/PI))", "314"),
);
const e = constant(
  Math.E,
  "The base of natural logarithms.",
  example("Math/E", "2.718281828459045"),
  example("(Math/log Math/E)", "1.0"),
);

/** The units of .between and .until, by the names Java prints for them. */
const units = ["Nanos", "Millis", "Seconds", "Minutes", "Hours", "Days", "Weeks", "Months", "Years"].flatMap((unit) => {
  const row = constant(
    unit,
    `The unit ${unit.toLowerCase()} for .between and .until.`,
    example(`ChronoUnit/${unit.toUpperCase()}`, `"${unit}"`),
    example(`(= ChronoUnit/${unit.toUpperCase()} java.time.temporal.ChronoUnit/${unit.toUpperCase()})`, "true"),
  );
  const name = `ChronoUnit/${unit.toUpperCase()}`;
  return [[name, row] as const, [`java.time.temporal.${name}`, row] as const];
});

const rows: readonly (readonly [string, Constant])[] = [
  ...units,
  ["Math/PI", pi],
  ["clojure.math/PI", pi],
  ["math/PI", pi],
  ["Math/E", e],
  ["clojure.math/E", e],
  ["math/E", e],
  [
    "Integer/MAX_VALUE",
    constant(
      2147483647,
      "The largest 32-bit integer.",
      example("Integer/MAX_VALUE", "2147483647"),
      example("(inc Integer/MAX_VALUE)", "2147483648"),
    ),
  ],
  [
    "Integer/MIN_VALUE",
    constant(
      -2147483648,
      "The smallest 32-bit integer.",
      example("Integer/MIN_VALUE", "-2147483648"),
      example("(max Integer/MIN_VALUE 0)", "0"),
    ),
  ],
  [
    "Long/MAX_VALUE",
    constant(
      9223372036854775807n,
      "The largest 64-bit integer.",
      example("Long/MAX_VALUE", "9223372036854775807"),
      example("(inc Long/MAX_VALUE)", "9223372036854775808"),
    ),
  ],
  [
    "Long/MIN_VALUE",
    constant(
      -9223372036854775808n,
      "The smallest 64-bit integer.",
      example("Long/MIN_VALUE", "-9223372036854775808"),
      example("(max Long/MIN_VALUE 0)", "0"),
    ),
  ],
  [
    "Double/MAX_VALUE",
    constant(
      new Flt(Number.MAX_VALUE),
      "The largest finite float.",
      example("Double/MAX_VALUE", "1.7976931348623157E308"),
      example("(* 2 Double/MAX_VALUE)", "##Inf"),
    ),
  ],
  [
    "Double/MIN_VALUE",
    constant(
      Number.MIN_VALUE,
      "The smallest positive float.",
      example("Double/MIN_VALUE", "4.9E-324"),
      example("(pos? Double/MIN_VALUE)", "true"),
    ),
  ],
  [
    "Double/POSITIVE_INFINITY",
    constant(
      Infinity,
      "Positive infinity, also written ##Inf.",
      example("Double/POSITIVE_INFINITY", "##Inf"),
      example("(min Double/POSITIVE_INFINITY 3)", "3"),
    ),
  ],
  [
    "Double/NEGATIVE_INFINITY",
    constant(
      -Infinity,
      "Negative infinity, also written ##-Inf.",
      example("Double/NEGATIVE_INFINITY", "##-Inf"),
      example("(max Double/NEGATIVE_INFINITY 3)", "3"),
    ),
  ],
  [
    "Double/NaN",
    constant(
      Number.NaN,
      "Not a number, also written ##NaN; equal to nothing.",
      example("Double/NaN", "##NaN"),
      example("(= Double/NaN Double/NaN)", "false"),
    ),
  ],
];

/** Classes of java.lang may also be written in full: java.lang.Math/PI. */
export const constants: ReadonlyMap<string, Constant> = new Map([
  ...rows,
  ...rows
    .filter(([name]) => /^(?:Math|Integer|Long|Double|Boolean)\//.test(name))
    .map(([name, row]) => [`java.lang.${name}`, row] as const),
]);
