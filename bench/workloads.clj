;; The fourteen workloads, one source for every Lisp that is measured (workloads.mjs is the native twin). Each ends in one
;; integer, so that the results of all engines can be compared. The data is made once, by a generator without state.

(def departments [:sales :support :design :legal :people :research])
(def places ["Bergen" "Porto" "Izmir" "Quebec" "Hanoi" "Nairobi" "Osaka" "Lyon"])

(defn noise [i] (mod (* (mod (+ (* i 7919) 17) 104729) 16807) 65537))

(defn person [i]
  (let [r (noise i)]
    {:id i
     :name (str "user-" i)
     :department (nth departments (mod r 6))
     :age (+ 20 (mod r 45))
     :salary (+ 30000 (mod (* r 31) 90001))
     :active (= 0 (mod r 2))
     :place (nth places (mod r 8))}))

(def people (mapv person (range 10000)))

(def csv-text
  (str/join "\n"
    (map (fn [p] (str/join "," [(:id p) (:name p) (:place p) (:age p) (:salary p)]))
         (take 5000 people))))

(def prose
  (str/join " " (map (fn [i] (str "word" (mod (* (noise i) (noise (+ i 3))) 499))) (range 28000))))

(def mail-log
  (str/join "\n"
    (map (fn [i] (str "at=" i " from user" (noise i) "@host" (mod i 7) ".com level=info sent " (noise (+ i 1))))
         (range 4000))))

(def points (mapv (fn [i] {:x i :y (* 2 i) :zs [i 1 2 3]}) (range 100)))

(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(defn tak [x y z]
  (if (< y x)
    (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))
    z))

(defn bench-fib [] (fib 25))

(defn bench-loop []
  (loop [i 0 total 0]
    (if (< i 1000000) (recur (inc i) (+ total i)) total)))

(defn bench-reduce-range [] (reduce + (range 1000000)))

(defn bench-pipeline []
  (->> people
       (filter (fn [p] (and (:active p) (> (:age p) 30))))
       (map (fn [p] (* (:salary p) 2)))
       (reduce + 0)))

(defn bench-group-by []
  (let [by-department (group-by :department people)
        by-place (frequencies (map :place people))]
    (+ (count (get by-department :sales))
       (* 10 (count (get by-department :people)))
       (* 100 (get by-place "Izmir")))))

(defn bench-sort-by []
  (let [sorted (sort-by :salary people)]
    (+ (:id (first sorted)) (:id (nth sorted 5000)) (:salary (last sorted)))))

(defn bench-csv []
  (->> (str/split-lines csv-text)
       (map (fn [line] (zipmap [:id :name :place :age :salary] (str/split line #","))))
       (map (fn [row] (assoc row :age (parse-long (:age row)) :salary (parse-long (:salary row)))))
       (filter (fn [row] (> (:age row) 30)))
       (map :salary)
       (reduce + 0)))

(defn bench-update-in []
  (let [state (reduce (fn [state i]
                        (-> state
                            (update-in [:users (mod i 50) :count] (fnil inc 0))
                            (assoc-in [:meta :last] i)))
                      {}
                      (range 20000))]
    (+ (get-in state [:users 7 :count]) (get-in state [:meta :last]))))

(defn bench-assoc-100k []
  (let [squares (reduce (fn [m i] (assoc m i (* i i))) {} (range 100000))]
    (+ (count squares) (get squares 777))))

(defn bench-into-100k []
  (let [squares (into {} (map (fn [i] [i (* i i)]) (range 100000)))]
    (+ (count squares) (get squares 777))))

(defn bench-word-count []
  (let [counts (reduce (fn [m word] (assoc m word (inc (get m word 0)))) {} (str/split prose #"\s+"))]
    (+ (* 1000 (count counts)) (get counts "word7"))))

(defn bench-tak [] (tak 18 12 6))

(defn bench-destructuring []
  (loop [i 0 total 0]
    (if (< i 100000)
      (let [{:keys [x y] zs :zs} (nth points (mod i 100))
            [a b & more] zs]
        (recur (inc i) (+ total x y a b (count more))))
      total)))

(defn bench-re-seq []
  (->> (re-seq #"(\w+)@(\w+)\.com" mail-log)
       (map (fn [found] (let [[_ user host] found] (+ (count user) (count host)))))
       (reduce + 0)))
