// The rarer methods of java.lang.String: white space at one end, code points, arrays of characters, and String/join.

import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { isWhitespace, positionArg, trimmed } from "../values/text.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { nilOr } from "./java-receivers.ts";
import { strings } from "./strings.ts";
import type { BuiltinTable } from "./table.ts";

function receiver(v: Value, method: string): string {
  if (typeof v === "string") return v;
  fault(nilOr(v, "java_type_error"), `${method} is a string method, got ${typeName(v)}.`, "Convert it first: (str x).");
}

function codePointAt(target: Value, index: Value): Value {
  const s = receiver(target, ".codePointAt");
  const code = s.codePointAt(positionArg(index, ".codePointAt"));
  if (code === undefined)
    fault(
      "java_domain_error",
      `.codePointAt ${positionArg(index, ".codePointAt")} is outside a string of ${s.length} units.`,
      "Positions go from 0 to one less than (.length s).",
    );
  return code;
}

/** Whole characters: half of one would be no string. */
function characters(target: Value): Value {
  const s = receiver(target, ".toCharArray");
  chargeItems(s.length);
  spendMany(s.length >> 1);
  return Vec.of(Array.from(s));
}

const about = { home: "java", group: "Java strings", clojure: "same", since: "0.1" } as const;

export const javaStringParts = {
  ".stripLeading": {
    ...about,
    params: ["s"],
    doc: "s without whitespace of any script at its start.",
    examples: [
      { code: '(.stripLeading "  a ")', gives: '"a "' },
      { code: '(.stripLeading "a")', gives: '"a"' },
    ],
    run1: (s) => trimmed(receiver(s, ".stripLeading"), isWhitespace, true, false),
  },
  ".stripTrailing": {
    ...about,
    params: ["s"],
    doc: "s without whitespace of any script at its end.",
    examples: [
      { code: '(.stripTrailing "  a ")', gives: '"  a"' },
      { code: '(.stripTrailing "a")', gives: '"a"' },
    ],
    run1: (s) => trimmed(receiver(s, ".stripTrailing"), isWhitespace, false, true),
  },
  ".codePointAt": {
    ...about,
    params: ["s index"],
    doc: "The code point at a UTF-16 position of s.",
    examples: [
      { code: '(.codePointAt "A" 0)', gives: "65" },
      { code: '(.codePointAt "A" 1)', gives: "error: java_domain_error" },
    ],
    run2: codePointAt,
  },
  ".toCharArray": {
    ...about,
    params: ["s"],
    doc: "The characters of s as a vector; (seq s) gives the same.",
    examples: [
      { code: '(.toCharArray "abc")', gives: '["a" "b" "c"]' },
      { code: '(count (.toCharArray ""))', gives: "0" },
    ],
    clojure: { differs: "Gives a vector: there are no arrays." },
    run1: characters,
  },
  "String/join": {
    ...about,
    params: ["sep coll"],
    doc: "The items of coll as one string with sep between them, as join does.",
    examples: [
      { code: '(String/join ", " ["a" "b"])', gives: '"a, b"' },
      { code: '(String/join "-" [])', gives: '""' },
    ],
    run2: (separator, items) => {
      if (items === null)
        fault("java_domain_error", "String/join expects a collection, got nil.", 'Use (join sep coll): nil gives "".');
      return strings.join.run2(separator, items);
    },
  },
} satisfies BuiltinTable;
