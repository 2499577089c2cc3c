(defn select-columns
  "Keeps these columns of every row, in this order. A column that a row does not have is nil there."
  {:signature "(rows [:map], columns [:string]) -> [:map]"
   :tags ["tables" "columns"]
   :deterministic true
   :examples [{:args {:rows [{:id 1 :name "Ann" :note "x"}] :columns ["name" "id"]}
               :result [{:name "Ann" :id 1}]}]}
  [rows columns]
  (mapv (fn [row] (zipmap columns (map (fn [column] (get row column)) columns))) rows))
