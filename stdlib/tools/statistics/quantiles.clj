(defn- at [sorted p]
  (let [place (* p (dec (count sorted)))
        below (long (floor place))
        low (nth sorted below)
        high (nth sorted (min (inc below) (dec (count sorted))))]
    (+ low (* (- place below) (- high low)))))

(defn quantiles
  "The values below which given shares of the numbers lie (0.5 is the median), between two numbers in proportion, as spreadsheets do. Missing values are left out; of no numbers they are nil."
  {:signature "(values [:float?], shares [:float]) -> [{share :float, value :float?}]"
   :tags ["statistics" "quantiles" "median"]
   :deterministic true
   :examples [{:args {:values [4 1 nil 3 2] :shares [0 0.25 0.5 1]}
               :result [{:share 0 :value 1} {:share 0.25 :value 1.75} {:share 0.5 :value 2.5} {:share 1 :value 4}]}]}
  [values shares]
  (let [sorted (vec (sort (remove nil? values)))]
    (mapv (fn [share]
            (when-not (<= 0 share 1)
              (fail (str "quantiles: a share lies between 0 and 1, and " share " does not; 95 % is 0.95.")))
            {:share share :value (when (seq sorted) (at sorted share))})
          shares)))
