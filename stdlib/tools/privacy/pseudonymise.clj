(defn- pseudonyms [rows column]
  (let [values (distinct (remove nil? (map (fn [row] (get row column)) rows)))]
    (zipmap values (map (fn [i] (str column "-" (inc i))) (range (count values))))))

(defn pseudonymise
  "Replaces the values of columns by numbered pseudonyms such as name-1: the same value always by the same one, in the order they first appear, so that rows can still be counted and joined within this answer. Other columns stay, and may still tell who somebody is."
  {:signature "(rows [:map], columns [:string]) -> [:map]"
   :tags ["privacy" "pseudonym" "tables"]
   :deterministic true
   :examples [{:args {:rows [{:name "Ann" :day 1} {:name "Bo" :day 1} {:name "Ann" :day 2}] :columns ["name"]}
               :result [{:name "name-1" :day 1} {:name "name-2" :day 1} {:name "name-1" :day 2}]}]}
  [rows columns]
  (let [known (zipmap columns (map (fn [column] (pseudonyms rows column)) columns))]
    (mapv (fn [row]
            (reduce (fn [done column]
                      (let [value (get done column)]
                        (if (nil? value) done (assoc done column (get-in known [column value])))))
                    (update-keys row name)
                    columns))
          rows)))
