[{:tool "markdown-table"
  :cases [{:description "numbers to the right, one number of decimals in a column"
           :input {:rows [{:c "Bern" :m 5 :n 1} {:c "Graz" :m 9.126 :n 20}]}
           :expect "| c | m | n |\n| --- | ---: | ---: |\n| Bern | 5.00 | 1 |\n| Graz | 9.13 | 20 |"
           :tags ["smoke"]}
          {:description "columns chosen, a gap is empty"
           :input {:rows [{:a 1 :b "x"} {:b nil}] :columns ["b" "a"]}
           :expect "| b | a |\n| --- | ---: |\n| x | 1 |\n|  |  |"}
          {:description "nothing" :input {:rows []} :expect ""}
          {:description "only columns" :input {:rows [] :columns ["a" "b"]} :expect "| a | b |\n| --- | --- |"}
          {:description "bars, backslashes and line breaks stay inside their cell"
           :input {:rows [{"a|b" "x|y\\\nz"}]}
           :expect "| a\\|b |\n| --- |\n| x\\|y\\\\<br>z |"}
          {:description "lists, truth and emoji"
           :input {:rows [{:a [1 2] :b true :c "👩‍👩‍👧"}]}
           :expect "| a | b | c |\n| --- | --- | --- |\n| [1,2] | true | 👩‍👩‍👧 |"}
          {:description "more decimals" :input {:rows [{:n 0.12345}] :digits 3} :expect "| n |\n| ---: |\n| 0.123 |"}]}

 {:tool "markdown-report"
  :cases [{:description "text and a table"
           :input {:title "T" :sections [{:heading "H" :text "Words." :rows [{:a 1 :b 2}] :columns ["b"]}]}
           :expect "# T\n\n## H\n\nWords.\n\n| b |\n| ---: |\n| 2 |\n"
           :tags ["smoke"]}
          {:description "a section without rows says so" :input {:title "T" :sections [{:heading "H" :rows []}]} :expect "# T\n\n## H\n\nNo rows.\n"}
          {:description "only a title" :input {:title "Über uns" :sections []} :expect "# Über uns\n"}
          {:description "a summary before, a note after"
           :input {:title "T" :summary "S" :sections [{:heading "H" :note "N"}]}
           :expect "# T\n\nS\n\n## H\n\n*N*\n"}]}

 {:tool "compare-periods"
  :cases [{:description "largest change first"
           :input {:before [{:c "A" :n 10} {:c "B" :n 10}] :after [{:c "A" :n 11} {:c "B" :n 4}] :by ["c"] :measure "n"}
           :expect [{:c "B" :before 10 :after 4 :change -6 :percent -60} {:c "A" :before 10 :after 11 :change 1 :percent 10}]
           :tags ["smoke"]}
          {:description "from nothing there is no percent"
           :input {:before [] :after [{:c "A" :n 3}] :by ["c"] :measure "n"}
           :expect [{:c "A" :before 0 :after 3 :change 3 :percent nil}]}
          {:description "one decimal" :input {:before [{:n 3}] :after [{:n 4}] :by [] :measure "n"}
           :expect [{:before 3 :after 4 :change 1 :percent 33.3}]}
          {:description "nothing in either" :input {:before [] :after [] :by ["c"] :measure "n"} :expect []}
          {:description "from a loss to a gain is upwards"
           :input {:before [{:c "ø" :n -10}] :after [{:c "ø" :n 5}] :by ["c"] :measure "n" :op "max"}
           :expect [{:c "ø" :before -10 :after 5 :change 15 :percent 150}]}]}

 {:tool "diff-rows"
  :cases [{:description "added, removed, changed"
           :input {:before [{:id 1 :a "x"} {:id 2}] :after [{:id 1 :a "y"} {:id 3}] :key ["id"]}
           :expect {:added [{:id 3}] :removed [{:id 2}] :changed [{:key {:id 1} :column "a" :before "x" :after "y"}] :unchanged 0}
           :tags ["smoke"]}
          {:description "a column that comes or goes"
           :input {:before [{:id 1 :a 1}] :after [{:id 1 :b 2}] :key ["id"]}
           :expect {:added [] :removed [] :unchanged 0
                    :changed [{:key {:id 1} :column "a" :before 1 :after nil} {:key {:id 1} :column "b" :before nil :after 2}]}}
          {:description "the order of rows does not matter"
           :input {:before [{:id 1} {:id 2}] :after [{:id 2} {:id 1}] :key ["id"]}
           :expect {:added [] :removed [] :changed [] :unchanged 2}}
          {:description "nothing" :input {:before [] :after [] :key ["id"]} :expect {:added [] :removed [] :changed [] :unchanged 0}}
          {:description "a key of several columns, beyond ASCII"
           :input {:before [{:a "ä" :b nil :v 1}] :after [{:a "ä" :v 2}] :key ["a" "b"]}
           :expect {:added [] :removed [] :unchanged 0
                    :changed [{:key {:a "ä" :b nil} :column "v" :before 1 :after 2}]}}]}]
