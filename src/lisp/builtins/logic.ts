// Truth as a value: only nil and false are false.

import { isTruthy } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Logic";

export const logic = {
  not: {
    home: "core",
    group,
    params: ["x"],
    doc: "true when x is nil or false, else false.",
    examples: [
      { code: "(not nil)", gives: "true" },
      { code: "(not 0)", gives: "false" },
      { code: "(not [])", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x === null || x === false,
  },
  boolean: {
    home: "core",
    group,
    params: ["x"],
    doc: "x as true or false: only nil and false give false.",
    examples: [
      { code: "(boolean 0)", gives: "true" },
      { code: "(boolean nil)", gives: "false" },
      { code: '(boolean "")', gives: "true" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => isTruthy(x),
  },
  "true?": {
    home: "core",
    group,
    params: ["x"],
    doc: "Whether x is exactly true.",
    examples: [
      { code: "(true? true)", gives: "true" },
      { code: "(true? 1)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x === true,
  },
  "false?": {
    home: "core",
    group,
    params: ["x"],
    doc: "Whether x is exactly false.",
    examples: [
      { code: "(false? false)", gives: "true" },
      { code: "(false? nil)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x === false,
  },
} satisfies BuiltinTable;
