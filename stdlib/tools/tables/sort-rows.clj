(defn- kind-of [cell]
  (cond (number? cell) 0 (string? cell) 1 (boolean? cell) 2 :else 3))

(defn- compare-cells [a b]
  (let [kinds (compare (kind-of a) (kind-of b))]
    (cond
      (not= kinds 0) kinds
      (= 3 (kind-of a)) (compare (pr-str a) (pr-str b))
      :else (compare a b))))

;; Rows without a value go to the end in either direction.
(defn- sorted-by [rows spec]
  (let [down? (str/starts-with? spec "-")
        column (if down? (subs spec 1) spec)
        cell (fn [row] (get row column))
        order (if down? (fn [a b] (compare-cells b a)) compare-cells)]
    (into (vec (sort-by cell order (remove (comp nil? cell) rows)))
          (filter (comp nil? cell) rows))))

(defn sort-rows
  "Sorts rows by columns, the first one counting most; a minus before a name sorts it downwards. Rows without a value come last, equal rows keep their order, and numbers come before texts."
  {:signature "(rows [:map], by [:string]) -> [:map]"
   :tags ["tables" "sort"]
   :deterministic true
   :examples [{:args {:rows [{:city "Graz" :amount 5} {:city "Bern" :amount 9} {:city "Bern" :amount 5}]
                      :by ["-amount" "city"]}
               :result [{:city "Bern" :amount 9} {:city "Bern" :amount 5} {:city "Graz" :amount 5}]}]}
  [rows by]
  (reduce sorted-by (vec rows) (reverse by)))
