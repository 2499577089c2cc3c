// java.lang.Math with Java's results: Math/floor gives a float, Math/round an integer with halves toward positive infinity.
// Like Clojure, functions with one double overload take any number, while abs, max, min, round, signum and the floor
// divisions want exactly the kinds Java has overloads for. The same functions are reached as clojure.math/…

import { fault } from "../fault.ts";
import { typeName } from "../values/describe-type.ts";
import { asBig, asDouble, isFloat, isInteger, isNumber, notNumber, toFloat, toInteger } from "../values/numbers.ts";
import { portableCbrt, portableCosh, portableHypot } from "../values/portable-math.ts";
import {
  preciseCos,
  preciseExp,
  preciseLog,
  preciseLog10,
  precisePow,
  preciseSin,
  preciseTan,
} from "../values/precise-math.ts";
import type { Value } from "../values/value.ts";
import { draw } from "./random.ts";
import type { Builtin, BuiltinTable, ClojureRelation } from "./table.ts";

const group = "Java: Math";

type Examples = Builtin["examples"];

function row(
  params: Builtin["params"],
  doc: string,
  examples: Examples,
  run: Pick<Builtin, "run0" | "run1" | "run2" | "varies">,
  clojureName: string | null,
  clojure: ClojureRelation = "same",
): Builtin {
  const aliases = clojureName === null ? [] : [`clojure.math/${clojureName}`, `math/${clojureName}`];
  return { home: "java", group, params, doc, examples, clojure, since: "0.1", aliases, ...run };
}

function example(code: string, gives: string) {
  return { code, gives };
}

function double(who: string, x: Value): number {
  return isNumber(x) ? asDouble(x) : notNumber(who, x);
}

/** A function of one double. */
function unary(
  name: string,
  f: (x: number) => number,
  doc: string,
  examples: Examples,
  clojureName: string = name,
): Builtin {
  return row(["x"], doc, examples, { run1: (x) => toFloat(f(double(`Math/${name}`, x))) }, clojureName);
}

/** A function of two doubles. */
function binary(
  name: string,
  params: string,
  f: (x: number, y: number) => number,
  doc: string,
  examples: Examples,
): Builtin {
  const who = `Math/${name}`;
  return row([params], doc, examples, { run2: (x, y) => toFloat(f(double(who, x), double(who, y))) }, name);
}

function noOverload(who: string, args: readonly Value[], hint: string): never {
  fault("java_type_error", `${who} has no form for ${args.map(typeName).join(" and ")}.`, hint);
}

function isLong(v: Value): v is number | bigint {
  if (typeof v === "bigint") return v >= -9223372036854775808n && v <= 9223372036854775807n;
  return isInteger(v);
}

function wrapLong(n: bigint): Value {
  return toInteger(BigInt.asIntN(64, n));
}

function javaAbs(x: Value): Value {
  if (isFloat(x)) return toFloat(Math.abs(asDouble(x)));
  if (!isLong(x)) noOverload("Math/abs", [x], "Use (abs x), which takes any number.");
  return typeof x === "number" ? Math.abs(x) : wrapLong(x < 0n ? -x : x);
}

function javaExtreme(name: "max" | "min", x: Value, y: Value): Value {
  const pick = name === "max" ? Math.max : Math.min;
  if (isFloat(x) && isFloat(y)) return toFloat(pick(asDouble(x), asDouble(y)));
  if (!isLong(x) || !isLong(y))
    noOverload(`Math/${name}`, [x, y], `Use (${name} x y), which takes numbers of any kind.`);
  return name === "max" ? (x > y ? x : y) : x < y ? x : y;
}

/** floor(x + 1/2) without the rounding error of that sum; saturates at 64 bits and takes NaN to 0. */
function javaRound(n: number): Value {
  if (Number.isNaN(n)) return 0;
  const f = Math.floor(n);
  const r = n - f >= 0.5 ? f + 1 : f;
  if (Number.isSafeInteger(r)) return r + 0;
  if (r >= 2 ** 63) return 9223372036854775807n;
  return r <= -(2 ** 63) ? -9223372036854775808n : toInteger(BigInt(r));
}

function roundFloat(x: Value): Value {
  if (!isFloat(x))
    noOverload(
      "Math/round",
      [x],
      typeof x === "string"
        ? "Parse it first: (Math/round (parse-double s))."
        : "An integer needs no rounding; else use (round x) or (Math/round (double x)).",
    );
  return javaRound(asDouble(x));
}

function signOf(x: Value): Value {
  if (!isFloat(x)) noOverload("Math/signum", [x], "Pass a float: (Math/signum (double x)), or use (compare x 0).");
  return toFloat(Math.sign(asDouble(x)));
}

function longs(who: string, x: Value, y: Value): [bigint, bigint] {
  if (!isLong(x) || !isLong(y)) noOverload(who, [x, y], "Pass integers, or use quot and mod.");
  if (y === 0) fault("java_domain_error", `Division by zero in ${who}.`, "Test the divisor first.");
  return [asBig(x), asBig(y)];
}

