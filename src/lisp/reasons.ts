// One page per reason a program can fail with: what it means, why it happens and how to mend it, a program that shows it
// and one that does not. The type makes sure that no reason is without a page.

import type { Reason } from "./fault.ts";

export interface ReasonPage {
  /** Ends "the program failed because …". */
  readonly summary: string;
  /** The usual causes, then the fix. */
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
  /** No program causes it by itself: a limit, a tool or the caller does. */
  readonly fromHost?: true;
}

const pages = {
  parse_error: {
    summary: "the text cannot be read",
    text: "A bracket or a string is not closed, a bracket is of the wrong kind or one too many, or something is written as another language writes it. The place is the bracket that was opened or the one that does not fit; the hint says what to add, replace or remove.",
    wrong: "(map inc [1 2 3)",
    right: "(map inc [1 2 3])",
  },
  invalid_form: {
    summary: "a form is not shaped as it must be",
    text: "The text reads, but a form such as let, fn, recur or def is put together wrongly, or a namespace does not exist. The hint shows the shape to write.",
    wrong: "(let [x] x)",
    right: "(let [x 1] x)",
  },
  invalid_arity: {
    summary: "a special form has too many or too few parts",
    text: "Special forms take a fixed number of parts: if has a test, a result and an else. Several expressions in one place go into (do …).",
    wrong: "(if true 1 2 3)",
    right: "(if true 1 2)",
  },
  type_error: {
    summary: "a function was given a value of the wrong type",
    text: "Most often a key was missing and the value is nil, or the arguments are in the wrong order. Give a default with (or x 0) or (get m :k 0), parse text with parse-long, and look at a value with (describe x).",
    wrong: "(+ 1 nil)",
    right: "(+ 1 (or nil 0))",
  },
  arithmetic_error: {
    summary: "a calculation has no result",
    text: "The divisor is the integer zero, a number is out of range, or something to add up is no number. Test the divisor first.",
    wrong: "(/ 1 0)",
    right: "(let [d 0] (if (zero? d) 0 (/ 1 d)))",
  },
  arity_error: {
    summary: "a function was called with the wrong number of arguments",
    text: "The hint shows how the function is called. In (-> x (f a)) and (->> x (f a)) the threaded value counts as an argument too.",
    wrong: "(count)",
    right: "(count [1 2])",
  },
  unbound_var: {
    summary: "a name is not defined",
    text: "The name is neither bound by let, fn or def, nor a builtin. Misspelt names get a suggestion; names of other languages and parts of Clojure that do not exist here get the way to write it in PTC-Lisp.",
    wrong: "(lenght [1 2])",
    right: "(count [1 2])",
  },
  not_callable: {
    summary: "something that is not a function stands first in ( )",
    text: "The first item in ( ) is called. Functions, keywords, maps, sets and vectors can be called; numbers, strings and nil cannot. Write data in [ ], put operators first, and drop parentheses around what is already a value.",
    wrong: "((+ 1 2))",
    right: "(+ 1 2)",
  },
  runtime_error: {
    summary: "the program went wrong in another way",
    text: "The message says how: an index out of range, a case without a match, a text that is no name. The hint says what to write instead.",
    wrong: "(assoc [1] 5 :x)",
    right: "(assoc [1] 1 :x)",
  },
  duplicate_key: {
    summary: "a map or set literal names a key twice",
    text: "Only one of the two values could be kept. Remove one; merge and assoc replace values on purpose.",
    wrong: "{:a 1 :a 2}",
    right: "{:a 2}",
  },
  destructure_error: {
    summary: "a pattern does not fit its value",
    text: "A vector pattern takes sequences apart, a map pattern takes maps apart. (describe x) shows the shape of a value.",
    wrong: "(let [[a] 5] a)",
    right: "(let [[a] [5]] a)",
  },
  unsupported_pattern: {
    summary: "something cannot be bound to",
    text: "A binding is a name, then its value. In place of the name may stand a vector pattern [a b & more :as all] or a map pattern {:keys [a b] :or {a 0} :as m}.",
    wrong: "(let [5 1] 1)",
    right: "(let [x 1] x)",
  },
  unsupported_method: {
    summary: "a method is not part of PTC-Lisp",
    text: "Only the methods of the reference exist, for strings and times. Use the function of the same purpose; a key of a map is read with (:key m).",
    wrong: '(.foo "a")',
    right: '(str/upper-case "a")',
  },
  invalid_placeholder: {
    summary: "a % name is not a parameter",
    text: "Inside #( ) parameters are %, %1 to %20 and %&; outside of it there are none. Give parameters names with (fn [a b] …). For the remainder use mod or rem.",
    wrong: "#(+ %x 1)",
    right: "#(+ % 1)",
  },
  java_type_error: {
    summary: "a Java-named function has no form for these arguments",
    text: "Functions under Java names (Math/max, .substring, LocalDate/parse) take exactly the types of their Java forms. The PTC-Lisp function of the same purpose is often more lenient.",
    wrong: "(Math/max 1 2.0)",
    right: "(max 1 2.0)",
  },
  java_domain_error: {
    summary: "a Java-named function cannot work with this value",
    text: "The text does not parse, a position is outside the string, a date is out of range, or the value is nil. parse-long, parse-double and subs give nil or cut back instead.",
    wrong: '(Integer/parseInt "x")',
    right: '(parse-long "x")',
  },
  java_arity_error: {
    summary: "a Java-named function was called with the wrong number of arguments",
    text: "The hint shows the call forms. A method takes its object first: (.substring s 0 2).",
    wrong: "(Math/max 1 2 3)",
    right: "(max 1 2 3)",
  },
  unsupported_java_class: {
    summary: "a Java class is not part of PTC-Lisp",
    text: "Math, System, Integer, Long, Double, Float, Boolean, Character, String, LocalDate, Instant, Duration and java.util.Date are there, with the members the reference lists.",
    wrong: "(Optional/of 1)",
    right: "(Math/abs -1)",
  },
  unsupported_java_member: {
    summary: "a Java class does not have this member here",
    text: "Only some members of each class exist, and a method belongs to the classes that own it. Use the function of the same purpose.",
    wrong: "(Math/bit-and 7 3)",
    right: "(bit-and 7 3)",
  },
  invalid_java_string: {
    summary: "a Java method would cut a character in half",
    text: "Java counts UTF-16 units, of which some characters have two. subs and nth count whole characters.",
    wrong: '(.substring "😀" 0 1)',
    right: '(subs "😀" 0 1)',
  },
  contract_error: {
    summary: "an argument or result does not fit the function's signature",
    text: "A function with a :signature checks every call. The message names the parameter, the path inside it and what was expected. Convert the value before the call, or correct the signature.",
    wrong: '(do (defn f {:signature "(n :int) -> :int"} [n] n) (f "x"))',
    right: '(do (defn f {:signature "(n :int) -> :int"} [n] n) (f 1))',
  },
  unknown_tool: {
    summary: "no tool of that name is granted",
    text: "Programs call only the tools their host grants, as (tool/name {…}). The hint gives the nearest name or lists the tools there are.",
    wrong: "(tool/serach {})",
    right: "(tool/search {})",
  },
  tool_error: {
    summary: "a tool failed",
    text: "The tool itself reported an error, its answer could not be used, or it answers later while the program is run synchronously. Check the arguments; the message is the tool's own.",
    wrong: "(tool/fetch {:id -1})",
    right: "(tool/fetch {:id 1})",
    fromHost: true,
  },
  tool_call_limit_exceeded: {
    summary: "the program called tools more often than it may",
    text: "The host bounds all tool calls of a run, and those of one tool. Call fewer: filter first, ask for several items in one call, or raise limits.toolCalls or limits.toolCallsPerTool.",
    wrong: "(map #(tool/fetch {:id %}) (range 2000))",
    right: "(map #(tool/fetch {:id %}) (range 20))",
    fromHost: true,
  },
  parallel_capacity_exceeded: {
    summary: "more calls were to run at once than the host allows",
    text: "pmap and pcalls overlap tool calls up to limits.parallelWidth. Nest fewer of them, use map inside, or raise the limit.",
    wrong: "(pmap (fn [a] (pmap (fn [b] (tool/fetch {:id b})) (range 100))) (range 100))",
    right: "(pmap (fn [a] (tool/fetch {:id a})) (range 10))",
    fromHost: true,
  },
  approval_required: {
    summary: "a tool call waits for a person's approval",
    text: "The host lets a person decide on calls of this tool. Nothing is wrong with the program: wait for the decision, then run it again or go on as the host says.",
    wrong: "(tool/fetch {:id 1})",
    right: "(tool/search {})",
    fromHost: true,
  },
  fuel_exceeded: {
    summary: "the program ran too many steps",
    text: "Every call and loop turn costs one step, and the limit stops a program at the same step everywhere. Make the exit condition of a loop reachable, bound endless sequences with take, or raise limits.fuel for long work.",
    wrong: "(loop [] (recur))",
    right: "(loop [i 0] (if (< i 10) (recur (inc i)) i))",
  },
  memory_exceeded: {
    summary: "the program would allocate too much",
    text: "Collections and strings are charged before they are made. Bound them with take or filter first, or raise limits.memoryBytes, limits.collectionItems or limits.stringLength.",
    wrong: "(vec (range 1e9))",
    right: "(vec (range 1000))",
  },
  depth_exceeded: {
    summary: "calls or values are nested too deeply",
    text: "Recursion that is not in tail position needs depth for every call, and so do deeply nested values. loop/recur, reduce and map do not; check also that the recursion stops.",
    wrong: "(do (defn f [n] (inc (f n))) (f 1))",
    right: "(reduce + (range 1000))",
  },
  loop_limit_exceeded: {
    summary: "a loop went round more often than the host allows",
    text: "This happens only where the host sets a limit on loop turns. Make the exit condition reachable, or use reduce over a bounded collection.",
    wrong: "(loop [i 0] (recur (inc i)))",
    right: "(loop [i 0] (if (< i 5) (recur (inc i)) i))",
    fromHost: true,
  },
  timeout: {
    summary: "the program took too long",
    text: "The wall-clock limit of the host, limits.timeoutMs, ended it; waiting for tools counts. Do less in one run, or overlap tool calls with pmap.",
    wrong: "(reduce + (range 1e9))",
    right: "(reduce + (range 1000))",
    fromHost: true,
  },
  cancelled: {
    summary: "the host stopped the program",
    text: "The caller gave up, or another branch of a pmap failed first. Nothing the turn defined is kept; run it again.",
    wrong: "(loop [] (recur))",
    right: "(loop [i 0] (if (< i 10) (recur (inc i)) i))",
    fromHost: true,
  },
  failed: {
    summary: "the program said (fail …)",
    text: "The value given to fail says why. Nothing the turn defined is kept. Use (return value) to end early with a result.",
    wrong: '(fail "no data")',
    right: "(return 1)",
  },
  internal_error: {
    summary: "ptc itself failed",
    text: "A bug in ptc, not in the program. Please report the program that caused it; writing it in another way may help meanwhile.",
    wrong: "no known program",
    right: "any other",
    fromHost: true,
  },
} satisfies Record<Reason, ReasonPage>;

export const reasons: ReadonlyMap<string, ReasonPage> = new Map(Object.entries(pages));
