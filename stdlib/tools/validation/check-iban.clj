(def lengths
  {"AD" 24 "AE" 23 "AL" 28 "AT" 20 "AZ" 28 "BA" 20 "BE" 16 "BG" 22 "BH" 22 "BR" 29 "BY" 28 "CH" 21 "CR" 22 "CY" 28 "CZ" 24
   "DE" 22 "DK" 18 "DO" 28 "EE" 20 "EG" 29 "ES" 24 "FI" 18 "FO" 18 "FR" 27 "GB" 22 "GE" 22 "GI" 23 "GL" 18 "GR" 27 "GT" 28
   "HR" 21 "HU" 28 "IE" 22 "IL" 23 "IQ" 23 "IS" 26 "IT" 27 "JO" 30 "KW" 30 "KZ" 20 "LB" 28 "LC" 32 "LI" 21 "LT" 20 "LU" 20
   "LV" 21 "MC" 27 "MD" 24 "ME" 22 "MK" 19 "MR" 27 "MT" 31 "MU" 30 "NL" 18 "NO" 15 "PK" 24 "PL" 28 "PS" 29 "PT" 25 "QA" 29
   "RO" 24 "RS" 22 "SA" 24 "SC" 31 "SE" 24 "SI" 19 "SK" 24 "SM" 27 "ST" 25 "SV" 28 "TL" 23 "TN" 24 "TR" 26 "UA" 29 "VA" 22
   "VG" 24 "XK" 20})

(defn- remainder [iban]
  (let [moved (str (subs iban 4) (subs iban 0 4))
        digits (str/join (map (fn [c] (if (re-matches #"[0-9]" c) c (str (- (int c) 55)))) (map str (seq moved))))]
    (mod (bigint digits) 97)))

(defn check-iban
  "Whether a text is an IBAN: its country, its length there and its check digits. Answers with why not, and how it is written in groups of four. It does not tell whether the account exists."
  {:signature "(iban :string?) -> {valid :bool, problem :string?, country :string?, formatted :string?}"
   :tags ["validation" "iban" "money"]
   :deterministic true
   :examples [{:args {:iban "de02 1203 0000 0000 2020 51"}
               :result {:valid true :problem nil :country "DE" :formatted "DE02 1203 0000 0000 2020 51"}}
              {:args {:iban "DE03120300000000202051"}
               :result {:valid false :problem "The check digits do not fit: a digit is wrong or two were exchanged." :country "DE" :formatted nil}}]}
  [iban]
  (let [text (str/upper-case (str/replace (or iban "") #"[\s\-]" ""))
        country (when (re-find #"^[A-Z]{2}" text) (subs text 0 2))
        length (get lengths country)
        problem (cond
                  (= "" text) "There is no IBAN."
                  (not (re-matches #"[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}" text)) "It must be two letters, two digits, then letters and digits."
                  (nil? length) (str "There are no IBANs of " country ".")
                  (not= length (count text)) (str "It has " (count text) " characters; an IBAN of " country " has " length ".")
                  (not= 1 (remainder text)) "The check digits do not fit: a digit is wrong or two were exchanged.")]
    {:valid (nil? problem)
     :problem problem
     :country (when (some? length) country)
     :formatted (when (nil? problem) (str/join " " (map str/join (partition-all 4 (seq text)))))}))