function floorMod(x: Value, y: Value): Value {
  const [n, d] = longs("Math/floorMod", x, y);
  const r = n % d;
  return wrapLong(r !== 0n && r < 0n !== d < 0n ? r + d : r);
}

function floorDiv(x: Value, y: Value): Value {
  const [n, d] = longs("Math/floorDiv", x, y);
  const q = n / d;
  return wrapLong(n % d !== 0n && n < 0n !== d < 0n ? q - 1n : q);
}

/** To the nearest whole float, halves to the even one. */
function rint(n: number): number {
  const f = Math.floor(n);
  const r = n - f > 0.5 || (n - f === 0.5 && f % 2 !== 0) ? f + 1 : f;
  return r === 0 && (n < 0 || Object.is(n, -0)) ? -0 : r;
}

const overloaded = {
  "Math/abs": row(
    ["x"],
    "The absolute value, of the kind of x.",
    [example("(Math/abs -5)", "5"), example("(Math/abs -1.5)", "1.5")],
    { run1: javaAbs },
    null,
  ),
  "Math/max": row(
    ["x y"],
    "The larger of two integers or of two floats. max also takes mixed numbers and more of them.",
    [example("(Math/max 1 2)", "2"), example("(Math/max 1 2.0)", "error: java_type_error")],
    { run2: (x, y) => javaExtreme("max", x, y) },
    null,
  ),
  "Math/min": row(
    ["x y"],
    "The smaller of two integers or of two floats. min also takes mixed numbers and more of them.",
    [example("(Math/min 1 2)", "1"), example("(Math/min 0.5 1.5)", "0.5")],
    { run2: (x, y) => javaExtreme("min", x, y) },
    null,
  ),
  "Math/round": row(
    ["x"],
    "The integer nearest to a float, halves toward positive infinity. round takes integers too and rounds halves away from zero.",
    [
      example("(Math/round 2.5)", "3"),
      example("(Math/round -2.5)", "-2"),
      example("(Math/round 1)", "error: java_type_error"),
    ],
    { run1: roundFloat },
    null,
  ),
  "clojure.math/round": {
    ...row(
      ["x"],
      "The integer nearest to x, halves toward positive infinity.",
      [example("(clojure.math/round 2.5)", "3"), example("(clojure.math/round 4)", "4")],
      { run1: (x) => javaRound(double("clojure.math/round", x)) },
      null,
    ),
    aliases: ["math/round"],
  },
  "Math/signum": row(
    ["x"],
    "-1.0, 0.0 or 1.0 as the float x is negative, zero or positive.",
    [example("(Math/signum -2.5)", "-1.0"), example("(Math/signum 0.0)", "0.0")],
    { run1: signOf },
    null,
  ),
  "clojure.math/signum": {
    ...row(
      ["x"],
      "-1.0, 0.0 or 1.0 as x is negative, zero or positive.",
      [example("(clojure.math/signum -3)", "-1.0"), example("(clojure.math/signum 0)", "0.0")],
      { run1: (x) => toFloat(Math.sign(double("clojure.math/signum", x))) },
      null,
    ),
    aliases: ["math/signum"],
  },
  "Math/floorDiv": row(
    ["x y"],
    "The quotient of two integers rounded down.",
    [example("(Math/floorDiv -7 2)", "-4"), example("(Math/floorDiv 7 2)", "3")],
    { run2: floorDiv },
    "floor-div",
  ),
  "Math/floorMod": row(
    ["x y"],
    "The remainder of Math/floorDiv; it has the sign of y.",
    [example("(Math/floorMod -7 2)", "1"), example("(Math/floorMod 7 -2)", "-1")],
    { run2: floorMod },
    "floor-mod",
  ),
  "Math/random": row(
    [""],
    "A random float in [0, 1), from the source the host injected.",
    [example("(< -1 (Math/random) 1)", "true"), example("(int (Math/random))", "0")],
    { run0: () => toFloat(draw("Math/random")), varies: "always" },
    "random",
    { differs: "Draws only from a source of randomness that the host injected." },
  ),
} satisfies BuiltinTable;

