(def abbreviations
  #{"mr." "mrs." "ms." "dr." "prof." "st." "jr." "sr." "vs." "e.g." "i.e." "cf." "approx." "no." "fig." "dept." "inc." "ltd." "co."
    "z.b." "d.h." "u.a." "usw." "bzw." "ca." "nr." "str." "hr." "fr." "evtl." "inkl." "zzgl." "vgl." "abs." "p.ex." "mme." "env." "sig."})

(defn- ends? [word next-word]
  (let [bare (str/replace word #"[\"'”’»)\]]+$" "")]
    (and (re-find #"[.!?…]$" bare)
         (not (contains? abbreviations (str/lower-case (str/replace bare #"^[\"'“„‘«(\[]+" ""))))
         (not (re-matches #"(?:\p{Lu}\.)+|\d+\." bare))
         (or (nil? next-word) (re-find #"^[\"'“„‘«(\[¿¡\-–—]*[\p{Lu}\p{Lo}\p{N}]" next-word)))))

(defn split-sentences
  "The sentences of a text. Abbreviations (Dr., e.g., z.B.), initials and numbers such as 3. do not end one; in Chinese and Japanese 。！？ do. Blanks and line breaks inside become one blank."
  {:signature "(text :string?) -> [:string]"
   :tags ["text" "sentences"]
   :deterministic true
   :examples [{:args {:text "Dr. Meier came at 3.5 p.m. on Monday. \"Why?\" He smiled!"}
               :result ["Dr. Meier came at 3.5 p.m. on Monday." "\"Why?\"" "He smiled!"]}]}
  [text]
  (let [spaced (str/replace (normalise-whitespace text) #"([。！？]+[」』）]*)" "$1 ")
        words (vec (remove str/blank? (str/split spaced #"\s+")))
        breaks (filter (fn [i] (let [word (nth words i)]
                                 (or (ends? word (get words (inc i))) (re-find #"[。！？][」』）]*$" word))))
                       (range (count words)))
        ends (distinct (conj (mapv inc breaks) (count words)))]
    (vec (remove str/blank?
                 (map (fn [from to] (str/join " " (subvec words from to))) (cons 0 ends) ends)))))
