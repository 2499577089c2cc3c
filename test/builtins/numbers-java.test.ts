// The Java-named functions: overloads, ranges, spellings of numbers, and what the host must grant.

import { describe, expect, it } from "vitest";
import { Cancellation } from "../../src/lisp/activity.ts";
import { constants } from "../../src/lisp/builtins/java-lang.ts";
import { newContext, setContext } from "../../src/lisp/context.ts";
import { PrintLog } from "../../src/lisp/prints.ts";
import type { Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { call, flt, show, withRun } from "./numbers-support.ts";

withRun();

function table(cases: readonly (readonly [string, readonly Value[], string])[]): void {
  for (const [name, args, gives] of cases)
    it(`${name} ${args.map((a) => JSON.stringify(String(a)).slice(0, 30)).join(" ")} gives ${gives}`, () =>
      expect(show(name, ...args)).toBe(gives));
}

describe("Math", () => {
  table([
    ["Math/abs", [-9223372036854775808n], "-9223372036854775808"],
    ["Math/abs", [9223372036854775808n], "error: java_type_error"],
    ["Math/max", [flt(-0), flt(0)], "0.0"],
    ["Math/max", [Number.NaN, 1], "error: java_type_error"],
    ["Math/min", [null, 1], "error: java_type_error"],
    ["Math/max", [1], "error: java_arity_error"],
    ["Math/round", [-1.5], "-1"],
    ["Math/round", [0.49999999999999994], "0"],
    ["Math/round", [4503599627370495.5], "4503599627370496"],
    ["Math/round", [Number.NaN], "0"],
    ["Math/round", [Infinity], "9223372036854775807"],
    ["Math/round", [flt(-1e19)], "-9223372036854775808"],
    ["Math/signum", [-3], "error: java_type_error"],
    ["clojure.math/signum", [-3], "-1.0"],
    ["Math/floorDiv", [-9223372036854775808n, -1], "-9223372036854775808"],
    ["Math/floorMod", [1, 0], "error: java_domain_error"],
    ["Math/sqrt", ["a"], "error: java_type_error"],
    ["Math/rint", [-0.5], "-0.0"],
    ["Math/rint", [3.5], "4.0"],
    ["Math/pow", [0.9, 4], "0.6561"],
    ["Math/pow", [2, 0.5], "1.4142135623730951"],
    ["Math/pow", [-8, 3], "-512.0"],
    ["Math/pow", [10, 36], "1.0E36"],
    ["Math/log", [3], "1.0986122886681098"],
    ["Math/log10", [1e15], "15.0"],
    ["Math/exp", [19], "1.7848230096318725E8"],
    ["Math/exp", [-1000], "0.0"],
    ["Math/exp", [710], "##Inf"],
    ["Math/cos", [1000], "0.5623790762907029"],
    ["Math/hypot", [6, 5], "7.810249675906654"],
    ["Math/random", [], "error: runtime_error"],
  ]);
});

describe("parsing", () => {
  table([
    ["Integer/parseInt", ["zz", 36], "1295"],
    ["Integer/parseInt", ["9", 8], "error: java_domain_error"],
    ["Integer/parseInt", ["2147483648"], "error: java_domain_error"],
    ["Integer/parseInt", [" 7"], "error: java_domain_error"],
    ["Integer/parseInt", [5], "error: java_type_error"],
    ["Integer/parseInt", ["10", 37], "error: java_domain_error"],
    ["Integer/parseInt", ["١٢"], "12"],
    ["Long/parseLong", ["-8000000000000000", 16], "-9223372036854775808"],
    ["Long/parseLong", ["8000000000000000", 16], "error: java_domain_error"],
    ["parse-long", ["１２"], "12"],
    ["parse-long", ["+"], "nil"],
    ["parse-long", [""], "nil"],
    ["parse-double", ["\t1.5"], "1.5"],
    ["parse-double", ["\u00a01.5"], "nil"],
    ["parse-double", ["1."], "1.0"],
    ["parse-double", [".5"], "0.5"],
    ["parse-double", ["."], "nil"],
    ["parse-double", ["1e"], "nil"],
    ["parse-double", ["1d"], "1.0"],
    ["parse-double", ["-Infinity"], "##-Inf"],
    ["parse-double", ["0x1.8p1"], "3.0"],
    ["parse-double", ["0x1"], "nil"],
    ["parse-double", ["0x.p0"], "nil"],
    ["parse-double", ["0x1p-1075"], "0.0"],
    ["parse-double", ["0x1.000001p-1075"], "4.9E-324"],
    ["parse-double", ["0x1.fffffffffffff8p1023"], "##Inf"],
    ["parse-double", ["0x1.00000000000008p0"], "1.0"],
    ["parse-double", ["0x1.000000000000080001p0"], "1.0000000000000002"],
    ["parse-double", [`0x0.${"0".repeat(2500)}1p10004`], "1.0"],
    ["Float/parseFloat", ["3.4028236e38"], "##Inf"],
    ["Boolean/parseBoolean", [null], "false"],
    ["Boolean/parseBoolean", [true], "error: java_type_error"],
  ]);
});

describe("numbers as text", () => {
  table([
    ["Integer/toString", [1.5], '"1"'],
    ["Integer/toString", [3000000000], "error: arithmetic_error"],
    ["Long/toString", [255, 99], '"255"'],
    ["Integer/toBinaryString", [-1], `"${"1".repeat(32)}"`],
    ["String/valueOf", [null], "error: java_domain_error"],
    ["String/valueOf", [Vec.of([1, 2])], '"[1 2]"'],
  ]);
});

describe("characters", () => {
  table([
    ["Character/isDigit", ["٣"], "true"],
    ["Character/isDigit", ["55"], "error: java_type_error"],
    ["Character/isLetter", ["中"], "true"],
    ["Character/isLetter", [97], "true"],
    ["Character/isUpperCase", ["Ⅷ"], "true"],
    ["Character/isWhitespace", ["\u00a0"], "false"],
    ["Character/isWhitespace", ["\u2003"], "true"],
    ["Character/isWhitespace", ["\u001c"], "true"],
    ["Character/toUpperCase", ["ß"], '"ß"'],
  ]);
});

describe("bits refuse what has more than 64 bits", () => {
  table([
    ["bit-and", [9223372036854775808n, 1], "error: type_error"],
    ["bit-test", [1, 9223372036854775808n], "error: type_error"],
    ["bit-shift-left", [1, flt(2)], "error: type_error"],
    ["bit-and", [1], "error: arity_error"],
    ["bit-shift-left", [1, -1], "-9223372036854775808"],
    ["bit-test", [1, 64], "true"],
  ]);
});

describe("chance and time come from the host", () => {
  const grant = (random: () => number, now = () => 1_700_000_000_123.7) =>
    setContext(newContext(new PrintLog(1000), { now, random }, new Cancellation()));

  it("fails without a source", () => {
    for (const name of ["rand", "random-uuid"]) expect(show(name)).toBe("error: runtime_error");
    expect(show("shuffle", Vec.of([1, 2]))).toBe("error: runtime_error");
    expect(show("System/currentTimeMillis")).toBe("error: runtime_error");
  });

  it("stays in range at both ends of the source", () => {
    for (const r of [0, 1 - 2 ** -53]) {
      grant(() => r);
      expect([0, 9]).toContain(call("rand-int", 10));
      expect(show("shuffle", Vec.of([1, 2, 3]))).toMatch(/^\[[123] [123] [123]\]$/);
      expect(show("rand-nth", Vec.of([1, 2, 3]))).toMatch(/^[13]$/);
      expect(show("random-uuid")).toMatch(/^"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"$/);
    }
  });

  it("refuses a broken source or clock", () => {
    grant(
      () => Number.NaN,
      () => Number.NaN,
    );
    expect(show("rand")).toBe("error: runtime_error");
    expect(show("System/currentTimeMillis")).toBe("error: runtime_error");
  });

  it("gives whole milliseconds", () => {
    grant(() => 0);
    expect(call("System/currentTimeMillis")).toBe(1_700_000_000_123);
  });
});

describe("constants", () => {
  it("are documented values", () => {
    for (const [name, c] of constants) {
      expect(name).toMatch(/^[\w.]+\/\w+$/);
      expect(c.doc.length).toBeGreaterThan(10);
    }
  });
});
