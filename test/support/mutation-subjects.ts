// Tools to put faults into: composed ones that call each other and base tools, and base tools as modules, each with the suite
// its author would write and with further inputs that tell a fault from an edit that changes nothing.

import type { CaseDraft } from "../../src/registry/suite.ts";

type Args = Readonly<Record<string, unknown>>;

export interface Subject {
  readonly name: string;
  readonly text: string;
  /** Inputs of the suite; what is expected is what the sound tool answers. */
  readonly suite: readonly Args[];
  /** Inputs that no suite has. */
  readonly further: readonly Args[];
  readonly stubs?: CaseDraft["stubs"];
}

const people = [
  { name: "Ada", team: "core", pay: 120, active: true },
  { name: "Bo", team: "core", pay: 80, active: false },
  { name: "Cy", team: "web", pay: 95, active: true },
  { name: "Di", team: "web", pay: 0, active: true },
];
const others = [
  { name: "Eve", team: "ops", pay: 61, active: true },
  { name: "Flo", team: "core", pay: 300, active: true },
  { name: "Gus", team: "ops", pay: 7, active: false },
];

export const composed: readonly Subject[] = [
  {
    name: "parse-row",
    text: `(defn parse-row "Cuts a line into trimmed fields." {:signature "(line :string, sep :string) -> [:string]" :deterministic true} [line sep]
  (if (= line "") [] (mapv str/trim (str/split line (re-pattern (if (= sep "|") "[|]" sep))))))`,
    suite: [
      { line: "a, b ,c", sep: "," },
      { line: "", sep: "," },
      { line: "x|y", sep: "|" },
      { line: "p ; q", sep: ";" },
      { line: "one", sep: "," },
    ],
    further: [
      { line: " k ,l", sep: "," },
      { line: "m|n|o", sep: "|" },
      { line: "r-s", sep: "-" },
    ],
  },
  {
    name: "active-only",
    text: `(defn active-only "Those who are active and paid." {:signature "(people [:map]) -> [:map]" :deterministic true} [people]
  (vec (filter (fn [p] (and (get p :active) (> (get p :pay) 0))) people)))`,
    suite: [
      { people },
      { people: [] },
      { people: [people[1]!] },
      { people: [people[3]!, people[0]!] },
      { people: [{ ...people[0]!, pay: 1 }] },
    ],
    further: [{ people: others }, { people: [...others, ...people] }],
  },
  {
    name: "pay-by-team",
    text: `(defn pay-by-team "Sums pay for each team." {:signature "(people [:map]) -> :map" :deterministic true} [people]
  (reduce (fn [sums p] (update sums (get p :team) (fn [s] (+ (or s 0) (get p :pay))))) {} (active-only people)))`,
    suite: [{ people }, { people: [] }, { people: others }],
    further: [{ people: [...people, ...others] }, { people: [others[1]!, others[1]!] }],
  },
  {
    name: "median",
    text: `(defn- middle [xs] (nth xs (quot (count xs) 2)))
(defn median "The middle of the numbers." {:signature "(xs [:float]) -> :float?" :deterministic true} [xs]
  (let [sorted (vec (sort xs)) n (count sorted)]
    (cond (= n 0) nil
          (odd? n) (middle sorted)
          :else (/ (+ (nth sorted (dec (quot n 2))) (middle sorted)) 2.0))))`,
    suite: [{ xs: [] }, { xs: [3, 1, 2] }, { xs: [4, 1, 3, 9] }, { xs: [5] }, { xs: [2, 10] }],
    further: [{ xs: [9, 8, 7, 6, 1] }, { xs: [1, 2, 3, 4, 5, 60] }],
  },
  {
    name: "pay-band",
    text: `(defn pay-band "A letter for a sum." {:signature "(pay :int) -> :string" :deterministic true} [pay]
  (cond (< pay 0) "?" (< pay 50) "C" (< pay 100) "B" :else "A"))`,
    suite: [{ pay: -1 }, { pay: 0 }, { pay: 49 }, { pay: 50 }, { pay: 99 }, { pay: 100 }, { pay: 101 }],
    further: [-5, 1, 48, 51, 98, 102, 1000].map((pay) => ({ pay })),
  },
  {
    name: "quarter",
    text: `(defn quarter "The quarter of a month." {:signature "(month :int) -> :string" :deterministic true} [month]
  (if (and (>= month 1) (<= month 12)) (str "Q" (inc (quot (dec month) 3))) "none"))`,
    suite: [0, 1, 3, 4, 6, 7, 9, 10, 12, 13].map((month) => ({ month })),
    further: [-1, 2, 5, 8, 11, 14].map((month) => ({ month })),
  },
  {
    name: "balances",
    text: `(defn balances "What is left after each move." {:signature "(start :int, moves [:int]) -> [:int]" :deterministic true} [start moves]
  (loop [left start rest-moves moves seen []]
    (if (empty? rest-moves)
      seen
      (let [now (+ left (first rest-moves))]
        (recur now (rest rest-moves) (conj seen now))))))`,
    suite: [
      { start: 10, moves: [5, -3, 2] },
      { start: 0, moves: [] },
      { start: 7, moves: [1] },
    ],
    further: [
      { start: -2, moves: [4, 4] },
      { start: 1, moves: [0, 9, 9, 9] },
    ],
  },
  {
    name: "slug-name",
    text: `(defn slug-name "A name fit for a path." {:signature "(name :string, limit :int) -> :string" :deterministic true} [name limit]
  (let [words (filter (fn [w] (not= w "")) (str/split (str/lower-case (str/trim name)) #"[^a-z0-9]+"))
        joined (str/join "-" words)]
    (if (> (count joined) limit) (str (subs joined 0 limit) "~") joined)))`,
    suite: [
      { name: " Hello, World! ", limit: 20 },
      { name: "ABC", limit: 3 },
      { name: "ABCD", limit: 3 },
      { name: "--a--", limit: 5 },
      { name: "", limit: 4 },
    ],
    further: [
      { name: "Über uns 2", limit: 12 },
      { name: "x y z", limit: 5 },
      { name: "x y z w", limit: 5 },
    ],
  },
  {
    name: "discount",
    text: `(defn discount "Price after a discount, never below the floor." {:signature "(price :float, percent :float, floor :float) -> :float" :deterministic true} [price percent floor]
  (let [cut (* price (/ percent 100.0))
        left (- price cut)]
    (max floor left)))`,
    suite: [
      { price: 200, percent: 10, floor: 50 },
      { price: 100, percent: 80, floor: 30 },
      { price: 40, percent: 0, floor: 0 },
      { price: 60, percent: 50, floor: 30 },
    ],
    further: [
      { price: 99, percent: 33, floor: 1 },
      { price: 10, percent: 90, floor: 9 },
    ],
  },
  {
    name: "team-report",
    text: `(defn- line [[team sum]] (str team ": " sum " (" (pay-band sum) ")"))
(defn team-report "Pay of each team in a file, as lines." {:signature "(path :string) -> [:string]"} [path]
  (let [rows (map (fn [text] (parse-row text ",")) (str/split-lines (tool/read-file {:path path})))
        people (map (fn [[name team pay active]] {:name name :team team :pay (parse-long pay) :active (= active "yes")}) rows)]
    (mapv line (sort-by first (pay-by-team people)))))`,
    suite: [{ path: "a.csv" }, { path: "b.csv" }, { path: "c.csv" }],
    further: [{ path: "d.csv" }, { path: "e.csv" }],
  },
  {
    name: "top-earners",
    text: `(defn top-earners "Names of the best paid." {:signature "(people [:map], n :int) -> [:string]" :deterministic true} [people n]
  (->> (active-only people) (sort-by (fn [p] (- (get p :pay)))) (take n) (mapv (fn [p] (get p :name)))))`,
    suite: [
      { people, n: 1 },
      { people, n: 5 },
      { people: others, n: 2 },
      { people, n: 0 },
      { people: [], n: 2 },
    ],
    further: [
      { people: [...others, ...people], n: 3 },
      { people: [people[2]!, people[0]!], n: 1 },
    ],
  },
  {
    name: "invoice-total",
    text: `(defn- line-sum [item] (* (get item :price) (get item :count)))
(defn invoice-total "Sum of an invoice with rebate from ten pieces on." {:signature "(items [:map], rebate :float) -> :float" :deterministic true} [items rebate]
  (let [pieces (reduce + 0 (map (fn [i] (get i :count)) items))
        sum (reduce + 0 (map line-sum items))]
    (if (>= pieces 10) (discount sum rebate 1.0) (* 1.0 sum))))`,
    suite: [
      { items: [], rebate: 10 },
      { items: [{ price: 3, count: 2 }], rebate: 50 },
      { items: [{ price: 3, count: 10 }], rebate: 50 },
      {
        items: [
          { price: 2, count: 4 },
          { price: 5, count: 5 },
        ],
        rebate: 20,
      },
      {
        items: [
          { price: 2, count: 6 },
          { price: 5, count: 5 },
        ],
        rebate: 20,
      },
      { items: [{ price: 0.1, count: 11 }], rebate: 100 },
    ],
    further: [
      {
        items: [
          { price: 7, count: 3 },
          { price: 1, count: 9 },
        ],
        rebate: 5,
      },
      { items: [{ price: 4, count: 9 }], rebate: 5 },
    ],
  },
  {
    name: "time-words",
    text: `(defn- plural [n word] (str n " " word (if (= n 1) "" "s")))
(defn time-words "Seconds in words." {:signature "(seconds :int) -> :string" :deterministic true} [seconds]
  (let [hours (quot seconds 3600)
        minutes (quot (rem seconds 3600) 60)
        left (rem seconds 60)
        parts (filter some? [(if (pos? hours) (plural hours "hour") nil)
                             (if (pos? minutes) (plural minutes "minute") nil)
                             (if (or (pos? left) (= seconds 0)) (plural left "second") nil)])]
    (str/join ", " parts)))`,
    suite: [0, 1, 2, 59, 60, 61, 120, 3599, 3600, 3661, 7325, 7200].map((seconds) => ({ seconds })),
    further: [5, 119, 121, 3540, 3601, 3660, 10_000, 86_400].map((seconds) => ({ seconds })),
  },
];

