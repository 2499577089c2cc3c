;; Times the workloads under nbb in this process. Arguments: the names of the workloads.

(require '[clojure.string :as str]
         '["./sampling.mjs" :refer [sample report]]
         '["node:fs" :as fs])

(load-string (fs/readFileSync "bench/workloads.clj" "utf8"))

(let [names *command-line-args*
      timed (reduce (fn [out name]
                      (let [work (load-string (str "bench-" name))]
                        (aset out name (sample work))
                        out))
                    (js-obj)
                    names)]
  (report timed))
