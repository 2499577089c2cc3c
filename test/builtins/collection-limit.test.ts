// The cap on items holds for collections that grow by members and entries, too.

import { expect, it } from "vitest";
import { runSync } from "../../src/run/run.ts";

const entries = (from: number, to: number): string => `(map (fn [i] [i i]) (range ${from} ${to}))`;

// Every collection that goes in is within the cap; only what comes of it is not. Counted, not returned: a result has caps
// of its own.
it.each([
  "(into (into #{} (range 60)) (range 60 120))",
  "(into (into (sorted-set) (range 60)) (range 60 120))",
  "(apply conj (into #{} (range 60)) (range 60 120))",
  "(reduce conj (into #{} (range 60)) (range 60 120))",
  "(loop [s (into #{} (range 60)) i 60] (if (= i 120) s (recur (conj s i) (inc i))))",
  "(clojure.set/union (set (range 60)) (set (range 60 120)))",
  "(reduce conj (sorted-set) (mapcat identity [(range 60) (range 60 101)]))",
  `(into (into {} ${entries(0, 60)}) ${entries(60, 120)})`,
  "(merge (zipmap (range 60) (range 60)) (zipmap (range 60 120) (range 60)))",
  "(reduce (fn [m i] (assoc m i i)) (zipmap (range 60) (range 60)) (range 60 120))",
  "(loop [m {} i 0] (if (= i 120) m (recur (assoc m i i) (inc i))))",
  "(reduce conj (sorted-map) (map (fn [i] [i i]) (mapcat identity [(range 60) (range 60 101)])))",
])("%s", (source) => {
  const result = runSync(`(count ${source})`, { limits: { collectionItems: 100 } });
  expect(result).toMatchObject({ ok: false, error: { reason: "memory_exceeded" } });
});

it("small maps and sets are held to a small cap", () => {
  for (const source of ["(conj #{1 2} 3)", "(assoc {1 1, 2 2} 3 3)", "(merge {1 1, 2 2} {3 3})"])
    expect(runSync(source, { limits: { collectionItems: 2 } })).toMatchObject({
      ok: false,
      error: { reason: "memory_exceeded" },
    });
});

it.each([
  "(count (into (into #{} (range 60)) (range 60)))",
  "(count (into #{} (map #(mod % 10) (range 100))))",
  "(count (reduce conj (sorted-set) (concat (range 100) (range 100))))",
  "(count (reduce (fn [m i] (assoc m (mod i 100) i)) {} (mapcat identity [(range 100) (range 100)])))",
])("%s fits", (source) => {
  expect(runSync(source, { limits: { collectionItems: 200 } })).toMatchObject({ ok: true });
});

// Hashes differ from process to process; steps must not. Where they are linear in n no chance collision was charged.
it.each([
  ["a table", (n: number) => `(count (into #{} (range ${n})))`],
  ["a trie", (n: number) => `(count (into (conj (into #{} (range 100)) "x") (map str (range ${n}))))`],
])("%s costs the same steps with any seed", (_, program) => {
  const fuel = (n: number): number => runSync(program(n)).usage.fuel;
  const [one, two] = [fuel(1_000), fuel(2_000)];
  expect(fuel(150_000)).toBe(one + 149 * (two - one));
});
