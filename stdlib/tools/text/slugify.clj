(def plain
  (reduce (fn [found [letter spellings]] (reduce (fn [m other] (assoc m other letter)) found (map str (seq spellings))))
          {}
          [["a" "àáâãåāăą"] ["ae" "äæ"] ["c" "çćĉċč"] ["d" "ďđð"] ["e" "èéêëēĕėęě"] ["g" "ĝğġģ"] ["h" "ĥħ"] ["i" "ìíîïĩīĭįı"]
           ["j" "ĵ"] ["k" "ķ"] ["l" "ĺļľŀł"] ["n" "ñńņňŋ"] ["o" "òóôõøōŏő"] ["oe" "öœ"] ["r" "ŕŗř"] ["s" "śŝşšș"] ["ss" "ß"]
           ["t" "ţťŧț"] ["th" "þ"] ["u" "ùúûũūŭůűų"] ["ue" "ü"] ["w" "ŵ"] ["y" "ýÿŷ"] ["z" "źżž"]]))

(defn slugify
  "A text as a name for addresses and files: small letters and digits joined by hyphens. Accents go (é is e, ä is ae, ß is ss); letters of other scripts stay."
  {:signature "(text :string?) -> :string"
   :tags ["text" "slug" "normalise"]
   :deterministic true
   :examples [{:args {:text "Über uns: Größe & Preis"} :result "ueber-uns-groesse-preis"}]}
  [text]
  (-> (str/lower-case (or text ""))
      (str/replace #"[\u0300-\u036f'’]" "")
      (str/escape plain)
      (str/replace #"[^\p{L}\p{N}]+" "-")
      (str/replace #"^-|-$" "")))
