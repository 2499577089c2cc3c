import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparison } from "../../src/lisp/builtins/comparison.ts";
import { builtinValue } from "../../src/lisp/builtins/invoke.ts";
import { withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { Flt, type Value } from "../../src/lisp/values/value.ts";
import type { Vec } from "../../src/lisp/values/vector.ts";
import { call, failure, fn, inc, map, naturals, odd, show, showLater, slow, withMeter } from "./transforms-support.ts";

withMeter();

const less = fn((a: number, b: number) => a < b);

describe("sort", () => {
  it("orders naturally, nil first", () => {
    expect(show("sort", [3, null, 1, 2.5])).toBe("[nil 1 2.5 3]");
    expect(show("sort", "cab")).toBe('["a" "b" "c"]');
    expect(show("sort", map(":b", 1, ":a", 2))).toBe("[[:a 2] [:b 1]]");
    expect(show("sort", [[2, 1], [3], [1, 1]])).toBe("[[3] [1 1] [2 1]]");
    expect(failure("sort", [1, "a"]).reason).toBe("type_error");
  });

  it("takes number and boolean comparators, :asc, :desc and nil", () => {
    expect(show("sort", less, [3, 1, 2])).toBe("[1 2 3]");
    expect(
      show(
        "sort",
        fn((a: number, b: number) => b - a),
        [3, 1, 2],
      ),
    ).toBe("[3 2 1]");
    expect(
      show(
        "sort",
        fn((_a: number, _b: number) => false),
        [3, 1, 2],
      ),
    ).toBe("[3 1 2]");
    expect(show("sort", ":desc", [3, 1, 2])).toBe("[3 2 1]");
    expect(show("sort", ":asc", [3, 1, 2])).toBe("[1 2 3]");
    expect(show("sort", null, [2, 1])).toBe("[1 2]");
  });

  it("keeps equal items in order, whichever way it sorts", () => {
    const rows = [map(":k", 1, ":id", 1), map(":k", 2, ":id", 2), map(":k", 1, ":id", 3)];
    const ids = (v: Value) => show("map", ":id", v);
    expect(ids(call("sort-by", ":k", rows))).toBe("[1 3 2]");
    expect(ids(call("sort-by", ":k", ":desc", rows))).toBe("[2 1 3]");
    expect(ids(call("sort-by", ":k", builtinValue(">", comparison[">"]), rows))).toBe("[2 1 3]");
  });

  it("agrees with a reference sort", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 }), async (xs) => {
        swapMeter(newMeter(withDefaults()));
        const rows = xs.map((k, i) => [k, i] as const);
        const expected = [...rows].sort((a, b) => a[0] - b[0]);
        const key = fn((r: Vec) => r.at(0));
        const plain = show(
          "map",
          fn((x: never) => x),
          expected.map((r) => [...r]),
        );
        const input = rows.map((r) => [...r]);
        expect(show("sort-by", key, input)).toBe(plain);
        expect(show("sort-by", key, less, input)).toBe(plain);
        expect(
          await showLater(
            "sort-by",
            key,
            slow((a: number, b: number) => a - b),
            input,
          ),
        ).toBe(plain);
      }),
      { numRuns: 40 },
    );
  });

  it("gives the order of the JVM for small inputs and comparators that contradict themselves", () => {
    const pairs = [
      [1, ":a"],
      [2, ":b"],
      [1, ":c"],
      [2, ":d"],
      [1, ":e"],
    ];
    const atLeast = fn((a: number, b: number) => a >= b);
    expect(
      show(
        "sort-by",
        fn((r: Vec) => r.at(0)),
        atLeast,
        pairs,
      ),
    ).toBe("[[2 :d] [2 :b] [1 :e] [1 :c] [1 :a]]");
    expect(
      show(
        "sort",
        fn((_a: number, _b: number) => true),
        [3, 1, 2, 5],
      ),
    ).toBe("[5 2 1 3]");
    expect(show("sort", [3, Number.NaN, 1, 2])).toBe("[3 ##NaN 1 2]");
    expect(show("sort", [2, 1, Number.NaN, 0, 5])).toBe("[0 1 2 ##NaN 5]");
  });

  it("ends whatever the comparator says", () => {
    const many = [...Array(500).keys()];
    let turn = 0;
    const moody = fn((_a: number, _b: number) => [-1, 1, 0][turn++ % 3]!);
    expect((call("sort", moody, many) as Vec).length).toBe(500);
    expect(new Set((call("sort", moody, many) as Vec).items()).size).toBe(500);
  });

  it("explains misuse", () => {
    expect(failure("sort", [2, 1], less).hint).toBe("Write (sort comparator coll).");
    expect(failure("sort", ":age", [map(":age", 1)]).hint).toContain("(sort-by :age coll)");
    expect(failure("sort-by", [map(":k", 1)], ":k").hint).toBe("Write (sort-by keyfn coll).");
    expect(failure("sort-by", ":k", [map(":k", 1)], less).hint).toBe("Write (sort-by keyfn comparator coll).");
    expect(
      failure(
        "sort",
        fn((_a: number, _b: number) => null),
        [2, 1],
      ).message,
    ).toContain("number or a boolean");
    expect(failure("sort", map(2, 5), [2, 1]).message).toContain("comparator function, got a map");
    expect(failure("sort", naturals()).reason).toBe("type_error");
  });

  it("asks for each key once", () => {
    let asked = 0;
    const key = fn((x: number) => {
      asked++;
      return -x;
    });
    expect(show("sort-by", key, [...Array(100).keys()]).slice(0, 9)).toBe("[99 98 97");
    expect(asked).toBe(100);
  });
});