const files: Readonly<Record<string, string>> = {
  "a.csv": "Ada,core,120,yes\nBo,core,80,no\nCy,web,95,yes",
  "b.csv": "Eve , ops , 49 , yes\nFlo,core,100,yes",
  "c.csv": "Gus,ops,10,no",
  "d.csv": "Hal,core,1,yes\nIda,web,99,yes\nJo,web,1,yes",
  "e.csv": "Kim,web,50,yes",
};

export const hostFunctions = {
  read_file: ({ path }: Args): unknown => {
    const text = files[String(path)];
    if (text === undefined) throw new Error("no such file");
    return text;
  },
};

function module(name: string, signature: string, code: string): string {
  const meta = { name, description: `${name}, for faults.`, signature, deterministic: true };
  return `export const meta = ${JSON.stringify(meta)};\nexport default ${code}\n`;
}

/** No loop in them that a fault could make endless: then the clock would decide, and it differs from run to run. */
export const base: readonly Subject[] = [
  {
    name: "clamp",
    text: module(
      "clamp",
      "(x :float, low :float, high :float) -> :float",
      "({ x, low, high }) => {\n  if (low > high) return low;\n  return Math.max(low, Math.min(high, x));\n};",
    ),
    suite: [
      { x: 5, low: 0, high: 10 },
      { x: -5, low: 0, high: 10 },
      { x: 15, low: 0, high: 10 },
      { x: 1, low: 8, high: 2 },
    ],
    further: [
      { x: 3, low: 3, high: 3 },
      { x: 9, low: 1, high: 4 },
      { x: 2, low: 9, high: 9 },
    ],
  },
  {
    name: "luhn",
    text: module(
      "luhn",
      "(digits :string) -> :bool",
      `({ digits }) => {
  const text = digits.trim();
  if (text === "") return false;
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    let d = Number(text[text.length - 1 - i]);
    if (Number.isNaN(d)) return false;
    if (i % 2 === 1) d = d * 2;
    sum += d > 9 ? d - 9 : d;
  }
  return sum % 10 === 0;
};`,
    ),
    suite: ["79927398713", "79927398710", "", " 18 ", "x8", "59", "0", "8763", "26", "1", "4539578763621486"].map(
      (digits) => ({ digits }),
    ),
    further: ["34", "42", "67", "75", "91", "109", "117", "125", "133", "4539578763621487", "11"].map((digits) => ({
      digits,
    })),
  },
  {
    name: "histogram",
    text: module(
      "histogram",
      "(xs [:float], width :float) -> :map",
      `({ xs, width }) => {
  const counts = {};
  for (const x of xs) {
    const bin = String(Math.floor(x / width) * width);
    counts[bin] = (counts[bin] || 0) + 1;
  }
  return counts;
};`,
    ),
    suite: [
      { xs: [1, 2, 3, 11, 25], width: 10 },
      { xs: [], width: 5 },
      { xs: [5, 5, 6], width: 5 },
    ],
    further: [
      { xs: [-1, 0, 1], width: 2 },
      { xs: [99], width: 25 },
    ],
  },
  {
    name: "roman",
    text: module(
      "roman",
      "(n :int) -> :string",
      `({ n }) => {
  const parts = [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
  let left = n;
  let out = "";
  for (const [value, sign] of parts) {
    out = out + sign.repeat(Math.floor(left / value));
    left = left % value;
  }
  return out;
};`,
    ),
    suite: [1, 4, 9, 14, 40, 90, 99, 444, 555, 888, 1999, 2026, 3994, 0].map((n) => ({ n })),
    further: [2, 3, 5, 8, 49, 50, 60, 101, 149, 350, 410, 499, 500, 890, 901, 950, 1001, 1499].map((n) => ({ n })),
  },
  {
    name: "word-count",
    text: module(
      "word-count",
      "(text :string, least :int) -> :map",
      `({ text, least }) => {
  const words = text.toLowerCase().split(/[^a-z]+/).filter((w) => w !== "");
  const counts = {};
  for (const w of words) counts[w] = (counts[w] || 0) + 1;
  const kept = {};
  for (const w of Object.keys(counts)) if (counts[w] >= least) kept[w] = counts[w];
  return kept;
};`,
    ),
    suite: [
      { text: "The cat. The dog, the END", least: 2 },
      { text: "", least: 1 },
      { text: "a b b c c c", least: 1 },
      { text: "a b b c c c", least: 3 },
    ],
    further: [
      { text: "One one ONE two", least: 1 },
      { text: "x y", least: 2 },
    ],
  },
];
