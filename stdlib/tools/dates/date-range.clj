(defn- after [day step n]
  (case step
    "day" (.plusDays day n)
    "week" (.plusWeeks day n)
    "month" (.plusMonths day n)
    "quarter" (.plusMonths day (* 3 n))
    "year" (.plusYears day n)
    (fail (str "date-range: there is no step \"" step "\"; there are day, week, month, quarter, year."))))

(defn date-range
  "The dates from one to another, both included, as ISO texts: every day, or every week, month, quarter or year. Months are counted from the first date, so the 31st falls on the last day of shorter ones. None when the second date is earlier."
  {:signature "(from :string, to :string, step :string?) -> [:string]"
   :tags ["dates" "range"]
   :deterministic true
   :examples [{:args {:from "2024-02-27" :to "2024-03-01"} :result ["2024-02-27" "2024-02-28" "2024-02-29" "2024-03-01"]}
              {:args {:from "2024-01-31" :to "2024-04-30" :step "month"}
               :result ["2024-01-31" "2024-02-29" "2024-03-31" "2024-04-30"]}]}
  [from to step]
  (let [start (LocalDate/parse (subs from 0 10))
        end (LocalDate/parse (subs to 0 10))]
    (loop [n 0, found []]
      (let [day (after start (or step "day") n)]
        (if (.isAfter day end) found (recur (inc n) (conj found (str day))))))))
