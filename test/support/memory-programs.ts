// Programs that allocate much, each in its own way: what scripts/memory-tracking.mjs measures the meter against. Every row
// is a fair program; none may be taken out because its charge is hard to get right. They return little, except where the
// result itself is the subject.

export const vectors = {
  "vec of a range": "(count (reverse (vec (range 200000))))",
  "mapv inc": "(count (mapv inc (range 200000)))",
  "conj one by one": "(count (loop [i 0 v []] (if (< i 100000) (recur (inc i) (conj v i)) v)))",
  "reduce conj": "(count (reduce conj [] (range 100000)))",
  "into a vector": "(count (into [] (map inc (range 150000))))",
  "assoc in a small vector": "(reduce (fn [v i] (assoc v (mod i 20) i)) (vec (range 20)) (range 20000))",
  "assoc in a large vector": "(count (reduce (fn [v i] (assoc v (mod i 10000) i)) (vec (range 10000)) (range 2000)))",
  "conj on a shared vector": "(let [v (vec (range 100))] (count (map #(conj v %) (range 5000))))",
  "subvec and vec": "(let [v (vec (range 1000))] (reduce + (map #(count (vec (subvec v (mod % 500)))) (range 1000))))",
  "small vector literals": "(count (map (fn [i] [i (inc i)]) (range 50000)))",
  "vector of vectors": "(count (mapv (fn [i] [i [i i] [[i]]]) (range 20000)))",
  "reverse and concat": "(let [v (vec (range 20000))] (count (concat (reverse v) v (reverse v))))",
  "cons onto the front": "(count (reduce (fn [s i] (cons i s)) (list) (range 20000)))",
  "first and rest": "(loop [s (vec (range 50000)) n 0] (if (seq s) (recur (rest s) (+ n (first s))) n))",
  "vector of floats": "(count (mapv #(/ % 7.0) (range 100000)))",
  "vector of whole floats": "(count (mapv #(* % 1.0) (range 100000)))",
} as const;

export const sequences = {
  "map and filter": "(count (filter even? (map inc (range 200000))))",
  "a threaded pipeline":
    "(->> (range 100000) (map #(* % %)) (filter odd?) (remove #(zero? (mod % 3))) (take-while #(< % 9000000000)) count)",
  "take of iterate": "(count (take 20000 (iterate inc 0)))",
  "take of cycle": "(count (take 50000 (cycle [1 2 3])))",
  "take of a mapped endless range": "(count (take 20000 (map #(* 2 %) (range))))",
  partition: "(count (partition 4 (range 100000)))",
  "partition-all with a step": "(count (partition-all 3 2 (range 50000)))",
  "partition-by": "(count (partition-by #(quot % 3) (range 60000)))",
  interleave: "(count (interleave (range 50000) (range 50000)))",
  interpose: "(count (interpose :x (range 80000)))",
  mapcat: "(count (mapcat (fn [i] [i i i]) (range 40000)))",
  flatten: "(count (flatten (map (fn [i] [i [i [i]]]) (range 10000))))",
  "sort numbers": "(count (sort (map #(mod (* % 7919) 100003) (range 60000))))",
  "sort-by a key": "(count (sort-by :k (map (fn [i] {:k (mod (* i 7919) 10007)}) (range 20000))))",
  "sort with a comparator": "(count (sort > (map #(mod (* % 7919) 100003) (range 30000))))",
  distinct: "(count (distinct (map #(mod % 20000) (range 60000))))",
  "distinct strings": "(count (distinct (map #(str (mod % 5000)) (range 30000))))",
  dedupe: "(count (dedupe (map #(quot % 2) (range 60000))))",
  reductions: "(count (reductions + (range 100000)))",
  "map over two": "(count (map + (range 60000) (range 60000)))",
  "map over three": "(count (map vector (range 30000) (range 30000) (range 30000)))",
  "map-indexed": "(count (map-indexed (fn [i x] [i x]) (range 40000)))",
  "keep and keep-indexed":
    "[(count (keep #(when (even? %) %) (range 80000))) (count (keep-indexed (fn [i x] (when (odd? i) x)) (range 80000)))]",
  "for over two": "(count (for [x (range 200) y (range 200) :when (odd? (+ x y))] [x y]))",
  "split-at and split-with": "(reduce + (map #(count (first (split-with (fn [x] (< x %)) (range 200)))) (range 200)))",
  "drop-last and take-last":
    "(let [v (range 2000)] (reduce + (map #(+ (count (drop-last % v)) (count (take-last % v))) (range 400))))",
  "every kind of rest":
    "(let [v (range 500)] (reduce + (map (fn [i] (count (nthrest (next (rest v)) (mod i 300)))) (range 20000))))",
  "tree-seq": "(count (tree-seq vector? identity (reduce (fn [t i] [t i]) [0] (range 400))))",
  shuffle: "(count (shuffle (range 60000)))",
  combinations: "(count (combinations (range 40) 3))",
} as const;

