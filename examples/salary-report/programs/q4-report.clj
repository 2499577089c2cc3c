;; What a worker agent writes over the image: five calls, no loop through a model.
(let [{:keys [rows rejected]} (parse-csv-eu (tool/read-payroll {:path "data/employees.csv"}))
      paid (filter-employees rows "EU" 2025 4)]
  (println (format-report "Q4 2025, employees in the EU" (salary-calc paid 3)))
  {:rows (count rows) :in-report (count paid) :rejected (mapv :line rejected)})
