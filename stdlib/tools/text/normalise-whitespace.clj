(defn normalise-whitespace
  "Tidies the blanks of a text: no-break and other special blanks become plain ones, invisible characters go, runs of blanks become one, lines lose blanks at their ends, at most one line stays empty in between. nil gives an empty text."
  {:signature "(text :string?) -> :string"
   :tags ["text" "normalise" "whitespace"]
   :deterministic true
   :examples [{:args {:text "  Ann\u00a0 Meier \r\n\r\n\r\n\r\nBern\u200b "} :result "Ann Meier\n\nBern"}]}
  [text]
  (-> (or text "")
      (str/replace #"\r\n?|\u2028|\u2029|\u0085" "\n")
      (str/replace #"[\u200b\u2060\ufeff\u00ad]" "")
      (str/replace #"[\t\u000b\u000c\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000 ]+" " ")
      (str/replace #" ?\n ?" "\n")
      (str/replace #"\n{3,}" "\n\n")
      str/trim))
