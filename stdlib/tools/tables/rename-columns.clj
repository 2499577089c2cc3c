(defn- renamed [row names]
  (let [done (update-keys row (fn [column] (name (get names (name column) column))))]
    (when (not= (count done) (count row))
      (fail (str "rename-columns: two columns would have one name among " (str/join ", " (keys done)) ".")))
    done))

(defn rename-columns
  "Gives columns new names: a map from the old name to the new one. Others stay; two columns under one name is an error, since one of them would be lost."
  {:signature "(rows [:map], names :map) -> [:map]"
   :tags ["tables" "columns"]
   :deterministic true
   :examples [{:args {:rows [{:Betrag 5 :id 1}] :names {:Betrag "amount"}}
               :result [{:amount 5 :id 1}]}]}
  [rows names]
  (mapv (fn [row] (renamed row names)) rows))
