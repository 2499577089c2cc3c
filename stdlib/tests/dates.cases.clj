[{:tool "quarter-of"
  :cases [{:description "the last day" :input {:date "2023-12-31"}
           :expect {:year 2023 :quarter 4 :label "2023-Q4" :first "2023-10-01" :last "2023-12-31"} :tags ["smoke"]}
          {:description "with a time" :input {:date "2024-05-05T23:59:59+02:00"}
           :expect {:year 2024 :quarter 2 :label "2024-Q2" :first "2024-04-01" :last "2024-06-30"}}
          {:description "a business year from July, its last quarter" :input {:date "2024-06-30" :year_starts 7}
           :expect {:year 2024 :quarter 4 :label "2024-Q4" :first "2024-04-01" :last "2024-06-30"}}
          {:description "a business year from October, across the year" :input {:date "2024-01-15" :year_starts 10}
           :expect {:year 2024 :quarter 2 :label "2024-Q2" :first "2024-01-01" :last "2024-03-31"}}
          {:description "nothing said of the year" :input {:date "2024-02-29" :year_starts nil}
           :expect {:year 2024 :quarter 1 :label "2024-Q1" :first "2024-01-01" :last "2024-03-31"}}]}

 {:tool "date-range"
  :cases [{:description "days over a leap day" :input {:from "2024-02-28" :to "2024-03-01"} :expect ["2024-02-28" "2024-02-29" "2024-03-01"] :tags ["smoke"]}
          {:description "weeks do not overshoot" :input {:from "2024-01-01" :to "2024-01-14" :step "week"} :expect ["2024-01-01" "2024-01-08"]}
          {:description "one day" :input {:from "2024-01-01" :to "2024-01-01"} :expect ["2024-01-01"]}
          {:description "backwards there is none" :input {:from "2024-01-02" :to "2024-01-01"} :expect []}
          {:description "years from a leap day" :input {:from "2024-02-29" :to "2026-03-01" :step "year"} :expect ["2024-02-29" "2025-02-28" "2026-02-28"]}
          {:description "quarters" :input {:from "2023-11-30" :to "2024-06-01" :step "quarter"} :expect ["2023-11-30" "2024-02-29" "2024-05-30"]}]}

 {:tool "business-days-between"
  :cases [{:description "a week" :input {:from "2024-05-06" :to "2024-05-12"} :expect 5 :tags ["smoke"]}
          {:description "a weekend has none" :input {:from "2024-05-11" :to "2024-05-12"} :expect 0}
          {:description "one working day" :input {:from "2024-05-10" :to "2024-05-10" :holidays []} :expect 1}
          {:description "backwards" :input {:from "2024-05-12" :to "2024-05-06"} :expect -5}
          {:description "holidays count once, and only working days" :input {:from "2024-12-23" :to "2024-12-29" :holidays ["2024-12-25" "2024-12-25" "2024-12-28" "2025-01-01"]} :expect 4}
          {:description "a century" :input {:from "1950-01-01" :to "2049-12-31"} :expect 26090
           :reason "26090 by counting days one by one"}]}

 {:tool "age-buckets"
  :cases [{:description "edges belong to the younger bucket"
           :input {:rows [{:d "2024-01-31"} {:d "2024-01-01"} {:d "2023-12-31"}] :column "d" :today "2024-01-31" :edges [30]}
           :expect [{:bucket "not yet" :count 0 :amount nil} {:bucket "0-30" :count 2 :amount nil} {:bucket "over 30" :count 1 :amount nil} {:bucket "unknown" :count 0 :amount nil}]
           :tags ["smoke"]}
          {:description "edges in any order" :input {:rows [] :column "d" :today "2024-01-31" :edges [60 30 30]}
           :predicate "(fn [r] (= [\"not yet\" \"0-30\" \"31-60\" \"over 60\" \"unknown\"] (map :bucket r)))"}
          {:description "no rows, and the usual edges" :input {:rows [] :column "d" :today "2024-01-31" :amount "a"}
           :predicate "(fn [r] (and (= 6 (count r)) (every? (fn [b] (= [0 0] [(:count b) (:amount b)])) r)))"}
          {:description "without a date" :input {:rows [{:d nil :a 1} {:a 2} {:d " " :a nil}] :column "d" :today "2024-01-31" :edges [1] :amount "a"}
           :expect [{:bucket "not yet" :count 0 :amount 0} {:bucket "0-1" :count 0 :amount 0} {:bucket "over 1" :count 0 :amount 0} {:bucket "unknown" :count 3 :amount 3}]}
          {:description "cents add up" :input {:rows [{:d "2024-01-31T10:00" :a 0.1} {:d "2024-01-31" :a 0.2}] :column "d" :today "2024-01-31" :edges [0 10] :amount "a"}
           :predicate "(fn [r] (= [\"0\" 2 0.3] ((juxt :bucket :count :amount) (second r))))"}]}]
