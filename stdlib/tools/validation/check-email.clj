(defn check-email
  "Whether a text can be one e-mail address, and if not why. It checks the form (one @, a domain with a dot, the usual lengths), not whether anybody reads it."
  {:signature "(email :string?) -> {valid :bool, problem :string?}"
   :tags ["validation" "email"]
   :deterministic true
   :examples [{:args {:email "ann@example.com"} :result {:valid true :problem nil}}
              {:args {:email "ann@example"} :result {:valid false :problem "The domain has no dot."}}]}
  [email]
  (let [text (or email "")
        parts (str/split text #"@" -1)
        [local domain] parts
        problem (cond
                  (str/blank? text) "There is no address."
                  (re-find #"\s" text) "There is a blank in it."
                  (not= 2 (count parts)) "There must be one @."
                  (= "" local) "Nothing stands before @."
                  (= "" domain) "Nothing stands after @."
                  (> (count text) 254) "It is longer than 254 characters."
                  (> (count local) 64) "The part before @ is longer than 64 characters."
                  (re-find #"^\.|\.$|\.\." local) "A dot stands where none may before @."
                  (not (re-matches #"[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~\-]+" local)) "A character before @ is not allowed."
                  (not (str/includes? domain ".")) "The domain has no dot."
                  (not (re-matches #"(?:[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}\-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{M}\p{N}\-]{2,63}" domain)) "The domain is not written right.")]
    {:valid (nil? problem) :problem problem}))
