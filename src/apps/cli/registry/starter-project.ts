// What ptc init writes: small, working, and saying what each part is for.

export function starterFiles(stdlib: boolean): Readonly<Record<string, string>> {
  return stdlib ? { ...files, "ptc.json": files["ptc.json"].replace("{\n", '{\n  "stdlib": true,\n') } : files;
}

const files = {
  "ptc.json": `{
  "registry": ".ptc/registry.db",
  "deny": []
}
`,
  ".gitignore": ".ptc/\n",
  "tools/word-tools.clj": `;; Every definition with a :signature is a tool; the others are helpers of this file.

(defn- words [text]
  (re-seq #"[\\p{L}\\p{N}']+" (str/lower-case text)))

(defn top-words
  "The most frequent words of a text, most frequent first."
  {:signature "(text :string, n :int) -> [{word :string, count :int}]"
   :tags ["text" "statistics"]
   :deterministic true
   :examples [{:args {:text "to be or not to be" :n 1} :result [{:word "be" :count 2}]}]}
  [text n]
  (->> (frequencies (words text))
       (map (fn [[word n]] {:word word :count n}))
       (sort-by (juxt (comp - :count) :word))
       (take n)))
`,
  "tests/top-words.cases.json": `{
  "tool": "top-words",
  "cases": [
    {
      "description": "an empty text has no words",
      "input": { "text": "", "n": 3 },
      "expect": [],
      "tags": ["smoke"]
    },
    {
      "description": "never more than asked for",
      "input": { "text": "a b c d e", "n": 2 },
      "predicate": "(fn [result] (= 2 (count result)))"
    }
  ]
}
`,
  "skills/word-statistics/SKILL.md": `---
name: word-statistics
description: How to read word counts of texts. Use when comparing texts by their words.
metadata:
  ptc-applies-to: top_words
  ptc-tags: text, statistics
---

Words that are frequent everywhere (the, and, of) say little: leave them out before comparing texts.
Counts of texts of different length compare only as shares of all words.
`,
};
