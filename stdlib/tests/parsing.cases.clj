[{:tool "parse-table"
  :cases [{:description "types by what all cells look like"
           :input {:text "a,b,c,d\n1.5,2024-01-31,yes,x1\n-2,2024-02-01,no,7\n"}
           :expect {:columns ["a" "b" "c" "d"] :types {:a "number" :b "date" :c "boolean" :d "text"}
                    :rows [{:a 1.5 :b "2024-01-31" :c true :d "x1"} {:a -2 :b "2024-02-01" :c false :d "7"}] :problems []}
           :tags ["smoke"]}
          {:description "types given: what does not fit is nil and named"
           :input {:text "a\n1\nx\n" :types {:a "number"}}
           :expect {:columns ["a"] :types {:a "number"} :rows [{:a 1} {:a nil}] :problems [{:row 2 :column "a" :value "x" :problem "It is no number."}]}}
          {:description "nothing" :input {:text ""} :expect {:columns [] :types {} :rows [] :problems []}}
          {:description "a header alone" :input {:text "a;b\n"} :expect {:columns ["a" "b"] :types {:a "text" :b "text"} :rows [] :problems []}}
          {:description "ragged, quoted, beyond ASCII"
           :input {:text "naïve,β\n\"x, \"\"y\"\"\n😀\",1\nz\n"}
           :expect {:columns ["naïve" "β"] :types {"naïve" "text" "β" "number"} :rows [{"naïve" "x, \"y\"\n😀" "β" 1} {"naïve" "z" "β" nil}] :problems []}}
          {:description "a day that does not exist makes the column text" :input {:text "d\n2024-02-30\n"}
           :expect {:columns ["d"] :types {:d "text"} :rows [{:d "2024-02-30"}] :problems []}}]}

 {:tool "parse-eu-csv"
  :cases [{:description "decimal commas, days first"
           :input {:text "Datum;Betrag\n05.03.2024;1.234,50\n31.12.2023;-7\n"}
           :expect {:columns ["Datum" "Betrag"] :types {:Datum "date" :Betrag "number"}
                    :rows [{:Datum "2024-03-05" :Betrag 1234.5} {:Datum "2023-12-31" :Betrag -7}] :problems []}
           :tags ["smoke"]}
          {:description "leading zeros stay text" :input {:text "PLZ\n01067\n"} :expect {:columns ["PLZ"] :types {:PLZ "text"} :rows [{:PLZ "01067"}] :problems []}}
          {:description "1.234 is a thousand, not a fraction" :input {:text "n\n1.234\n0,5\n"} :expect {:columns ["n"] :types {:n "number"} :rows [{:n 1234} {:n 0.5}] :problems []}}
          {:description "nothing" :input {:text ""} :expect {:columns [] :types {} :rows [] :problems []}}
          {:description "a byte order mark, CRLF, percent and euros"
           :input {:text "\ufeffa;b;c\r\n12,5 %;3 €;Ümit\r\n"}
           :expect {:columns ["a" "b" "c"] :types {:a "number" :b "number" :c "text"} :rows [{:a 0.125 :b 3 :c "Ümit"}] :problems []}}]}]
