;; Salary figures as a table. Amounts are rounded to hundreds: nobody's own pay can be read from it.
;; A first repair: whatever is not positive is shown as withheld.

(defn- hundreds [amount]
  (* 100 (long (+ 0.5 (/ amount 100)))))

(defn- shown [amount]
  (if (pos? (or amount 0)) (hundreds amount) "withheld"))

(defn- line [[department people total mean]]
  (format "| %-11s | %6s | %8s | %8s |" department people total mean))

(defn format-report
  "Writes salary figures of departments as a table, amounts rounded to hundreds."
  {:signature "(title :string, groups [{department :string, headcount :int, total :float?, mean :float?}]) -> :string"
   :capability "report_formatting"
   :tags ["report" "salary"]
   :deterministic true}
  [title groups]
  (str/join "\n"
            (concat [title
                     (line ["Department" "People" "Total" "Mean"])]
                    (for [{:keys [department headcount total mean]} (sort-by :department groups)]
                      (line [department headcount (shown total) (shown mean)])))))
