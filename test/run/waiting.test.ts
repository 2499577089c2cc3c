// Waiting for tools anywhere a function can be called: every program here gives with an async tool exactly what it gives with
// one that answers at once.

import { describe, expect, it } from "vitest";
import type { ToolPort } from "../../src/lisp/environment.ts";
import { type RunResult, Session } from "../../src/lisp/run.ts";
import { Suspension } from "../../src/lisp/suspension.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { printed } from "../support/evaluate.ts";

/** tool/id gives back its :v; tool/late does so after a few turns of the event loop. */
function tools(async: boolean): { names: string[]; call: ToolPort } {
  let calls = 0;
  return {
    names: ["id"],
    call: (_name, args) => {
      const v = args.get(Keyword.of("v")) ?? null;
      if (!async) return v;
      const turns = calls++ % 3;
      const wait = async (): Promise<Value> => {
        for (let i = 0; i < turns; i++) await new Promise((r) => setImmediate(r));
        return v;
      };
      return new Suspension(wait()) as unknown as Value;
    },
  };
}

function told(r: RunResult): string {
  const prints = r.prints.length > 0 ? ` printed ${JSON.stringify(r.prints)}` : "";
  if (r.outcome === "error") return `error: ${r.error.reason} ${r.error.message}${prints}`;
  return `${r.outcome} ${printed(r.value)}${prints}`;
}

const id = "(defn id [x] (tool/id {:v x}))";

const programs = [
  "(tool/id {:v 1})",
  "(+ (tool/id {:v 1}) (tool/id {:v 2}) (tool/id {:v 3}))",
  "(str (tool/id {:v 1}) [(tool/id {:v 2}) #{(tool/id {:v 3})} {(tool/id {:v :k}) (tool/id {:v 4})}])",
  "(if (tool/id {:v false}) 1 (tool/id {:v 2}))",
  "(cond (tool/id {:v nil}) 1 (tool/id {:v false}) 2 (tool/id {:v 1}) (tool/id {:v 3}) :else 4)",
  "(and 1 (tool/id {:v 2}) (tool/id {:v false}) (println 3))",
  "(or nil (tool/id {:v nil}) (tool/id {:v 7}) (println 3))",
  "(do (tool/id {:v 1}) (println (tool/id {:v 2})) (tool/id {:v 3}))",
  "(let [a (tool/id {:v 1}) b (+ a 1) c (tool/id {:v b}) d 4 e (tool/id {:v 5}) f (tool/id {:v 6}) g 7] [a b c d e f g])",
  "(loop [i 0 acc []] (if (< i 5) (recur (inc i) (conj acc (tool/id {:v i}))) acc))",
  "(loop [i 0 a 0 b 0 c 0 d 0] (if (< (tool/id {:v i}) 5) (recur (inc i) i a b c) [a b c d]))",
  "(loop [i 0] (when (tool/id {:v (< i 3)}) (println i) (recur (inc i))))",
  `${id} (defn f [n] (if (zero? (id n)) 0 (+ 1 (f (dec n))))) (f 20)`,
  `${id} (defn f [n acc] (if (zero? (id n)) acc (recur (dec n) (+ acc n)))) (f 20 0)`,
  `${id} (map id [1 2 3])`,
  `${id} (mapv #(+ (id %) 1) [1 2 3])`,
  `${id} (map + (map id [1 2]) (map id [3 4]))`,
  `${id} (reduce (fn [a x] (+ a (id x))) 0 [1 2 3 4])`,
  `${id} (reduce (fn [a x] (if (> x 2) (reduced a) (+ a (id x)))) [1 2 3 4])`,
  `${id} (filter #(odd? (id %)) (range 6))`,
  `${id} (sort-by id > [3 1 2])`,
  `${id} (sort (fn [a b] (compare (id a) (id b))) [3 1 2])`,
  `${id} (group-by #(mod (id %) 2) (range 5))`,
  `${id} (some #(when (> (id %) 2) %) [1 2 3 4])`,
  `${id} (every? #(< (id %) 3) [1 2 3 4])`,
  `${id} (take 3 (iterate #(inc (id %)) 0))`,
  `${id} (take-while #(< (id %) 3) (range))`,
  `${id} (update {:a 1} :a id)`,
  `${id} (update-in {:a {:b 1}} [:a :b] (fn [x] (inc (id x))))`,
  `${id} (apply id [5])`,
  `${id} ((comp inc id) 1)`,
  `${id} ((partial + (id 1)) (id 2))`,
  `${id} ((juxt id inc) 3)`,
  `${id} (map (comp id inc) [1 2])`,
  `${id} (map map [id inc] [[1 2] [3 4]])`,
  `${id} ((fn [{:keys [a] :or {a (id 9)}}] a) {})`,
  `${id} (let [{:keys [a b] :or {b (id 2)}} (id {:a 1})] [a b])`,
  `${id} (let [[a & more] (id [1 2 3])] [a more])`,
  `${id} (for [x (id [1 2 3]) :when (odd? (id x)) y (range (id x)) :let [z (id y)] :while (< z 2)] [x y z])`,
  `${id} (doseq [x [1 2]] (println (id x)))`,
  `${id} (case (id :b) :a 1 :b (id 2) 3)`,
  `${id} (condp = (id 2) 1 :a 2 (id :b))`,
  `${id} (-> 1 id (+ (id 2)) str)`,
  `${id} (some-> {:a {:b 1}} id :a id :b id)`,
  `${id} (as-> 1 x (id x) (+ x (id 2)))`,
  `${id} (def x (id 5)) (defonce x (id 6)) x`,
  `${id} (letfn [(ev? [n] (if (zero? (id n)) true (od? (dec n)))) (od? [n] (if (zero? n) false (ev? (dec n))))] (ev? 10))`,
  `${id} (pmap id [1 2 3])`,
  `${id} (pmap (fn [x] (println x) (pmap #(+ x (id %)) [10 20])) [1 2 3])`,
  `${id} (pcalls #(id 1) (fn [] 2) #(+ (id 1) (id 2)))`,
  "(map tool/id [{:v 1} {:v 2}])",
  "(pmap tool/id [{:v 1} {:v 2}])",
  `${id} (return (id 3))`,
  `${id} (fail (id {:why "no"}))`,
  `${id} (+ 1 (id "x"))`,
  `${id} (memoize id) (let [f (memoize id)] [(f 1) (f 1)])`,
  `${id} (defn call [f x] (f x)) [(call id 1) (call inc 1) (call :a {:a 1})]`,
  `${id} (def fs {:f id}) ((:f fs) 4)`,
  `${id} (str/replace "a1b2" #"\\\\d" (fn [d] (id (str "<" d ">"))))`,
  `${id} (defn g {:signature "(x :int) -> :int"} [x] (id x)) (g 3)`,
  `${id} (defn g {:signature "(x :int) -> :string"} [x] (id x)) (g 3)`,
  `${id} (reduce-kv (fn [a k v] (assoc a v (id k))) {} {:a 1 :b 2})`,
  `${id} (tree-seq #(vector? (id %)) seq [1 [2 [3]]])`,
  `${id} (into [] (map id) [1 2])`,
  `${id} (partition-by #(odd? (id %)) [1 3 2 4 5])`,
  `${id} (max-key id 1 3 2)`,
  `${id} (not-any? #(id %) [nil false])`,
  `${id} (swap {})`,
  // Values that wait when used, handed on by builtins and names that do not wait themselves.
  `${id} (let [f (comp inc id) g f h (partial g)] [(h 1) (map h [1 2]) (reduce (fn [a x] (+ a (h x))) 0 (range 3))])`,
  `${id} (let [s (iterate #(inc (id %)) 0) t (rest s) u (drop 1 t)] [(take 2 s) (take 2 u) (nth u 3) (first t)])`,
  `${id} (let [s (map inc (iterate #(id (inc %)) 0))] (take 3 (filter odd? s)))`,
  `${id} (let [s (remove odd? (keep id (range)))] (take-while #(< % 9) s))`,
  `${id} (let [s (map-indexed vector (take-while #(< % 9) (map id (range))))] (take 2 (drop-while #(< (first %) 3) s)))`,
  `${id} (take 3 (mapcat (fn [x] (iterate id x)) [1 2]))`,
  `${id} (let [f (fnil id 0)] [(update {} :a f) (update-in {} [:a :b] f)])`,
  `${id} [(filter (every-pred id) [1 nil]) (remove (complement id) [1 nil]) (some (some-fn nil? id) [1])]`,
  `${id} (let [fs (vals {:f id}) gs (vec fs) hs (keys {id 1})] [(map (fn [f] (f 1)) fs) ((first gs) 2) ((first hs) 3)])`,
  `${id} (def xs (mapv id [3 1 2])) (reduce (fn [m x] (assoc m x (id x))) {} (sort xs))`,
  `${id} (def fs [id]) (def f (first fs)) (def g f) [(g 1) (map g [1])]`,
  `${id} (def s (map id (range))) (def t (take 2 s)) [t (first s)]`,
  `${id} (defn table [n] (reduce (fn [m i] (assoc m i (* i i))) {} (range n))) [(table 3) (id 1)]`,
  `${id} (defn table [f n] (reduce (fn [m i] (assoc m i (f i))) {} (range n))) [(table inc 3) (table id 2)]`,
  `${id} (let [xs (range 3) ys (map inc xs)] (reduce (fn [m y] (assoc m y (id y))) {} (reverse (distinct ys))))`,
];

