;; What a worker agent might write: which regions owe us most, and who to call first.
(defn overdue? [{:keys [status days-open]}]
  (and (= status "open") (> days-open 30)))

(defn summarize [[region orders]]
  (let [late (filter overdue? orders)]
    {:region region
     :orders (count orders)
     :total (sum-by :amount orders)
     :overdue (count late)
     :call-first (:customer (max-by :amount late))}))

(->> data/orders
     (group-by :region)
     (map summarize)
     (sort-by :total >)
     vec)
