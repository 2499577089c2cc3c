// Arithmetic against exact models: integers against bigints, floats against JavaScript doubles, and the two never mix.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  add,
  asBig,
  asDouble,
  compareNumbers,
  dec,
  div,
  inc,
  isFloat,
  isInteger,
  mod,
  mul,
  type Num,
  negate,
  printFloat,
  quot,
  ratioToDouble,
  rem,
  sub,
  toFloat,
  toInteger,
} from "../../src/lisp/values/numbers.ts";
import { Flt, type Value } from "../../src/lisp/values/value.ts";
import { call, withRun } from "./numbers-support.ts";

withRun({ fuel: 1e12, memoryBytes: 1e15 });

const edges = [0n, 1n << 31n, 1n << 32n, 1n << 52n, 1n << 53n, 1n << 62n, 1n << 63n, 1n << 64n, 10n ** 30n];

const integers = fc.oneof(
  fc.bigInt(-100n, 100n),
  fc.tuple(fc.constantFrom(...edges), fc.bigInt(-3n, 3n), fc.boolean()).map(([e, d, s]) => (s ? e + d : -e - d)),
  fc.bigInt(-(1n << 54n), 1n << 54n),
  fc.bigInt(-(1n << 140n), 1n << 140n),
);

const floats = fc.oneof(
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.5,
    1e15,
    2 ** 53,
    2 ** 63,
    1e300,
    5e-324,
    2 ** -1022,
    Infinity,
    -Infinity,
    Number.NaN,
  ),
  fc.integer({ min: -10, max: 10 }).map((n) => n / 4),
);

/** Integers are safe JS numbers or bigints beyond them; -0 never occurs. */
function isCanonicalInteger(v: Value): boolean {
  return typeof v === "bigint"
    ? !Number.isSafeInteger(Number(v)) || BigInt(Number(v)) !== v
    : Number.isSafeInteger(v) && !Object.is(v, -0);
}

function isCanonicalFloat(v: Value): boolean {
  return v instanceof Flt ? Number.isInteger(v.value) : typeof v === "number" && !Number.isInteger(v);
}

function floorMod(x: bigint, y: bigint): bigint {
  const r = x % y;
  return r !== 0n && r < 0n !== y < 0n ? r + y : r;
}

describe("integer arithmetic is exact", () => {
  const total: readonly [string, (x: Value, y: Value) => Value, (x: bigint, y: bigint) => bigint][] = [
    ["+", add, (x, y) => x + y],
    ["-", sub, (x, y) => x - y],
    ["*", mul, (x, y) => x * y],
    ["quot", quot, (x, y) => x / y],
    ["rem", rem, (x, y) => x % y],
    ["mod", mod, floorMod],
  ];
  it.each(total)("%s", (name, run, model) => {
    fc.assert(
      fc.property(integers, integers, (x, y) => {
        if (y === 0n && !"+-*".includes(name)) return;
        const r = run(toInteger(x), toInteger(y));
        expect(isCanonicalInteger(r)).toBe(true);
        expect(asBig(r as number | bigint)).toBe(model(x, y));
      }),
      { numRuns: 2000 },
    );
  });

  it("inc, dec and negate", () => {
    fc.assert(
      fc.property(integers, (x) => {
        const v = toInteger(x);
        expect([inc(v), dec(v), negate(v)].every(isCanonicalInteger)).toBe(true);
        expect([inc(v), dec(v), negate(v)].map((n) => asBig(n as number | bigint))).toEqual([x + 1n, x - 1n, -x]);
      }),
    );
  });
});

describe("float arithmetic is that of doubles", () => {
  const mixed = fc.oneof(
    floats.map((n) => [toFloat(n), n] as const),
    integers.map((n) => [toInteger(n), Number(n)] as const),
  );
  const ops: readonly [string, (x: Value, y: Value) => Value, (x: number, y: number) => number][] = [
    ["+", add, (x, y) => x + y],
    ["-", sub, (x, y) => x - y],
    ["*", mul, (x, y) => x * y],
  ];
  it.each(ops)("%s", (_, run, model) => {
    fc.assert(
      fc.property(floats, mixed, fc.boolean(), (x, [v, y], swap) => {
        const r = swap ? run(v, toFloat(x)) : run(toFloat(x), v);
        expect(isCanonicalFloat(r)).toBe(true);
        expect(asDouble(r as Num)).toBe(swap ? model(y, x) : model(x, y));
      }),
      { numRuns: 2000 },
    );
  });

  it("/ gives floats, and inc and dec keep them", () => {
    fc.assert(
      fc.property(mixed, mixed, ([x], [y]) => {
        if (y !== 0) expect(isCanonicalFloat(div(x, y))).toBe(true);
        expect(isFloat(inc(x))).toBe(isFloat(x));
        expect(isInteger(dec(x))).toBe(isInteger(x));
      }),
    );
  });
});

