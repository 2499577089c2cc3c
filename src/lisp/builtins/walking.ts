// Rows of clojure.walk.

import { hasKey } from "../associative/associate.ts";
import { postwalk, prewalk, renameAllKeys, walk } from "../associative/tree-walk.ts";
import { call1 } from "../call.ts";
import { type Use, wantFunction } from "../sequences/function-args.ts";
import { Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { newKeyword } from "../values/new-keyword.ts";
import { PSet } from "../values/set.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

/** Stands for a collection that has items: the functions here are called for any form. */
const ANY = Vec.of([null]);

function stepOf(use: Use, f: Value): (v: Value) => Value {
  wantFunction(use, f, ANY, 1);
  return (v) => call1(f, v);
}

const walkUse: Use = { who: "walk", form: "(walk inner outer form)", gives: "one part" };
const preUse: Use = { who: "prewalk", form: "(prewalk f form)", gives: "one form" };
const postUse: Use = { who: "postwalk", form: "(postwalk f form)", gives: "one form" };

const runWalk = (inner: Value, outer: Value, form: Value) => walk(stepOf(walkUse, inner), stepOf(walkUse, outer), form);
const runPre = (f: Value, form: Value) => prewalk(stepOf(preUse, f), form);
const runPost = (f: Value, form: Value) => postwalk(stepOf(postUse, f), form);

/** The walks keep their own frames when they wait; a row only has to hand the suspension on. */
function* settled(result: Value): Steps {
  return result instanceof Suspension ? yield result : result;
}

function replacer(replacements: Value, who: string): (v: Value) => Value {
  return (v) => {
    if (!hasKey(replacements, v, who)) return v;
    if (replacements instanceof PMap) return replacements.get(v) ?? null;
    if (replacements instanceof PSet) return replacements.map.get(v) ?? null;
    return replacements instanceof Vec ? replacements.at(v as number) : v;
  };
}

function toKeyword(key: Value): Value {
  if (typeof key !== "string" || key === "") return key;
  return newKeyword(key);
}

const toName = (key: Value) =>
  key instanceof Keyword ? key.name.slice(key.name.lastIndexOf("/", key.name.length - 2) + 1) : key;

const group = "Walking nested data";

export const walking = {
  walk: {
    home: "walk",
    group,
    params: ["inner outer form"],
    doc: "Applies inner to each part of a collection, rebuilds the collection, and applies outer to it. Parts of a map are its entries.",
    examples: [
      { code: "(walk inc #(apply + %) [1 2 3])", gives: "9" },
      { code: "(walk (fn [[k v]] [k (inc v)]) identity {:a 1})", gives: "{:a 2}" },
    ],
    clojure: "same",
    since: "0.1",
    run3: runWalk,
    steps: (args) => settled(runWalk(args[0] as Value, args[1] as Value, args[2] as Value)),
  },
  prewalk: {
    home: "walk",
    group,
    params: ["f form"],
    doc: "Replaces each form by (f form), outermost first, then goes into what came back.",
    examples: [
      { code: "(prewalk #(if (number? %) (inc %) %) [1 [2 {:a 3}]])", gives: "[2 [3 {:a 4}]]" },
      { code: "(prewalk #(if (map? %) (dissoc % :secret) %) {:a {:secret 1 :b 2}})", gives: "{:a {:b 2}}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: runPre,
    steps: (args) => settled(runPre(args[0] as Value, args[1] as Value)),
  },
  postwalk: {
    home: "walk",
    group,
    params: ["f form"],
    doc: "Replaces each form by (f form), innermost first.",
    examples: [
      { code: "(postwalk #(if (number? %) (inc %) %) [1 [2 {:a 3}]])", gives: "[2 [3 {:a 4}]]" },
      { code: "(postwalk #(if (vector? %) (apply + %) %) [[1 2] [3 4]])", gives: "10" },
    ],
    clojure: "same",
    since: "0.1",
    run2: runPost,
    steps: (args) => settled(runPost(args[0] as Value, args[1] as Value)),
  },
  "prewalk-replace": {
    home: "walk",
    group,
    params: ["replacements form"],
    doc: "Replaces every form that is a key of the map replacements, outermost first; replacements are replaced again inside.",
    examples: [
      { code: "(prewalk-replace {:a 1} [:a {:a :b}])", gives: "[1 {1 :b}]" },
      { code: "(prewalk-replace {:a [:b] :b 1} [:a])", gives: "[[1]]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (replacements, form) => prewalk(replacer(replacements, "prewalk-replace"), form),
  },
  "postwalk-replace": {
    home: "walk",
    group,
    params: ["replacements form"],
    doc: "Replaces every form that is a key of the map replacements, innermost first.",
    examples: [
      { code: "(postwalk-replace {:a 1 :b 2} [:a [:b :c]])", gives: "[1 [2 :c]]" },
      { code: "(postwalk-replace {nil 0} {:x nil})", gives: "{:x 0}" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (replacements, form) => postwalk(replacer(replacements, "postwalk-replace"), form),
  },
  "keywordize-keys": {
    home: "walk",
    group,
    params: ["form"],
    doc: "Turns the string keys of all maps in nested data into keywords.",
    examples: [
      { code: '(keywordize-keys {"a" 1 "b" [{"c" 2}]})', gives: "{:a 1, :b [{:c 2}]}" },
      { code: "(keywordize-keys {1 2})", gives: "{1 2}" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (form) => renameAllKeys(toKeyword, form),
  },
  "stringify-keys": {
    home: "walk",
    group,
    params: ["form"],
    doc: "Turns the keyword keys of all maps in nested data into strings.",
    examples: [
      { code: "(stringify-keys {:a 1 :b [{:c 2}]})", gives: '{"a" 1, "b" [{"c" 2}]}' },
      { code: '(stringify-keys {"a" :b})', gives: '{"a" :b}' },
    ],
    clojure: "same",
    since: "0.1",
    run1: (form) => renameAllKeys(toName, form),
  },
} satisfies BuiltinTable;
