(defn histogram
  "Counts numbers in equally wide bins from the smallest to the largest (10 when missing); each bin holds its lower edge, the last one both. Missing values are counted apart. Made by the base tool stats-summary."
  {:signature "(values [:float?], bins :int?) -> {bins [{from :float, to :float, count :int}], missing :int}"
   :tags ["statistics" "histogram" "distribution"]
   :deterministic true
   :examples [{:args {:values [1 2 2 nil 5] :bins 2}
               :result {:bins [{:from 1 :to 3 :count 3} {:from 3 :to 5 :count 1}] :missing 1}}]}
  [values bins]
  (let [known (vec (remove nil? values))]
    {:bins (if (empty? known)
             []
             (get (tool/stats-summary {:values known :bins (or bins 10)}) "histogram"))
     :missing (- (count values) (count known))}))
