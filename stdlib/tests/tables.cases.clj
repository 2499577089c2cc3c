;; Every suite: an ordinary case, an edge, nothing at all, and what nobody would write on purpose.
[{:tool "filter-rows"
  :cases [{:description "all conditions must hold"
           :input {:rows [{:city "Bern" :amount 5} {:city "Bern" :amount 9} {:city "Graz" :amount 9}]
                   :where [{:column "city" :value "Bern"} {:column "amount" :op ">=" :value 9}]}
           :expect [{:city "Bern" :amount 9}]
           :tags ["smoke"]}
          {:description "a row without the column is missing, not smaller"
           :input {:rows [{:id 1} {:id 2 :amount nil} {:id 3 :amount 4}] :where [{:column "amount" :op "<" :value 5}]}
           :expect [{:id 3 :amount 4}]}
          {:description "blank text is missing"
           :input {:rows [{:a " "} {:a ""} {} {:a "x"}] :where [{:column "a" :op "missing"}]}
           :expect [{:a " "} {:a ""} {}]}
          {:description "ISO dates compare as texts"
           :input {:rows [{:due "2024-02-01"} {:due "2024-01-31"}] :where [{:column "due" :op "<" :value "2024-02-01"}]}
           :expect [{:due "2024-01-31"}]}
          {:description "one of several, and none of others"
           :input {:rows [{:c "a"} {:c "b"} {:c "c"}]
                   :where [{:column "c" :op "in" :value ["a" "b"]} {:column "c" :op "not-in" :value ["b"]}]}
           :expect [{:c "a"}]}
          {:description "no condition keeps everything, no row gives none"
           :input {:rows [] :where []}
           :expect []}
          {:description "text beyond ASCII, capitals aside"
           :input {:rows [{:name "ÖDEGÅRD 🎿"} {:name 7}] :where [{:column "name" :op "contains" :value "ödegård"}]}
           :expect [{:name "ÖDEGÅRD 🎿"}]}
          {:description "a regular expression is only text here"
           :input {:rows [{:name "a.*"} {:name "abc"}] :where [{:column "name" :op "contains" :value ".*"}]}
           :expect [{:name "a.*"}]}]}

 {:tool "select-columns"
  :cases [{:description "in the order asked for"
           :input {:rows [{:a 1 :b 2 :c 3}] :columns ["c" "a"]}
           :predicate "(fn [rows] (= [\"c\" \"a\"] (keys (first rows))))"
           :tags ["smoke"]}
          {:description "a missing column is nil" :input {:rows [{:a 1} {}] :columns ["b"]} :expect [{:b nil} {:b nil}]}
          {:description "no rows" :input {:rows [] :columns ["a"]} :expect []}
          {:description "no columns" :input {:rows [{:a 1}] :columns []} :expect [{}]}
          {:description "names with blanks and signs"
           :input {:rows [{"net amount (€)" 5 "x" 1}] :columns ["net amount (€)"]}
           :expect [{"net amount (€)" 5}]}]}

 {:tool "rename-columns"
  :cases [{:description "others stay"
           :input {:rows [{:a 1 :b 2}] :names {"a" "x"}} :expect [{:x 1 :b 2}] :tags ["smoke"]}
          {:description "two columns change places" :input {:rows [{:a 1 :b 2}] :names {"a" "b" "b" "a"}} :expect [{:b 1 :a 2}]}
          {:description "a name no row has" :input {:rows [{:a 1}] :names {"z" "y"}} :expect [{:a 1}]}
          {:description "no rows, no names" :input {:rows [] :names {}} :expect []}
          {:description "any text is a name" :input {:rows [{"Größe 📏" 1}] :names {"Größe 📏" "size / cm"}} :expect [{"size / cm" 1}]}]}

 {:tool "sort-rows"
  :cases [{:description "downwards, then upwards"
           :input {:rows [{:c "b" :n 1} {:c "a" :n 1} {:c "a" :n 2}] :by ["-n" "c"]}
           :expect [{:c "a" :n 2} {:c "a" :n 1} {:c "b" :n 1}]
           :tags ["smoke"]}
          {:description "rows without a value come last, downwards too"
           :input {:rows [{:n nil} {:n 1} {} {:n 2}] :by ["-n"]} :expect [{:n 2} {:n 1} {:n nil} {}]}
          {:description "equal rows keep their order"
           :input {:rows [{:n 1 :i 1} {:n 1 :i 2} {:n 1 :i 3}] :by ["-n"]} :expect [{:n 1 :i 1} {:n 1 :i 2} {:n 1 :i 3}]}
          {:description "no rows" :input {:rows [] :by ["n"]} :expect []}
          {:description "no columns" :input {:rows [{:n 2} {:n 1}] :by []} :expect [{:n 2} {:n 1}]}
          {:description "a column of everything: numbers, texts, truth, lists"
           :input {:rows [{:v [1]} {:v "é"} {:v true} {:v 2.5} {:v "a"} {:v {:x 1}} {:v -1}] :by ["v"]}
           :expect [{:v -1} {:v 2.5} {:v "a"} {:v "é"} {:v true} {:v [1]} {:v {:x 1}}]}]}

 {:tool "top-n"
  :cases [{:description "largest first"
           :input {:rows [{:n 1} {:n 3} {:n 2}] :column "n" :n 2} :expect [{:n 3} {:n 2}] :tags ["smoke"]}
          {:description "rows without a value are left out" :input {:rows [{:n nil} {} {:n 1}] :column "n" :n 5} :expect [{:n 1}]}
          {:description "of each group"
           :input {:rows [{:g "a" :n 1} {:g nil :n 9} {:g "a" :n 2} {:g nil :n 8}] :column "n" :n 1 :per "g"}
           :expect [{:g "a" :n 2} {:g nil :n 9}]}
          {:description "none of them, and less than none" :input {:rows [{:n 1}] :column "n" :n -1} :expect []}
          {:description "no rows" :input {:rows [] :column "n" :n 3} :expect []}
          {:description "earlier ones win, dates are texts"
           :input {:rows [{:d "2024-05-01" :i 1} {:d "2024-05-01" :i 2} {:d "2023-12-31" :i 3}] :column "d" :n 1}
           :expect [{:d "2024-05-01" :i 1}]}]}

 {:tool "join-tables"
  :cases [{:description "inner, one to many"
           :input {:left [{:id 1 :c "Bern"} {:id 2 :c "Graz"}] :right [{:id 1 :n 5} {:id 1 :n 6} {:id 3 :n 7}] :on ["id"]}
           :expect [{:id 1 :c "Bern" :n 5} {:id 1 :c "Bern" :n 6}]
           :tags ["smoke"]}
          {:description "left keeps rows without a partner, with every column"
           :input {:left [{:id 1} {:id 2}] :right [{:id 2 :n 5} {:id 9 :m 1}] :on ["id"] :kind "left"}
           :expect [{:id 1 :n nil :m nil} {:id 2 :n 5 :m nil}]}
          {:description "anti tells what is missing on the right"
           :input {:left [{:id 1} {:id 2}] :right [{:id 2}] :on ["id"] :kind "anti"} :expect [{:id 1}]}
          {:description "nil never meets nil"
           :input {:left [{:id nil} {}] :right [{:id nil :n 1}] :on ["id"]} :expect []}
          {:description "a name on both sides"
           :input {:left [{:id 1 :n "l"}] :right [{:id 1 :n "r"}] :on ["id"]} :expect [{:id 1 :n "l" :n_right "r"}]}
          {:description "1 and 1.0 are one key, 1 and \"1\" are not"
           :input {:left [{:id 1} {:id "1"}] :right [{:id 1.0 :n 5}] :on ["id"]} :expect [{:id 1 :n 5}]}
          {:description "several columns make a key"
           :input {:left [{:a "x" :b "ß" :v 1}] :right [{:a "x" :b "ß" :w 2} {:a "x" :b "ss" :w 3}] :on ["a" "b"]}
           :expect [{:a "x" :b "ß" :v 1 :w 2}]}
          {:description "nothing on either side" :input {:left [] :right [] :on ["id"] :kind "left"} :expect []}]}

 {:tool "group-summary"
  :cases [{:description "every op"
           :input {:rows [{:g "a" :n 1} {:g "a" :n 4} {:g "a" :n 4} {:g "a" :n nil}]
                   :by ["g"]
                   :measures [{:op "count"} {:op "present" :column "n"} {:op "distinct" :column "n"} {:op "sum" :column "n"}
                              {:op "mean" :column "n"} {:op "median" :column "n"} {:op "min" :column "n"} {:op "max" :column "n"}]}
           :expect [{:g "a" :count 4 :present_n 3 :distinct_n 2 :sum_n 9 :mean_n 3 :median_n 4 :min_n 1 :max_n 4}]
           :tags ["smoke"]}
          {:description "no columns: one group, even of nothing"
           :input {:rows [] :by [] :measures [{:op "count"} {:op "sum" :column "n"} {:op "mean" :column "n"} {:op "min" :column "n"}]}
           :expect [{:count 0 :sum_n 0 :mean_n nil :min_n nil}]}
          {:description "no rows, no groups" :input {:rows [] :by ["g"] :measures [{:op "count"}]} :expect []}
          {:description "nil and absent are one group, in the order of appearance"
           :input {:rows [{:g nil} {:g "ü"} {}] :by ["g"] :measures [{:op "count" :as "rows"}]}
           :expect [{:g nil :rows 2} {:g "ü" :rows 1}]}
          {:description "the median of an even number lies between"
           :input {:rows [{:n 1} {:n 10} {:n 2} {:n 3}] :by [] :measures [{:op "median" :column "n"}]}
           :expect [{:median_n 2.5}]}]}

 {:tool "pivot-rows"
  :cases [{:description "several rows in a cell are added"
           :input {:rows [{:c "B" :y 1 :n 5} {:c "B" :y 1 :n 6} {:c "G" :y 2 :n 7}] :row "c" :column "y" :value "n"}
           :expect [{:c "B" :1 11 :2 nil} {:c "G" :1 nil :2 7}]
           :tags ["smoke"]}
          {:description "or counted" :input {:rows [{:c "B" :y "x" :n 5} {:c "B" :y "x" :n 6}] :row "c" :column "y" :value "n" :op "present"}
           :expect [{:c "B" :x 2}]}
          {:description "no rows" :input {:rows [] :row "c" :column "y" :value "n"} :expect []}
          {:description "a value that is called like the row's column"
           :input {:rows [{:c "B" :y "c" :n 5}] :row "c" :column "y" :value "n"} :expect [{:c "B" "c (value)" 5}]}
          {:description "missing labels have a place"
           :input {:rows [{:c nil :y nil :n 1} {:c "ö" :n 2}] :row "c" :column "y" :value "n"}
           :expect [{:c nil "(none)" 1} {:c "ö" "(none)" 2}]}]}

 {:tool "unpivot-rows"
  :cases [{:description "one row for each cell"
           :input {:rows [{:c "B" :x 1 :y 2}] :keep ["c"]}
           :expect [{:c "B" :column "x" :value 1} {:c "B" :column "y" :value 2}]
           :tags ["smoke"]}
          {:description "cells without a value give none, 0 and false do"
           :input {:rows [{:c "B" :x nil :y 0 :z false}] :keep ["c"]}
           :expect [{:c "B" :column "y" :value 0} {:c "B" :column "z" :value false}]}
          {:description "no rows" :input {:rows [] :keep ["c"]} :expect []}
          {:description "a kept column that a row does not have" :input {:rows [{:x 1}] :keep ["c"]} :expect [{:c nil :column "x" :value 1}]}
          {:description "names of one's own" :input {:rows [{"é" 1}] :keep [] :name_as "Jahr" :value_as "Wert"} :expect [{:Jahr "é" :Wert 1}]}]}

 {:tool "distinct-rows"
  :cases [{:description "whole rows" :input {:rows [{:a 1 :b 2} {:b 2 :a 1} {:a 1}]} :expect [{:a 1 :b 2} {:a 1}] :tags ["smoke"]}
          {:description "by columns, the first stays"
           :input {:rows [{:a 1 :b 1} {:a 1 :b 2} {:a 2 :b 1}] :by ["a"]} :expect [{:a 1 :b 1} {:a 2 :b 1}]}
          {:description "nil and absent are equal by column" :input {:rows [{:a nil :i 1} {:i 2}] :by ["a"]} :expect [{:a nil :i 1}]}
          {:description "no rows" :input {:rows []} :expect []}
          {:description "capitals and accents count" :input {:rows [{:a "É"} {:a "é"} {:a "e"}]} :expect [{:a "É"} {:a "é"} {:a "e"}]}]}

 {:tool "fill-missing"
  :cases [{:description "with a value" :input {:rows [{:a nil} {:a 2} {}] :column "a" :how "value" :value 0}
           :expect [{:a 0} {:a 2} {:a 0}] :tags ["smoke"]}
          {:description "with the one before, but not before the first"
           :input {:rows [{:a ""} {:a "x"} {:a " "} {:a nil} {:a "y"}] :column "a" :how "previous"}
           :expect [{:a nil} {:a "x"} {:a "x"} {:a "x"} {:a "y"}]}
          {:description "with the median" :input {:rows [{:a 1} {:a nil} {:a 9} {:a 2}] :column "a" :how "median"}
           :expect [{:a 1} {:a 2} {:a 9} {:a 2}]}
          {:description "no rows" :input {:rows [] :column "a" :how "mean"} :expect []}
          {:description "nothing known to fill with" :input {:rows [{:a nil :b "ü"}] :column "a" :how "mean"} :expect [{:a nil :b "ü"}]}]}]
