(defn- by-key [rows key which]
  (let [found (group-by (fn [row] (mapv (fn [column] (get row column)) key)) rows)
        twice (first (filter (fn [[_ group]] (> (count group) 1)) (seq found)))]
    (when (some? twice)
      (fail (str "diff-rows: " (count (second twice)) " rows of " which " have the key " (pr-str (first twice)) "; name columns that tell rows apart.")))
    (update-vals found first)))

(defn- changes [was is key]
  (for [column (distinct (map name (concat (keys was) (keys is))))
        :when (not= (get was column) (get is column))]
    {:key (select-keys was key) :column column :before (get was column) :after (get is column)}))

(defn diff-rows
  "Compares two states of a table row by row: which rows were added, which removed, and every cell that changed. Rows are the same when their key columns are equal; a key that stands twice in one table is an error."
  {:signature "(before [:map], after [:map], key [:string]) -> {added [:map], removed [:map], changed [{key :map, column :string, before :any?, after :any?}], unchanged :int}"
   :tags ["report" "comparison" "diff"]
   :deterministic true
   :examples [{:args {:before [{:id 1 :city "Bern"} {:id 2 :city "Graz"} {:id 4 :city "Linz"}]
                      :after [{:id 1 :city "Thun"} {:id 3 :city "Wien"} {:id 4 :city "Linz"}]
                      :key ["id"]}
               :result {:added [{:id 3 :city "Wien"}]
                        :removed [{:id 2 :city "Graz"}]
                        :changed [{:key {:id 1} :column "city" :before "Bern" :after "Thun"}]
                        :unchanged 1}}]}
  [before after key]
  (let [was (by-key before key "before")
        is (by-key after key "after")
        both (filter (fn [k] (contains? is k)) (keys was))
        changed (mapv (fn [k] (vec (changes (get was k) (get is k) key))) both)]
    {:added (mapv (fn [k] (get is k)) (remove (fn [k] (contains? was k)) (keys is)))
     :removed (mapv (fn [k] (get was k)) (remove (fn [k] (contains? is k)) (keys was)))
     :changed (vec (mapcat identity changed))
     :unchanged (count (filter empty? changed))}))