export const maps = {
  "small map literals": '(count (map (fn [i] {:id i :name "x"}) (range 30000)))',
  "records of eight": "(count (map (fn [i] {:a i :b i :c i :d i :e i :f i :g i :h i}) (range 10000)))",
  "assoc onto a record": "(count (map #(assoc % :c 3) (map (fn [i] {:a i :b i}) (range 20000))))",
  "update a record": "(reduce (fn [m i] (update m :n + i)) {:n 0 :a 1 :b 2} (range 40000))",
  "assoc loop to a large map": "(count (reduce (fn [m i] (assoc m i i)) {} (range 50000)))",
  "assoc that is kept": "(count (reductions (fn [m i] (assoc m i i)) {} (range 300)))",
  "assoc on a large shared map":
    "(let [m (into {} (map (fn [i] [i i]) (range 10000)))] (count (map (fn [i] (assoc m i :x)) (range 5000))))",
  "new keys on a large shared map":
    "(let [m (into {} (map (fn [i] [i i]) (range 10000)))] (count (map (fn [i] (assoc m (str i) i)) (range 5000))))",
  "dissoc from a large shared map":
    "(let [m (into {} (map (fn [i] [i i]) (range 10000)))] (count (map (fn [i] (dissoc m i)) (range 5000))))",
  "dissoc from records": "(count (map #(dissoc % :a) (map (fn [i] {:a i :b i :c i}) (range 20000))))",
  "update-in nested": "(count (reduce (fn [m i] (update-in m [(mod i 50) :n] (fnil inc 0))) {} (range 20000)))",
  "into a map": "(count (into {} (map (fn [i] [i (inc i)]) (range 40000))))",
  "into a map with string keys": '(count (into {} (map (fn [i] [(str "key" i) i]) (range 20000))))',
  zipmap: "(count (zipmap (range 50000) (range 50000)))",
  "merge small": "(count (map (fn [i] (merge {:a i :b 2} {:b i :c 3})) (range 20000)))",
  "merge large": "(let [m (zipmap (range 5000) (range))] (count (map #(merge m {% 1}) (range 200))))",
  "merge-with": "(count (apply merge-with + (map (fn [i] {(mod i 100) 1}) (range 20000))))",
  "group-by few groups": "(count (group-by #(mod % 10) (range 100000)))",
  "group-by many groups": "(count (group-by #(quot % 3) (range 60000)))",
  frequencies: "(count (frequencies (map #(mod % 1000) (range 100000))))",
  "frequencies of strings": '(count (frequencies (map #(str "w" (mod % 5000)) (range 40000))))',
  "keys and vals":
    "(let [m (zipmap (range 2000) (range))] (reduce + (map (fn [_] (+ (count (keys m)) (count (vals m)))) (range 50))))",
  "walk over entries": "(let [m (zipmap (range 20000) (range))] (count (map (fn [[k v]] (+ k v)) m)))",
  "map-vals and select-keys":
    "(let [m {:a 1 :b 2 :c 3 :d 4}] (count (map (fn [i] [(select-keys m [:a :c]) (update-vals m inc)]) (range 10000))))",
  "composite keys": "(count (reduce (fn [m i] (assoc m [(mod i 300) (quot i 300)] i)) {} (range 20000)))",
  "sorted map": "(count (into (sorted-map) (map (fn [i] [(mod (* i 7919) 10007) i]) (range 10000))))",
  "sorted map one by one": "(count (reduce (fn [m i] (assoc m (mod (* i 79) 401) i)) (sorted-map) (range 2000)))",
  "nested records": '(count (map (fn [i] {:id i :tags ["a" "b"] :owner {:name "n" :age i}}) (range 15000)))',
} as const;

