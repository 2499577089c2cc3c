(defn moving-average
  "For every place the mean of the last so many values up to it; nil until there are that many. Missing values are left out of the mean, and a window of nothing else is nil."
  {:signature "(values [:float?], window :int) -> [:float?]"
   :tags ["statistics" "average" "trend"]
   :deterministic true
   :examples [{:args {:values [2 4 6 8] :window 2} :result [nil 3 5 7]}]}
  [values window]
  (when (< window 1)
    (fail (str "moving-average: a window has at least 1 value, not " window ".")))
  (let [sums (vec (reductions + 0 (map (fn [value] (or value 0)) values)))
        counts (vec (reductions + 0 (map (fn [value] (if (nil? value) 0 1)) values)))]
    (mapv (fn [end]
            (let [start (- end window)]
              (when (>= start 0)
                (let [n (- (nth counts end) (nth counts start))]
                  (when (pos? n) (/ (- (nth sums end) (nth sums start)) n))))))
          (range 1 (inc (count values))))))
