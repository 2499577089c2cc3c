[{:tool "mask-fields"
  :cases [{:description "only what is named" :input {:rows [{:n "Ann" :m "x"}] :columns ["n"]} :expect [{:n "***" :m "x"}] :tags ["smoke"]}
          {:description "the end may show, if as much stays hidden"
           :input {:rows [{:n "12345678"} {:n "123"}] :columns ["n"] :keep 2} :expect [{:n "***78"} {:n "***"}]}
          {:description "missing stays missing" :input {:rows [{:n nil} {:m 1}] :columns ["n"]} :expect [{:n nil} {:m 1}]}
          {:description "numbers and truth too" :input {:rows [{:n 41 :b false}] :columns ["n" "b"]} :expect [{:n "***" :b "***"}]}
          {:description "no rows" :input {:rows [] :columns ["n"]} :expect []}
          {:description "whole characters, not halves"
           :input {:rows [{:n "👩‍👩‍👧👩‍👩‍👧é🇩🇪"}] :columns ["n"] :keep 1} :expect [{:n "***🇩🇪"}]}]}

 {:tool "pseudonymise"
  :cases [{:description "the same value, the same name"
           :input {:rows [{:n "Ann" :d 1} {:n "Bo" :d 2} {:n "Ann" :d 3}] :columns ["n"]}
           :expect [{:n "n-1" :d 1} {:n "n-2" :d 2} {:n "n-1" :d 3}]
           :tags ["smoke"]}
          {:description "missing stays missing" :input {:rows [{:n nil} {} {:n "x"}] :columns ["n"]} :expect [{:n nil} {} {:n "n-1"}]}
          {:description "each column by itself" :input {:rows [{:a "x" :b "x"}] :columns ["a" "b"]} :expect [{:a "a-1" :b "b-1"}]}
          {:description "no rows" :input {:rows [] :columns ["n"]} :expect []}
          {:description "values that look like one another" :input {:rows [{:n "1"} {:n 1} {:n "É"} {:n "é"}] :columns ["n"]}
           :expect [{:n "n-1"} {:n "n-2"} {:n "n-3"} {:n "n-4"}]}]}

 {:tool "k-anonymous-summary"
  :cases [{:description "small groups are hidden"
           :input {:rows [{:t "A"} {:t "A"} {:t "A"} {:t "B"} {:t "C"} {:t "C"} {:t "C"}] :by ["t"] :k 2 :measures []}
           :predicate "(fn [r] (and (= 1 (count (:groups r))) (every? (fn [g] (>= (:rows g) 2)) (:groups r)) (= 4 (get-in r [:hidden :rows]))))"
           :tags ["smoke"]}
          {:description "none is small, none is hidden"
           :input {:rows [{:t "A" :p 1} {:t "A" :p 3}] :by ["t"] :k 2 :measures [{:op "mean" :column "p"}]}
           :expect {:groups [{:t "A" :rows 2 :mean_p 2}] :k 2 :hidden {:groups 0 :rows 0}}}
          {:description "five unless it says another"
           :input {:rows [{:t "A"} {:t "A"} {:t "A"} {:t "A"}] :by ["t"] :measures []}
           :expect {:groups [] :k 5 :hidden {:groups 1 :rows 4}}}
          {:description "no rows" :input {:rows [] :by ["t"] :measures []} :expect {:groups [] :k 5 :hidden {:groups 0 :rows 0}}}
          {:description "everybody together is a group too"
           :input {:rows [{:p 1} {:p 2}] :by [] :k 3 :measures [{:op "sum" :column "p"}]}
           :expect {:groups [] :k 3 :hidden {:groups 1 :rows 2}}}
          {:description "k of zero or less shows groups of one at most"
           :input {:rows [{:t "ñ"}] :by ["t"] :k -3 :measures []} :expect {:groups [{:t "ñ" :rows 1}] :k 1 :hidden {:groups 0 :rows 0}}}]}]
