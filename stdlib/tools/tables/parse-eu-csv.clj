;; By the first line: a comma in the others may well be a decimal one.
(defn- delimiter-of [text]
  (let [line (or (first (str/split-lines text)) "")]
    (or (first (filter (fn [sign] (str/includes? line sign)) [";" "\t" "|" ","])) ";")))

(defn parse-eu-csv
  "Parses CSV text as European spreadsheets write it: semicolons, 1.234,50 (also with € or %), 31.12.2024. Like parse-table with the locale de: typed columns, ISO dates, nil for empty cells, and problems for cells that do not fit the types given."
  {:signature "(text :string, types :map?) -> {columns [:string], types :map, rows [:map], problems [{row :int, column :string, value :string, problem :string}]}"
   :tags ["tables" "csv" "parse" "european"]
   :deterministic true
   :examples [{:args {:text "Name;PLZ;Eintritt;Gehalt\nAnn Müller;01067;01.02.2024;4.250,50 €\nBo;99084;;\n"}
               :result {:columns ["Name" "PLZ" "Eintritt" "Gehalt"]
                        :types {:Name "text" :PLZ "text" :Eintritt "date" :Gehalt "number"}
                        :rows [{:Name "Ann Müller" :PLZ "01067" :Eintritt "2024-02-01" :Gehalt 4250.5}
                               {:Name "Bo" :PLZ "99084" :Eintritt nil :Gehalt nil}]
                        :problems []}}]}
  [text types]
  (parse-table text "de" types (delimiter-of text)))
