// Programs that try to hang or break the host. Each must end in a clear error, with the host unharmed.

import { describe, expect, it } from "vitest";
import { answer, evaluate } from "../support/evaluate.ts";

const ends: readonly (readonly [string, string])[] = [
  ["(vec (range 1e9))", "error: memory_exceeded"],
  ["(range 1e9)", "error: memory_exceeded"],
  ["(repeat 1e9 1)", "error: memory_exceeded"],
  ['(loop [s "xxxxxxxx"] (recur (str s s)))', "error: memory_exceeded"],
  ["(loop [v [1]] (recur (into v v)))", "error: memory_exceeded"],
  ['(format "%1000000000d" 1)', "error: memory_exceeded"],
  ["(loop [] (recur))", "error: fuel_exceeded"],
  ["(loop [x 2] (recur (* x x)))", "error: memory_exceeded"],
  ["(defn f [n] (inc (f n))) (f 1)", "error: depth_exceeded"],
  ["(declare g) (defn f [n] (inc (g n))) (defn g [n] (inc (f n))) (f 1)", "error: depth_exceeded"],
  ["((fn [f] (f f)) (fn [f] (inc (f f))))", "error: depth_exceeded"],
  ["(pr-str (reduce (fn [a _] [a a]) [] (range 60)))", "error: memory_exceeded"],
  [
    "(let [x (reduce (fn [a _] [a a]) [] (range 60)) y (reduce (fn [a _] [a a]) [] (range 60))] (= x y))",
    "error: memory_exceeded",
  ],
  ["(count {(reduce (fn [a _] [a a]) [] (range 60)) 1})", "ok"],
  ["(let [d (reduce (fn [a _] [a]) [] (range 100000))] (pr-str d))", "error: depth_exceeded"],
  [
    "(let [d (reduce (fn [a _] [a]) [] (range 100000)) e (reduce (fn [a _] [a]) [] (range 100000))] (= d e))",
    "error: depth_exceeded",
  ],
  ["(let [d (reduce (fn [a _] [a]) [] (range 100000))] #{d})", "error: depth_exceeded"],
  ["(let [d (reduce (fn [a _] [a]) [] (range 100000))] (flatten d))", "[]"],
  ["(sort (fn [a b] (/ 1 0)) [3 1 2])", "error: arithmetic_error"],
  ["(apply + (range 1e8))", "error: memory_exceeded"],
  ["(vec (iterate inc 1))", "error: type_error"],
];

describe("bombs end", () => {
  for (const [source, expected] of ends) {
    it(source, () => {
      const got = answer(source);
      if (expected === "ok") expect(["1", "error: memory_exceeded", "error: depth_exceeded"]).toContain(got);
      else expect(got).toBe(expected);
    });
  }

  it("a million nested parens, quotes and 50 MB of source are parse errors", () => {
    for (const source of [
      "(".repeat(1_000_000),
      "'".repeat(1_000_000),
      "[".repeat(500_000) + "]".repeat(500_000),
      "(+ 1 2) ".repeat(6_500_000),
    ]) {
      const r = evaluate(source);
      expect(r.ok ? "ok" : r.error.reason).toBe("parse_error");
      if (!r.ok) expect(r.error.message.length).toBeLessThan(400);
    }
  });

  it("deep threading and deep nesting through sugar are refused, not a stack overflow", () => {
    const r = evaluate(`(-> 1 ${"inc ".repeat(100_000)})`);
    expect(r.ok ? "ok" : r.error.reason).toBe("invalid_form");
  });

  it("recur runs a million turns in constant stack", () => {
    expect(answer("(loop [i 0] (if (< i 1000000) (recur (inc i)) i))")).toBe("1000000");
  });

  it("fuel stops at the same step every time", () => {
    const used = () => evaluate("(loop [i 0] (recur (inc i)))", { fuel: 12_345 }).usage.fuel;
    expect(used()).toBe(used());
  });
});

describe("ordinary keys", () => {
  it("prototype names are just keys", () => {
    expect(answer('{"__proto__" 1}')).toBe('{"__proto__" 1}');
    expect(answer('(get {} "constructor")')).toBe("nil");
    expect(answer('(get (json/parse-string "{\\"__proto__\\": {\\"x\\": 1}}") "__proto__")')).toBe('{"x" 1}');
    expect(answer("(:toString {})")).toBe("nil");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
