// Programs that try to compute for ever: loops, recursion, numbers that grow, comparators that lie, patterns that backtrack.

import { type Attack, attacks, depth, fuel, memory } from "./attack.ts";

const loops = attacks({
  [fuel]: [
    "(loop [] (recur))",
    "(defn f [] (recur)) (f)",
    "((fn [] (recur)))",
    "(doseq [a (range 100000) b (range 100000)] a)",
    "(reduce (fn [a x] (reduce + (range 10000))) 0 (range 100000))",
    "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 90)",
    "(let [v (vec (range 3000))] (doseq [a v b v c v] (= a b c)))",
    "(loop [v (vec (range 100000))] (recur (vec (reverse v))))",
    "(loop [] (sort (range 100000)) (recur))",
    '(let [s (apply str (repeat 240000 "ab"))] (loop [] (str/upper-case s) (recur)))',
    '(let [s (apply str (repeat 240000 "ab"))] (loop [] (str/includes? s "ba!") (recur)))',
    '(let [a (apply str (repeat 240000 "ab")) b (apply str (repeat 240000 "ab"))] (loop [] (= a b) (recur)))',
    '(let [a (apply str (repeat 240000 "ab")) b (apply str (repeat 240000 "ab"))] (loop [] (str/ends-with? a b) (recur)))',
    '(let [s (apply str (repeat 240000 "ab")) m {s 1}] (loop [] (get m s) (recur)))',
    "(let [v (vec (range 100000)) w (vec (range 100000))] (loop [] (compare v w) (recur)))",
    "(let [v (vec (range 100000)) w (vec (range 100000))] (loop [] (= v w) (recur)))",
    "(let [a (reduce (fn [a _] [a a]) [1] (range 17)) b (reduce (fn [a _] [a a]) [1] (range 17))] (loop [] (= a b) (recur)))",
    "(let [n (reduce * (repeat 60 (reduce * (repeat 1000 2))))] (loop [] (str n) (recur)))",
    '(let [v (mapv str (range 100000))] (loop [] (str/join "," v) (recur)))',
  ],
  [depth]: [
    "(defn ack [m n] (cond (= m 0) (inc n) (= n 0) (ack (dec m) 1) :else (recur (dec m) (ack m (dec n))))) (ack 2 100000)",
    "(defn f [n] (inc (f n))) (f 1)",
    "(declare g) (defn f [n] (inc (g n))) (defn g [n] (inc (f n))) (f 1)",
    "((fn [f] (f f)) (fn [f] (inc (f f))))",
    "(((fn [f] ((fn [x] (x x)) (fn [x] (f (fn [v] (inc ((x x) v))))))) (fn [g] (fn [n] (inc (g n))))) 1)",
    "(defn f [n] (map (fn [x] (f x)) [n])) (f 1)",
    "(defn f [n] (reduce (fn [a x] (f x)) 0 [1 2])) (f 1)",
    "(defn f [n] (sort-by f [n n])) (f 1)",
    "(defn f [n] (apply f [n]) 1) (f 1)",
    "(defn f [n] (update {:a 1} :a f)) (f 1)",
    "(defn f [n] (mapv f [[n]])) (f 1)",
    "(defn f [n] (str (f n))) (f 1)",
    "(defn f [n] {:a (f n)}) (f 1)",
    "(defn f [n] (let [[a] (f n)] a)) (f 1)",
    '(defn f [n] (str/replace "a" #"a" (fn [m] (f m)))) (f 1)',
    "(defn f [n] (prewalk f [n])) (f 1)",
    "(letfn [(a [n] (inc (b n))) (b [n] (inc (a n)))] (a 1))",
    "(prewalk (fn [x] [x]) 1)",
    "((reduce (fn [f _] (comp f inc)) inc (range 100000)) 1)",
    "((reduce (fn [f _] (partial f 1)) + (range 100000)) 1)",
    "((reduce (fn [f _] (fn [x] (inc (f x)))) inc (range 100000)) 1)",
    "((reduce (fn [f _] (memoize f)) inc (range 100000)) 1)",
    "(defn f [x y] (sort f [2 1])) (sort f [2 1])",
  ],
  [memory]: [
    "(first (filter neg? (iterate inc 1)))",
    "(every? number? (cycle [1]))",
    '(let [s (apply str (repeat 100000 "é👍🏽"))] (loop [] (count s) (recur)))',
    '(let [s (apply str (repeat 100000 "é👍🏽"))] (loop [] (str/reverse s) (recur)))',
    "(some neg? (range 100000000000))",
    "(dotimes [i 1000000000] i)",
    "(loop [] (frequencies (range 10000)) (recur))",
    "(let [n (reduce * (repeat 60000 2))] (loop [] (quot (* n 3) 7) (recur)))",
    "(do (range ##-Inf 0 ##Inf) (loop [] (recur)))",
    "(do (range ##Inf 0 ##-Inf) (loop [] (recur)))",
  ],
  "error: type_error": ["(drop-while pos? (iterate inc 1))", "(last (repeatedly rand))"],
  "100001": ["((apply comp (repeat 100000 inc)) 1)"],
  "1": ["(bit-shift-left 1 1000000000)"],
  "1000000": ["(loop [i 0] (if (< i 1000000) (recur (inc i)) i))"],
});

