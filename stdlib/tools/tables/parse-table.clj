(def looks-like
  {"date" #"\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4}"
   "number" #"[(+\-−]?\s?[\p{Sc}A-Z]{0,3}\s?[+\-−]?(?:0|[1-9][\d.,'’\u00a0\u202f ]*|0?[.,]\d+|0[.,]\d*)\s?[%\p{Sc}]?(?:[A-Z]{3})?\)?"
   "boolean" #"(?i)true|false|yes|no|ja|nein|oui|non"})

(defn- missing? [cell]
  (or (nil? cell) (str/blank? cell)))

;; The type that all cells of a column look like; leading zeros (postal codes) look like text.
(defn- guess [cells]
  (or (first (filter (fn [type] (every? (fn [cell] (re-matches (get looks-like type) (str/trim cell))) cells))
                     (if (empty? cells) [] ["date" "number" "boolean"])))
      "text"))

(defn- booleans [cells]
  (mapv (fn [cell]
          (let [word (str/lower-case (str/trim cell))]
            (cond (contains? #{"true" "yes" "ja" "oui" "1"} word) true
                  (contains? #{"false" "no" "nein" "non" "0"} word) false)))
        cells))

(defn- dates [cells locale]
  (mapv (fn [found] (when found (get found "date")))
        (tool/date-parse {:text cells :locale locale :invalid "null"})))

(defn- read-cells [cells type locale]
  (cond
    (empty? cells) []
    (= type "text") cells
    (= type "boolean") (booleans cells)
    (= type "number") (tool/number-parse {:text cells :locale locale :invalid "null"})
    (= type "date") (dates cells locale)
    :else (fail (str "parse-table: there is no type \"" type "\"; there are text, number, date, boolean."))))

;; The column's values in order, and a problem for each cell that is no value of the type; an inferred type that
;; some cell does not keep is none.
(defn- column-of [column texts types locale]
  (let [places (filterv (fn [i] (not (missing? (nth texts i)))) (range (count texts)))
        cells (mapv (fn [i] (nth texts i)) places)
        given (get types column)
        guessed (or given (guess cells))
        values (read-cells cells guessed locale)
        type (if (and (nil? given) (some nil? values)) "text" guessed)
        kept (if (= type guessed) values cells)]
    {:column column
     :type type
     :values (zipmap places kept)
     :problems (filterv some? (map (fn [i cell value]
                                     (when (nil? value)
                                       {:row (inc i) :column column :value cell :problem (str "It is no " type ".")}))
                                   places cells kept))}))

(defn parse-table
  "Parses CSV text whose numbers and dates are written the way a locale does (en when missing). The delimiter is found unless it is given; a column is text, number, date or boolean by what all its cells look like, or as types says. Dates become ISO, empty cells nil, leading zeros keep a column text; a cell that does not fit its given type is nil and listed in problems, with its row counted from 1."
  {:signature "(text :string, locale :string?, types :map?, delimiter :string?) -> {columns [:string], types :map, rows [:map], problems [{row :int, column :string, value :string, problem :string}]}"
   :tags ["tables" "csv" "parse" "locale"]
   :deterministic true
   :examples [{:args {:text "id,when,paid\n007,2024-03-05,\"1,234.50\"\n008,,\n"}
               :result {:columns ["id" "when" "paid"]
                        :types {:id "text" :when "date" :paid "number"}
                        :rows [{:id "007" :when "2024-03-05" :paid 1234.5} {:id "008" :when nil :paid nil}]
                        :problems []}}]}
  [text locale types delimiter]
  (let [table (tool/csv-parse {:text text :types "text" :ragged "pad" :delimiter delimiter})
        names (get table "columns")
        rows (get table "rows")
        columns (mapv (fn [name] (column-of name (mapv (fn [row] (get row name)) rows) (or types {}) (or locale "en"))) names)]
    {:columns names
     :types (zipmap names (map :type columns))
     :rows (mapv (fn [i] (zipmap names (map (fn [column] (get (:values column) i)) columns))) (range (count rows)))
     :problems (vec (sort-by :row (mapcat :problems columns)))}))
