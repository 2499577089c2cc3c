// Reading numbers and booleans from text. They give nil when the text is not one, and also when the argument is not text,
// so that (keep parse-long xs) and (or (parse-long s) 0) just work.

import { toFloat } from "../values/numbers.ts";
import { parseJavaDouble, parseJavaInteger } from "./number-grammar.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Parsing";
const nilForOthers = { differs: "Gives nil for arguments that are not strings instead of raising." };

export const parsing = {
  "parse-long": {
    home: "core",
    group,
    params: ["s"],
    doc: "The integer that s spells, or nil. The whole string must be digits with an optional sign, within 64 bits.",
    examples: [
      { code: '(parse-long "42")', gives: "42" },
      { code: '(parse-long "-17")', gives: "-17" },
      { code: '(parse-long "3.14")', gives: "nil" },
      { code: "(parse-long 42)", gives: "nil" },
    ],
    clojure: nilForOthers,
    since: "0.1",
    aliases: ["parse-int"],
    run1: (s) => (typeof s === "string" ? parseJavaInteger(s, 10, 64) : null),
  },
  "parse-double": {
    home: "core",
    group,
    params: ["s"],
    doc: "The float that s spells, or nil. Takes Java's spellings: 1.5, .5, 1e3, NaN, Infinity; spaces around are ignored.",
    examples: [
      { code: '(parse-double "3.14")', gives: "3.14" },
      { code: '(parse-double "42")', gives: "42.0" },
      { code: '(parse-double " 1e3 ")', gives: "1000.0" },
      { code: '(parse-double "1,000")', gives: "nil" },
    ],
    clojure: nilForOthers,
    since: "0.1",
    run1: (s) => {
      const n = typeof s === "string" ? parseJavaDouble(s) : null;
      return n === null ? null : toFloat(n);
    },
  },
  "parse-boolean": {
    home: "core",
    group,
    params: ["s"],
    doc: 'true for "true", false for "false", nil for everything else.',
    examples: [
      { code: '(parse-boolean "true")', gives: "true" },
      { code: '(parse-boolean "false")', gives: "false" },
      { code: '(parse-boolean "yes")', gives: "nil" },
    ],
    clojure: nilForOthers,
    since: "0.1",
    run1: (s) => (s === "true" ? true : s === "false" ? false : null),
  },
} satisfies BuiltinTable;
