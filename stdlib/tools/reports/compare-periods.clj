(defn- change-of [before after]
  (let [was (or before 0)
        is (or after 0)]
    {:before was
     :after is
     :change (- is was)
     :percent (when-not (zero? was) (/ (round (* 1000 (/ (- is was) (abs was)))) 10))}))

(defn- by-group [rows by measure op]
  (reduce (fn [found row] (assoc found (mapv (fn [column] (get row column)) by) (get row "(value)")))
          {}
          (group-summary rows by [{:op op :column measure :as "(value)"}])))

(defn compare-periods
  "Compares a measure between two periods, group by group: before, after, change, and the change in percent (one decimal; nil where before is 0). Groups of only one period count as 0 in the other. The largest changes come first; op is sum unless it says another of group-summary's."
  {:signature "(before [:map], after [:map], by [:string], measure :string, op :string?) -> [:map]"
   :tags ["report" "comparison" "change"]
   :deterministic true
   :examples [{:args {:before [{:city "Bern" :amount 8} {:city "Graz" :amount 4}]
                      :after [{:city "Bern" :amount 10} {:city "Wien" :amount 3}]
                      :by ["city"] :measure "amount"}
               :result [{:city "Graz" :before 4 :after 0 :change -4 :percent -100}
                        {:city "Wien" :before 0 :after 3 :change 3 :percent nil}
                        {:city "Bern" :before 8 :after 10 :change 2 :percent 25}]}]}
  [before after by measure op]
  (let [was (by-group before by measure (or op "sum"))
        is (by-group after by measure (or op "sum"))
        groups (distinct (into (vec (keys was)) (keys is)))]
    (vec (sort-by (fn [row] (abs (:change row))) >
                  (map (fn [group] (merge (zipmap by group) (change-of (get was group) (get is group)))) groups)))))
