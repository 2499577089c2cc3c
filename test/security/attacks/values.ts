// Values whose walks are endless or bottomless: shared structure, deep nesting, sequences without end, text that combines.

import { type Attack, attacks, depth, memory, type } from "./attack.ts";

const shared = "(reduce (fn [a _] [a a]) [] (range 60))";
const sharedMap = "(reduce (fn [a _] {:a a :b a}) {} (range 60))";
const sharedSet = "(reduce (fn [a i] #{a [i a]}) #{} (range 60))";
const deep = "(reduce (fn [a _] [a]) [] (range 100000))";
const deepMap = "(reduce (fn [a _] {:a a}) {} (range 100000))";

const walks = attacks({
  [memory]: [
    shared,
    sharedMap,
    `(pr-str ${shared})`,
    `(str ${sharedMap})`,
    `(println ${shared})`,
    `(= ${shared} ${shared})`,
    `(= ${sharedMap} ${sharedMap})`,
    `(compare ${shared} ${shared})`,
    `(sort [${shared} ${shared}])`,
    `(json/generate-string ${shared})`,
    `(def x ${shared})`,
    `(def x ${shared}) (count x)`,
    `(let [x ${shared}] (defn f [] x)) 1`,
    `(def x (sorted-map-by ${shared}))`,
    `(return ${shared})`,
    `(fail ${sharedMap})`,
    `(str/join "," [${shared}])`,
    `(format "%s" ${shared})`,
    `(distinct [${shared} ${shared}])`,
    `(flatten ${shared})`,
    `(count (set [${shared} ${shared}]))`,
    `(tree-seq vector? identity ${shared})`,
    `(reduce (fn [a _] (partial a a)) + (range 60))`,
  ],
  [depth]: [
    deep,
    deepMap,
    `(pr-str ${deep})`,
    `(= ${deep} ${deep})`,
    `#{${deep}}`,
    `(compare ${deep} ${deep})`,
    `(hash-map ${deepMap} 1)`,
    `(json/generate-string ${deepMap})`,
    `(def x ${deep}) 1`,
    `(walk/postwalk identity ${deep})`,
    `(walk/keywordize-keys ${deepMap})`,
    `(frequencies [${deep} ${deep}])`,
    "(reduce (fn [a _] (fn [] a)) 1 (range 100000))",
  ],
  "#fn": ["(reduce (fn [a _] (fn [] [a a])) 1 (range 60))"],
  nil: [`(get-in ${deepMap} [${deepMap}])`],
  false: ["(= (range) (range))"],
  "[]": [`(flatten ${deep})`],
  "2": [`(count ${shared})`, `(count ${sharedMap})`, `(count [${deep} ${deep}])`],
  "1": [`(count ${deep})`, `(count #{${sharedSet}})`],
  ":ok": [`(if ${deep} :ok)`, `(do ${shared} :ok)`, `(do (hash-set ${sharedMap}) :ok)`],
  [type]: [
    "(println (iterate inc 1))",
    "(str (range))",
    "(count (cycle [1]))",
    "(last (range))",
    "(sort (iterate inc 1))",
    "(into [] (repeat 1))",
    "(json/generate-string (repeat 1))",
    "(hash-map (range) 1)",
    "(apply + (repeat 1))",
    "(reverse (range))",
    "(frequencies (cycle [1]))",
  ],
});

const texts = attacks({
  "1": [`(count (apply str "e" (repeat 100000 "\\u0301")))`, '(count "👨‍👩‍👧‍👦")', '(count "🇩🇪")'],
  "200000": ['(count (apply str (repeat 200000 "é")))', '(count (apply str (repeat 100000 "é👍🏽")))'],
  true: [
    '(not= "\\u00e9" "e\\u0301")',
    '(= "\\uD83D\\uDC4D" "👍")',
    '(string? (str/upper-case (apply str (repeat 100000 "ß"))))',
    '(string? (str/reverse (apply str (repeat 20000 "👨‍👩‍👧‍👦"))))',
    '(vector? (vec (apply str (repeat 50000 "🇩🇪"))))',
  ],
});

const rebuilt: Attack = {
  program: `(walk/postwalk identity ${shared})`,
  ends: memory,
  limits: { memoryBytes: 50_000_000 },
};

export const valueBombs: readonly Attack[] = [...walks, ...texts, rebuilt];
