(defn- columns-of [rows]
  (vec (distinct (map name (mapcat keys rows)))))

(defn- cell-text [value decimals]
  (cond
    (nil? value) ""
    (and (number? value) (some? decimals)) (format (str "%." decimals "f") value)
    (string? value) (str/replace (str/replace (str/replace value "\\" "\\\\") "|" "\\|") #"\r?\n|\r" "<br>")
    (coll? value) (cell-text (json/generate-string value) nil)
    :else (str value)))

(defn- line [cells]
  (str "| " (str/join " | " cells) " |"))

;; A column of numbers stands to the right; where one has a fraction, all are written with the same decimals.
(defn- column-of [rows column digits]
  (let [values (mapv (fn [row] (get row column)) rows)
        known (remove nil? values)
        numbers? (and (seq known) (every? number? known))
        decimals (when (and numbers? (some (fn [n] (not= n (trunc n))) known)) digits)
        whole (if (and numbers? (nil? decimals)) 0 decimals)]
    {:title (cell-text column nil)
     :rule (if numbers? "---:" "---")
     :cells (mapv (fn [value] (cell-text value whole)) values)}))

(defn markdown-table
  "Writes rows as a Markdown table: the columns named, or all in the order they appear. Numbers are right-aligned, with the same decimals throughout a column (digits, 2 when missing); bars and line breaks inside cells are escaped."
  {:signature "(rows [:map], columns [:string]?, digits :int?) -> :string"
   :tags ["report" "markdown" "table"]
   :deterministic true
   :examples [{:args {:rows [{:city "Bern" :amount 5} {:city "Graz" :amount 9.5}] :columns ["city" "amount"]}
               :result "| city | amount |\n| --- | ---: |\n| Bern | 5.00 |\n| Graz | 9.50 |"}
              {:args {:rows [] :columns ["city"]} :result "| city |\n| --- |"}]}
  [rows columns digits]
  (let [done (mapv (fn [column] (column-of rows column (or digits 2))) (or columns (columns-of rows)))]
    (if (empty? done)
      ""
      (str/join "\n" (into [(line (map :title done)) (line (map :rule done))]
                           (map (fn [i] (line (map (fn [column] (nth (:cells column) i)) done)))
                                (range (count rows))))))))
