// Reading numbers and booleans from text. They give nil when the text is not one, and also when the argument is not text,
// so that (keep parse-long xs) and (or (parse-long s) 0) just work.

import { toFloat } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { parseJavaDouble, parseJavaInteger } from "./number-grammar.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Parsing";
const nilForOthers = { differs: "Gives nil for arguments that are not strings instead of raising." };

const uuidsAreStrings = { differs: "UUIDs are strings, written in the usual 36 characters." };

/** Java takes shorter parts too and fills them up: 1-2-3-4-5. */
function parseUuid(s: Value): Value {
  if (typeof s !== "string" || s.length > 36) return null;
  const parts = s.split("-");
  if (parts.length !== 5 || !parts.every((part) => /^[0-9a-fA-F]{1,16}$/.test(part))) return null;
  const widths = [8, 4, 4, 4, 12];
  return parts
    .map((part, i) =>
      part
        .toLowerCase()
        .padStart(16, "0")
        .slice(-(widths[i] as number)),
    )
    .join("-");
}

export const parsing = {
  "parse-uuid": {
    home: "core",
    group,
    params: ["s"],
    doc: "The UUID that s spells, in lower case, or nil.",
    examples: [
      {
        code: '(parse-uuid "123E4567-e89b-12d3-a456-426614174000")',
        gives: '"123e4567-e89b-12d3-a456-426614174000"',
      },
      { code: '(parse-uuid "abc")', gives: "nil" },
    ],
    clojure: uuidsAreStrings,
    since: "0.1",
    run1: parseUuid,
  },
  "uuid?": {
    home: "core",
    group,
    params: ["x"],
    doc: "Whether x is a UUID as random-uuid and parse-uuid give them.",
    examples: [
      { code: "(uuid? (random-uuid))", gives: "true" },
      { code: '(uuid? "abc")', gives: "false" },
    ],
    clojure: uuidsAreStrings,
    since: "0.1",
    run1: (x) => typeof x === "string" && x.length === 36 && parseUuid(x) === x,
  },
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
