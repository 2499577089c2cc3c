(defn extract-numbers
  "The numbers in a text, in order, read the way a locale writes them (en when missing: 1,234.5; de: 1.234,5). Digits inside words, dates and addresses are no numbers. nil gives none."
  {:signature "(text :string?, locale :string?) -> [:float]"
   :tags ["text" "extract" "number" "locale"]
   :deterministic true
   :examples [{:args {:text "12 pieces at $1,234.50 each, -3 % off order A17."} :result [12 1234.5 -3]}
              {:args {:text "Summe: 1.234,50 € (7 Stück)" :locale "de"} :result [1234.5 7]}]}
  [text locale]
  (let [found (re-seq #"(?<![\p{L}\p{N}.,/:\-−])[-−]?\d(?:[\d.,'’\u00a0\u202f]*\d)?(?![\p{L}\p{N}/:\-]|[.,]\d)" (or text ""))]
    (if (empty? found)
      []
      (vec (remove nil? (tool/number-parse {:text found :locale locale :invalid "null"}))))))
