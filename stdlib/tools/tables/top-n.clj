(defn- largest [rows column n]
  (vec (take n (sort-rows (remove (fn [row] (nil? (get row column))) rows) [(str "-" column)]))))

(defn top-n
  "The n rows with the largest values of a column, largest first; with per, the n largest of every value of that column. Rows without a value are left out; of equal rows the earlier ones win."
  {:signature "(rows [:map], column :string, n :int, per :string?) -> [:map]"
   :tags ["tables" "top" "sort"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :amount 5} {:city "Graz" :amount 9} {:city "Wien" :amount 7}]
                      :column "amount" :n 2}
               :result [{:city "Graz" :amount 9} {:city "Wien" :amount 7}]}
              {:args {:rows [{:city "Bern" :amount 5} {:city "Bern" :amount 6} {:city "Graz" :amount 1}]
                      :column "amount" :n 1 :per "city"}
               :result [{:city "Bern" :amount 6} {:city "Graz" :amount 1}]}]}
  [rows column n per]
  (if (nil? per)
    (largest rows column n)
    (vec (mapcat (fn [group] (largest group column n))
                 (vals (group-by (fn [row] (get row per)) rows))))))
