// Rows that tell what kind of value something is, where no other subject has them.

import { isCallable } from "../call.ts";
import { Fn, NativeFn } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { PMap } from "../values/map.ts";
import { isNumber } from "../values/numbers.ts";
import { Regex } from "../values/regex.ts";
import { PSet } from "../values/set.ts";
import { Temporal } from "../values/temporal.ts";
import { Keyword, SymbolRef, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { Builtin, BuiltinTable, Example } from "./table.ts";

function typeOf(x: Value): string | null {
  if (x === null) return null;
  if (typeof x === "boolean") return "boolean";
  if (isNumber(x)) return "number";
  if (typeof x === "string") return "string";
  if (x instanceof Keyword) return "keyword";
  if (x instanceof Vec || x instanceof InfiniteSeq) return "vector";
  if (x instanceof PMap) return "map";
  if (x instanceof PSet) return "set";
  if (x instanceof Fn || x instanceof NativeFn) return "function";
  if (x instanceof Regex) return "regex";
  if (x instanceof Temporal) return "java_object";
  return "unknown";
}

function predicate(
  doc: string,
  examples: readonly [Example, Example, ...Example[]],
  test: (x: Value) => boolean,
  clojure: Builtin["clojure"] = "same",
) {
  return {
    home: "core",
    group: "Kinds of values",
    params: ["x"],
    doc,
    examples,
    clojure,
    since: "0.1",
    run1: test,
  } satisfies Builtin;
}

const isNamespaced = (x: Keyword | SymbolRef) => x.name.indexOf("/") > 0;
const isName = (x: Value) => x instanceof Keyword || x instanceof SymbolRef;

export const predicates = {
  "nil?": predicate(
    "Whether x is nil.",
    [
      { code: "(nil? nil)", gives: "true" },
      { code: "(nil? false)", gives: "false" },
    ],
    (x) => x === null,
  ),
  "some?": predicate(
    "Whether x is anything but nil.",
    [
      { code: "(some? false)", gives: "true" },
      { code: "(filter some? [1 nil 2])", gives: "[1 2]" },
    ],
    (x) => x !== null,
  ),
  "any?": predicate(
    "True for everything, nil too. To test the items of a collection use some.",
    [
      { code: "(any? 1)", gives: "true" },
      { code: "(any? nil)", gives: "true" },
    ],
    () => true,
  ),
  "boolean?": predicate(
    "Whether x is true or false.",
    [
      { code: "(boolean? false)", gives: "true" },
      { code: "(boolean? nil)", gives: "false" },
    ],
    (x) => typeof x === "boolean",
  ),
  "map?": predicate(
    "Whether x is a map.",
    [
      { code: "(map? {:a 1})", gives: "true" },
      { code: "(map? [[:a 1]])", gives: "false" },
    ],
    (x) => x instanceof PMap,
  ),
  "fn?": predicate(
    "Whether x is a function. Keywords, maps, sets and vectors can be called but are none: see ifn?.",
    [
      { code: "(fn? inc)", gives: "true" },
      { code: "(fn? :a)", gives: "false" },
    ],
    (x) => x instanceof Fn || x instanceof NativeFn,
  ),
  "ifn?": predicate(
    "Whether x can be called: a function, keyword, map, set or vector.",
    [
      { code: "(ifn? :a)", gives: "true" },
      { code: "(ifn? [1 2])", gives: "true" },
      { code: '(ifn? "a")', gives: "false" },
    ],
    isCallable,
    { differs: "Quoted symbols cannot be called here." },
  ),
  "ident?": predicate(
    "Whether x is a keyword or a quoted symbol.",
    [
      { code: "(ident? :a)", gives: "true" },
      { code: '(ident? "a")', gives: "false" },
    ],
    isName,
  ),
  "simple-ident?": predicate(
    "Whether x is a keyword or a quoted symbol without a namespace.",
    [
      { code: "(simple-ident? :a)", gives: "true" },
      { code: "(simple-ident? 1)", gives: "false" },
    ],
    (x) => (x instanceof Keyword || x instanceof SymbolRef) && !isNamespaced(x),
  ),
  "qualified-ident?": predicate(
    "Whether x is a keyword or a quoted symbol with a namespace.",
    [
      { code: "(qualified-ident? :a)", gives: "false" },
      { code: '(qualified-ident? (keyword "db" "id"))', gives: "true" },
    ],
    (x) => (x instanceof Keyword || x instanceof SymbolRef) && isNamespaced(x),
  ),
  "simple-keyword?": predicate(
    "Whether x is a keyword without a namespace.",
    [
      { code: "(simple-keyword? :a)", gives: "true" },
      { code: '(simple-keyword? "a")', gives: "false" },
    ],
    (x) => x instanceof Keyword && !isNamespaced(x),
  ),
  "qualified-keyword?": predicate(
    "Whether x is a keyword with a namespace.",
    [
      { code: "(qualified-keyword? :a)", gives: "false" },
      { code: '(qualified-keyword? (keyword "db" "id"))', gives: "true" },
    ],
    (x) => x instanceof Keyword && isNamespaced(x),
  ),
  type: {
    home: "core",
    group: "Kinds of values",
    params: ["x"],
    doc: "The kind of a value as a keyword: :boolean :number :string :keyword :vector :map :set :function :regex, :java_object for dates and times, :unknown for others; nil for nil.",
    examples: [
      { code: "(type 1.5)", gives: ":number" },
      { code: "(type {:a 1})", gives: ":map" },
      { code: "(type nil)", gives: "nil" },
    ],
    clojure: { differs: "Gives a keyword, not a Java class." },
    since: "0.1",
    run1: (x) => {
      const name = typeOf(x);
      return name === null ? null : Keyword.of(name);
    },
  },
} satisfies BuiltinTable;
