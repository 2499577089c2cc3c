[{:tool "check-luhn"
  :cases [{:description "a card for tests" :input {:number "4242-4242-4242-4242"} :expect true :tags ["smoke"]}
          {:description "two digits exchanged" :input {:number "4242424242422442"} :expect false}
          {:description "nothing" :input {:number nil} :expect false}
          {:description "one digit" :input {:number "0"} :expect false}
          {:description "digits of another script are none" :input {:number "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"} :expect false}]}

 {:tool "check-email"
  :cases [{:description "right" :input {:email "a.b+c@mail.example.co"} :expect {:valid true :problem nil} :tags ["smoke"]}
          {:description "two of @" :input {:email "a@b@c.de"} :expect {:valid false :problem "There must be one @."}}
          {:description "nothing" :input {:email nil} :expect {:valid false :problem "There is no address."}}
          {:description "beyond ASCII" :input {:email "jörg@müller.de"} :expect {:valid true :problem nil}}
          {:description "a header put in" :input {:email "a@b.de\nBcc: c@d.de"} :expect {:valid false :problem "There is a blank in it."}}
          {:description "dots" :input {:email "a..b@c.de"} :expect {:valid false :problem "A dot stands where none may before @."}}
          {:description "a hyphen at the end of the domain" :input {:email "a@b-.de"} :expect {:valid false :problem "The domain is not written right."}}]}

 {:tool "check-iban"
  :cases [{:description "Swiss, in groups" :input {:iban "CH93 0076 2011 6238 5295 7"} :expect {:valid true :problem nil :country "CH" :formatted "CH93 0076 2011 6238 5295 7"} :tags ["smoke"]}
          {:description "with letters" :input {:iban "GB82WEST12345698765432"} :predicate "(fn [r] (and (:valid r) (= \"GB\" (:country r))))"}
          {:description "too short" :input {:iban "DE0212030000000020205"} :expect {:valid false :problem "It has 21 characters; an IBAN of DE has 22." :country "DE" :formatted nil}}
          {:description "no such country" :input {:iban "ZZ02120300000000202051"} :expect {:valid false :problem "There are no IBANs of ZZ." :country nil :formatted nil}}
          {:description "nothing" :input {:iban nil} :expect {:valid false :problem "There is no IBAN." :country nil :formatted nil}}
          {:description "something else" :input {:iban "🏦"} :predicate "(fn [r] (not (:valid r)))"}]}

 {:tool "validate-rows"
  :cases [{:description "several rules, problems by row"
           :input {:rows [{:n "x" :d "2024-02-30"} {:n 5 :d "2024-02-29"}]
                   :rules [{:column "d" :type "date"} {:column "n" :type "integer" :max 9}]}
           :expect {:valid 1 :invalid 1
                    :problems [{:row 1 :column "d" :value "2024-02-30" :problem "It is no date."} {:row 1 :column "n" :value "x" :problem "It is no integer."}]}
           :tags ["smoke"]}
          {:description "missing only breaks required"
           :input {:rows [{:a nil} {:a " "} {}] :rules [{:column "a" :type "number" :min 1 :unique true}]}
           :expect {:valid 3 :invalid 0 :problems []}}
          {:description "no rows, no rules" :input {:rows [] :rules []} :expect {:valid 0 :invalid 0 :problems []}}
          {:description "one of several, and a pattern of the whole text"
           :input {:rows [{:c "DE" :z "01067"} {:c "XX" :z "1067a"}] :rules [{:column "c" :one_of ["DE" "AT"]} {:column "z" :pattern "\\d{5}"}]}
           :expect {:valid 1 :invalid 1
                    :problems [{:row 2 :column "c" :value "XX" :problem "It is none of DE, AT."} {:row 2 :column "z" :value "1067a" :problem "It does not match \\d{5}."}]}}
          {:description "dates between, and what cannot be compared"
           :input {:rows [{:d "2023-12-31"} {:d 5}] :rules [{:column "d" :min "2024-01-01"}]}
           :expect {:valid 0 :invalid 2
                    :problems [{:row 1 :column "d" :value "2023-12-31" :problem "It is less than 2024-01-01."} {:row 2 :column "d" :value 5 :problem "It cannot be compared."}]}}
          {:description "accents tell keys apart"
           :input {:rows [{:k "é"} {:k "e"} {:k "é"}] :rules [{:column "k" :unique true :required true}]}
           :expect {:valid 2 :invalid 1 :problems [{:row 3 :column "k" :value "é" :problem "It stands in row 1 too."}]}}]}]
