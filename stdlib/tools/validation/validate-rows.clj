(defn- missing? [cell]
  (or (nil? cell) (and (string? cell) (str/blank? cell))))

(defn- date? [text]
  (let [[found year month day] (re-matches #"(\d{4})-(\d\d)-(\d\d)(?:T.*)?" text)]
    (and (some? found)
         (<= 1 (parse-long month) 12)
         (<= 1 (parse-long day) (.lengthOfMonth (LocalDate/of (parse-long year) (parse-long month) 1))))))

(def types
  {"number" number?
   "integer" (fn [cell] (and (number? cell) (= cell (trunc cell))))
   "text" string?
   "boolean" boolean?
   "date" (fn [cell] (and (string? cell) (date? cell)))
   "email" (fn [cell] (and (string? cell) (:valid (check-email cell))))
   "iban" (fn [cell] (and (string? cell) (:valid (check-iban cell))))})

(defn- comparable? [cell bound]
  (or (and (number? cell) (number? bound)) (and (string? cell) (string? bound))))

;; What is wrong with a cell that is there, or nil.
(defn- trouble [cell {:keys [type min max pattern one-of]}]
  (cond
    (and (some? type) (not ((get types type) cell))) (str "It is no " type ".")
    (and (some? min) (not (comparable? cell min))) "It cannot be compared."
    (and (some? min) (neg? (compare cell min))) (str "It is less than " min ".")
    (and (some? max) (not (comparable? cell max))) "It cannot be compared."
    (and (some? max) (pos? (compare cell max))) (str "It is more than " max ".")
    (and (some? pattern) (nil? (re-matches (re-pattern pattern) (str cell)))) (str "It does not match " pattern ".")
    (and (some? one-of) (not-any? (fn [one] (= one cell)) one-of)) (str "It is none of " (str/join ", " one-of) ".")))

(defn- cell-problems [rows {:keys [column required] :as rule}]
  (keep-indexed (fn [i row]
                  (let [cell (get row column)
                        words (if (missing? cell) (when required "It is missing.") (trouble cell rule))]
                    (when (some? words) {:row (inc i) :column column :value cell :problem words})))
                rows))

(defn- repeated [rows {:keys [column unique]}]
  (when unique
    (loop [i 1, todo rows, seen {}, found []]
      (if (empty? todo)
        found
        (let [cell (get (first todo) column)
              before (get seen cell)]
          (cond
            (missing? cell) (recur (inc i) (rest todo) seen found)
            (nil? before) (recur (inc i) (rest todo) (assoc seen cell i) found)
            :else (recur (inc i) (rest todo) seen
                         (conj found {:row i :column column :value cell :problem (str "It stands in row " before " too.")}))))))))

(defn validate-rows
  "Checks rows against rules and names every problem with its row (counted from 1), column and value. A rule is about one column: required, type (number, integer, text, boolean, date, email, iban), min, max, pattern (of the whole text), one_of, unique. Missing cells only break required."
  {:signature "(rows [:map], rules [{column :string, required :bool?, type :string?, min :any?, max :any?, pattern :string?, one_of [:any]?, unique :bool?}]) -> {valid :int, invalid :int, problems [{row :int, column :string, value :any?, problem :string}]}"
   :tags ["validation" "tables" "quality"]
   :deterministic true
   :examples [{:args {:rows [{:id 1 :mail "a@example.com" :age 30} {:id 1 :mail "b" :age -2} {:id 3 :mail nil}]
                      :rules [{:column "id" :unique true} {:column "mail" :required true :type "email"} {:column "age" :min 0}]}
               :result {:valid 1 :invalid 2
                        :problems [{:row 2 :column "id" :value 1 :problem "It stands in row 1 too."}
                                   {:row 2 :column "mail" :value "b" :problem "It is no email."}
                                   {:row 2 :column "age" :value -2 :problem "It is less than 0."}
                                   {:row 3 :column "mail" :value nil :problem "It is missing."}]}}]}
  [rows rules]
  (let [unknown (first (remove (fn [type] (or (nil? type) (contains? types type))) (map :type rules)))]
    (when (some? unknown)
      (fail (str "validate-rows: there is no type \"" unknown "\"; there are " (str/join ", " (keys types)) ".")))
    (let [problems (vec (sort-by :row (mapcat (fn [rule] (concat (cell-problems rows rule) (repeated rows rule))) rules)))
          invalid (count (distinct (map :row problems)))]
      {:valid (- (count rows) invalid) :invalid invalid :problems problems})))
