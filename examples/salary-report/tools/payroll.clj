;; Payroll exports of European offices: semicolons, 31.12.2025, 1.234,56. What cannot be read is named, never guessed.

(defn- row-of [row date gross]
  (assoc row "paid_on" (:date date) "gross" gross))

(defn- trouble [row date gross]
  (cond
    (nil? date) (str "paid_on is no date: " (:paid_on row))
    (nil? gross) (str "gross is no amount: " (if (str/blank? (:gross row)) "empty" (:gross row)))))

(defn parse-csv-eu
  "Reads a European payroll CSV; dates become ISO, amounts numbers, and rows that cannot be read are listed with the reason."
  {:signature "(text :string) -> {rows [{id :string, name :string, department :string, country :string, paid_on :string, gross :float}], rejected [{line :int, why :string}]}"
   :capability "csv_parsing"
   :tags ["csv" "EU" "payroll"]
   :deterministic true}
  [text]
  (let [rows (:rows (tool/csv-parse {:text text :types "text"}))
        dates (tool/date-parse {:text (mapv :paid_on rows) :pattern "dd.MM.yyyy" :invalid "null"})
        amounts (tool/number-parse {:text (mapv :gross rows) :locale "de" :invalid "null"})
        troubles (mapv trouble rows dates amounts)]
    {:rows (->> (map vector rows dates amounts troubles)
                (filter (fn [[_ _ _ why]] (nil? why)))
                (mapv (fn [[row date gross _]] (row-of row date gross))))
     :rejected (->> (map-indexed (fn [i why] {:line (+ i 2) :why why}) troubles)
                    (filterv :why))}))

(def eu
  #{"AT" "BE" "BG" "CY" "CZ" "DE" "DK" "EE" "ES" "FI" "FR" "GR" "HR" "HU" "IE" "IT" "LT" "LU" "LV" "MT" "NL" "PL" "PT"
    "RO" "SE" "SI" "SK"})

(defn- quarter-of [iso]
  (inc (quot (dec (parse-long (subs iso 5 7))) 3)))

(defn filter-employees
  "Keeps the payments of one quarter to employees of a region (EU or a country code)."
  {:signature "(rows [{country :string, paid_on :string}], region :string, year :int, quarter :int) -> [:map]"
   :capability "filtering"
   :tags ["filter" "EU" "quarter"]
   :deterministic true}
  [rows region year quarter]
  (filterv (fn [{:keys [country paid_on]}]
             (and (if (= region "EU") (contains? eu country) (= region country))
                  (= year (parse-long (subs paid_on 0 4)))
                  (= quarter (quarter-of paid_on))))
           rows))
