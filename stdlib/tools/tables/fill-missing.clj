(defn- missing? [cell]
  (or (nil? cell) (and (string? cell) (str/blank? cell))))

(defn- filled [row column value]
  (if (missing? (get row column)) (assoc (update-keys row name) column value) row))

;; Each gap takes the last value before it; gaps before the first one stay.
(defn- from-previous [rows column]
  (loop [todo rows, last nil, done []]
    (if (empty? todo)
      done
      (let [row (first todo)
            cell (get row column)
            value (if (missing? cell) last cell)]
        (recur (rest todo) value (conj done (filled row column value)))))))

(defn- typical [rows column how]
  (let [known (remove (fn [row] (missing? (get row column))) rows)]
    (get (first (group-summary known [] [{:op how :column column :as "typical"}])) "typical")))

(defn fill-missing
  "Fills the gaps of a column (nil, blank text or no such key): with a value, with the previous row's, or with the column's mean or median. Say in a report how many values were filled, and how."
  {:signature "(rows [:map], column :string, how :string, value :any?) -> [:map]"
   :tags ["tables" "missing"]
   :deterministic true
   :examples [{:args {:rows [{:id 1 :amount 4} {:id 2 :amount nil} {:id 3 :amount 8}] :column "amount" :how "mean"}
               :result [{:id 1 :amount 4} {:id 2 :amount 6} {:id 3 :amount 8}]}
              {:args {:rows [{:city "Bern"} {:city ""}] :column "city" :how "previous"}
               :result [{:city "Bern"} {:city "Bern"}]}]}
  [rows column how value]
  (cond
    (= how "previous") (from-previous rows column)
    (= how "value") (mapv (fn [row] (filled row column value)) rows)
    (contains? #{"mean" "median"} how)
    (let [value (typical rows column how)] (mapv (fn [row] (filled row column value)) rows))
    :else (fail (str "fill-missing: how must be value, previous, mean or median, not \"" how "\"."))))
