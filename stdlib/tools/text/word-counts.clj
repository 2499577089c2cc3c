(defn word-counts
  "The words of a text with how often they occur, most frequent first and equal ones by the alphabet; n limits them, leave_out names words that do not count. Capitals do not matter."
  {:signature "(text :string?, n :int?, leave_out [:string]?) -> [{word :string, count :int}]"
   :tags ["text" "words" "count"]
   :deterministic true
   :examples [{:args {:text "The cat and the dog. The end!" :n 2 :leave_out ["and"]}
               :result [{:word "the" :count 3} {:word "cat" :count 1}]}]}
  [text n leave-out]
  (let [ignored (set (map str/lower-case (or leave-out [])))
        words (re-seq #"[\p{L}\p{N}\p{M}]+(?:['’\-][\p{L}\p{N}\p{M}]+)*" (str/lower-case (or text "")))
        counted (->> (frequencies (remove (fn [word] (contains? ignored word)) words))
                     (map (fn [[word times]] {:word word :count times}))
                     (sort-by (juxt (comp - :count) :word)))]
    (vec (if (nil? n) counted (take n counted)))))