describe("division of integers rounds once", () => {
  it("agrees with doubles where these are exact", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (x, y) => {
        if (x !== 0 && y !== 0) expect(ratioToDouble(BigInt(x), BigInt(y))).toBe(x / y);
      }),
    );
  });

  it("gives a double at least as near as its neighbours", () => {
    const positive = fc.bigInt(1n, 1n << 1200n);
    fc.assert(
      fc.property(positive, positive, (n, d) => {
        const q = ratioToDouble(n, d);
        if (q === Infinity || q === 0) return;
        // |n/d - x| through integers, as a fraction of 2^-2200.
        const distance = (x: number): bigint => {
          const [num, den] = asFraction(x);
          const diff = n * den - num * d;
          return ((diff < 0n ? -diff : diff) * (1n << 2200n)) / den;
        };
        expect(distance(q) <= distance(q * (1 + Number.EPSILON))).toBe(true);
        expect(distance(q) <= distance(q * (1 - Number.EPSILON))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** A positive double as an exact fraction. */
function asFraction(x: number): [bigint, bigint] {
  let n = x;
  let den = 1n;
  while (!Number.isInteger(n)) {
    n *= 2 ** 32;
    den <<= 32n;
    if (n > 2 ** 900) break;
  }
  return [BigInt(n), den];
}

describe("order", () => {
  const numbers: fc.Arbitrary<Num> = fc.oneof(
    integers.map((n) => toInteger(n) as Num),
    floats.filter((n) => !Number.isNaN(n)).map((n) => toFloat(n) as Num),
  );
  it("is antisymmetric and transitive, integers and floats alike", () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (x, y, z) => {
        expect(compareNumbers(x, y)).toBe(0 - compareNumbers(y, x));
        if (compareNumbers(x, y) <= 0 && compareNumbers(y, z) <= 0) expect(compareNumbers(x, z) <= 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("max and min give one of their arguments, and bound the other", () => {
    fc.assert(
      fc.property(numbers, numbers, (x, y) => {
        const most = call("max", x, y) as Num;
        const least = call("min", x, y) as Num;
        expect([x, y]).toContain(most);
        expect(compareNumbers(least, most) <= 0).toBe(true);
      }),
    );
  });
});

describe("bits are those of 64-bit integers", () => {
  const longs = integers.map((n) => BigInt.asIntN(64, n));
  const models: readonly [string, (x: bigint, y: bigint) => bigint][] = [
    ["bit-and", (x, y) => x & y],
    ["bit-or", (x, y) => x | y],
    ["bit-xor", (x, y) => x ^ y],
    ["bit-and-not", (x, y) => x & ~y],
    ["bit-shift-left", (x, y) => x << BigInt.asUintN(6, y)],
    ["bit-shift-right", (x, y) => x >> BigInt.asUintN(6, y)],
    ["unsigned-bit-shift-right", (x, y) => BigInt.asUintN(64, x) >> BigInt.asUintN(6, y)],
    ["bit-set", (x, y) => x | (1n << BigInt.asUintN(6, y))],
    ["bit-clear", (x, y) => x & ~(1n << BigInt.asUintN(6, y))],
    ["bit-flip", (x, y) => x ^ (1n << BigInt.asUintN(6, y))],
  ];
  it.each(models)("%s", (name, model) => {
    fc.assert(
      fc.property(longs, longs, (x, y) => {
        const r = call(name, toInteger(x), toInteger(y));
        expect(isCanonicalInteger(r)).toBe(true);
        expect(asBig(r as number | bigint)).toBe(BigInt.asIntN(64, model(x, y)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("text", () => {
  it("parse-double reads back what is printed", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        expect(asDouble(call("parse-double", printFloat(n)) as Num)).toBe(n);
      }),
    );
  });

  it("parse-long reads 64-bit integers and nothing larger", () => {
    fc.assert(
      fc.property(integers, (n) => {
        const fits = BigInt.asIntN(64, n) === n;
        expect(call("parse-long", n.toString())).toBe(fits ? toInteger(n) : null);
      }),
    );
  });

  it("no text makes a parser throw anything but a fault", () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789+-.eExXpPdDfFaN ") }));
    fc.assert(
      fc.property(texts, (s) => {
        const n = call("parse-double", s);
        expect(n === null || isFloat(n)).toBe(true);
        const i = call("parse-long", s);
        expect(i === null || isInteger(i)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
