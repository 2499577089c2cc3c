(defn- bucket-of [date today edges]
  (if (or (nil? date) (str/blank? date))
    "unknown"
    (let [days (- today (.toEpochDay (LocalDate/parse (subs date 0 10))))]
      (if (neg? days)
        "not yet"
        (str (count (filter (fn [edge] (> days edge)) edges)))))))

(defn- labels [edges]
  (concat (map (fn [from to] (if (= from to) (str from) (str from "-" to))) (cons 0 (map inc edges)) edges)
          [(str "over " (last edges))]))

(defn age-buckets
  "Sorts rows by the age in days of a date column on a given day, as for open invoices: how many are not due yet, 0-30, 31-60, 61-90 and over 90 days old (or between other edges), and what the amounts of a column add up to. All buckets are listed; rows without a date are unknown."
  {:signature "(rows [:map], column :string, today :string, edges [:int]?, amount :string?) -> [{bucket :string, count :int, amount :float?}]"
   :tags ["dates" "age" "invoices" "buckets"]
   :deterministic true
   :examples [{:args {:rows [{:due "2024-05-01" :open 10} {:due "2024-03-01" :open 20} {:due "2024-06-01" :open 5} {:due nil :open 1}]
                      :column "due" :today "2024-05-10" :edges [30 60] :amount "open"}
               :result [{:bucket "not yet" :count 1 :amount 5} {:bucket "0-30" :count 1 :amount 10} {:bucket "31-60" :count 0 :amount 0}
                        {:bucket "over 60" :count 1 :amount 20} {:bucket "unknown" :count 1 :amount 1}]}]}
  [rows column today edges amount]
  (let [edges (vec (sort (distinct (or (not-empty edges) [30 60 90]))))
        now (.toEpochDay (LocalDate/parse (subs today 0 10)))
        found (group-by (fn [row] (bucket-of (get row column) now edges)) rows)
        keys-and-names (concat [["not yet" "not yet"]]
                               (map-indexed (fn [i label] [(str i) label]) (labels edges))
                               [["unknown" "unknown"]])]
    (mapv (fn [[key label]]
            (let [group (get found key [])]
              {:bucket label
               :count (count group)
               :amount (when (some? amount)
                         (sum (map :total (sum-by-currency group amount "(none)"))))}))
          keys-and-names)))
