(def decimals
  (merge (zipmap ["BIF" "CLP" "DJF" "GNF" "ISK" "JPY" "KMF" "KRW" "PYG" "RWF" "UGX" "VND" "VUV" "XAF" "XOF" "XPF"]
                 (repeat 16 0))
         (zipmap ["BHD" "IQD" "JOD" "KWD" "LYD" "OMR" "TND"] (repeat 7 3))))

(defn- ten-to [n]
  (reduce * 1 (repeat n 10)))

;; To the nearest whole number, halves to the even one; both are integers, the divisor is positive.
(defn- divided [n divisor]
  (let [size (abs n)
        whole (quot size divisor)
        twice (* 2 (- size (* whole divisor)))
        up? (or (> twice divisor) (and (= twice divisor) (odd? whole)))
        rounded (if up? (inc whole) whole)]
    (if (neg? n) (- rounded) rounded)))

;; [integer decimals] of a number as it is written: its shortest text, so 0.1 is a tenth and not its binary neighbour.
(defn- decimal-of [amount]
  (let [text (if (number? amount) (str amount) (when (string? amount) (str/trim amount)))
        [found sign whole fraction power] (when text (re-matches #"([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?" text))]
    (when (or (nil? found) (= "" (str whole fraction)))
      (fail (str "minor-units: " (pr-str amount) " is no amount; give a number or a text such as \"1234.50\".")))
    (let [digits (bigint (str whole fraction))]
      [(if (= sign "-") (- digits) digits)
       (- (count fraction) (or (parse-long (or power "")) 0))])))

(defn minor-units
  "An amount as a whole number of the smallest unit of its currency (cents; yen have none), halves to the even one. Add and compare money in these: they are exact. An amount is a number or a text such as \"1234.50\"; digits replaces the currency's number of decimals."
  {:signature "(amount :any, currency :string?, digits :int?) -> :int"
   :tags ["money" "rounding" "currency"]
   :deterministic true
   :examples [{:args {:amount 19.99 :currency "EUR"} :result 1999}
              {:args {:amount "0.125" :currency "EUR"} :result 12}
              {:args {:amount 1250 :currency "JPY"} :result 1250}]}
  [amount currency digits]
  (let [[n written] (decimal-of amount)
        wanted (or digits (get decimals (str/upper-case (or currency "")) 2))
        shift (- wanted written)]
    (if (neg? shift)
      (divided n (ten-to (- shift)))
      (* n (ten-to shift)))))
