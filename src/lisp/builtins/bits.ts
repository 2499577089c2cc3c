// Bit operations on 64-bit two's complement integers, as on the JVM: results wrap at 64 bits, shift counts and bit
// indexes are taken modulo 64, and integers that need more bits are refused.

import { fault } from "../fault.ts";
import { charge, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { toInteger } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Bits";

type Long = number | bigint;
type Combine = (x: Value, y: Value) => Value;

function long(op: string, v: Value): Long {
  if (typeof v === "number" && Number.isInteger(v)) return v;
  if (typeof v === "bigint") {
    if (v >= -9223372036854775808n && v <= 9223372036854775807n) return v;
    fault("type_error", `${op} works on 64-bit integers; this one is larger.`, "Reduce it first, e.g. with mod.");
  }
  fault(
    "type_error",
    `${op} expects integers, got ${typeName(v)}.`,
    typeof v === "string" ? "Parse the string first: (parse-long s)." : "Convert first: (long x).",
  );
}

/** The shift count or bit index: the low six bits. */
function index(op: string, v: Value): number {
  const n = long(op, v);
  return typeof n === "bigint" ? Number(BigInt.asUintN(6, n)) : ((n % 64) + 64) % 64;
}

function wrap(n: bigint): Value {
  // The operands as bigints, and what comes of them.
  charge(72);
  return toInteger(BigInt.asIntN(64, n));
}

/** Both fit in 32 bits, where JavaScript's own operators are exact. */
function narrow(x: Value, y: Value): boolean {
  return (x as number) === ((x as number) | 0) && (y as number) === ((y as number) | 0);
}

function fold(args: readonly Value[], combine: Combine): Value {
  spendMany(args.length);
  let r = args[0] as Value;
  for (let i = 1; i < args.length; i++) r = combine(r, args[i] as Value);
  return r;
}

function and(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && narrow(x, y)) return x & y;
  return wrap(BigInt(long("bit-and", x)) & BigInt(long("bit-and", y)));
}

function or(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && narrow(x, y)) return x | y;
  return wrap(BigInt(long("bit-or", x)) | BigInt(long("bit-or", y)));
}

function xor(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && narrow(x, y)) return x ^ y;
  return wrap(BigInt(long("bit-xor", x)) ^ BigInt(long("bit-xor", y)));
}

function andNot(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && narrow(x, y)) return x & ~y;
  return wrap(BigInt(long("bit-and-not", x)) & ~BigInt(long("bit-and-not", y)));
}

function not(x: Value): Value {
  const v = long("bit-not", x);
  const r = typeof v === "number" ? -v - 1 : Number.NaN;
  return Number.isSafeInteger(r) ? r : wrap(~BigInt(v));
}

function shiftLeft(x: Value, n: Value): Value {
  const v = long("bit-shift-left", x);
  const by = index("bit-shift-left", n);
  if (typeof v === "number") {
    const r = v * 2 ** by;
    if (Number.isSafeInteger(r)) return r;
  }
  return wrap(BigInt(v) << BigInt(by));
}

function shiftRight(x: Value, n: Value): Value {
  const v = long("bit-shift-right", x);
  const by = index("bit-shift-right", n);
  // Dividing by a power of two is exact.
  return typeof v === "number" ? Math.floor(v / 2 ** by) : wrap(v >> BigInt(by));
}

function unsignedShiftRight(x: Value, n: Value): Value {
  const v = long("unsigned-bit-shift-right", x);
  const by = index("unsigned-bit-shift-right", n);
  return wrap(BigInt.asUintN(64, BigInt(v)) >> BigInt(by));
}

function mask(op: string, n: Value): bigint {
  return 1n << BigInt(index(op, n));
}

