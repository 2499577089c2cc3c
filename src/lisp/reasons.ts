// One page per reason a program can fail with: what it means, a program that shows it, and one that does not.

export interface ReasonPage {
  readonly summary: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}

export const reasons: ReadonlyMap<string, ReasonPage> = new Map<string, ReasonPage>([
  [
    "parse_error",
    {
      summary: "the text cannot be read",
      text: "Brackets do not match, a string is not closed, or a token is not part of PTC-Lisp. The place names the bracket that was opened or the one too many.",
      wrong: "(map inc [1 2 3)",
      right: "(map inc [1 2 3])",
    },
  ],
  [
    "invalid_form",
    {
      summary: "a special form is not shaped as it must be",
      text: "The text reads, but a form such as let, fn, recur or def is put together wrongly.",
      wrong: "(let [x] x)",
      right: "(let [x 1] x)",
    },
  ],
  [
    "invalid_arity",
    {
      summary: "a special form has too many or too few parts",
      text: "Special forms take a fixed number of parts; several expressions in one place go into (do …).",
      wrong: "(if true 1 2 3)",
      right: "(if true 1 2)",
    },
  ],
  [
    "type_error",
    {
      summary: "a function was given a value of the wrong type",
      text: "Often a key was missing and the value is nil, or arguments are in the wrong order.",
      wrong: "(+ 1 nil)",
      right: "(+ 1 (or nil 0))",
    },
  ],
  [
    "arithmetic_error",
    {
      summary: "a calculation has no result",
      text: "Division by the integer zero, or a number out of range. Test the divisor first.",
      wrong: "(/ 1 0)",
      right: "(let [d 0] (if (zero? d) 0 (/ 1 d)))",
    },
  ],
  [
    "arity_error",
    {
      summary: "a function was called with the wrong number of arguments",
      text: "The hint shows the call forms of the function.",
      wrong: "(count)",
      right: "(count [1 2])",
    },
  ],
  [
    "unbound_var",
    {
      summary: "a name is not defined",
      text: "The name is neither bound by let, fn or def, nor a builtin. Misspelt names get a suggestion; forms of other languages get the PTC-Lisp way.",
      wrong: "(lenght [1 2])",
      right: "(count [1 2])",
    },
  ],
  [
    "not_callable",
    {
      summary: "something that is not a function stands first in ( )",
      text: "Functions, keywords, maps, sets and vectors can be called; numbers, strings and nil cannot. Data lists are written in [ ].",
      wrong: "((+ 1 2))",
      right: "(+ 1 2)",
    },
  ],
  [
    "runtime_error",
    {
      summary: "the program went wrong in another way",
      text: "The message says how.",
      wrong: "(assoc [1] 5 :x)",
      right: "(assoc [1] 1 :x)",
    },
  ],
  [
    "duplicate_key",
    {
      summary: "a map or set literal names a key twice",
      text: "Remove one of the two; merge or assoc replace values on purpose.",
      wrong: "{:a 1 :a 2}",
      right: "{:a 2}",
    },
  ],
  [
    "destructure_error",
    {
      summary: "a pattern does not fit its value",
      text: "A vector pattern takes sequences apart, a map pattern takes maps apart. (describe x) shows the shape of a value.",
      wrong: "(let [[a] 5] a)",
      right: "(let [[a] [5]] a)",
    },
  ],
  [
    "unsupported_pattern",
    {
      summary: "something cannot be bound to",
      text: "Bindings are names, [ ] patterns and { } patterns.",
      wrong: "(let [5 1] 1)",
      right: "(let [x 1] x)",
    },
  ],
  [
    "unsupported_method",
    {
      summary: "a Java method is not part of PTC-Lisp",
      text: "Only the listed string and time methods exist.",
      wrong: '(.foo "a")',
      right: '(str/upper-case "a")',
    },
  ],
  [
    "invalid_placeholder",
    {
      summary: "a % name is not a parameter",
      text: "Inside #( ) parameters are %, %1 to %20 and %&.",
      wrong: "#(+ %x 1)",
      right: "#(+ % 1)",
    },
  ],
  [
    "java_type_error",
    {
      summary: "a Java-named function has no form for these arguments",
      text: "Functions under Java names (Math/max, .substring, LocalDate/parse) take exactly the types of their Java forms. The PTC-Lisp function of the same purpose is often more lenient.",
      wrong: "(Math/max 1 2.0)",
      right: "(max 1 2.0)",
    },
  ],
  [
    "java_domain_error",
    {
      summary: "a Java-named function cannot work with this value",
      text: "The text does not parse, a position is outside the string, a date is out of range, or the value is nil. parse-long, parse-double and subs give nil or cut back instead.",
      wrong: '(Integer/parseInt "x")',
      right: '(parse-long "x")',
    },
  ],
  [
    "java_arity_error",
    {
      summary: "a Java-named function was called with the wrong number of arguments",
      text: "The hint shows the call forms. A method takes its object first: (.substring s 0 2).",
      wrong: "(Math/max 1 2 3)",
      right: "(max 1 2 3)",
    },
  ],
  [
    "unsupported_java_class",
    {
      summary: "a Java class is not part of PTC-Lisp",
      text: "Math, System, Integer, Long, Double, Float, Boolean, Character, String, LocalDate, Instant, Duration and java.util.Date are there, with the members the reference lists.",
      wrong: "(Optional/of 1)",
      right: "(Math/abs -1)",
    },
  ],
  [
    "unsupported_java_member",
    {
      summary: "a Java class does not have this member here",
      text: "Only some members of each class exist, and a method belongs to the classes that own it.",
      wrong: "(Math/bit-and 7 3)",
      right: "(bit-and 7 3)",
    },
  ],
  [
    "invalid_java_string",
    {
      summary: "a Java method would cut a character in half",
      text: "Java counts UTF-16 units, of which some characters have two. subs and nth count whole characters.",
      wrong: '(.substring "😀" 0 1)',
      right: '(subs "😀" 0 1)',
    },
  ],
  [
    "contract_error",
    {
      summary: "an argument or result does not fit the function's signature",
      text: "A function with a :signature checks every call. The message names the parameter and the path.",
      wrong: '(do (defn f {:signature "(n :int) -> :int"} [n] n) (f "x"))',
      right: '(do (defn f {:signature "(n :int) -> :int"} [n] n) (f 1))',
    },
  ],
  [
    "unknown_tool",
    {
      summary: "no tool of that name is granted",
      text: "Programs call only the tools their host grants, as (tool/name {…}).",
      wrong: "(tool/serach {})",
      right: "(tool/search {})",
    },
  ],
  [
    "tool_error",
    {
      summary: "a tool failed",
      text: "The tool itself reported an error, or its answer could not be used.",
      wrong: "(tool/fetch {:id -1})",
      right: "(tool/fetch {:id 1})",
    },
  ],
  [
    "fuel_exceeded",
    {
      summary: "the program ran too many steps",
      text: "Every call and loop turn costs one step. The limit stops at the same step everywhere. Raise limits.fuel for long work.",
      wrong: "(loop [] (recur))",
      right: "(loop [i 0] (if (< i 10) (recur (inc i)) i))",
    },
  ],
  [
    "memory_exceeded",
    {
      summary: "the program would allocate too much",
      text: "Collections and strings are charged before they are made. Bound them, or raise limits.memoryBytes, limits.collectionItems or limits.stringLength.",
      wrong: "(vec (range 1e9))",
      right: "(vec (range 1000))",
    },
  ],
  [
    "depth_exceeded",
    {
      summary: "calls or values are nested too deeply",
      text: "Recursion that is not in tail position uses stack. loop/recur, reduce and map do not.",
      wrong: "(do (defn f [n] (inc (f n))) (f 1))",
      right: "(reduce + (range 1000))",
    },
  ],
  [
    "loop_limit_exceeded",
    {
      summary: "a loop went round more often than the host allows",
      text: "Only when the host sets an iteration limit.",
      wrong: "(loop [i 0] (recur (inc i)))",
      right: "(loop [i 0] (if (< i 5) (recur (inc i)) i))",
    },
  ],
  [
    "timeout",
    {
      summary: "the program took too long",
      text: "The host's wall-clock limit ended it.",
      wrong: "(reduce + (range 1e9))",
      right: "(reduce + (range 1000))",
    },
  ],
  [
    "failed",
    {
      summary: "the program said (fail …)",
      text: "The value given to fail says why. Nothing the turn defined is kept.",
      wrong: '(fail "no data")',
      right: "(return 1)",
    },
  ],
  [
    "internal_error",
    {
      summary: "ptc itself failed",
      text: "A bug in ptc, not in the program. Please report the program that caused it.",
      wrong: "",
      right: "",
    },
  ],
]);
