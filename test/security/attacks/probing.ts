// Programs that look for the host: prototypes, globals, evaluation, files, names that must not be bound anew; and forged
// session state.

import { type Attack, attacks } from "./attack.ts";

const keys = attacks({
  nil: [
    '(get {} "constructor")',
    '(get {} "__proto__")',
    "(:toString {})",
    "(:__proto__ {})",
    '(get-in {} ["constructor" "prototype"])',
    "(:constructor [1 2])",
    '(get [1 2] "length")',
    '(get "abc" "length")',
    "(:name inc)",
    '(get inc "constructor")',
    '(get #{} "constructor")',
    '(:polluted (assoc-in {} ["__proto__" "polluted"] 1))',
    '(:polluted (merge {} (json/parse-string "{\\"__proto__\\": {\\"polluted\\": 1}}")))',
  ],
  '{"__proto__" 1}': ['{"__proto__" 1}', '(json/parse-string "{\\"__proto__\\": 1}")', '(assoc {} "__proto__" 1)'],
  '{"__proto__" {"polluted" 1}}': ['(assoc-in {} ["__proto__" "polluted"] 1)'],
  "{:constructor {:prototype {:x 1}}}": ["(assoc-in {} [:constructor :prototype :x] 1)"],
  '{"__proto__" 2, "constructor" 1}': ['(frequencies ["__proto__" "__proto__" "constructor"])'],
  '{"valueOf" 1}': ['(zipmap ["valueOf"] [1])'],
  '[:hasOwnProperty "isPrototypeOf"]': ['(vec (keys {:hasOwnProperty 1 "isPrototypeOf" 2}))'],
  "{:a 1}": ["(let [{:keys [a] :as m} {:a 1}] m)"],
  '["__proto__"]': ['(vec (distinct ["__proto__" "__proto__"]))'],
  '{"a" 1, "__proto__" 2}': ['(group-by identity []) (into {"a" 1} {"__proto__" 2})'],
});

const names = attacks({
  "error: unbound_var": [
    "(eval '(+ 1 1))",
    '(slurp "/etc/passwd")',
    '(spit "/tmp/x" 1)',
    "(require 'fs)",
    "globalThis",
    "process",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "(constructor 1)",
    "(resolve 'inc)",
    "(alter-var-root inc 1)",
    "(atom 1)",
    "(future 1)",
  ],
  "error: invalid_form": ["js/process", "js/globalThis", '(js/eval "1")'],
  "error: unsupported_pattern": ["(let [tool/echo inc] 2)"],
  "error: unknown_tool": ["(tool/constructor {})", "(tool/__proto__ {})", "(tool/nope {})", "(tool/toString {})"],
  nil: ["data/constructor", "data/__proto__"],
});

const forged = (definitions: unknown, history: unknown = []): unknown => ({ ptc: 1, definitions, history });

const states: readonly Attack[] = [
  ["a text that is no JSON", "{"],
  ["a number", 7],
  ["a list", []],
  ["another version", { ptc: 2, definitions: [], history: [] }],
  ["unknown fields", { ptc: 1, definitions: [], history: [], evil: 1 }],
  ["definitions that are no list", forged({})],
  ["a definition without an expression", forged([["a"]])],
  ["a name with a parenthesis", forged([["a) (def b", "1"]])],
  ["a name of a tool", forged([["tool/x", "1"]])],
  ["an expression that closes its own def", forged([["a", "1) (def b 2"]])],
  ["an expression that does not end", forged([["a", "(loop [] (recur))"]])],
  ["an expression that calls a tool", forged([["a", "(tool/echo {})"]])],
  ["an expression that allocates for ever", forged([["a", "(vec (range 1e9))"]])],
  ["an expression that recurses", forged([["a", "((fn f [] (inc (f))))"]])],
  ["a million parens", forged([["a", "(".repeat(1_000_000)]])],
  ["history that is no text", forged([], [1])],
  ["history of four", forged([], ["1", "2", "3", "4"])],
  ["history that is no program", forged([], ["("])],
].map(([name, memory]) => ({ name: `forged state: ${String(name)}`, program: "(+ 1 1)", memory, ends: "refused" }));

const rebinding = attacks({
  "3": ["(defn inc [x] (+ x 2)) (inc 1)", "(let [inc (fn [x] (+ x 2))] (inc 1))", "(let [str 3] str)"],
});

export const probing: readonly Attack[] = [...keys, ...names, ...rebinding, ...states];
