;; 1 and 1.0 are the same key; nil is none, and so never meets another nil.
(defn- key-of [row on]
  (let [cells (mapv (fn [column] (get row column)) on)]
    (when-not (some nil? cells)
      (mapv (fn [cell] (if (and (float? cell) (= cell (trunc cell))) (long cell) cell)) cells))))

(defn- columns-of [rows]
  (distinct (map name (mapcat keys rows))))

(defn- plain [row]
  (update-keys row name))

;; What to call the right table's columns beside the left's: a name that is taken gets _right.
(defn- right-names [left right on]
  (let [taken (set (columns-of left))]
    (for [column (columns-of right) :when (not (contains? (set on) column))]
      [column (if (contains? taken column) (str column "_right") column)])))

(defn- merged [left-row right-row names]
  (reduce (fn [row [column as]] (assoc row as (get right-row column))) left-row names))

(defn join-tables
  "Joins two tables where the columns in on are equal. Kinds: inner (default), left (rows without a partner stay, with nil), anti (only the left rows without a partner). Missing keys never match; a right column whose name is taken gets _right. Several partners give several rows."
  {:signature "(left [:map], right [:map], on [:string], kind :string?) -> [:map]"
   :tags ["tables" "join"]
   :deterministic true
   :examples [{:args {:left [{:id 1 :city "Bern"} {:id 2 :city "Graz"}]
                      :right [{:id 1 :amount 5} {:id 1 :amount 6}]
                      :on ["id"]}
               :result [{:id 1 :city "Bern" :amount 5} {:id 1 :city "Bern" :amount 6}]}
              {:args {:left [{:id 1} {:id 2}] :right [{:id 1 :amount 5}] :on ["id"] :kind "left"}
               :result [{:id 1 :amount 5} {:id 2 :amount nil}]}]}
  [left right on kind]
  (let [kind (or kind "inner")
        partners (dissoc (group-by (fn [row] (key-of row on)) right) nil)
        names (right-names left right on)
        none [nil]]
    (when-not (contains? #{"inner" "left" "anti"} kind)
      (fail (str "join-tables: there is no kind \"" kind "\"; there are inner, left, anti.")))
    (vec (mapcat (fn [row]
                   (let [found (get partners (key-of row on))]
                     (cond
                       (= kind "anti") (if (nil? found) [row] [])
                       (and (nil? found) (= kind "inner")) []
                       :else (map (fn [partner] (merged (plain row) partner names)) (or found none)))))
                 left))))
