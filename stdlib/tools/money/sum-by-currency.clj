;; Prices per piece may have more decimals than money: they are added exactly and rounded once.
(def places 12)

(defn- amount-of [total currency]
  (let [sign (if (neg? total) "-" "")
        digits (str (abs total))
        padded (str (str/join "" (repeat (max 0 (- (inc places) (count digits))) "0")) digits)
        point (- (count padded) places)]
    (round-money (str sign (subs padded 0 point) "." (subs padded point)) currency nil)))

(defn- total-of [currency rows amount]
  (let [amounts (map (fn [row] (get row amount)) rows)
        known (remove nil? amounts)]
    {:currency currency
     :total (amount-of (sum (map (fn [n] (minor-units n nil places)) known)) currency)
     :count (count known)
     :missing (- (count rows) (count known))}))

(defn sum-by-currency
  "Adds up amounts, each currency by itself: exact decimal sums, rounded once to the currency's decimals, halves to the even one. Amounts of different currencies are never added. Missing amounts are counted; rows without a currency are their own group."
  {:signature "(rows [:map], amount :string, currency :string) -> [{currency :string?, total :float, count :int, missing :int}]"
   :tags ["money" "sum" "currency"]
   :deterministic true
   :examples [{:args {:rows [{:price 0.1 :in "EUR"} {:price 0.2 :in "EUR"} {:price 5 :in "CHF"} {:price nil :in "EUR"}]
                      :amount "price" :currency "in"}
               :result [{:currency "EUR" :total 0.3 :count 2 :missing 1} {:currency "CHF" :total 5 :count 1 :missing 0}]}]}
  [rows amount currency]
  (mapv (fn [[code group]] (total-of code group amount))
        (seq (group-by (fn [row] (get row currency)) rows))))