export const sets = {
  "set literals": "(count (map (fn [i] #{i (inc i) (+ i 2)}) (range 10000)))",
  "set of a sequence": "(count (set (range 60000)))",
  "conj onto a set": "(count (reduce conj #{} (range 40000)))",
  "conj that is kept": "(count (reductions conj #{} (range 300)))",
  "union and intersection":
    "(let [a (set (range 2000)) b (set (range 1000 3000))] (reduce + (map (fn [_] (+ (count (union a b)) (count (intersection a b)) (count (difference a b)))) (range 20))))",
  "small set algebra": "(count (map (fn [i] (union #{1 2 i} #{3 i})) (range 10000)))",
  "disj from a large set": "(let [s (set (range 5000))] (count (map #(disj s %) (range 4000))))",
  "set of maps": "(count (set (map (fn [i] {:k (mod i 5000)}) (range 15000))))",
  "sorted set": "(count (into (sorted-set) (map #(mod (* % 7919) 10007) (range 10000))))",
  "join of relations":
    "(count (clojure.set/join (set (map (fn [i] {:id i :a i}) (range 2000))) (set (map (fn [i] {:id i :b i}) (range 2000)))))",
} as const;

export const strings = {
  "subs slices":
    '(let [s (str/join "" (repeat 100 "0123456789"))] (count (map (fn [i] (subs s (mod i 500) (+ 400 (mod i 500)))) (range 20000))))',
  "string growing, read at each step":
    '(count (reduce (fn [s i] (let [t (str s "word ")] (when (str/ends-with? t "x") (println t)) t)) "" (range 1500)))',
  "str of numbers": "(count (map str (range 60000)))",
  "str of parts": '(count (map #(str "id-" % "/" (inc %)) (range 30000)))',
  "join with commas": '(count (str/join "," (range 100000)))',
  "join of Unicode": '(count (str/join "·" (map (fn [i] "żółw") (range 20000))))',
  "split of a line":
    '(let [s (str/join "," (range 20000))] (reduce + (map (fn [_] (count (str/split s #","))) (range 10))))',
  "split by a string of one": '(let [s (str/join " " (repeat 20000 "ab"))] (count (str/split s #" ")))',
  "split-lines": '(count (str/split-lines (str/join "\\n" (repeat 20000 "a line of text"))))',
  "short subs": '(let [s "hello world, hello"] (count (map (fn [i] (subs s 2 6)) (range 30000))))',
  "upper-case":
    '(let [s (str/join " " (repeat 50 "some words"))] (count (map (fn [i] (str/upper-case s)) (range 2000))))',
  "upper-case of Unicode":
    '(let [s (str/join " " (repeat 50 "ünïcode ß"))] (count (map (fn [i] (str/upper-case s)) (range 1000))))',
  "replace text":
    '(let [s (str/join " " (repeat 200 "some words"))] (count (map (fn [i] (str/replace s "o" "00")) (range 500))))',
  "replace by regex":
    '(let [s (str/join " " (repeat 100 "some words"))] (count (map (fn [i] (str/replace s #"[aeiou]" "*")) (range 200))))',
  "trim and blank": '(count (map (fn [i] (str/trim (str "  value " i "  "))) (range 20000)))',
  "characters of a string": '(count (seq (str/join "" (repeat 10000 "hello"))))',
  "characters of Unicode": '(count (seq (str/join "" (repeat 4000 "héé👩‍👩‍👧"))))',
  "frequencies of characters": '(count (frequencies (str/join "" (repeat 20000 "hello world"))))',
  "reverse a string": '(count (map (fn [i] (str/reverse "hello, this is a sentence")) (range 3000)))',
  "reverse Unicode": '(count (map (fn [i] (str/reverse "zażółć gęślą jaźń")) (range 3000)))',
  "format numbers": '(count (map #(format "%05d %.2f %s" % (/ % 3.0) "x") (range 10000)))',
  "pr-str of data": '(count (map (fn [i] (pr-str {:id i :tags ["a" :b] :x 1.5})) (range 5000)))',
  "keywords of strings": '(count (map #(keyword (str "k" (mod % 100))) (range 20000)))',
  "new keywords": '(count (map #(keyword (str "brand-new-" %)) (range 5000)))',
  "names of keywords": '(count (map (fn [i] (str (name :abc) "-" :abc)) (range 20000)))',
  "compare and index": '(let [s (str/join " " (range 1000))] (count (map #(str/index-of s (str % " ")) (range 2000))))',
  "parse numbers": "(count (map #(parse-long (str %)) (range 40000)))",
} as const;

