(defn- long-rows [row keep name-as value-as]
  (let [kept (zipmap keep (map (fn [column] (get row column)) keep))]
    (for [[column value] (seq row)
          :when (and (some? value) (not (contains? (set keep) (name column))))]
      (assoc kept name-as (name column) value-as value))))

(defn unpivot-rows
  "Turns a wide table into long rows: of every row one for each column that is not kept, with its name and its value. Cells without a value give no row. The inverse of pivot-rows."
  {:signature "(rows [:map], keep [:string], name_as :string?, value_as :string?) -> [:map]"
   :tags ["tables" "pivot" "unpivot"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :2024 5 :2025 6} {:city "Graz" :2024 nil :2025 9}]
                      :keep ["city"] :name_as "year" :value_as "amount"}
               :result [{:city "Bern" :year "2024" :amount 5} {:city "Bern" :year "2025" :amount 6}
                        {:city "Graz" :year "2025" :amount 9}]}]}
  [rows keep name-as value-as]
  (vec (mapcat (fn [row] (long-rows row keep (or name-as "column") (or value-as "value"))) rows)))
