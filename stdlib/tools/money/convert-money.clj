(defn- rate-of [code rates]
  (let [rate (get rates code)]
    (if (and (number? rate) (pos? rate))
      rate
      (fail (str "convert-money: there is no rate for " code "; there are " (str/join ", " (map name (keys rates))) ".")))))

(defn convert-money
  "Converts an amount with the rates given: for every currency what one unit of the common base buys, the base itself at 1. Answers with the rounded amount and the rate used, to be shown beside it; there are no rates of its own."
  {:signature "(amount :any, from :string, to :string, rates :map) -> {amount :float, currency :string, rate :float}"
   :tags ["money" "currency" "convert"]
   :deterministic true
   :examples [{:args {:amount 100 :from "EUR" :to "CHF" :rates {:EUR 1 :CHF 0.95 :USD 1.25}}
               :result {:amount 95 :currency "CHF" :rate 0.95}}
              {:args {:amount "10.00" :from "USD" :to "EUR" :rates {:EUR 1 :USD 1.25}}
               :result {:amount 8 :currency "EUR" :rate 0.8}}]}
  [amount from to rates]
  (let [rate (if (= from to) 1 (/ (rate-of to rates) (rate-of from rates)))
        exact (/ (minor-units amount nil 6) 1000000)]
    {:amount (round-money (* exact rate) to nil) :currency to :rate rate}))
