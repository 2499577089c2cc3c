// Rows of the functions that read and change nested data along a path of keys, and of update, the one-step case.

import { assocAt, assocPath, checkPlace, collectionsAlong, lookupPath, pathOf } from "../associative/associate.ts";
import { call1, call2, callN, codeArities } from "../call.ts";
import { fault } from "../fault.ts";
import { spendMany } from "../meter.ts";
import { takes } from "../sequences/function-args.ts";
import { Suspension } from "../suspension.ts";
import { lookup } from "../values/access.ts";
import { Fn, type Steps } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

/** A frequent slip is to give update a default value: the message says where extra arguments go. */
function checkExtra(f: Value, extra: number, who: string): void {
  if (extra === 0 || !(f instanceof Fn) || takes(f.code, extra + 1)) return;
  const arities = codeArities(f.code);
  fault(
    "arity_error",
    `${who} calls the function with the old value and ${extra} extra ${extra === 1 ? "argument" : "arguments"}, but it takes ${arities}.`,
    "Extra arguments go to the function. For a default value use (fnil f default).",
  );
}

function applyUpdate(f: Value, old: Value, args: readonly Value[], from: number): Value {
  if (args.length === from) return call1(f, old);
  if (args.length === from + 1) return call2(f, old, args[from] as Value);
  return callN(f, [old, ...args.slice(from)]);
}

function update(coll: Value, key: Value, f: Value): Value {
  checkPlace(coll, key, "update");
  return assocAt(coll, key, call1(f, lookup(coll, key) ?? null), "update");
}

function updateMany(args: readonly Value[]): Value {
  const [coll, key, f] = args as [Value, Value, Value];
  checkPlace(coll, key, "update");
  checkExtra(f, args.length - 3, "update");
  return assocAt(coll, key, applyUpdate(f, lookup(coll, key) ?? null, args, 3), "update");
}

function* updateSteps(args: readonly Value[]): Steps {
  const [coll, key, f] = args as [Value, Value, Value];
  checkPlace(coll, key, "update");
  checkExtra(f, args.length - 3, "update");
  let value = applyUpdate(f, lookup(coll, key) ?? null, args, 3);
  if (value instanceof Suspension) value = yield value;
  return assocAt(coll, key, value, "update");
}

/** An empty path is the path of the one key nil, as in Clojure. */
function writePath(path: Value, who: string): readonly Value[] {
  const steps = pathOf(path, who);
  return steps.length === 0 ? [null] : steps;
}

function updateIn(args: readonly Value[]): Value {
  const path = writePath(args[1] as Value, "update-in");
  const along = collectionsAlong(args[0] as Value, path, "update-in");
  checkExtra(args[2] as Value, args.length - 3, "update-in");
  const value = applyUpdate(args[2] as Value, oldValue(along, path), args, 3);
  return assocPath(along, path, value, "update-in");
}

function* updateInSteps(args: readonly Value[]): Steps {
  const path = writePath(args[1] as Value, "update-in");
  const along = collectionsAlong(args[0] as Value, path, "update-in");
  checkExtra(args[2] as Value, args.length - 3, "update-in");
  let value = applyUpdate(args[2] as Value, oldValue(along, path), args, 3);
  if (value instanceof Suspension) value = yield value;
  return assocPath(along, path, value, "update-in");
}

function oldValue(along: readonly Value[], path: readonly Value[]): Value {
  return lookup(along[along.length - 1] as Value, path[path.length - 1] as Value) ?? null;
}

function getIn(coll: Value, path: Value): Value {
  const steps = path instanceof Vec ? path.items() : pathOf(path, "get-in");
  spendMany(steps.length >> 2);
  return lookupPath(coll, steps) ?? null;
}

const group = "Nested data";

export const nestedMaps = {
  "get-in": {
    home: "core",
    group,
    params: ["coll path", "coll path default"],
    doc: "The value found by following a path of keys and indexes; nil or the default when a step is missing. Each step matches as get does.",
    examples: [
      { code: '(get-in {:user {:name "Ann"}} [:user :name])', gives: '"Ann"' },
      { code: '(get-in {"items" [{"id" 7}]} [:items 0 :id])', gives: "7" },
      { code: "(get-in {:a 1} [:b :c] 0)", gives: "0" },
      { code: "(get-in {:a 1} :a)", gives: "error: type_error" },
    ],
    clojure: { differs: "Keywords and strings find each other's keys, hyphens find underscores." },
    since: "0.1",
    run2: getIn,
    run3: (coll, path, otherwise) => {
      const steps = pathOf(path, "get-in");
      spendMany(steps.length >> 2);
      const found = lookupPath(coll, steps);
      return found === undefined ? otherwise : found;
    },
  },
  "assoc-in": {
    home: "core",
    group,
    params: ["coll path value"],
    doc: "The nested data with the value at the end of a path set; missing levels become maps. Levels are found as get does, and written under the keys given.",
    examples: [
      { code: '(assoc-in {} [:user :name] "Bob")', gives: '{:user {:name "Bob"}}' },
      { code: "(assoc-in {:rows [{:n 1}]} [:rows 0 :n] 2)", gives: "{:rows [{:n 2}]}" },
      { code: "(assoc-in {:a 1} [:a :b] 2)", gives: "error: type_error" },
    ],
    clojure: { differs: "Levels on the way are found flexibly." },
    since: "0.1",
    run3: (coll, path, value) => {
      const steps = writePath(path, "assoc-in");
      return assocPath(collectionsAlong(coll, steps, "assoc-in"), steps, value, "assoc-in");
    },
  },
  update: {
    home: "core",
    group,
    params: ["coll key f", "coll key f & args"],
    doc: "The collection with (f old-value & args) at the key: (assoc coll key (f (get coll key))). A missing value is nil: give f a default with fnil.",
    examples: [
      { code: "(update {:n 1} :n inc)", gives: "{:n 2}" },
      { code: "(update {:n 1} :n + 5)", gives: "{:n 6}" },
      { code: "(update {} :n (fnil inc 0))", gives: "{:n 1}" },
      { code: "(update [1 2] 0 dec)", gives: "[0 2]" },
    ],
    clojure: { differs: "The old value is found flexibly; the new one is written under the key given." },
    since: "0.1",
    run3: update,
    runN: updateMany,
    steps: updateSteps,
  },
  "update-in": {
    home: "core",
    group,
    params: ["coll path f", "coll path f & args"],
    doc: "The nested data with (f old-value & args) at the end of a path; missing levels become maps.",
    examples: [
      { code: "(update-in {:a {:n 1}} [:a :n] inc)", gives: "{:a {:n 2}}" },
      { code: "(update-in {} [:a :n] (fnil + 0) 5)", gives: "{:a {:n 5}}" },
      { code: "(update-in [[1 2]] [0 1] inc)", gives: "[[1 3]]" },
    ],
    clojure: { differs: "Levels and the old value are found flexibly." },
    since: "0.1",
    runN: updateIn,
    steps: updateInSteps,
  },
} satisfies BuiltinTable;
