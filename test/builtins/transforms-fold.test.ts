import { describe, expect, it } from "vitest";
import { Reduced } from "../../src/lisp/values/value.ts";
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

const untilFive = fn((acc: number, x: number) => (acc + x > 5 ? new Reduced(acc) : acc + x));

describe("reduce", () => {
  it("starts with init or the first item", () => {
    expect(show("reduce", plus, [1, 2, 3])).toBe("6");
    expect(show("reduce", plus, 10, [1, 2, 3])).toBe("16");
    expect(show("reduce", vector, "ab")).toBe('["a" "b"]');
  });

  it("calls f without arguments only for an empty collection without init", () => {
    expect(show("reduce", plus, [])).toBe("0");
    expect(show("reduce", vector, null)).toBe("[]");
    expect(show("reduce", inc, 5, [])).toBe("5");
    expect(show("reduce", inc, [9])).toBe("9");
  });

  it("stops at reduced, also over an endless sequence", () => {
    expect(show("reduce", untilFive, [1, 2, 3, 4])).toBe("3");
    expect(show("reduce", untilFive, 0, naturals())).toBe("3");
    expect(show("reduce", untilFive, naturals())).toBe("3");
  });

  it("takes maps and vectors by key", () => {
    const collect = fn((acc: never, k: never, v: never) => [acc, k, v]);
    expect(show("reduce-kv", collect, 0, map(":a", 1, ":b", 2))).toBe("[[0 :a 1] :b 2]");
    expect(show("reduce-kv", collect, 0, [":x", ":y"])).toBe("[[0 0 :x] 1 :y]");
    expect(show("reduce-kv", collect, 7, null)).toBe("7");
    expect(failure("reduce-kv", collect, 0, "ab").reason).toBe("type_error");
  });

  it("names the right order of arguments", () => {
    expect(failure("reduce", [1, 2], plus).hint).toBe("Write (reduce f coll).");
    expect(failure("reduce", plus, [1, 2], 0).hint).toBe("Write (reduce f init coll).");
    expect(failure("reduce", [1, 2], plus, 0).hint).toBe("Write (reduce f init coll).");
    expect(failure("reduce", compiled("step", 1), 0, [1]).message).toContain("step takes 1 argument");
    expect(failure("reduce", compiled(null, 3), 0, map(":a", 1)).hint).toContain("reduce-kv");
  });

  it("waits for f", async () => {
    const slowPlus = slow((a: number, b: number) => a + b);
    expect(await showLater("reduce", slowPlus, [1, 2, 3])).toBe("6");
    expect(await showLater("reductions", slowPlus, 0, [1, 2, 3])).toBe("[0 1 3 6]");
    expect(
      await showLater(
        "reduce-kv",
        slow((a: number, _k: number, v: number) => a + v),
        0,
        [5, 6],
      ),
    ).toBe("11");
  });
});

describe("reductions", () => {
  it("keep every accumulator", () => {
    expect(show("reductions", plus, [1, 2, 3])).toBe("[1 3 6]");
    expect(show("reductions", plus, 1, [])).toBe("[1]");
    expect(show("reductions", plus, [])).toBe("[0]");
    expect(show("reductions", untilFive, 0, [1, 2, 3, 4])).toBe("[0 1 3 3]");
    expect(first(4, call("reductions", plus, naturals()))).toBe("[0 1 3 6]");
  });
});

describe("tests on items", () => {
  it("stop at the first item that decides", () => {
    expect(show("some", odd, naturals())).toBe("true");
    expect(show("every?", odd, naturals())).toBe("false");
    expect(show("not-any?", odd, naturals())).toBe("false");
    expect(show("not-every?", odd, naturals())).toBe("true");
  });

  it("answer for empty collections", () => {
    expect(show("some", odd, null)).toBe("nil");
    expect(show("every?", odd, "")).toBe("true");
    expect(show("not-any?", odd, [])).toBe("true");
    expect(show("not-every?", odd, [])).toBe("false");
  });

  it("some gives the answer itself", () => {
    expect(show("some", [null, ":x"], [0, 1])).toBe(":x");
    expect(show("some", ":a", [map(":b", 1), map(":a", 2)])).toBe("2");
    expect(failure("some", [1], odd).hint).toBe("Write (some pred coll).");
  });

  it("wait for their predicate", async () => {
    expect(
      await showLater(
        "some",
        slow((x: number) => (x > 1 ? x : null)),
        [1, 2, 3],
      ),
    ).toBe("2");
    expect(
      await showLater(
        "every?",
        slow((x: number) => x > 0),
        [1, 2],
      ),
    ).toBe("true");
  });
});

describe("take-while, drop-while, split-with", () => {
  const small = fn((x: number) => x < 3);

  it("divide at the first failure", () => {
    expect(show("take-while", small, [1, 2, 3, 1])).toBe("[1 2]");
    expect(show("drop-while", small, [1, 2, 3, 1])).toBe("[3 1]");
    expect(show("split-with", small, [1, 2, 3, 1])).toBe("[[1 2] [3 1]]");
    expect(show("split-with", ":a", map(":a", 1))).toBe("[[] [[:a 1]]]");
  });

  it("handle endless sequences", () => {
    expect(show("take-while", small, naturals())).toBe("[0 1 2]");
    expect(first(2, call("drop-while", small, naturals()))).toBe("[3 4]");
  });
});

describe("trees, combinations, repetition", () => {
  it("a one-character string is a leaf", () => {
    const isString = fn((x: unknown) => typeof x === "string");
    expect(
      show(
        "tree-seq",
        isString,
        fn((s: string) => [...s]),
        "ab",
      ),
    ).toBe('["ab" "a" "b"]');
  });

  it("walks nodes before their children", () => {
    const isVector = fn((x: { length?: number }) => typeof x === "object");
    expect(
      show(
        "tree-seq",
        isVector,
        fn((x: never) => x),
        [1, [2], 3],
      ),
    ).toBe("[[1 [2] 3] 1 [2] 2 3]");
    expect(
      show(
        "tree-seq",
        isVector,
        fn((x: never) => x),
        4,
      ),
    ).toBe("[4]");
  });

  it("chooses in order", () => {
    expect(show("combinations", "abc", 2)).toBe('[["a" "b"] ["a" "c"] ["b" "c"]]');
    expect(show("combinations", [1, 2, 3], 3)).toBe("[[1 2 3]]");
    expect(show("combinations", [], 0)).toBe("[[]]");
    expect(show("combinations", [1], -1)).toBe("[]");
    expect(failure("combinations", [...Array(60).keys()], 30).reason).toBe("memory_exceeded");
  });

  it("repeats calls", () => {
    expect(
      show(
        "repeatedly",
        2,
        fn(() => ":x"),
      ),
    ).toBe("[:x :x]");
    expect(
      show(
        "repeatedly",
        -1,
        fn(() => 1),
      ),
    ).toBe("[]");
    expect(
      failure(
        "repeatedly",
        fn(() => 1),
        2,
      ).hint,
    ).toBe("Write (repeatedly n f).");
  });

  it("calls branches in order, after checking all of them", () => {
    expect(
      show(
        "pcalls",
        fn(() => 1),
        fn(() => 2),
      ),
    ).toBe("[1 2]");
    let ran = false;
    const effect = fn(() => {
      ran = true;
      return null;
    });
    expect(failure("pcalls", effect, compiled(null, 1)).reason).toBe("arity_error");
    expect(failure("pcalls", effect, 5).message).toContain("argument 2 is an integer");
    expect(ran).toBe(false);
  });
});
