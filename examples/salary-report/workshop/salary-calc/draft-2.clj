;; Money is counted in cents, which are whole; only the result is a number with a fraction again.

(defn- cents [amount]
  (Math/round (* 100.0 amount)))

(defn- euros [cents]
  (/ (Math/round (double cents)) 100.0))

(defn salary-calc
  "Pay of each department: people, total and mean per person; no figures where fewer than min_group people are paid."
  {:signature "(rows [{id :string, department :string, gross :float}], min_group :int) -> [{department :string, headcount :int, total :float?, mean :float?}]"
   :tags ["salary" "statistics"]
   :deterministic true}
  [rows min_group]
  (vec (for [[department paid] (sort-by first (group-by :department rows))
             :let [people (count (distinct (map :id paid)))
                   total (reduce + (map (comp cents :gross) paid))]]
         (if (< people min_group)
           {:department department :headcount people :total nil :mean nil}
           {:department department :headcount people :total (euros total) :mean (euros (/ total people))}))))
