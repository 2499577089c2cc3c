;; Times the small new program under nbb: read, compiled and run once, in a process that is warm.

(ns data
  (:require ["./sampling.mjs" :refer [sample report]]
            ["./small-source.mjs" :as small]))

(def orders (js->clj small/orders :keywordize-keys true))

(def turn (atom 0))

(let [timed (sample (fn [] (:total (load-string (small/lispProgram (swap! turn inc))))) 10)]
  (report #js {:microseconds (* 1000 (.-ms timed)) :result (.-result timed)}))