describe("key arguments", () => {
  const rows = [map("price", 2, "at", map("n", 1)), map("price", 1, "at", map("n", 2))];

  it("may be strings or paths", () => {
    expect(show("map", ":price", call("sort-by", "price", rows))).toBe("[1 2]");
    expect(show("sum-by", [":at", ":n"], rows)).toBe("3");
    expect(show("max-by", [":at", ":n"], rows)).toBe('{"price" 1, "at" {"n" 2}}');
    expect(show("sort-by", [2, 1], [0, 1])).toBe("[1 0]");
    expect(show("sort-by", ["b", "a"], [0, 1])).toBe("[1 0]");
  });
});

describe("grouping", () => {
  it("collects items by key in order of appearance", () => {
    expect(show("group-by", odd, [1, 2, 3])).toBe("{true [1 3], false [2]}");
    expect(
      show(
        "group-by",
        fn((x: number) => [x % 2]),
        [1, 2, 3],
      ),
    ).toBe("{[1] [1 3], [0] [2]}");
    expect(show("group-by", odd, null)).toBe("{}");
    expect(show("frequencies", [1, new Flt(1), 1, "1"])).toBe('{1 2, 1.0 1, "1" 1}');
    expect(show("distinct-by", odd, [1, 2, 3, 4])).toBe("[1 2]");
    expect(show("partition-by", odd, [1, 3, 2, 5])).toBe("[[1 3] [2] [5]]");
  });

  it("holds many groups", () => {
    const many = [...Array(1000).keys()];
    expect(
      show(
        "reduce-kv",
        fn((n: number, _k: number, g: Vec) => n + g.length),
        0,
        call("group-by", inc, many),
      ),
    ).toBe("1000");
  });

  it("waits for keys", async () => {
    expect(
      await showLater(
        "group-by",
        slow((x: number) => x > 1),
        [1, 2, 3],
      ),
    ).toBe("{false [1], true [2 3]}");
    expect(
      await showLater(
        "sort-by",
        slow((x: number) => -x),
        [1, 2, 3],
      ),
    ).toBe("[3 2 1]");
  });
});

describe("aggregates", () => {
  it("skip nil and refuse what is no number", () => {
    expect(show("sum", [1, null, 2])).toBe("3");
    expect(show("avg", [1, null, 2])).toBe("1.5");
    expect(show("avg", [null])).toBe("nil");
    expect(show("sum-by", ":n", [map(":n", 2 ** 53 - 1), map(":n", 1)])).toBe("9007199254740992");
    expect(failure("sum", ["1"]).reason).toBe("arithmetic_error");
    expect(failure("avg-by", ":n", [map(":n", map())]).reason).toBe("arithmetic_error");
  });

  it("find the first extreme item", () => {
    const len = fn((s: string) => s.length);
    expect(show("max-by", len, "aa", "bb", "c")).toBe('"aa"');
    expect(show("min-by", len, ["aa", "b", "c"])).toBe('"b"');
    expect(show("max-by", ":n", [map(), map(":n", 1)])).toBe("{:n 1}");
    expect(show("min-by", ":n", null)).toBe("nil");
    expect(failure("max-by", [map(":n", 1)], ":n").hint).toBe("Write (max-by f coll).");
  });
});
