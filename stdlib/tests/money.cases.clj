[{:tool "minor-units"
  :cases [{:description "cents" :input {:amount 19.99 :currency "EUR"} :expect 1999 :tags ["smoke"]}
          {:description "as written, not as stored in binary" :input {:amount 1.005} :expect 100}
          {:description "halves to the even one, on both sides of zero" :input {:amount "-0.125"} :expect -12}
          {:description "three decimals" :input {:amount "1.2345" :currency "kwd"} :expect 1234}
          {:description "zero" :input {:amount 0} :expect 0}
          {:description "more digits than a double can tell apart from a half" :input {:amount "12345678901234.565"} :expect 1234567890123456}
          {:description "very small, written with a power" :input {:amount 1.5e-7 :digits 8} :expect 15}
          {:description "blanks around and no digits before the point" :input {:amount " .5 "} :expect 50}]}

 {:tool "round-money"
  :cases [{:description "two decimals" :input {:amount 12.3456} :expect 12.35 :tags ["smoke"]}
          {:description "a half goes to the even cent" :input {:amount "2.665"} :expect 2.66}
          {:description "yen" :input {:amount 99.5 :currency "JPY"} :expect 100}
          {:description "nothing" :input {:amount 0} :expect 0}
          {:description "negative" :input {:amount -0.005} :expect 0}
          {:description "digits of one's own" :input {:amount 1.23456 :digits 4} :expect 1.2346}]}

 {:tool "sum-by-currency"
  :cases [{:description "exact decimals"
           :input {:rows [{:a 0.1 :c "EUR"} {:a 0.2 :c "EUR"} {:a "0.30" :c "EUR"}] :amount "a" :currency "c"}
           :expect [{:currency "EUR" :total 0.6 :count 3 :missing 0}]
           :tags ["smoke"]}
          {:description "never across currencies"
           :input {:rows [{:a 1 :c "EUR"} {:a 1 :c "USD"} {:a 1 :c nil}] :amount "a" :currency "c"}
           :expect [{:currency "EUR" :total 1 :count 1 :missing 0} {:currency "USD" :total 1 :count 1 :missing 0} {:currency nil :total 1 :count 1 :missing 0}]}
          {:description "rounded once, at the end"
           :input {:rows [{:a 0.004 :c "EUR"} {:a 0.004 :c "EUR"} {:a 0.004 :c "EUR"}] :amount "a" :currency "c"}
           :expect [{:currency "EUR" :total 0.01 :count 3 :missing 0}]}
          {:description "no rows" :input {:rows [] :amount "a" :currency "c"} :expect []}
          {:description "only missing amounts, and refunds"
           :input {:rows [{:c "CHF"} {:c "SEK" :a -5.5} {:c "SEK" :a 5.25}] :amount "a" :currency "c"}
           :expect [{:currency "CHF" :total 0 :count 0 :missing 1} {:currency "SEK" :total -0.25 :count 2 :missing 0}]}]}

 {:tool "format-money"
  :cases [{:description "English" :input {:amount 1234.5 :currency "EUR"} :expect "€1,234.50" :tags ["smoke"]}
          {:description "French, with narrow blanks" :input {:amount 1234567.891 :currency "EUR" :locale "fr"} :expect "1\u202f234\u202f567,89\u00a0€"}
          {:description "a currency without a sign" :input {:amount 5 :currency "AUD" :locale "en-AU"} :expect "AUD\u00a05.00"}
          {:description "no decimals" :input {:amount 1234.5 :currency "JPY" :locale "ja"} :expect "¥1,234"}
          {:description "zero" :input {:amount 0 :currency "USD"} :expect "$0.00"}
          {:description "negative, below one" :input {:amount -0.5 :currency "EUR" :locale "de-DE"} :expect "-0,50\u00a0€"}
          {:description "three decimals, Dutch" :input {:amount "1000" :currency "KWD" :locale "nl"} :expect "KWD\u00a01.000,000"}]}

 {:tool "convert-money"
  :cases [{:description "through the base" :input {:amount 10 :from "USD" :to "CHF" :rates {:EUR 1 :USD 1.25 :CHF 0.95}}
           :expect {:amount 7.6 :currency "CHF" :rate 0.76} :tags ["smoke"]}
          {:description "into itself, no rate needed" :input {:amount "3.999" :from "EUR" :to "EUR" :rates {}}
           :expect {:amount 4 :currency "EUR" :rate 1}}
          {:description "to a currency without decimals" :input {:amount 1 :from "EUR" :to "JPY" :rates {:EUR 1 :JPY 161.37}}
           :expect {:amount 161 :currency "JPY" :rate 161.37}}
          {:description "nothing" :input {:amount 0 :from "EUR" :to "USD" :rates {:EUR 1 :USD 1.1}} :expect {:amount 0 :currency "USD" :rate 1.1}}
          {:description "a refund" :input {:amount -10 :from "EUR" :to "USD" :rates {:EUR 2 :USD 3}} :expect {:amount -15 :currency "USD" :rate 1.5}}]}

 {:tool "split-money"
  :cases [{:description "in three" :input {:amount 100 :weights [1 1 1]} :expect [33.34 33.33 33.33] :tags ["smoke"]}
          {:description "the largest remainder gets the cent" :input {:amount 0.05 :weights [0.3 0.7]} :expect [0.02 0.03]
           :reason "1.5 and 3.5 cents: equal remainders, the first gets it"}
          {:description "a weight of 0 gets nothing" :input {:amount 10 :weights [0 1 0]} :expect [0 10 0]}
          {:description "nothing to split" :input {:amount 0 :weights [1 2]} :expect [0 0]}
          {:description "a refund" :input {:amount -1 :weights [1 1 1]} :expect [-0.34 -0.33 -0.33]}
          {:description "more parts than units" :input {:amount 2 :weights [1 1 1 1] :currency "JPY"} :expect [1 1 0 0]}
          {:description "weights with binary noise" :input {:amount 100 :weights [0.1 0.2 0.7]} :expect [10 20 70]}]}]
