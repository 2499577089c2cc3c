(def ops
  {"=" (fn [cell value] (= cell value))
   "not=" (fn [cell value] (not= cell value))
   "in" (fn [cell values] (boolean (some #(= cell %) values)))
   "not-in" (fn [cell values] (not-any? #(= cell %) values))
   "<" (fn [cell value] (ordered? < cell value))
   "<=" (fn [cell value] (ordered? <= cell value))
   ">" (fn [cell value] (ordered? > cell value))
   ">=" (fn [cell value] (ordered? >= cell value))
   "contains" (fn [cell part] (in-text? str/includes? cell part))
   "starts-with" (fn [cell part] (in-text? str/starts-with? cell part))
   "ends-with" (fn [cell part] (in-text? str/ends-with? cell part))
   "missing" (fn [cell _] (missing? cell))
   "present" (fn [cell _] (not (missing? cell)))})

(defn- missing? [cell]
  (or (nil? cell) (and (string? cell) (str/blank? cell))))

;; Numbers with numbers, texts with texts (so ISO dates too); anything else is simply not so.
(defn- ordered? [test cell value]
  (cond
    (and (number? cell) (number? value)) (test cell value)
    (and (string? cell) (string? value)) (test (compare cell value) 0)
    :else false))

(defn- in-text? [test cell part]
  (and (string? cell) (string? part) (test (str/lower-case cell) (str/lower-case part))))

(defn- test-of [{:keys [column op value]}]
  (let [test (get ops (or op "="))]
    (when (nil? test)
      (fail (str "filter-rows: there is no op \"" op "\"; there are " (str/join ", " (keys ops)) ".")))
    (fn [row] (test (get row column) value))))

(defn filter-rows
  "Keeps the rows for which every condition holds. Ops: = (default), not=, <, <=, >, >=, in, not-in, contains, starts-with, ends-with (capitals aside), missing, present. Cells of another type than the value never compare as smaller or larger."
  {:signature "(rows [:map], where [{column :string, op :string?, value :any?}]) -> [:map]"
   :tags ["tables" "filter"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :amount 5} {:city "Graz" :amount 9}]
                      :where [{:column "amount" :op ">" :value 6}]}
               :result [{:city "Graz" :amount 9}]}]}
  [rows where]
  (let [tests (mapv test-of where)]
    (filterv (fn [row] (every? (fn [holds?] (holds? row)) tests)) rows)))
