// Files of tools: which definitions are tools, what their options say, and every mistake at its place.

import { describe, expect, it } from "vitest";
import { catalogOf, link, phaseJson, phases, readToolFile, unitsOf } from "../../src/linker/index.ts";

const whole = `(def factor 2) ; private
(defn scale-all
  "Scales a list."
  {:signature "(xs [:int], by :int?) -> [:int]" :capability "scaling" :version "1.2.0" :tags ["math" :lists]
   :examples [{:args {:xs [1] :by 2} :result [2]}] :deterministic true :stateful false
   :requires {:log-line "^1", "audit" "*"} :supersedes "scale@1.0.0" :permissions ["clock:now"]
   :models ["m-1"] :timeout-ms 500}
  [xs by]
  (log-line (map #(* % (or by factor)) xs)))
`;

describe("a file of tools", () => {
  it("says all a registry wants to know", () => {
    const { tools, helpers, problems } = readToolFile(whole, "scale.clj");
    expect(problems).toEqual([]);
    expect(helpers).toEqual(["factor"]);
    expect(tools).toMatchObject([
      {
        id: "scale_all",
        main: "scale-all",
        description: "Scales a list.",
        signature: "(xs [:int], by :int?) -> [:int]",
        inputSchema: { required: ["xs"], additionalProperties: false },
        capability: "scaling",
        version: "1.2.0",
        tags: ["math", "lists"],
        examples: [{ args: { xs: [1], by: 2 }, result: [2] }],
        deterministic: true,
        requires: { log_line: "^1" },
        requiredTools: ["audit"],
        supersedes: "scale@1.0.0",
        permissions: ["clock:now"],
        models: ["m-1"],
        timeoutMs: 500,
      },
    ]);
  });

  const problemsIn = (text: string) =>
    readToolFile(text, "t.clj").problems.map(({ reason, message, hint, place }) => [
      reason,
      `${place.line}:${place.column}`,
      message,
      hint,
    ]);
  const tool = (options: string) => `(defn a {:signature "(x :int) -> :int" ${options}} [x] x)`;

  it.each([
    [
      "a misspelt option",
      tool(":tgas []"),
      "invalid_options",
      "1:40",
      "There is no option :tgas of a tool.",
      "Did you mean `:tags`?",
    ],
    [
      "a wrong kind of value",
      tool(':tags "csv"'),
      "invalid_options",
      "1:46",
      ":tags must be a vector of words.",
      'For example :tags ["csv" "europe"].',
    ],
    [
      "a value to evaluate",
      tool(":timeout-ms (* 2 5)"),
      "invalid_options",
      "1:52",
      ":timeout-ms must be written out: nothing is evaluated in options.",
      "For example :timeout-ms 5000.",
    ],
    [
      "a range that is none",
      tool(':requires {:b "soon"}'),
      "invalid_options",
      "1:50",
      ":requires must be a map of tools to version ranges.",
      'For example :requires {:parse-csv "^1.2"}.',
    ],
    [
      "no tool at all",
      "(defn a [x] x)",
      "no_tool",
      "1:1",
      "No definition here has a :signature, so there is no tool.",
      'Write (defn name "what it does" {:signature "(x :int) -> :int"} [x] …).',
    ],
    [
      "a name of the language",
      tool("").replace("defn a", "defn map"),
      "reserved_name",
      "1:7",
      "map is part of the language, and a tool of that name would replace it for everyone.",
      "Give the tool a name of its own, such as map-rows.",
    ],
    [
      "a name no tool can have",
      tool("").replace("defn a", "defn a!"),
      "invalid_name",
      "1:7",
      "a! cannot be a tool's name.",
      "An id is lower-case words of letters and digits joined by _ or -, starting with a letter, with : or . between namespaces, at most 100 characters.",
    ],
    [
      "a name announced",
      `(declare later)\n${tool("")}`,
      "stray_expression",
      "1:1",
      "A file of tools has only definitions; this would never run.",
      "Take it out: a function may use names that are defined after it.",
    ],
    [
      "a call beside the definitions",
      `${tool("")}\n(a 1)`,
      "stray_expression",
      "2:1",
      "A file of tools has only definitions; this would never run.",
      "Put it into (comment …), or make it an example of the tool.",
    ],
    [
      "a name twice",
      `(def h 1)\n(def h 2)\n${tool("")}`,
      "duplicate_symbol",
      "2:6",
      "h is defined twice in this file.",
      "Rename one of them.",
    ],
  ])("reports %s", (_, text, reason, place, message, hint) => {
    expect(problemsIn(text)).toEqual([[reason, place, message, hint]]);
  });

  it("reports text that does not read, and signatures that do not fit", () => {
    expect(problemsIn("(defn a [x] (inc x").map((p) => p[0])).toEqual(["parse_error"]);
    expect(problemsIn(tool("").replace("[x] x", "[x y] x")).map((p) => p[0])).toEqual(["invalid_form"]);
  });
});

it("every phase of a link can be written as JSON", () => {
  const log = '(defn log-line {:signature "(xs :any) -> :any" :version "1.0.0"} [xs] xs)';
  const audit = '(defn audit {:signature "() -> :any"} [] nil)';
  const units = [whole, log, audit].flatMap((text, i) => unitsOf(readToolFile(text, `${i}.clj`), "green"));
  const trace = link({ catalog: catalogOf({ units }), roots: ["scaling"] });
  expect(trace.faults).toEqual([]);
  for (const phase of phases) expect(JSON.parse(JSON.stringify(phaseJson(trace, phase)))).not.toBeNull();
  expect(phaseJson(trace, "order")).toMatchObject({ order: ["audit", "log-line", "scale-all--factor", "scale-all"] });
  expect(phaseJson(trace, "resolved")).toMatchObject({ scaling: { unit: "scale_all@1.2.0" } });
});
