(defn distinct-rows
  "Keeps the first of rows that are equal: in all columns, or in those named."
  {:signature "(rows [:map], by [:string]?) -> [:map]"
   :tags ["tables" "distinct" "duplicates"]
   :deterministic true
   :examples [{:args {:rows [{:id 1 :city "Bern"} {:id 1 :city "Bern"} {:id 2 :city "Bern"}]}
               :result [{:id 1 :city "Bern"} {:id 2 :city "Bern"}]}
              {:args {:rows [{:id 1 :city "Bern"} {:id 2 :city "Bern"}] :by ["city"]}
               :result [{:id 1 :city "Bern"}]}]}
  [rows by]
  (if (nil? by)
    (vec (distinct rows))
    (vec (distinct-by (fn [row] (mapv (fn [column] (get row column)) by)) rows))))
