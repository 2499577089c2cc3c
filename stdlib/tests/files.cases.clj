;; Cases that hold without a grant: what reads files is proven by test/stdlib with one.
[{:tool "glob-read"
  :cases [{:description "no pattern, no files" :input {:pattern []} :expect {:files [] :skipped [] :matched 0} :tags ["smoke"]}]}]
