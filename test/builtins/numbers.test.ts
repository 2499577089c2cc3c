// Arithmetic, order and conversion case by case; every expectation was compared with JVM Clojure 1.11 except where
// PTC-Lisp differs on purpose.

import { describe, expect, it } from "vitest";
import { withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { NativeFn } from "../../src/lisp/values/fn.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { call, failure, flt, show, withRun } from "./numbers-support.ts";

withRun();

const NaN_ = Number.NaN;
const Inf = Infinity;

function table(cases: readonly (readonly [string, readonly Value[], string])[]): void {
  for (const [name, args, gives] of cases)
    it(`${name} ${args.map(String).join(" ")} gives ${gives}`, () => expect(show(name, ...args)).toBe(gives));
}

describe("arithmetic", () => {
  table([
    ["+", [], "0"],
    ["+", ["a"], "error: type_error"],
    ["+", [flt(-0)], "-0.0"],
    ["+", [9007199254740991, 1], "9007199254740992"],
    ["+'", [1, 2, 3, 4], "10"],
    ["-", [], "error: arity_error"],
    ["-", [0], "0"],
    ["-", [flt(0)], "-0.0"],
    ["-", [-9223372036854775808n], "9223372036854775808"],
    ["*", [0, -5], "0"],
    ["*", [0, -1.5], "-0.0"],
    ["*", [0, Inf], "##NaN"],
    ["*", [0.5, flt(2)], "1.0"],
    ["/", [0, -5], "0.0"],
    ["/", [flt(0), -5], "-0.0"],
    ["/", [1, 0], "error: arithmetic_error"],
    ["/", [-1, flt(0)], "##-Inf"],
    ["/", [1, 2, 4], "0.125"],
    ["/", [9007199254740993n, 3], "3.002399751580331E15"],
    ["/", [10n ** 400n, 10n ** 399n], "10.0"],
    ["/", [1, 10n ** 320n], "1.0E-320"],
    ["inc", [9007199254740991], "9007199254740992"],
    ["inc", [0.9999999999999999], "2.0"],
    ["dec", [0.5], "-0.5"],
    ["dec", [9007199254740992n], "9007199254740991"],
  ]);
});

describe("quot, rem and mod", () => {
  table([
    ["quot", [9007199254740991, 2], "4503599627370495"],
    ["quot", [-9223372036854775808n, -1], "9223372036854775808"],
    ["quot", [-1, 2], "0"],
    ["quot", [flt(-1), 2], "0.0"],
    ["quot", [2, Inf], "0.0"],
    ["quot", [1e308, 1e-10], "error: arithmetic_error"],
    ["rem", [flt(-0), 2], "-0.0"],
    ["rem", [0.3, 0.1], "0.09999999999999998"],
    ["rem", [flt(1e20), 7], "0.0"],
    ["rem", [2, Inf], "##NaN"],
    ["rem", [NaN_, 2], "error: arithmetic_error"],
    ["mod", [-7.5, 2], "0.5"],
    ["mod", [5.5, -2.1], "-0.8000000000000003"],
    ["mod", [-0.3, 0.1], "2.7755575615628914E-17"],
    ["mod", [-(10n ** 20n), 7], "5"],
    ["mod", [5, flt(0)], "error: arithmetic_error"],
  ]);
});

describe("order", () => {
  table([
    ["<", ["a"], "true"],
    ["<", [2, 1, "a"], "false"],
    ["<", [1, 2, "a"], "error: type_error"],
    ["<", [9007199254740992, 9007199254740993n], "true"],
    ["<=", [NaN_, NaN_], "false"],
    [">=", [flt(1), 1, 1n], "true"],
    ["=", [1, flt(1)], "true"],
    ["=", [NaN_, NaN_], "false"],
    ["not=", [1], "false"],
    ["compare", ["a", "c"], "-2"],
    ["compare", ["abcdef", "abc"], "3"],
    ["compare", [Keyword.of("b"), Keyword.of("a")], "1"],
    ["compare", [NaN_, 1], "0"],
    ["compare", [flt(-0), flt(0)], "0"],
    ["compare", [null, null], "0"],
    ["compare", [Vec.of([1, 2]), Vec.of([3])], "1"],
    ["compare", [Vec.of([1, "a"]), Vec.of([1, "c"])], "-2"],
    ["identical?", [Vec.of([]), Vec.of([])], "true"],
    ["max", ["a"], '"a"'],
    ["max", [1, flt(1)], "1.0"],
    ["max", [flt(1), 1], "1"],
    ["max", [flt(0), flt(-0)], "0.0"],
    ["min", [flt(0), flt(-0)], "-0.0"],
    ["min", [1, 2, NaN_], "##NaN"],
    ["max", [1, null], "error: type_error"],
  ]);
});

describe("max-key and min-key", () => {
  const identity = new NativeFn("identity", 1, 1, (args) => args[0] as Value);
  table([
    ["max-key", [identity, "a"], '"a"'],
    ["max-key", [identity, flt(2), 2], "2"],
    ["min-key", [identity, flt(2), 2, flt(2)], "2.0"],
    ["max-key", [identity, 1, NaN_, 2], "##NaN"],
    ["max-key", [identity, NaN_, 1, 2], "2"],
    ["min-key", [identity, 1, 2, NaN_], "1"],
    ["max-key", [identity, "a", "b"], "error: type_error"],
  ]);
});

describe("rounding and conversion", () => {
  table([
    ["round", [0.49999999999999994], "0"],
    ["round", [-2.5], "-3"],
    ["floor", [NaN_], "##NaN"],
    ["ceil", [-0.5], "0"],
    ["trunc", [flt(1e20)], "100000000000000000000"],
    ["abs", [-9223372036854775808n], "9223372036854775808"],
    ["abs", [flt(-0)], "0.0"],
    ["pow", [1, Inf], "##NaN"],
    ["pow", [flt(-0), -3], "##-Inf"],
    ["pow", [1.07, 3], "1.225043"],
    ["pow", [10, -5], "1.0E-5"],
    ["int", [NaN_], "0"],
    ["int", ["A"], "65"],
    ["int", ["AB"], "error: type_error"],
    ["int", [2147483647.9], "error: arithmetic_error"],
    ["int", [Inf], "error: arithmetic_error"],
    ["long", [flt(2 ** 63)], "9223372036854775807"],
    ["long", [9223372036854775808n], "error: arithmetic_error"],
    ["bigint", [flt(1e30)], "1000000000000000000000000000000"],
    ["bigint", ["-12"], "-12"],
    ["bigint", ["12.5"], "error: runtime_error"],
    ["double", [10n ** 400n], "##Inf"],
    ["num", [null], "nil"],
  ]);
});

describe("predicates answer false for everything that is not a number", () => {
  for (const name of ["zero?", "pos?", "neg?", "even?", "odd?", "NaN?", "infinite?", "number?", "int?", "float?"])
    it(name, () => {
      for (const v of [null, "0", true, Keyword.of("a"), Vec.of([1])]) expect(call(name, v)).toBe(false);
    });
  table([
    ["even?", [4.5], "false"],
    ["odd?", [flt(3)], "true"],
    ["odd?", [Inf], "false"],
    ["even?", [10n ** 30n], "true"],
    ["neg?", [-(10n ** 30n)], "true"],
    ["float?", [NaN_], "true"],
    ["pos-int?", [10n ** 30n], "true"],
  ]);
});

describe("hints name the fix", () => {
  it.each([
    ["+", [1, null], "(or x 0)"],
    ["+", ["a", "b"], "(str a b)"],
    ["<", ["a", "b"], "(compare a b)"],
    ["+", [Vec.of([1, 2])], "(apply + coll)"],
    ["*", [2, Keyword.of("price")], "(:price item)"],
    ["Math/round", [1], "(Math/round (double x))"],
    ["Integer/parseInt", ["x"], "(parse-long s)"],
  ] as const)("%s", (name, args, fix) => {
    expect(failure(name, ...args).hint).toContain(fix);
  });
});

describe("large integers stay within their limits", () => {
  const wide = 1n << 65_000n;
  it("refuses a product before computing it", () => expect(show("*", wide, wide)).toBe("error: memory_exceeded"));
  it("allows what fits", () => expect(call("*", wide, 2)).toBe(1n << 65_001n));
  it("refuses text that cannot fit", () => expect(show("bigint", "9".repeat(70_000))).toBe("error: memory_exceeded"));
  it("charges fuel by size", () => {
    swapMeter(newMeter(withDefaults({ fuel: 100_000 })));
    const many = () => {
      for (let i = 0; i < 1000; i++) call("+", wide, i);
    };
    expect(many).toThrow(expect.objectContaining({ reason: "fuel_exceeded" }));
  });
});
