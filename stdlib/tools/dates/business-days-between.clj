(defn- weekday? [days]
  ;; Day 0 of 1970 was a Thursday.
  (< (mod (+ days 3) 7) 5))

(defn- weekdays [from to]
  (let [days (inc (- to from))
        weeks (quot days 7)
        left (- days (* 7 weeks))]
    (+ (* 5 weeks) (count (filter weekday? (range (- to left -1) (inc to)))))))

(defn business-days-between
  "The working days from one date to another, both included: Monday to Friday without the holidays given. Negative when the second date is earlier; it knows no holidays of its own."
  {:signature "(from :string, to :string, holidays [:string]?) -> :int"
   :tags ["dates" "business" "workdays"]
   :deterministic true
   :examples [{:args {:from "2024-05-01" :to "2024-05-10" :holidays ["2024-05-01" "2024-05-09" "2024-05-04"]} :result 6}]}
  [from to holidays]
  (let [day (fn [date] (.toEpochDay (LocalDate/parse (subs date 0 10))))
        [start end] (sort [(day from) (day to)])
        off (filter (fn [d] (and (<= start d end) (weekday? d))) (distinct (map day (or holidays []))))
        found (- (weekdays start end) (count off))]
    (if (< (day to) (day from)) (- found) found)))
