[{:tool "quantiles"
  :cases [{:description "between two numbers" :input {:values [10 20] :shares [0.1]} :expect [{:share 0.1 :value 11}] :tags ["smoke"]}
          {:description "one number" :input {:values [7] :shares [0 0.5 1]} :expect [{:share 0 :value 7} {:share 0.5 :value 7} {:share 1 :value 7}]}
          {:description "nothing" :input {:values [] :shares [0.5]} :expect [{:share 0.5 :value nil}]}
          {:description "only gaps" :input {:values [nil nil] :shares [0.5]} :expect [{:share 0.5 :value nil}]}
          {:description "no shares" :input {:values [1] :shares []} :expect []}
          {:description "any order, negative" :input {:values [3 -1 2 -5] :shares [0.5]} :expect [{:share 0.5 :value 0.5}]}]}

 {:tool "outliers-iqr"
  :cases [{:description "on both sides" :input {:values [1 100 101 102 103 500]}
           :expect {:low 96.5 :high 106.5 :outliers [{:index 0 :value 1} {:index 5 :value 500}]} :tags ["smoke"]}
          {:description "too few to tell" :input {:values [1 2 1000]} :expect {:low nil :high nil :outliers []}}
          {:description "nothing" :input {:values []} :expect {:low nil :high nil :outliers []}}
          {:description "all alike but one" :input {:values [5 5 5 5 6]} :expect {:low 5 :high 5 :outliers [{:index 4 :value 6}]}}
          {:description "a wider reach" :input {:values [10 12 11 13 20] :factor 3} :expect {:low 5 :high 19 :outliers [{:index 4 :value 20}]}}]}

 {:tool "moving-average"
  :cases [{:description "of three" :input {:values [3 6 9 12] :window 3} :expect [nil nil 6 9] :tags ["smoke"]}
          {:description "of one it is the values" :input {:values [1 nil 3] :window 1} :expect [1 nil 3]}
          {:description "gaps are left out" :input {:values [2 nil 4 nil nil] :window 2} :expect [nil 2 4 4 nil]}
          {:description "nothing" :input {:values [] :window 3} :expect []}
          {:description "a window longer than all" :input {:values [1 2] :window 9} :expect [nil nil]}]}

 {:tool "correlation"
  :cases [{:description "against each other" :input {:xs [1 2 3] :ys [6 4 2]} :expect {:r -1 :n 3} :tags ["smoke"]}
          {:description "one side never varies" :input {:xs [1 2 3] :ys [5 5 5]} :expect {:r nil :n 3}}
          {:description "nothing" :input {:xs [] :ys []} :expect {:r nil :n 0}}
          {:description "gaps drop the pair" :input {:xs [1 nil 2 3] :ys [1 9 2 3]} :expect {:r 1 :n 3}}
          {:description "huge and tiny" :input {:xs [1e12 2e12 3e12] :ys [1e-9 2e-9 3e-9]} :predicate "(fn [x] (> (:r x) 0.999999))"}]}

 {:tool "histogram"
  :cases [{:description "four bins" :input {:values [0 1 2 3 4] :bins 4}
           :expect {:bins [{:from 0 :to 1 :count 1} {:from 1 :to 2 :count 1} {:from 2 :to 3 :count 1} {:from 3 :to 4 :count 2}] :missing 0} :tags ["smoke"]}
          {:description "nothing" :input {:values []} :expect {:bins [] :missing 0}}
          {:description "only gaps" :input {:values [nil nil] :bins 3} :expect {:bins [] :missing 2}}
          {:description "every number is counted once" :input {:values [-3.5 0 0.1 0.2 0.3 7 nil] :bins 3} :predicate "(fn [h] (= 6 (sum (map :count (:bins h)))))"}]}]
