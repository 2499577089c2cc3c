// JSON as programs see it. Text from outside may be bad, so parsing answers nil (DIV-23); a value the program built
// itself must be encodable, so generating is strict and says where it is not (DIV-24).

import { fault } from "../fault.ts";
import { lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { NativeFn } from "../values/fn.ts";
import { parseJson, parseJsonLines, toJsonText } from "../values/json.ts";
import { PMap } from "../values/map.ts";
import { isTruthy, Keyword, type Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

function parse(text: Value, keys: "string" | "keyword"): Value {
  if (typeof text !== "string") return null;
  const parsed = parseJson(text, { keys });
  return parsed.ok ? parsed.value : null;
}

/** Cheshire's second argument: true or keyword asks for keyword keys. */
function keyKind(wanted: Value): "string" | "keyword" {
  if (wanted === null || wanted === false) return "string";
  if (wanted === true || (wanted instanceof NativeFn && wanted.name === "keyword")) return "keyword";
  fault(
    "type_error",
    `json/parse-string takes true or keyword as its second argument, got ${typeName(wanted)}.`,
    "Leave it out: string keys are found by keywords too, (:name m). To change keys use (update-keys m f).",
  );
}

/** clojure.data.json's `:key-fn keyword`. */
function parseWithOption(text: Value, option: Value, wanted: Value): Value {
  if (!(option instanceof Keyword) || option.name !== "key-fn")
    fault(
      "type_error",
      "json/parse-string knows only the option :key-fn.",
      "Write (json/parse-string s) or (json/parse-string s :key-fn keyword).",
    );
  return parse(text, keyKind(wanted));
}

function generate(value: Value, options: Value): string {
  if (options !== null && !(options instanceof PMap))
    fault(
      "type_error",
      `json/generate-string takes a map of options as its second argument, got ${typeName(options)}.`,
      "Write (json/generate-string x) or (json/generate-string x {:pretty true}).",
    );
  const pretty = isTruthy(lookup(options, Keyword.of("pretty")) ?? null);
  return toJsonText(value, { who: "json/generate-string", keywords: "refuse", indent: pretty ? 2 : 0 });
}

export const json = {
  "json/parse-string": {
    home: "json",
    group: "JSON",
    params: ["s", "s keywords?", "s :key-fn keyword"],
    doc: "Reads JSON text into a value, or nil when s is not valid JSON. Object keys are strings, which keywords find too: (:id m). 12.0 stays a float and big integers stay exact; of duplicate keys the last wins. A second argument of true or keyword makes the keys keywords. JSON null is nil as well.",
    examples: [
      { code: '(json/parse-string "{\\"id\\": 1, \\"tags\\": [\\"a\\", null]}")', gives: '{"id" 1, "tags" ["a" nil]}' },
      { code: '(:id (json/parse-string "{\\"id\\": 12.0}"))', gives: "12.0" },
      { code: '(json/parse-string "{\\"id\\": 1}" true)', gives: "{:id 1}" },
      { code: '(json/parse-string "{oops")', gives: "nil" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    aliases: ["json/parse", "json/read-str", "json/decode", "json/read-json"],
    run1: (s) => parse(s, "string"),
    run2: (s, wanted) => parse(s, keyKind(wanted)),
    run3: parseWithOption,
  },
  "json/parse-lines": {
    home: "json",
    group: "JSON",
    params: ["s"],
    doc: "Reads JSON Lines text into a vector with one value per line. Blank lines are skipped; a line that is not valid JSON gives nil, as does null. Anything but a string gives nil.",
    examples: [
      { code: '(json/parse-lines "{\\"n\\":1}\\n\\n[2, 3]\\n")', gives: '[{"n" 1} [2 3]]' },
      { code: '(json/parse-lines "1\\noops\\nnull")', gives: "[1 nil nil]" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (s) => (typeof s === "string" ? parseJsonLines(s) : null),
  },
  "json/generate-string": {
    home: "json",
    group: "JSON",
    params: ["x", "x opts"],
    doc: "Writes x as JSON text. Keys may be keywords (written by name), strings or integers. Keyword values, sets, functions, ##Inf and ##NaN are type errors that name the position, and so are two keys that would become the same JSON key. {:pretty true} indents.",
    examples: [
      {
        code: '(json/generate-string {:max-turns 3, "ok" [true nil]})',
        gives: '"{\\"max-turns\\":3,\\"ok\\":[true,null]}"',
      },
      { code: "(json/generate-string [12.0 12])", gives: '"[12.0,12]"' },
      { code: '(json/generate-string {"server" :fs})', gives: "error: type_error" },
      { code: '(json/generate-string {:a 1, "a" 2})', gives: "error: type_error" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    aliases: ["json/generate", "json/stringify", "json/write-str", "json/encode"],
    run1: (x) => generate(x, null),
    run2: generate,
  },
} satisfies BuiltinTable;
