(defn outliers-iqr
  "The numbers far from the middle half: below q1 - factor * iqr or above q3 + factor * iqr (factor 1.5 when missing), with their places counted from 0, and the bounds. Fewer than four numbers have none. An outlier is a question, not an error."
  {:signature "(values [:float?], factor :float?) -> {low :float?, high :float?, outliers [{index :int, value :float}]}"
   :tags ["statistics" "outliers"]
   :deterministic true
   :examples [{:args {:values [10 12 11 nil 13 90]} :result {:low 8 :high 16 :outliers [{:index 5 :value 90}]}}]}
  [values factor]
  (let [[q1 q3] (map :value (quantiles values [0.25 0.75]))]
    (if (< (count (remove nil? values)) 4)
      {:low nil :high nil :outliers []}
      (let [reach (* (or factor 1.5) (- q3 q1))
            low (- q1 reach)
            high (+ q3 reach)]
        {:low low
         :high high
         :outliers (vec (keep-indexed (fn [i value]
                                        (when (and (some? value) (or (< value low) (> value high)))
                                          {:index i :value value}))
                                      values))}))))