export const numbers = {
  "integers past 2^31": "(reduce + (map #(* % 100000) (range 100000)))",
  "big integers": "(count (map #(* % 12345678901234567890) (range 20000)))",
  factorial: "(count (str (reduce * (range 1 1200))))",
  "growing power": "(loop [n 1 i 0] (if (< i 3000) (recur (* n 3) (inc i)) (mod n 1000007)))",
  "sum of floats": "(reduce + (map #(* % 0.37) (range 60000)))",
  "float loop": "(loop [x 0.5 i 0] (if (< i 100000) (recur (* 3.7 x (- 1 x)) (inc i)) (< 0 x 1)))",
  divisions: "(count (mapv #(/ % 3) (range 60000)))",
  statistics:
    "(let [xs (mapv #(Math/sqrt %) (range 40000)) m (/ (reduce + xs) (count xs))] (< 0 (/ (reduce + (map #(* (- % m) (- % m)) xs)) (count xs))))",
  "bit work": "(reduce (fn [h i] (bit-and (bit-xor (* h 31) i) 0xffffffff)) 7 (range 60000))",
} as const;

export const functions = {
  closures: "(count (map (fn [i] (fn [x] (+ x i))) (range 40000)))",
  "closures over many": "(count (map (fn [i] (let [a i b i c i] (fn [x] (+ x a b c)))) (range 30000)))",
  "partial and comp": "(count (map (fn [i] (comp inc (partial + i))) (range 15000)))",
  juxt: "(count (map (juxt inc dec str) (range 20000)))",
  "calls with many locals":
    "(let [f (fn [a b c d e f] (let [g (+ a b) h (+ c d) i (+ e f)] (+ g h i)))] (reduce + (map (fn [i] (f i 1 2 3 4 5)) (range 30000))))",
  "rest parameters": "(let [f (fn [a & more] (+ a (count more)))] (reduce + (map (fn [i] (f i 1 2 3)) (range 30000))))",
  "keyword arguments": "(let [f (fn [& {:keys [a b]}] (+ a b))] (reduce + (map (fn [i] (f :a i :b 2)) (range 10000))))",
  apply: "(reduce + (map (fn [i] (apply + i [1 2 3])) (range 30000)))",
  "recursion by hand":
    "(defn total [[x & more]] (if x (+ x (total more)) 0)) (reduce + (map (fn [_] (total (range 1 80))) (range 200)))",
  "patterns with the rest": "(reduce + (map (fn [[a b & more]] (+ a b (count more))) (repeat 30000 [1 2 3 4 5])))",
  "patterns on rest, looping": "(loop [[x & more] (vec (range 40000)) n 0] (if x (recur more (+ n x)) n))",
  "patterns of strings": '(count (map (fn [s] (let [[a b & more] s] a)) (repeat 10000 "hello")))',
  "patterns of maps": "(reduce + (map (fn [{:keys [a b] :or {b 2}}] (+ a b)) (map (fn [i] {:a i}) (range 30000))))",
  "patterns of maps with rest": "(count (map (fn [m] (let [[[k v] & more] m] more)) (repeat 10000 {:a 1 :b 2 :c 3})))",
  memoized: "(let [f (memoize (fn [x] (* x x)))] (reduce + (map (fn [i] (f (mod i 5000))) (range 20000))))",
  "transducers or threading": "(->> (range 30000) (mapv (fn [i] (-> {:n i} (assoc :m 1) (update :n inc) :n))) count)",
  letfn: "(reduce + (map (fn [i] (letfn [(f [x] (+ x i)) (g [x] (f (f x)))] (g 1))) (range 15000)))",
  "some-fn and every-pred": "(count (filter (every-pred pos? even? #(< % 50000)) (range 60000)))",
} as const;