const numbers = attacks({
  [memory]: [
    "(loop [x 2] (recur (* x x)))",
    "(reduce * (range 1 100000))",
    "(reduce (fn [a _] (* a 99999999999999999999)) 1 (range 100000))",
    "(let [n (reduce * (repeat 60000 2))] (* n n))",
    "(apply * (repeat 100000 9007199254740993))",
  ],
  "##Inf": ["(Math/pow 10 1000000000)", "(reduce * (repeat 400 1e10))"],
  "error: arithmetic_error": ["(/ 1 0)", "(mod 5 0)", "(quot 1 0)"],
  "99999999999999999999999999999": ["(dec 100000000000000000000000000000)"],
  true: ["(not= ##NaN ##NaN)", "(= 9007199254740993 (+ 9007199254740992 1))", "(< 9007199254740992 9007199254740993)"],
  nil: ['(parse-long (apply str (repeat 400000 "9")))', '(parse-double (apply str (repeat 400000 "x")))'],
  "[nil]": ["(sort [nil])"],
  "#{##NaN}": ["#{##NaN}"],
});

const lying = attacks({
  true: [
    "(= 5 (count (sort (fn [a b] true) [3 1 2 5 4])))",
    "(= 1000 (count (sort (fn [a b] (rand-nth [-1 0 1])) (range 1000))))",
    "(= 100 (count (sort (fn [a b] -1) (range 100))))",
    "(= 100 (count (sort-by (fn [x] ##NaN) (range 100))))",
    "(= 100 (count (distinct (sort (fn [a b] (> b a b)) (range 100)))))",
    "(= 1 (count (into (sorted-set-by (fn [a b] 0)) (range 1000))))",
  ],
  "error: arithmetic_error": ["(sort (fn [a b] (/ 1 0)) [3 1 2])", "(sort-by (fn [x] (/ x 0)) [1 2])"],
  [fuel]: ["(sort (fn [a b] (loop [] (recur))) [3 1 2])"],
  "error: type_error": ["(sort (fn [a b] :x) [3 1 2])", "(sort [1 :a])", '(sort ["a" nil 1])'],
});

const patterns = attacks({
  nil: [
    '(re-find #"(a+)+$" (str (apply str (repeat 30 "a")) "!"))',
    '(re-matches #"(a|aa)+b" (apply str (repeat 40 "a")))',
    '(re-matches #"(a*)*b" (apply str (repeat 40 "a")))',
    '(re-matches #"([a-z]+)*!" (apply str (repeat 40 "a")))',
    '(re-matches #"(x+x+)+y" (apply str (repeat 40 "x")))',
    '(re-matches #"(.*)*[^a]b" (apply str (repeat 40 "a")))',
    '(re-find (re-pattern (str (apply str (repeat 25 "a?")) (apply str (repeat 25 "a")) "b")) (apply str (repeat 25 "a")))',
  ],
  "error: parse_error": ['#"(a"', '#"[z-a]"', '#"a{2,1}"'],
  "error: type_error": ["(re-pattern nil)", "(re-find nil nil)"],
});

export const computing: readonly Attack[] = [...loops, ...numbers, ...lying, ...patterns];
