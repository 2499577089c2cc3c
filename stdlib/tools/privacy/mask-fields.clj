(defn- masked [value keep]
  (let [text (str value)]
    ;; At least as much is hidden as is shown: three of four digits would be none.
    (if (or (zero? keep) (< (count text) (* 2 keep)))
      "***"
      (str "***" (subs text (- (count text) keep))))))

(defn mask-fields
  "Hides the values of columns behind ***, and leaves every other column as it is. keep shows that many last characters, where at least as many stay hidden. Missing values stay missing."
  {:signature "(rows [:map], columns [:string], keep :int?) -> [:map]"
   :tags ["privacy" "mask" "tables"]
   :deterministic true
   :examples [{:args {:rows [{:id 1 :name "Ann" :iban "DE02120300000000202051"}] :columns ["name"]}
               :result [{:id 1 :name "***" :iban "DE02120300000000202051"}]}
              {:args {:rows [{:iban "DE02120300000000202051"}] :columns ["iban"] :keep 4}
               :result [{:iban "***2051"}]}]}
  [rows columns keep]
  (let [shown (max 0 (or keep 0))]
    (mapv (fn [row]
            (reduce (fn [done column]
                      (let [value (get done column)]
                        (if (nil? value) done (assoc done column (masked value shown)))))
                    (update-keys row name)
                    columns))
          rows)))