export const texts = {
  "re-seq": '(count (re-seq #"\\w+" (str/join " " (repeat 20000 "word"))))',
  "re-seq with groups": '(count (re-seq #"(\\w)(\\d+)" (str/join " " (map #(str "k" %) (range 10000)))))',
  "re-find": '(count (map #(re-find #"\\d+" (str "item " % " of")) (range 20000)))',
  "re-matches with groups": '(count (map #(re-matches #"(\\d+)-(\\d+)" (str % "-" %)) (range 10000)))',
  "regex that backtracks": '(count (map #(re-find #"(a+)b\\1" (str "aaa" % "aabaa")) (range 2000)))',
  "json parse of records":
    '(let [t (json/generate-string (map (fn [i] {:id i :name "item" :price 1.5}) (range 2000)))] (reduce + (map (fn [_] (count (json/parse-string t))) (range 5))))',
  "json parse of numbers":
    "(let [t (json/generate-string (range 20000))] (reduce + (map (fn [_] (count (json/parse-string t))) (range 5))))",
  "json parse of strings":
    '(let [t (json/generate-string (map #(str "text \\n" %) (range 10000)))] (reduce + (map (fn [_] (count (json/parse-string t))) (range 5))))',
  "json write":
    '(let [v (map (fn [i] {:id i :name "item" :price 1.5}) (range 2000))] (reduce + (map (fn [_] (count (json/generate-string v))) (range 5))))',
  "csv lines":
    '(let [t (str/join "\\n" (map #(str % ",name" % "," (* 2 %)) (range 8000)))] (->> (str/split-lines t) (map #(str/split % #",")) (map (fn [[a b c]] {:id (parse-long a) :name b :n (parse-long c)})) (group-by :n) count))',
  "word count":
    '(->> (str/split (str/join " " (map #(str "w" (mod % 997)) (range 30000))) #"\\s+") (reduce (fn [m w] (update m w (fnil inc 0))) {}) count)',
} as const;

export const results = {
  "a large vector as result": "(vec (range 50000))",
  "records as result": '(mapv (fn [i] {:id i :name "item" :price 1.5}) (range 5000))',
  "a large map as result": "(zipmap (range 10000) (range))",
  "a long string as result": '(str/join " " (repeat 50000 "words"))',
  "a set as result": "(set (map str (range 5000)))",
  "printed lines": '(doseq [i (range 2000)] (println "line" i))',
  "printed past the limit": '(doseq [i (range 2000)] (println (str/join " " (repeat 40 "words"))))',
  "printed data": "(doseq [i (range 500)] (println {:id i :tags [1 2 3]}))",
} as const;

/**
 * Texts V8 shares instead of copying: what str joins is two halves until it is read, what subs cuts is a view. Both are
 * charged as the copies that reading or keeping them makes sooner or later, so here the charge is an upper bound.
 */
export const sharedTexts = {
  "string growing": '(count (reduce str "" (map (fn [i] "word ") (range 5000))))',
  "string growing by Unicode": '(count (reduce str "" (map (fn [i] "wört→") (range 2000))))',
} as const;

/** Known to be charged too little: what V8 boxes when a sum of integers passes 2^31 is not charged (ADR 0004). */
export const unpaid = {
  "sum in a loop past 2^31": "(loop [i 0 s 0] (if (< i 200000) (recur (inc i) (+ s 100003)) s))",
} as const;
