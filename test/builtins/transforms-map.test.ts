import { describe, expect, it } from "vitest";
import { PSet } from "../../src/lisp/values/set.ts";
import type { Vec } from "../../src/lisp/values/vector.ts";
import {
  call,
  compiled,
  failure,
  first,
  fn,
  inc,
  map,
  naturals,
  odd,
  plus,
  show,
  showLater,
  slow,
  vector,
  withMeter,
} from "./transforms-support.ts";

withMeter();

describe("map", () => {
  it("takes every kind of collection", () => {
    expect(show("map", inc, [1, 2])).toBe("[2 3]");
    expect(show("map", inc, null)).toBe("[]");
    expect(show("map", vector, "añ")).toBe('[["a"] ["ñ"]]');
    expect(show("map", vector, map(":a", 1))).toBe("[[[:a 1]]]");
    expect(show("map", inc, PSet.of([1, 2]))).toBe("[2 3]");
  });

  it("takes keywords, maps, sets and vectors as functions", () => {
    expect(show("map", ":a", [map(":a", 1), map("a", 2), map()])).toBe("[1 2 nil]");
    expect(show("map", map(":a", 1), [":a", ":b"])).toBe("[1 nil]");
    expect(show("map", [10, 20], [1, 0])).toBe("[20 10]");
    expect(show("map", ["x", "y"], [1, 0])).toBe('["y" "x"]');
    expect(show("map", ":a", [map(), map(":a", 1)], [7, 8])).toBe("[7 1]");
  });

  it("stops at the shortest of several collections", () => {
    expect(show("map", plus, [1, 2, 3], [10, 20])).toBe("[11 22]");
    expect(show("map", plus, [1, 2], [10, 20], [100])).toBe("[111]");
    expect(show("map", vector, naturals(), "ab")).toBe('[[0 "a"] [1 "b"]]');
    expect(show("map", vector, [1], [2], [3], [4], [5])).toBe("[[1 2 3 4 5]]");
    expect(show("map", vector, [1], null)).toBe("[]");
  });

  it("stays endless over endless sequences", () => {
    expect(first(3, call("map", inc, naturals()))).toBe("[1 2 3]");
    expect(first(3, call("map", plus, naturals(), naturals()))).toBe("[0 2 4]");
    expect(first(2, call("map", inc, call("map", inc, naturals())))).toBe("[2 3]");
  });

  it("is not confused by a function that appends to the vector it walks", () => {
    const v = call("mapv", inc, [1, 2, 3]);
    const append = fn((x: number) => (v as Vec).append(x));
    expect(show("map", append, v)).toBe("[[2 3 4 2] [2 3 4 3] [2 3 4 4]]");
    expect(show("keep", append, v)).toBe("[[2 3 4 2] [2 3 4 3] [2 3 4 4]]");
  });

  it("gives the same results when the function waits", async () => {
    expect(
      await showLater(
        "map",
        slow((x: number) => x + 1),
        [1, 2, 3],
      ),
    ).toBe("[2 3 4]");
    expect(
      await showLater(
        "map",
        slow((x: number, y: number) => x + y),
        [1, 2],
        naturals(),
      ),
    ).toBe("[1 3]");
  });
});

describe("map's errors", () => {
  it("name the right order of arguments", () => {
    const e = failure("map", [1, 2], inc);
    expect(e.reason).toBe("type_error");
    expect(e.hint).toBe("Write (map f coll).");
    expect(failure("mapv", [1, 2], [3, 4], plus).hint).toBe("Write (mapv f coll).");
    expect(failure("map-indexed", [1], vector).hint).toBe("Write (map-indexed f coll).");
    expect(failure("mapcat", "ab", vector).hint).toBe("Write (mapcat f coll).");
  });

  it("name what is no function", () => {
    expect(failure("map", 1, [1]).message).toBe("map expects a function first, got an integer.");
    expect(failure("map", "name", [1]).hint).toContain(":name");
    expect(failure("map", [":a"], [map(":a", 1)]).hint).toContain(":a");
    expect(show("map", null, [])).toBe("[]");
  });

  it("name what is no collection", () => {
    expect(failure("map", inc, 5).message).toBe("map expects a collection, got an integer.");
    expect(failure("map", inc, [1], 5).message).toBe("map expects a collection, got an integer.");
  });

  it("explain a function of the wrong arity before calling it", () => {
    const e = failure("map", compiled("area", 2), [1]);
    expect(e.reason).toBe("arity_error");
    expect(e.message).toContain("area takes 2 arguments");
    expect(failure("map", compiled(null, 2), map(":a", 1)).hint).toContain("(fn [[k v]] …)");
  });
});

