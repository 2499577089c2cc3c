;; A closing bracket belongs to the address only when it was opened there.
(defn- without-tail [url]
  (let [end (last (map str (seq url)))
        opened (fn [sign] (count (filter (fn [c] (= c sign)) (map str (seq url)))))]
    (cond
      (re-matches #"[.,;:!?'\"’”»…*]" end) (recur (subs url 0 (dec (count url))))
      (and (= end ")") (> (opened ")") (opened "("))) (recur (subs url 0 (dec (count url))))
      (and (= end "]") (> (opened "]") (opened "["))) (recur (subs url 0 (dec (count url))))
      :else url)))

(defn extract-urls
  "The web addresses (http, https) in a text, in order, each once, without the punctuation around them. nil gives none."
  {:signature "(text :string?) -> [:string]"
   :tags ["text" "extract" "url"]
   :deterministic true
   :examples [{:args {:text "See https://example.com/a_(b)?q=1, or (http://example.org)."}
               :result ["https://example.com/a_(b)?q=1" "http://example.org"]}]}
  [text]
  (->> (re-seq #"(?i)\bhttps?://[^\s<>\"`{}|\\^]+" (or text ""))
       (map without-tail)
       (remove (fn [url] (re-matches #"(?i)https?:/*" url)))
       distinct
       vec))
