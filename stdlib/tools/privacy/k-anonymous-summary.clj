(def allowed #{"count" "present" "distinct" "sum" "mean" "median"})

;; The smallest groups up to here are hidden: all below k, and then, where they could be told from a total, the next ones.
(defn- hidden-count [sizes k]
  (let [small (count (filter (fn [n] (< n k)) sizes))]
    (if (zero? small)
      0
      (loop [n (max small 2)]
        (if (and (< n (count sizes)) (< (sum (take n sizes)) k))
          (recur (inc n))
          (min n (count sizes)))))))

(defn k-anonymous-summary
  "Groups rows like group-summary, and shows no group of fewer than k rows (5 when missing). One small group alone could be worked out from a total, so then the next smallest is hidden too. Ops are count, present, distinct, sum, mean and median: a minimum or maximum is somebody's own value."
  {:signature "(rows [:map], by [:string], measures [{op :string, column :string?, as :string?}], k :int?) -> {groups [:map], k :int, hidden {groups :int, rows :int}}"
   :tags ["privacy" "group" "summary" "anonymity"]
   :deterministic true
   :examples [{:args {:rows [{:team "A" :pay 10} {:team "A" :pay 20} {:team "B" :pay 30} {:team "C" :pay 40} {:team "C" :pay 60}]
                      :by ["team"] :k 2
                      :measures [{:op "mean" :column "pay"}]}
               :result {:groups [{:team "C" :rows 2 :mean_pay 50}] :k 2 :hidden {:groups 2 :rows 3}}}]}
  [rows by measures k]
  (let [k (max 1 (or k 5))
        wrong (first (remove (fn [op] (contains? allowed op)) (map :op measures)))]
    (when (some? wrong)
      (fail (str "k-anonymous-summary: the op " wrong " can show one person's value; there are " (str/join ", " (sort allowed)) ".")))
    (let [groups (filter (fn [group] (pos? (:rows group)))
                         (group-summary rows by (into [{:op "count" :as "rows"}] measures)))
          by-size (sort-by :rows groups)
          n (hidden-count (mapv :rows by-size) k)
          hidden (set (take n by-size))]
      {:groups (filterv (fn [group] (not (contains? hidden group))) groups)
       :k k
       :hidden {:groups n :rows (sum (map :rows hidden))}})))
