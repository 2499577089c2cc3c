// Folds that change their map in place give what making new maps gives, in as many steps, and take less memory. Each program is run twice: as
// written, and with its function under a name, which the compiler does not look through.

import { expect, test } from "vitest";
import { answer, evaluate, printed } from "../support/evaluate.ts";

function outcome(source: string): unknown {
  const r = evaluate(source);
  const { fuel, peakDepth } = r.usage;
  return r.ok ? [printed(r.value), fuel, peakDepth] : [r.error.reason, r.error.message, fuel, peakDepth];
}

function bothWays(f: string, init: string, coll: string): void {
  const literal = outcome(`(do nil (reduce ${f} ${init} ${coll}))`);
  const named = outcome(`(let [f ${f}] (reduce f ${init} ${coll}))`);
  expect(literal).toEqual(named);
}

const folds: readonly [what: string, f: string][] = [
  ["assoc", "(fn [m i] (assoc m i (* i i)))"],
  ["assoc that reads", "(fn [m i] (assoc m (mod i 7) (+ i (get m (mod i 7) 0))))"],
  ["two assocs", "(fn [m i] (assoc (assoc m i 1) (str i) 2))"],
  ["two assocs, the second reading the first", "(fn [m i] (assoc (assoc m :n i) :last (get m :n)))"],
  ["update", "(fn [m i] (update m (mod i 50) (fnil inc 0)))"],
  ["update with a function that reads the map", "(fn [m i] (update m :n (fn [n] (+ (or n 0) (count m)))))"],
  ["branches", "(fn [m i] (if (even? i) (assoc m i i) m))"],
  ["a keyword read", "(fn [m i] (let [n (or (:n m) 0)] (do (count m) (assoc m :n (+ n i) (count m) i))))"],
  ["a keyword read and one key", "(fn [m i] (let [n (or (:n m) 0)] (do (count m) (assoc m :n (+ n i)))))"],
  ["strings and keywords", '(fn [m i] (assoc m (str "user_" (mod i 9)) (get m (keyword (str "user-" (mod i 9))) 0)))'],
  ["the map inside itself", "(fn [m i] (assoc m :before m))"],
  ["the map in a vector", "(fn [m i] (assoc m i (count (last [1 m]))))"],
  ["a closure over the map", "(fn [m i] (assoc m i (map (fn [k] (get m k)) [0 1])))"],
  ["reduced", "(fn [m i] (if (> i 20) (reduced m) (assoc m i i)))"],
  ["an error on the way", '(fn [m i] (assoc m i (if (= i 30) (+ i "x") i)))'],
  ["destructuring", "(fn [m [k v]] (assoc m k v))"],
  ["many locals", "(fn [m i] (let [a 1 b 2 c 3 d (get m i)] (assoc m i [a b c d])))"],
  ["not a map", "(fn [m i] i)"],
];

const inits = ["{}", "{:a 1}", "nil", "[]", "(zipmap (range 40) (range 40))", "(sorted-map 3 1)", "5"];

for (const [what, f] of folds)
  test(`${what}: the same value in as many steps`, () => {
    for (const init of inits)
      for (const coll of ["[]", "(range 60)", "[1 2 1]", "(map (fn [i] [(mod i 20) i]) (range 50))", "nil", "{1 2}"])
        bothWays(f, init, coll);
  });

test("a fold in place is charged less than one that makes new maps", () => {
  const memory = (source: string): number => evaluate(source).usage.memoryBytes;
  const f = "(fn [m i] (assoc m i i))";
  const inPlace = memory(`(count (reduce ${f} {} (range 1000)))`);
  expect(inPlace).toBeLessThan(memory(`(let [f ${f}] (count (reduce f {} (range 1000))))`) / 2);
  expect(inPlace).toBeGreaterThan(1000 * 64);
});

test("a map that got out is not changed afterwards", () => {
  const source = "(reduce (fn [m i] (assoc m :seen (conj (:seen m) (dissoc m :seen)) :n i)) {:seen []} [1 2])";
  expect(answer(source)).toBe("{:seen [{} {:n 1}], :n 2}");
});

test("the map a fold starts from stays as it was", () => {
  const source = `(let [small {:a 1} large (zipmap (range 40) (range 40))]
    [(reduce (fn [m i] (assoc m :a i)) small [7 8])
     small
     (count (reduce (fn [m i] (assoc m i :new)) large (range 30 50)))
     (count large)
     (get large 35)])`;
  expect(answer(source)).toBe("[{:a 8} {:a 1} 50 40 35]");
});

test("folds nested in folds compile in time that grows with the text", () => {
  let body = "(assoc m x 1)";
  for (let i = 0; i < 40; i++) body = `(assoc m x (reduce (fn [m x] ${body}) {} [x]))`;
  const source = `(count (reduce (fn [m x] ${body}) {} [1]))`;
  expect(answer(source)).toBe("1");
});
