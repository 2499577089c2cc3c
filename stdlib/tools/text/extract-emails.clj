(defn extract-emails
  "The e-mail addresses in a text, in order, each once; the part after @ in small letters. nil gives none."
  {:signature "(text :string?) -> [:string]"
   :tags ["text" "extract" "email"]
   :deterministic true
   :examples [{:args {:text "Ask ann@example.com or (Bo.Li+x@Mail.Example.org)."}
               :result ["ann@example.com" "Bo.Li+x@mail.example.org"]}]}
  [text]
  (->> (re-seq #"[\p{L}\p{N}_%+\-][\p{L}\p{N}._%+\-]*@[\p{L}\p{N}](?:[\p{L}\p{N}\-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\-]*[\p{L}\p{N}])?)+" (or text ""))
       (map (fn [found]
              (let [at (str/index-of found "@")]
                (str (subs found 0 at) (str/lower-case (subs found at))))))
       distinct
       vec))
