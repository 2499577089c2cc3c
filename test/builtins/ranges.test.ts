// A range is a rule until its array is asked for. Nothing a program can do tells it from the vector of the same numbers.

import { expect, test } from "vitest";
import { answer, evaluate } from "../support/evaluate.ts";

const uses = [
  "(reduce + r)",
  "(reduce + 5 r)",
  "(reduce + 0.5 r)",
  "(reduce conj [] r)",
  "(reduce (fn [a x] (if (> x 3) (reduced a) (+ a x))) 0 r)",
  "(map inc r)",
  "(vec (drop 2 r))",
  "(take 2 (drop 1 (drop 1 r)))",
  "(rest r)",
  "(conj (vec r) :end)",
  "(conj (vec r) :end :more)",
  "(let [a (conj (vec r) 1) b (conj (vec r) 2)] [a b r])",
  "(assoc (vec r) 0 :first)",
  "(into (vec r) [1 2])",
  "[(nth r 2) (get (vec r) 1) (first r) (last r) (count r)]",
  "(= r (vec r))",
  "(get {(vec r) :found} r)",
  "(reverse r)",
  "(sort > r)",
  "(partition 2 r)",
  "(apply + r)",
  "(subvec (vec r) 1 3)",
  "(let [[a b & more] r] [a b more])",
  "(interleave r r)",
  "(str r)",
];

for (const range of ["(range 6)", "(range 3 9)", "(range 10 -2 -3)", "(range -4 100 20)"])
  test(`${range} is its vector`, () => {
    const numbers = answer(`(vec ${range})`);
    for (const use of uses)
      expect([use, answer(`(let [r ${range}] ${use})`)]).toEqual([use, answer(`(let [r (seq ${numbers})] ${use})`)]);
  });

test("adding a range up costs what adding its numbers one by one does", () => {
  const sum = evaluate("(reduce + (range 1000))");
  const calls = evaluate("(reduce (fn [a b] a) (range 1000))");
  if (!sum.ok || !calls.ok) throw new Error("a program failed");
  expect(sum.value).toBe(499500);
  expect(sum.usage.fuel).toBe(calls.usage.fuel);
});

test("a view of a range pays for its array when it asks for one", () => {
  const source =
    "(let [r (range 100000) views (mapv (fn [i] (drop i r)) (range 100))] (count (mapv vec (map reverse views))))";
  expect(answer(source, { memoryBytes: 100_000_000 })).toBe("error: memory_exceeded");
});

test("sums leave the safe integers exactly", () => {
  expect(answer("(reduce + [9007199254740991 1 1])")).toBe("9007199254740993");
  expect(answer("(reduce + 9007199254740991 (range 3))")).toBe("9007199254740994");
  expect(answer("(reduce + [1 0.5 0.5])")).toBe("2.0");
  expect(answer("(reduce + [0.5 0.25])")).toBe("0.75");
  expect(answer('(reduce + [1 2 "3"])')).toBe("error: type_error");
  expect(answer("(reduce + [])")).toBe("0");
  expect(answer("(reduce + [:a])")).toBe(":a");
});
