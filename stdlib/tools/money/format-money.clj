(def symbols
  {"EUR" "€" "USD" "$" "GBP" "£" "JPY" "¥" "CHF" "CHF" "PLN" "zł" "CZK" "Kč" "SEK" "kr" "NOK" "kr" "DKK" "kr."
   "INR" "₹" "KRW" "₩" "TRY" "₺" "UAH" "₴" "ILS" "₪" "HUF" "Ft"})

;; [between groups, decimal sign, the symbol's side]; blanks are those that do not break a line.
(def english ["," "." :before])
(def continental ["." "," :after])
(def spaced ["\u00a0" "," :after])
(def styles
  {"en" english "ja" english "zh" english "ko" english "he" english
   "de" continental "es" continental "it" continental "pt" continental "da" continental "el" continental
   "id" continental "tr" continental
   "de-CH" ["’" "." :ahead] "de-LI" ["’" "." :ahead] "it-CH" ["’" "." :ahead]
   "de-AT" ["\u00a0" "," :ahead] "nl" ["." "," :ahead] "pt-BR" ["." "," :ahead]
   "fr" ["\u202f" "," :after] "fr-CH" ["\u202f" "." :after]
   "sv" spaced "nb" spaced "no" spaced "fi" spaced "pl" spaced "cs" spaced "sk" spaced "hu" spaced "ru" spaced
   "uk" spaced "bg" spaced})

(defn- style-of [locale]
  (or (get styles locale)
      (get styles (first (str/split locale #"-")))
      (fail (str "format-money: the locale " locale " is not known; there are " (str/join ", " (sort (keys styles))) "."))))

(defn- grouped [digits between]
  (let [first-size (let [over (rem (count digits) 3)] (if (zero? over) 3 over))]
    (str/join between (cons (subs digits 0 first-size)
                            (map str/join (partition-all 3 (seq (subs digits first-size))))))))

(defn format-money
  "Writes an amount for people, the way a locale does: 1.234,50 € (de), €1,234.50 (en), CHF 1’234.50 (de-CH). It is rounded to the currency's decimals, halves to the even one."
  {:signature "(amount :any, currency :string, locale :string?) -> :string"
   :tags ["money" "format" "currency" "locale"]
   :deterministic true
   :examples [{:args {:amount 1234567.5 :currency "EUR" :locale "de"} :result "1.234.567,50\u00a0€"}
              {:args {:amount -1234.5 :currency "USD"} :result "-$1,234.50"}
              {:args {:amount 1250 :currency "CHF" :locale "de-CH"} :result "CHF\u00a01’250.00"}]}
  [amount currency locale]
  (let [[between point side] (style-of (or locale "en"))
        code (str/upper-case currency)
        units (minor-units amount code nil)
        one (minor-units 1 code nil)
        size (abs units)
        places (dec (count (str one)))
        cents (str (+ one (rem size one)))
        number (str (grouped (str (quot size one)) between)
                    (if (zero? places) "" (str point (subs cents 1))))
        symbol (get symbols code code)
        sign (if (neg? units) "-" "")
        wide? (re-matches #"[\p{L}.]+" symbol)]
    (cond
      (= side :after) (str sign number "\u00a0" symbol)
      (or (= side :ahead) wide?) (str sign symbol "\u00a0" number)
      :else (str sign symbol number))))
