(defn- numbers-of [rows column]
  (let [cells (remove nil? (map (fn [row] (get row column)) rows))
        wrong (first (remove number? cells))]
    (when (some? wrong)
      (fail (str "group-summary: the column " column " holds " (pr-str wrong) ", which is no number.")))
    cells))

(defn- median-of [numbers]
  (let [sorted (vec (sort numbers))
        n (count sorted)
        half (quot n 2)]
    (cond
      (= n 0) nil
      (odd? n) (nth sorted half)
      :else (/ (+ (nth sorted (dec half)) (nth sorted half)) 2))))

(def ops
  {"count" (fn [rows _] (count rows))
   "present" (fn [rows column] (count (remove nil? (map (fn [row] (get row column)) rows))))
   "distinct" (fn [rows column] (count (distinct (remove nil? (map (fn [row] (get row column)) rows)))))
   "sum" (fn [rows column] (sum (numbers-of rows column)))
   "mean" (fn [rows column] (avg (numbers-of rows column)))
   "median" (fn [rows column] (median-of (numbers-of rows column)))
   "min" (fn [rows column] (when-let [numbers (not-empty (numbers-of rows column))] (apply min numbers)))
   "max" (fn [rows column] (when-let [numbers (not-empty (numbers-of rows column))] (apply max numbers)))})

;; [name function column] of a measure; its name is op_column unless it says another.
(defn- measure-of [{:keys [column op as]}]
  (let [measure (get ops op)]
    (when (nil? measure)
      (fail (str "group-summary: there is no op \"" op "\"; there are " (str/join ", " (keys ops)) ".")))
    (when (and (nil? column) (not= op "count"))
      (fail (str "group-summary: the op " op " needs a column.")))
    [(or as (if (nil? column) op (str op "_" column))) measure column]))

(defn- summary-of [by measures [group rows]]
  (reduce (fn [row [as measure column]] (assoc row as (measure rows column)))
          (zipmap by group)
          measures))

(defn group-summary
  "Groups rows by columns and measures every group. Ops: count, present, distinct, sum, mean, median, min, max; missing values are left out. Groups come in the order they first appear; without columns, all rows are one group."
  {:signature "(rows [:map], by [:string], measures [{op :string, column :string?, as :string?}]) -> [:map]"
   :tags ["tables" "group" "summary"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :amount 5} {:city "Graz" :amount 9} {:city "Bern" :amount 6}]
                      :by ["city"]
                      :measures [{:op "count"} {:op "sum" :column "amount"} {:op "mean" :column "amount" :as "average"}]}
               :result [{:city "Bern" :count 2 :sum_amount 11 :average 5.5}
                        {:city "Graz" :count 1 :sum_amount 9 :average 9}]}]}
  [rows by measures]
  (let [measures (mapv measure-of measures)
        groups (group-by (fn [row] (mapv (fn [column] (get row column)) by)) rows)]
    (mapv (fn [group] (summary-of by measures group))
          (if (and (empty? by) (empty? rows)) [[[] []]] (seq groups)))))