const combining = {
  "bit-and": {
    home: "core",
    group,
    params: ["x y", "x y & more"],
    doc: "The bits set in every argument.",
    examples: [
      { code: "(bit-and 12 10)", gives: "8" },
      { code: "(bit-and 255 -16)", gives: "240" },
      { code: "(bit-and 1.0 1)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run2: and,
    runN: (args) => fold(args, and),
  },
  "bit-or": {
    home: "core",
    group,
    params: ["x y", "x y & more"],
    doc: "The bits set in any argument.",
    examples: [
      { code: "(bit-or 12 10)", gives: "14" },
      { code: "(bit-or 1 2 4)", gives: "7" },
    ],
    clojure: "same",
    since: "0.1",
    run2: or,
    runN: (args) => fold(args, or),
  },
  "bit-xor": {
    home: "core",
    group,
    params: ["x y", "x y & more"],
    doc: "The bits set in an odd number of arguments.",
    examples: [
      { code: "(bit-xor 12 10)", gives: "6" },
      { code: "(bit-xor 5 5)", gives: "0" },
    ],
    clojure: "same",
    since: "0.1",
    run2: xor,
    runN: (args) => fold(args, xor),
  },
  "bit-and-not": {
    home: "core",
    group,
    params: ["x y", "x y & more"],
    doc: "The bits of x that no later argument has set.",
    examples: [
      { code: "(bit-and-not 15 9)", gives: "6" },
      { code: "(bit-and-not 15 1 2)", gives: "12" },
    ],
    clojure: "same",
    since: "0.1",
    run2: andNot,
    runN: (args) => fold(args, andNot),
  },
  "bit-not": {
    home: "core",
    group,
    params: ["x"],
    doc: "All bits of x inverted.",
    examples: [
      { code: "(bit-not 0)", gives: "-1" },
      { code: "(bit-not 5)", gives: "-6" },
    ],
    clojure: "same",
    since: "0.1",
    run1: not,
  },
} satisfies BuiltinTable;

const shifting = {
  "bit-shift-left": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x shifted left by n bits, within 64 bits. n is taken modulo 64.",
    examples: [
      { code: "(bit-shift-left 1 4)", gives: "16" },
      { code: "(bit-shift-left 1 63)", gives: "-9223372036854775808" },
    ],
    clojure: "same",
    since: "0.1",
    run2: shiftLeft,
  },
  "bit-shift-right": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x shifted right by n bits, keeping its sign. n is taken modulo 64.",
    examples: [
      { code: "(bit-shift-right 256 4)", gives: "16" },
      { code: "(bit-shift-right -8 1)", gives: "-4" },
    ],
    clojure: "same",
    since: "0.1",
    run2: shiftRight,
  },
  "unsigned-bit-shift-right": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x shifted right by n bits with zeros coming in, as 64 bits. n is taken modulo 64.",
    examples: [
      { code: "(unsigned-bit-shift-right 256 4)", gives: "16" },
      { code: "(unsigned-bit-shift-right -1 60)", gives: "15" },
    ],
    clojure: "same",
    since: "0.1",
    run2: unsignedShiftRight,
  },
} satisfies BuiltinTable;

const single = {
  "bit-set": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x with bit n set; bit 0 is the lowest.",
    examples: [
      { code: "(bit-set 0 3)", gives: "8" },
      { code: "(bit-set 8 3)", gives: "8" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (x, n) => wrap(BigInt(long("bit-set", x)) | mask("bit-set", n)),
  },
  "bit-clear": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x with bit n cleared; bit 0 is the lowest.",
    examples: [
      { code: "(bit-clear 15 1)", gives: "13" },
      { code: "(bit-clear 0 1)", gives: "0" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (x, n) => wrap(BigInt(long("bit-clear", x)) & ~mask("bit-clear", n)),
  },
  "bit-flip": {
    home: "core",
    group,
    params: ["x n"],
    doc: "x with bit n inverted; bit 0 is the lowest.",
    examples: [
      { code: "(bit-flip 0 2)", gives: "4" },
      { code: "(bit-flip 4 2)", gives: "0" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (x, n) => wrap(BigInt(long("bit-flip", x)) ^ mask("bit-flip", n)),
  },
  "bit-test": {
    home: "core",
    group,
    params: ["x n"],
    doc: "Whether bit n of x is set; bit 0 is the lowest.",
    examples: [
      { code: "(bit-test 5 0)", gives: "true" },
      { code: "(bit-test 5 1)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (x, n) => (BigInt.asUintN(64, BigInt(long("bit-test", x))) & mask("bit-test", n)) !== 0n,
  },
} satisfies BuiltinTable;

export const bits = { ...combining, ...shifting, ...single } satisfies BuiltinTable;
