(defn correlation
  "Pearson's correlation of two lists, pair by pair: r between -1 and 1, and of how many pairs. Pairs with a missing value are left out; r is nil for fewer than three pairs or where one side never varies. It shows that things move together, not why."
  {:signature "(xs [:float?], ys [:float?]) -> {r :float?, n :int}"
   :tags ["statistics" "correlation"]
   :deterministic true
   :examples [{:args {:xs [1 2 3 4] :ys [2 4 6 8]} :result {:r 1 :n 4}}
              {:args {:xs [1 2 nil] :ys [3 1 2]} :result {:r nil :n 2}}]}
  [xs ys]
  (when (not= (count xs) (count ys))
    (fail (str "correlation: the lists must be equally long, and have " (count xs) " and " (count ys) " values.")))
  (let [pairs (filterv (fn [[x y]] (and (some? x) (some? y))) (map vector xs ys))
        n (count pairs)
        away (fn [numbers] (let [mean (avg numbers)] (mapv (fn [v] (- v mean)) numbers)))
        dx (away (map first pairs))
        dy (away (map second pairs))
        products (fn [a b] (sum (map * a b)))
        spread (sqrt (* (products dx dx) (products dy dy)))]
    {:r (when (and (>= n 3) (pos? spread)) (max -1 (min 1 (/ (products dx dy) spread))))
     :n n}))