describe("map-indexed and mapcat", () => {
  it("count from zero", () => {
    expect(show("map-indexed", vector, [":a", ":b"])).toBe("[[0 :a] [1 :b]]");
    expect(first(2, call("map-indexed", vector, naturals()))).toBe("[[0 0] [1 1]]");
  });

  it("join what the function returns", () => {
    expect(
      show(
        "mapcat",
        fn((x: string) => x),
        ["ab", "c", null],
      ),
    ).toBe('["a" "b" "c"]');
    expect(show("mapcat", vector, [1, 2], [":a", ":b"])).toBe("[1 :a 2 :b]");
    expect(
      first(
        3,
        call(
          "mapcat",
          fn((x: number) => [x, x]),
          naturals(),
        ),
      ),
    ).toBe("[0 0 1]");
    expect(failure("mapcat", inc, [1]).message).toContain("return a collection, got an integer");
  });
});

describe("filter and its kin", () => {
  it("keep order and kind of items", () => {
    expect(show("filter", odd, [1, 2, 3])).toBe("[1 3]");
    expect(show("remove", odd, [1, 2, 3])).toBe("[2]");
    expect(show("filterv", map(":a", true, ":b", false), [":a", ":b", ":c"])).toBe("[:a]");
    expect(
      show(
        "filter",
        fn((e: { at(i: number): number }) => e.at(1) > 1),
        map(":a", 1, ":b", 2),
      ),
    ).toBe("[[:b 2]]");
    expect(
      show(
        "keep",
        fn((x: number) => (x > 1 ? x === 2 : null)),
        [1, 2, 3],
      ),
    ).toBe("[true false]");
    expect(
      show(
        "keep-indexed",
        fn((i: number, x: number) => (i > 0 ? x : null)),
        [7, 8, null],
      ),
    ).toBe("[8]");
  });

  it("stay endless over endless sequences", () => {
    expect(first(2, call("filter", odd, naturals()))).toBe("[1 3]");
    expect(first(2, call("remove", odd, naturals()))).toBe("[0 2]");
    expect(
      first(
        2,
        call(
          "keep",
          fn((x: number) => (x > 4 ? x : null)),
          naturals(),
        ),
      ),
    ).toBe("[5 6]");
    expect(
      first(
        2,
        call(
          "keep-indexed",
          fn((i: number, x: number) => (x > 4 ? i : null)),
          naturals(),
        ),
      ),
    ).toBe("[5 6]");
  });

  it("name the right order of arguments", () => {
    expect(failure("filter", [1, 2], odd).hint).toBe("Write (filter pred coll).");
    expect(failure("remove", map(":a", 1), ":a").hint).toBe("Write (remove pred coll).");
  });

  it("wait for their function", async () => {
    expect(
      await showLater(
        "filter",
        slow((x: number) => x > 1),
        [1, 2, 3],
      ),
    ).toBe("[2 3]");
    expect(
      await showLater(
        "keep",
        slow((x: number) => (x > 1 ? x : null)),
        [1, 2, 3],
      ),
    ).toBe("[2 3]");
    expect(
      await showLater(
        "mapcat",
        slow((x: number) => [x, x]),
        [1, 2],
      ),
    ).toBe("[1 1 2 2]");
  });
});
