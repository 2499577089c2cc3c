// `describe`: the shape of unknown data in one bounded map, for a model that has to decide how to process it.

import { fault } from "../fault.ts";
import { flexGet } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { PMap } from "../values/map.ts";
import { describeShape, shapeOptions } from "../values/shape.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

function describe(x: Value, options: Value): Value {
  if (options !== null && !(options instanceof PMap))
    fault(
      "type_error",
      `describe takes a map of options, got ${typeName(options)}.`,
      "Write (describe x {:paths true :depth 2 :sample 3}).",
    );
  return describeShape(x, shapeOptions(options, flexGet));
}

export const describing = {
  describe: {
    home: "repl",
    group: "Introspection",
    params: ["x", "x opts"],
    doc: 'Returns a bounded map that summarises the shape of x: its type, counts, and for each key of a map or of a vector of maps the types, examples, coverage (:present, :pct), range of numbers and number of distinct values. Options: :paths true adds nested paths such as "user.id", :depth (1 to 5) says how deep they go, :sample (1 to 3) how many examples are kept. Only a part of large data is looked at: then :truncated is true and :caps_hit names the caps.',
    examples: [
      {
        code: "(describe 42)",
        gives:
          '{:type "integer", :sample 42, :types {"integer" 1}, :examples [42], :range {:min 42, :max 42}, :distinct_count 1}',
      },
      { code: '(get-in (describe [{"n" 1} {"n" 5} {}]) [:keys "n" :range])', gives: "{:min 1, :max 5}" },
      { code: '(get-in (describe [{"n" 1} {}]) [:keys "n" :pct])', gives: "50.0" },
      {
        code: '(keys (:paths (describe {"user" {"id" 1}} {:paths true :depth 2})))',
        gives: '["user" "user.id"]',
      },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: (x) => describe(x, null),
    run2: describe,
  },
} satisfies BuiltinTable;
