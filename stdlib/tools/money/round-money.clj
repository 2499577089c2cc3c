(defn round-money
  "Rounds an amount to the decimals of its currency, halves to the even one (so sums do not drift). An amount is a number or a text such as \"1234.505\"; digits replaces the currency's number of decimals."
  {:signature "(amount :any, currency :string?, digits :int?) -> :float"
   :tags ["money" "rounding" "currency"]
   :deterministic true
   :examples [{:args {:amount 2.675} :result 2.68}
              {:args {:amount "2.665"} :result 2.66}
              {:args {:amount 1234.5 :currency "JPY"} :result 1234}]}
  [amount currency digits]
  (/ (minor-units amount currency digits) (minor-units 1 currency digits)))
