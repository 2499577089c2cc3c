// In which order the prompt card spends its tokens: what agent programs use most comes first. Names that no table has
// are ignored, names not listed here come last in alphabetical order, so the list may lag behind the tables.

const ordered = `
map filter reduce get get-in assoc update update-in str count first sort-by group-by into mapv filterv keys vals sum-by
sum avg avg-by min-by max-by distinct-by take drop frequencies remove select-keys merge concat mapcat some every? conj
vec contains? clojure.string/join join clojure.string/split split clojure.string/includes? includes? keyword name
json/parse-string json/generate-string json/parse-lines parse-long parse-double describe nth last rest empty? not nil?
+ - * / = < > <= >= not= inc dec mod quot rem abs max min round floor ceil sort reverse distinct dedupe flatten partition
partition-all partition-by interleave interpose zipmap range repeat iterate cycle take-while drop-while take-last
drop-last second butlast next cons list vector hash-map set hash-set disj dissoc assoc-in merge-with update-vals
update-keys map-indexed keep keep-indexed reductions reduce-kv juxt comp partial apply identity constantly complement
fnil some-fn every-pred any? not-any? not-every? pmap pcalls println pr-str format replace trim upper-case lower-case
starts-with? ends-with? blank? capitalize index-of subs re-find re-matches re-seq re-pattern split-lines grep grep-n
clojure.set/union union clojure.set/intersection intersection clojure.set/difference difference subset? superset?
string? number? int? float? keyword? map? vector? set? coll? seq? fn? boolean? zero? pos? neg? even? odd? true? false?
int float type boolean compare rand rand-int shuffle walk postwalk prewalk keywordize-keys stringify-keys tree-seq
split-at split-with find entries rename-keys index peek pop subvec not-empty doc apropos dir source export-meta
`
  .split(/\s+/)
  .filter((n) => n !== "");

const rank: ReadonlyMap<string, number> = new Map(ordered.map((name, i) => [name, i]));

/** Negative when `a` matters more than `b`. */
export function byImportance(a: string, b: string): number {
  const ra = rankOf(a);
  const rb = rankOf(b);
  return ra !== rb ? ra - rb : a < b ? -1 : a > b ? 1 : 0;
}

function rankOf(name: string): number {
  return rank.get(name) ?? rank.get(name.slice(name.lastIndexOf("/") + 1)) ?? ordered.length;
}
