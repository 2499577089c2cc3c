(defn check-luhn
  "Whether the check digit of a number is right by Luhn's rule (payment cards, IMEI and others). Blanks and hyphens do not matter; anything else, or fewer than two digits, is not right."
  {:signature "(number :string?) -> :bool"
   :tags ["validation" "luhn" "card"]
   :deterministic true
   :examples [{:args {:number "4111 1111 1111 1111"} :result true} {:args {:number "4111 1111 1111 1112"} :result false}]}
  [number]
  (let [digits (str/replace (or number "") #"[ \-]" "")]
    (and (some? (re-matches #"[0-9]{2,}" digits))
         (zero? (mod (sum (map-indexed (fn [i digit]
                                         (let [value (if (odd? i) (* 2 (parse-long digit)) (parse-long digit))]
                                           (if (> value 9) (- value 9) value)))
                                       (reverse (map str (seq digits)))))
                     10)))))
