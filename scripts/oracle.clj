;; Fills in the `clojure` field of the conformance cases with what JVM Clojure answers.
;;
;;   clojure scripts/oracle.clj test/conformance/clojure/*.jsonl     rewrites the files in place
;;
;; Each line is a flat JSON object of strings. Every case runs in a namespace of its own called `user`, with
;; clojure.string (str, string), clojure.set (set), clojure.walk (walk) and clojure.math required; the answer is pr-str of the last
;; form, "error" when reading or evaluating throws, and "endless" when it does not come within five seconds.

(ns ptc.oracle
  (:require clojure.string clojure.set clojure.walk clojure.math)
  (:import (java.io StringReader StringWriter) (clojure.lang LineNumberingPushbackReader)))

(defn read-json-string
  "The string whose opening quote is at i, and the index after its closing quote."
  [^String s i]
  (let [out (StringBuilder.)]
    (loop [i (inc i)]
      (let [c (.charAt s i)]
        (case c
          \" [(str out) (inc i)]
          \\ (let [e (.charAt s (inc i))]
               (if (= e \u)
                 (do (.append out (char (Integer/parseInt (subs s (+ i 2) (+ i 6)) 16)))
                     (recur (+ i 6)))
                 (do (.append out (get {\n \newline \t \tab \r \return \b \backspace \f \formfeed} e e))
                     (recur (+ i 2)))))
          (do (.append out c) (recur (inc i))))))))

(defn read-flat-object
  "A JSON object whose keys and values are strings, as pairs in order."
  [^String line]
  (loop [i 1 parts []]
    (let [c (.charAt line i)]
      (cond
        (= c \}) (partition 2 parts)
        (= c \") (let [[s next-i] (read-json-string line i)] (recur next-i (conj parts s)))
        :else (recur (inc i) parts)))))

(defn write-json-string [^String s]
  (let [out (StringBuilder. "\"")]
    (doseq [c s]
      (case c
        \" (.append out "\\\"")
        \\ (.append out "\\\\")
        \newline (.append out "\\n")
        \tab (.append out "\\t")
        \return (.append out "\\r")
        \backspace (.append out "\\b")
        \formfeed (.append out "\\f")
        (if (or (< (int c) 32) (Character/isSurrogate c))
          (.append out (format "\\u%04x" (int c)))
          (.append out c))))
    (str (.append out "\""))))

(defn fresh-namespace []
  (remove-ns 'user)
  (let [n (create-ns 'user)]
    (binding [*ns* n]
      (refer 'clojure.core)
      (alias 'str 'clojure.string)
      (alias 'string 'clojure.string)
      (alias 'set 'clojure.set)
      (alias 'walk 'clojure.walk)
      (import '(java.time LocalDate Instant Duration Period) '(java.time.temporal ChronoUnit) '(java.util Date)))
    n))

(defn answer [code]
  (binding [*ns* (fresh-namespace)
            *out* (StringWriter.)
            *1 nil *2 nil *3 nil]
    (try
      (let [reader (LineNumberingPushbackReader. (StringReader. code))
            eof (Object.)]
        (loop [value nil]
          (let [form (read {:eof eof} reader)]
            (if (identical? form eof)
              (pr-str value)
              (recur (eval form))))))
      (catch Throwable _ "error"))))

(defn answer-in-time [code]
  (let [p (promise)
        ;; Deep recursion that the JVM's default stack would refuse is not what these cases are about.
        t (Thread. nil #(deliver p (answer code)) "case" (* 64 1024 1024))]
    (.setDaemon t true)
    (.start t)
    (deref p 5000 "endless")))

(defn with-answer [line]
  (let [pairs (read-flat-object line)
        fields (into {} (map vec) pairs)
        answered (assoc fields "clojure" (answer-in-time (fields "code")))
        order (filter answered ["code" "clojure" "differs" "ptc"])]
    (str "{" (clojure.string/join ", " (map #(str (write-json-string %) ": " (write-json-string (answered %))) order)) "}")))

(doseq [path *command-line-args*]
  (let [lines (remove clojure.string/blank? (clojure.string/split-lines (slurp path)))]
    (spit path (str (clojure.string/join "\n" (mapv with-answer lines)) "\n"))
    (binding [*out* *err*] (println path (count lines)))))
(shutdown-agents)
(System/exit 0)
