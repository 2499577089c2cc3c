// Clojure names that PTC-Lisp leaves out, each with the way to say it here. Rows are grouped by what is missing, because
// the way out is the same for the whole group; names with a way of their own follow.

import type { Habit } from "./habits.ts";

interface Group {
  readonly hint: string;
  /** Names with spaces between. Their arguments are code of their own kind and are not looked at. */
  readonly forms: string;
  readonly functions: string;
}

const groups: readonly Group[] = [
  {
    hint: "There is no mutable state: build the value with reduce or loop/recur, bind steps with let, and keep it between turns with def.",
    forms: "dosync set! with-redefs with-local-vars locking",
    functions:
      "atom swap! swap-vals! reset! reset-vals! compare-and-set! deref add-watch remove-watch ref alter commute ref-set ensure agent send send-off await volatile! vswap! vreset! var-set var-get alter-var-root intern set-validator! alter-meta! reset-meta! java.util.concurrent.atomic.AtomicInteger. java.util.ArrayList. ArrayList. java.util.HashMap. HashMap. object-array int-array long-array double-array make-array aset aget alength",
  },
  {
    hint: "Collections never change, so there are no transients: use conj, assoc and dissoc with reduce, or (into [] coll).",
    forms: "",
    functions: "transient persistent! conj! assoc! dissoc! disj! pop!",
  },
  {
    hint: "There are no exceptions: test first, e.g. (if (zero? d) 0 (/ n d)), or end the program with (fail reason).",
    forms: "try catch finally",
    functions:
      "throw ex-info ex-message ex-data ex-cause Exception. RuntimeException. Throwable. IllegalArgumentException. IllegalStateException. Error. NumberFormatException. Exception Throwable ArithmeticException Throwable->map",
  },
  {
    hint: "There are no assertions: write (when-not test (fail reason)).",
    forms: "",
    functions: "assert assert-equal assert-equals assertEquals clojure.test/is",
  },
  {
    hint: "There are no macros: write a function with defn, and pass code as (fn [] …).",
    forms: "defmacro macrolet definline",
    functions: "macroexpand macroexpand-1 macroexpand-all gensym syntax-quote unquote unquote-splicing",
  },
  {
    hint: "Programs cannot run text as code: call the function itself; for data in text use json/parse-string or parse-long.",
    forms: "",
    functions:
      "eval read-string read clojure.edn/read-string edn/read-string load-string load-file load resolve ns-resolve requiring-resolve find-var compile",
  },
  {
    hint: "Sequences are computed at once: leave it out and use map, filter, for or range; (take n (iterate f x)) bounds an endless one.",
    forms: "lazy-seq lazy-cat",
    functions: "realized? iterator-seq enumeration-seq iteration chunk seque",
  },
  {
    hint: "Values are computed when they are bound: use let or (fn [] …) instead.",
    forms: "delay",
    functions: "force delay?",
  },
  {
    hint: "There are no threads: compute the value directly, or call tools at the same time with pmap or pcalls.",
    forms: "future go go-loop async thread pvalues future-call",
    functions:
      "promise deliver future-cancel future-done? chan >! <! >!! <!! alts! close! put! Thread. Thread/sleep Thread/currentThread await-for await Thread sleep time.sleep setTimeout",
  },
  {
    hint: "Programs have no files, network or console input: call a granted tool as (tool/name {:key value}), or read data/name.",
    forms: "with-open with-in-str",
    functions:
      "slurp spit read-line line-seq file-seq open input fetch requests requests.get file clojure.java.io/reader clojure.java.io/writer clojure.java.io/file io/reader io/writer io/file clojure.java.shell/sh sh shell File. java.io.File. URL. client/get http/get axios.get clj-http.client/get open-file read-file write-file readFile fs.readFileSync curl http-get http/post requests.post axios.post jdbc/query sql/query db/query",
  },
  {
    hint: "End the program with (return value), or with (fail reason).",
    forms: "",
    functions: "System/exit Runtime/getRuntime exit quit sys.exit process.exit",
  },
  {
    hint: "Programs see nothing of the host's system: the host passes settings in as data/name.",
    forms: "",
    functions: "System/getenv System/getProperty System/setProperty System/gc os.environ os.getenv process.env",
  },
  {
    hint: "There are no transducers: thread the collection, (->> coll (map f) (filter pred) (reduce g init)).",
    forms: "transduce eduction sequence",
    functions: "completing halt-when cat xform",
  },
  {
    hint: "There are no types to define: use a map with keyword keys {:x 1 :y 2}, functions made with defn, and case or cond to dispatch.",
    forms:
      "defrecord deftype defprotocol defmulti defmethod extend-type extend-protocol reify proxy defstruct definterface gen-class defclass struct interface",
    functions: "satisfies? extends? struct-map create-struct prefer-method isa? derive make-hierarchy",
  },
  {
    hint: "Namespaces are built in: leave this out and write str/join, set/union, walk/postwalk or json/parse-string directly.",
    forms: "ns require use import refer in-ns from refer-clojure include using",
    functions: "alias all-ns the-ns ns-publics find-ns create-ns load-module require-module",
  },
  {
    hint: "There are no dynamic variables: pass the value as an argument, or bind it with let.",
    forms: "binding with-bindings bound-fn",
    functions: "bound? thread-bound? push-thread-bindings",
  },
  {
    hint: "Values carry no metadata: keep the information in a map next to the value.",
    forms: "",
    functions: "with-meta meta vary-meta",
  },
];

