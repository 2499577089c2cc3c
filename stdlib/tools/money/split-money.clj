(defn- whole-weights [weights]
  (let [whole (mapv (fn [weight] (minor-units weight nil 12)) weights)]
    (when (or (empty? whole) (some neg? whole) (zero? (sum whole)))
      (fail "split-money: give one weight or more, none of them negative and not all 0."))
    whole))

;; Integers throughout. What is left after rounding down goes unit by unit to the largest remainders, of equal ones to the first.
(defn- shared [units weights]
  (let [total (sum weights)
        down (mapv (fn [weight] (quot (* units weight) total)) weights)
        remainder (fn [i] (rem (* units (nth weights i)) total))
        left (- units (sum down))
        lucky (set (take left (sort-by remainder > (range (count weights)))))]
    (map-indexed (fn [i share] (if (contains? lucky i) (inc share) share)) down)))

(defn split-money
  "Splits an amount by weights, to the cent: the parts always add up to it. Cents that are left over go to the largest remainders."
  {:signature "(amount :any, weights [:float], currency :string?) -> [:float]"
   :tags ["money" "split" "allocation"]
   :deterministic true
   :examples [{:args {:amount 100 :weights [1 1 1]} :result [33.34 33.33 33.33]}
              {:args {:amount 5 :weights [50 30 20] :currency "JPY"} :result [3 1 1]}]}
  [amount weights currency]
  (let [units (minor-units amount currency nil)
        one (minor-units 1 currency nil)
        sign (if (neg? units) -1 1)]
    (mapv (fn [share] (/ (* sign share) one))
          (shared (abs units) (whole-weights weights)))))