const powers = {
  "Math/floor": unary("floor", Math.floor, "x rounded down, as a float. floor gives an integer.", [
    example("(Math/floor 3.7)", "3.0"),
    example("(Math/floor -0.5)", "-1.0"),
  ]),
  "Math/ceil": unary("ceil", Math.ceil, "x rounded up, as a float. ceil gives an integer.", [
    example("(Math/ceil 3.2)", "4.0"),
    example("(Math/ceil -0.5)", "-0.0"),
  ]),
  "Math/rint": unary("rint", rint, "x rounded to the nearest whole float, halves to the even one.", [
    example("(Math/rint 2.5)", "2.0"),
    example("(Math/rint 3.5)", "4.0"),
  ]),
  "Math/sqrt": unary("sqrt", Math.sqrt, "The square root; ##NaN for a negative number.", [
    example("(Math/sqrt 16)", "4.0"),
    example("(Math/sqrt 2)", "1.4142135623730951"),
  ]),
  "Math/cbrt": unary("cbrt", portableCbrt, "The cube root.", [
    example("(Math/cbrt 27)", "3.0"),
    example("(Math/cbrt -8)", "-2.0"),
  ]),
  "Math/pow": binary("pow", "base exponent", precisePow, "base raised to exponent, as a float.", [
    example("(Math/pow 2 10)", "1024.0"),
    example("(Math/pow 0 -1)", "##Inf"),
  ]),
  "Math/exp": unary("exp", preciseExp, "e raised to x.", [
    example("(Math/exp 0)", "1.0"),
    example("(Math/exp 1)", "2.718281828459045"),
  ]),
  "Math/expm1": unary("expm1", Math.expm1, "e raised to x, minus one; exact near zero.", [
    example("(Math/expm1 0)", "0.0"),
    example("(Math/expm1 ##-Inf)", "-1.0"),
  ]),
  "Math/log": unary("log", preciseLog, "The natural logarithm.", [
    example("(Math/log 1)", "0.0"),
    example("(Math/log 10)", "2.302585092994046"),
  ]),
  "Math/log10": unary("log10", preciseLog10, "The logarithm to base ten.", [
    example("(Math/log10 1000)", "3.0"),
    example("(Math/log10 0)", "##-Inf"),
  ]),
  "Math/log1p": unary("log1p", Math.log1p, "The natural logarithm of x + 1; exact near zero.", [
    example("(Math/log1p 0)", "0.0"),
    example("(Math/log1p -1)", "##-Inf"),
  ]),
  "Math/hypot": binary("hypot", "x y", portableHypot, "The length of the hypotenuse: the root of x² + y².", [
    example("(Math/hypot 3 4)", "5.0"),
    example("(Math/hypot 5 12)", "13.0"),
  ]),
} satisfies BuiltinTable;

const angles = {
  "Math/sin": unary("sin", preciseSin, "The sine of an angle in radians.", [
    example("(Math/sin 0)", "0.0"),
    example("(Math/sin (/ Math/PI 2))", "1.0"),
  ]),
  "Math/cos": unary("cos", preciseCos, "The cosine of an angle in radians.", [
    example("(Math/cos 0)", "1.0"),
    example("(Math/cos Math/PI)", "-1.0"),
  ]),
  "Math/tan": unary("tan", preciseTan, "The tangent of an angle in radians.", [
    example("(Math/tan 0)", "0.0"),
    example("(Math/round (Math/tan (/ Math/PI 4)))", "1"),
  ]),
  "Math/asin": unary("asin", Math.asin, "The angle in radians whose sine is x.", [
    example("(Math/asin 0)", "0.0"),
    example("(Math/asin 2)", "##NaN"),
  ]),
  "Math/acos": unary("acos", Math.acos, "The angle in radians whose cosine is x.", [
    example("(Math/acos 1)", "0.0"),
    example("(Math/acos -1)", "3.141592653589793"),
  ]),
  "Math/atan": unary("atan", Math.atan, "The angle in radians whose tangent is x.", [
    example("(Math/atan 0)", "0.0"),
    example("(Math/atan 1)", "0.7853981633974483"),
  ]),
  "Math/atan2": binary("atan2", "y x", Math.atan2, "The angle in radians from the x axis to the point (x, y).", [
    example("(Math/atan2 0 1)", "0.0"),
    example("(Math/atan2 1 1)", "0.7853981633974483"),
  ]),
  "Math/sinh": unary("sinh", Math.sinh, "The hyperbolic sine.", [
    example("(Math/sinh 0)", "0.0"),
    example("(Math/sinh ##Inf)", "##Inf"),
  ]),
  "Math/cosh": unary("cosh", portableCosh, "The hyperbolic cosine.", [
    example("(Math/cosh 0)", "1.0"),
    example("(Math/cosh ##-Inf)", "##Inf"),
  ]),
  "Math/tanh": unary("tanh", Math.tanh, "The hyperbolic tangent.", [
    example("(Math/tanh 0)", "0.0"),
    example("(Math/tanh ##Inf)", "1.0"),
  ]),
  "Math/toRadians": unary(
    "toRadians",
    (x) => x * 0.017453292519943295,
    "Degrees to radians.",
    [example("(Math/toRadians 180)", "3.141592653589793"), example("(Math/toRadians 0)", "0.0")],
    "to-radians",
  ),
  "Math/toDegrees": unary(
    "toDegrees",
    (x) => x * 57.29577951308232,
    "Radians to degrees.",
    [example("(Math/toDegrees Math/PI)", "180.0"), example("(Math/toDegrees 0)", "0.0")],
    "to-degrees",
  ),
} satisfies BuiltinTable;

export const javaMath = { ...overloaded, ...powers, ...angles } satisfies BuiltinTable;