/** A branch ends these when the ones after it have begun, if they wait: what those used is counted too. */
const endEarly = [
  `${id} (pmap (fn [x] (if (= x 2) (return (id x)) x)) [1 2 3])`,
  `${id} (pmap (fn [x] (/ (id 1) (id x))) [1 0 2])`,
];

describe("a program that waits gives what it gives without waiting", () => {
  for (const source of programs) {
    it(source, async () => {
      const now = await new Session({ single: true }).turnAsync(source, { tools: tools(false) });
      const later = await new Session({ single: true }).turnAsync(source, { tools: tools(true) });
      expect(told(later)).toBe(told(now));
      const sync = new Session({ single: true }).turn(source, { tools: tools(false) });
      expect(told(sync)).toBe(told(now));
      expect(later.usage).toEqual({ ...now.usage, memoryBytes: expect.any(Number) });
      const session = await new Session().turnAsync(source, { tools: tools(true) });
      expect(told(session)).toBe(told(now));
    });
  }

  for (const source of endEarly) {
    it(source, async () => {
      const now = await new Session({ single: true }).turnAsync(source, { tools: tools(false) });
      const later = await new Session({ single: true }).turnAsync(source, { tools: tools(true) });
      expect(told(later)).toBe(told(now));
      expect(later.usage.fuel).toBeGreaterThan(now.usage.fuel);
    });
  }

  it("keeps what waits and what does not apart across turns", async () => {
    const session = new Session();
    await session.turnAsync("(defn f [] 1) (defn g [] (+ 1 (f))) (g)", { tools: tools(true) });
    const r = await session.turnAsync("(defn f [] (tool/id {:v 2})) (g)", { tools: tools(true) });
    expect(told(r)).toBe("value 3");
  });
});