/** Names with a way of their own whose arguments make no sense here either. */
const ownForms = new Set("instance? isinstance doto .. . new memfn while".split(" "));

const own: readonly (readonly [names: string, hint: string])[] = [
  [
    "instance? class? isinstance",
    "Test the kind of a value with string?, number?, map?, vector?, keyword? or (type x).",
  ],
  ["class typeof getClass", "Use (type x), which gives a keyword such as :string, or a test such as (string? x)."],
  ["re-groups re-matcher", 'Use (re-find #"(a)(b)" s): with groups it gives [whole group1 group2].'],
  ["time", "Leave it out: programs cannot measure time; the run reports the steps it used."],
  ["trampoline", "Use loop/recur, which runs in constant stack."],
  ["for-all", "Use (every? pred coll)."],
  ["exists? any exists", "Use (some pred coll)."],
  ["all", "Use (every? pred coll)."],
  ["none none?", "Use (not-any? pred coll)."],
  ["map-vals mapvals map-values", "Use (update-vals m f)."],
  ["map-keys mapkeys", "Use (update-keys m f)."],
  ["filter-vals filter-keys filter-kv", "Use (into {} (filter (fn [[k v]] test) m))."],
  ["dissoc-in", "Use (update-in m [:a] dissoc :b)."],
  ["deep-merge", "Use (merge-with merge a b) for two levels."],
  ["index-by key-by keyBy", "Use (into {} (map (juxt :id identity) coll))."],
  ["count-by countBy", "Use (frequencies (map f coll))."],
  ["count-if", "Use (count (filter pred coll))."],
  ["remove-if", "Use (remove pred coll)."],
  ["remove-nil compact", "Use (remove nil? coll)."],
  ["with-out-str", 'Use str or (format "…" x) to build text.'],
  ["doto", "Nothing changes in place: thread with -> instead, (-> m (assoc :a 1) (assoc :b 2))."],
  ["..", "Thread with ->: (-> s .trim .toUpperCase), or (-> s str/trim str/upper-case)."],
  [".", "Call the method by name: (.length s), or use the function, (count s)."],
  ["memfn", "Write the method in a function: #(.trim %)."],
  ["while", "There is no while: write (loop [x start] (if test (recur next) x))."],
  ["case-of", "Write (case x :a 1 :b 2 default)."],
  ["if-else ifelse", "Write (if test then else); for several tests use cond."],
  ["unless", "Use (when-not test body) or (if-not test then else)."],
  ["until", "Write (loop [x start] (if done x (recur next)))."],
  ["new", 'There are no classes to make objects of: use a map {:a 1}; dates come from (LocalDate/parse "2026-01-31").'],
  ["StringBuilder. StringBuffer.", "Join text with (str a b) or (str/join coll)."],
  ["Integer. Long. Short. Number. java.lang.Integer.", "Use (parse-long s) for text, (long x) for numbers."],
  ["Double. Float. BigInteger. java.lang.Double.", "Use (parse-double s) for text, (double x) for numbers."],
  ["String. java.lang.String.", "Use (str x)."],
  ["Object. Object", "Use a map with keyword keys."],
  ["Date. java.time.LocalDateTime/now LocalDateTime/now", "Use (Instant/now) or (LocalDate/now)."],
  ["java.util.UUID/randomUUID UUID/randomUUID uuid uuid4 random-uuid4", "Use (random-uuid)."],
  ["*out* *err* *in* System.out.println System/out", "Print with (println x)."],
  [
    "*ns* *file* *clojure-version* *command-line-args*",
    "Programs cannot see their host; pass what is needed as data/name.",
  ],
  ["pprint clojure.pprint/pprint pp", "Use (println x) or (prn x)."],
  ["print-table clojure.pprint/print-table", "Use (doseq [row rows] (println row))."],
  ["cl-format clojure.pprint/cl-format", 'Use (format "%s" x).'],
  ["printf", 'Use (println (format "…" x)).'],
  ["prf sprintf", 'Use (format "%s" x).'],
  ["newline", 'Use (println) or "\\n".'],
  ["flush", "Leave it out: what is printed is kept in order."],
  ["ratio rationalize numerator denominator", "There are no ratios: (/ a b) gives a float, (quot a b) a whole number."],
  ["bigdec decimal with-precision BigDecimal.", "There are no decimals: use floats, or count in whole cents."],
  ["byte short unchecked-add unchecked-inc", "Use int or long; integers grow as needed."],
  ["unchecked-multiply unchecked-subtract unchecked-dec", "Use +, - and *; integers grow as needed."],
  ["hash hash-code hashCode", "Values are compared with = and can be map keys as they are."],
  ["compare-by", "Use (sort-by keyfn coll)."],
  ["sort-desc sort-descending sort-reverse", "Use (sort > coll), or (sort-by :key > coll)."],
  ["sorted", "Use (sort coll) or (sort-by keyfn coll)."],
  ["partitionv splitv-at partitionv-all", "Leave out the v: partition and split-at already give vectors."],
  ["vec-of vector-of", "Write a vector [1 2 3]."],
  ["queue clojure.lang.PersistentQueue/EMPTY", "Use a vector with conj, first and (vec (rest q))."],
  ["clojure.string", "It is built in: write str/join, str/split, str/trim … directly."],
  ["clojure.set", "It is built in: write set/union, set/difference … directly."],
  ["clojure.walk", "It is built in: write walk/postwalk … directly."],
  ["clojure.core", "It is built in: write the plain name, (map f coll)."],
  ["cheshire.core/parse-string cheshire/parse-string", "Use (json/parse-string s)."],
  ["cheshire.core/generate-string cheshire/generate-string", "Use (json/generate-string x)."],
  ["clojure.data.json/read-str data.json/read-str", "Use (json/parse-string s)."],
  ["clojure.data.json/write-str data.json/write-str", "Use (json/generate-string x)."],
  ["clojure.data/diff", "Use (set/difference a b) on sets of items."],
];

function rows(names: string, hint: string, form: boolean): (readonly [string, Habit])[] {
  return names
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => [name, { hint, form }] as const);
}

export function clojureHabits(): (readonly [string, Habit])[] {
  return [
    ...groups.flatMap(({ hint, forms, functions }) => [...rows(functions, hint, false), ...rows(forms, hint, true)]),
    ...own.flatMap(([names, hint]) =>
      rows(names, hint, false).map(([name, habit]) => [name, { ...habit, form: ownForms.has(name) }] as const),
    ),
  ];
}
