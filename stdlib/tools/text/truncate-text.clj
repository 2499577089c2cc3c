(defn truncate-text
  "Shortens a text to at most so many characters, as readers count them: it is cut between words where it can be, and ends with … (or the ending given) when something is missing."
  {:signature "(text :string?, limit :int, ending :string?) -> :string"
   :tags ["text" "truncate"]
   :deterministic true
   :examples [{:args {:text "The quick brown fox" :limit 12} :result "The quick…"}
              {:args {:text "short" :limit 12} :result "short"}]}
  [text limit ending]
  (let [text (or text "")
        ending (or ending "…")
        room (- limit (count ending))]
    (cond
      (<= (count text) limit) text
      (<= room 0) (subs ending 0 (max 0 limit))
      :else (let [cut (subs text 0 room)
                  ends-word? (str/blank? (subs text room (inc room)))
                  space (str/last-index-of (str/replace cut #"\s" " ") " ")
                  kept (if (or ends-word? (nil? space) (zero? space)) cut (subs cut 0 space))]
              (str (str/trimr kept) ending)))))
