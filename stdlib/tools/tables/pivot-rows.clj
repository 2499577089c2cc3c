;; What a value is called as a column; that of the rows themselves must stay theirs.
(defn- heading [value row]
  (let [text (if (nil? value) "(none)" (str value))]
    (if (= text row) (str text " (value)") text)))

(defn pivot-rows
  "Turns long rows into a wide table: one row per value of row, one column per value of column, in each cell the value there. Where several rows meet in a cell they are put together by op (sum, unless it says another of group-summary's); where none does, the cell is nil."
  {:signature "(rows [:map], row :string, column :string, value :string, op :string?) -> [:map]"
   :tags ["tables" "pivot"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :year 2024 :amount 5} {:city "Bern" :year 2025 :amount 6}
                             {:city "Graz" :year 2025 :amount 9}]
                      :row "city" :column "year" :value "amount"}
               :result [{:city "Bern" :2024 5 :2025 6} {:city "Graz" :2024 nil :2025 9}]}]}
  [rows row column value op]
  (let [cells (group-summary rows [row column] [{:op (or op "sum") :column value :as "(cell)"}])
        headings (distinct (map (fn [cell] (heading (get cell column) row)) cells))
        blank (zipmap headings (repeat (count headings) nil))]
    (mapv (fn [[label found]]
            (reduce (fn [wide cell] (assoc wide (heading (get cell column) row) (get cell "(cell)")))
                    (merge {row label} blank)
                    found))
          (seq (group-by (fn [cell] (get cell row)) cells)))))
