(defn- section-text [{:keys [heading text rows columns note]}]
  (let [parts [(str "## " heading)
               text
               (when (some? rows) (if (empty? rows) "No rows." (markdown-table rows columns nil)))
               (when (some? note) (str "*" note "*"))]]
    (str/join "\n\n" (remove str/blank? parts))))

(defn markdown-report
  "Writes a report in Markdown: a title, an optional summary, and sections, each with a heading and, as given, text, a table of rows and a note below it. A section with no rows says so."
  {:signature "(title :string, sections [{heading :string, text :string?, rows [:map]?, columns [:string]?, note :string?}], summary :string?) -> :string"
   :tags ["report" "markdown"]
   :deterministic true
   :examples [{:args {:title "Sales" :summary "Up by 4 %."
                      :sections [{:heading "By city" :rows [{:city "Bern" :amount 5}] :columns ["city" "amount"] :note "Without returns."}]}
               :result "# Sales\n\nUp by 4 %.\n\n## By city\n\n| city | amount |\n| --- | ---: |\n| Bern | 5 |\n\n*Without returns.*\n"}]}
  [title sections summary]
  (str (str/join "\n\n" (remove str/blank? (into [(str "# " title) summary] (map section-text sections)))) "\n"))
