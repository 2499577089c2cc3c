(defn quarter-of
  "The quarter of a date (ISO text, with or without a time): year, number, a label such as 2024-Q1, and its first and last day. year_starts is the month a business year begins with (1 when missing); such a year is named after the calendar year it ends in."
  {:signature "(date :string, year_starts :int?) -> {year :int, quarter :int, label :string, first :string, last :string}"
   :tags ["dates" "quarter"]
   :deterministic true
   :examples [{:args {:date "2024-02-29"}
               :result {:year 2024 :quarter 1 :label "2024-Q1" :first "2024-01-01" :last "2024-03-31"}}
              {:args {:date "2024-04-01T08:00:00Z" :year_starts 4}
               :result {:year 2025 :quarter 1 :label "2025-Q1" :first "2024-04-01" :last "2024-06-30"}}]}
  [date year-starts]
  (let [starts (or year-starts 1)
        day (LocalDate/parse (subs date 0 10))
        since (mod (- (.getMonthValue day) starts) 12)
        quarter (inc (quot since 3))
        first-day (.withDayOfMonth (.minusMonths day (rem since 3)) 1)
        opening (.minusMonths first-day (* 3 (dec quarter)))
        year (.getYear (.plusMonths opening 11))]
    (when-not (<= 1 starts 12)
      (fail (str "quarter-of: year_starts is a month from 1 to 12, not " starts ".")))
    {:year year
     :quarter quarter
     :label (str year "-Q" quarter)
     :first (str first-day)
     :last (str (.minusDays (.plusMonths first-day 3) 1))}))
